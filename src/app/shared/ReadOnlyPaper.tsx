import './read-only-paper.css';
import { useEffect, useRef } from 'preact/hooks';
import type { Stroke } from '../../core/drawing/types.ts';
import { createInk, type Ink } from '../../ink/index.ts';

/** CSS px of a press on an arrow key, and how much a press on + or - zooms. */
const STEP = 60;
const ZOOM = 1.25;

/** What the keys of the studio do here. */
const KEYS: Readonly<Record<string, (ink: Ink) => void>> = {
  ArrowLeft: (ink) => ink.panBy(STEP, 0),
  ArrowRight: (ink) => ink.panBy(-STEP, 0),
  ArrowUp: (ink) => ink.panBy(0, STEP),
  ArrowDown: (ink) => ink.panBy(0, -STEP),
  '+': (ink) => ink.zoomBy(ZOOM),
  '=': (ink) => ink.zoomBy(ZOOM),
  '-': (ink) => ink.zoomBy(1 / ZOOM),
  '0': (ink) => ink.fit(),
};

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
  const onKeyDown = (event: KeyboardEvent) => {
    const act = event.ctrlKey || event.metaKey || event.altKey ? undefined : KEYS[event.key];
    if (!act || !engine.current) return;
    event.preventDefault();
    act(engine.current);
  };
  return <div ref={host} class="canvas" role="img" aria-label={label} onKeyDown={onKeyDown} />;
}
