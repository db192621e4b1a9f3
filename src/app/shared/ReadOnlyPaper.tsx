import './read-only-paper.css';
import { useEffect, useRef } from 'preact/hooks';
import type { Stroke } from '../../core/drawing/types.ts';
import { createInk, type Ink } from '../../ink/index.ts';

interface ReadOnlyPaperProps {
  readonly strokes: readonly Stroke[];
  /** Accessible name of the picture. */
  readonly label: string;
  /** Called with the engine when it starts, and with undefined when it ends. */
  readonly onInk?: (ink: Ink | undefined) => void;
}

/** A drawing that can be panned and zoomed but not changed. It is fitted once; later strokes do not move the view. */
export function ReadOnlyPaper({ strokes, label, onInk }: ReadOnlyPaperProps) {
  const host = useRef<HTMLDivElement>(null);
  const engine = useRef<Ink>(undefined);
  const hasFitted = useRef(false);
  useEffect(() => {
    const element = host.current;
    if (!element) return;
    const nothing = () => {};
    const ink = createInk(element, {
      tool: 'hand',
      color: '#000000',
      size: 1,
      penSeen: true,
      fingersDraw: false,
      onEdit: nothing,
      onPen: nothing,
      onCamera: nothing,
      onPenSeen: nothing,
      onFull: nothing,
    });
    engine.current = ink;
    onInk?.(ink);
    return () => {
      engine.current = undefined;
      hasFitted.current = false;
      onInk?.(undefined);
      ink.destroy();
    };
  }, []);
  useEffect(() => {
    const ink = engine.current;
    if (!ink) return;
    ink.setStrokes(strokes);
    if (!hasFitted.current) ink.fit();
    hasFitted.current ||= strokes.length > 0;
  }, [strokes]);
  return <div ref={host} class="canvas" role="img" aria-label={label} />;
}
