import './read-only-paper.css';
import { type ReadonlySignal, useSignal } from '@preact/signals';
import type { ComponentChild } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { ONE_LAYER } from '../../core/drawing/members/layers.ts';
import type { Layer, Paper, Stroke } from '../../core/drawing/types.ts';
import { type Bounds, type Camera, createInk, HOME, type Ink } from '../../ink/index.ts';
import { PatternLayer } from '../paper/PatternLayer.tsx';

/** CSS px of a press on an arrow key, and how much a press on + or - zooms. */
const STEP = 60;
const ZOOM = 1.25;

/** What the keys of the studio do here. */
const KEYS: Readonly<Record<string, (ink: Ink, showAll: () => void) => void>> = {
  ArrowLeft: (ink) => ink.panBy(STEP, 0),
  ArrowRight: (ink) => ink.panBy(-STEP, 0),
  ArrowUp: (ink) => ink.panBy(0, STEP),
  ArrowDown: (ink) => ink.panBy(0, -STEP),
  '+': (ink) => ink.zoomBy(ZOOM),
  '=': (ink) => ink.zoomBy(ZOOM),
  '-': (ink) => ink.zoomBy(1 / ZOOM),
  '0': (_, showAll) => showAll(),
};

interface ReadOnlyPaperProps {
  readonly strokes: readonly Stroke[];
  readonly layers: readonly Layer[] | undefined;
  /** What it is drawn on; its colour is the element's around this. */
  readonly paper: Paper | undefined;
  /** What lies under pattern and ink, moved with the view. */
  readonly under?: ((camera: ReadonlySignal<Camera>) => ComponentChild) | undefined;
  /** Where that lies, so that the view shows it whole; a new object is a new place. */
  readonly underBounds?: Bounds | undefined;
  /** Accessible name of the picture. */
  readonly label: string;
  /** Called when the engine starts, with what shows the whole drawing. */
  readonly onReady?: (showAll: () => void) => void;
}

/**
 * A drawing that can be panned and zoomed but not changed. The view shows all of it, also while it grows, until
 * somebody moves the view.
 */
export function ReadOnlyPaper(props: ReadOnlyPaperProps) {
  const { strokes, layers, paper, under, underBounds, label, onReady } = props;
  const host = useRef<HTMLDivElement>(null);
  const engine = useRef<Ink>(undefined);
  const camera = useSignal<Camera>(HOME);
  const onPaper = useSignal(paper);
  onPaper.value = paper;
  /** The camera that shows the whole drawing; another one if somebody has moved the view since. */
  const fitted = useRef<Camera>(undefined);
  const beside = useRef(underBounds);
  beside.current = underBounds;
  const showAll = () => {
    engine.current?.fit(undefined, beside.current);
    fitted.current = engine.current?.camera;
  };
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
      onCamera: (next, isTurned) => {
        // Nobody has moved it.
        if (isTurned && camera.value === fitted.current) fitted.current = next;
        camera.value = next;
      },
      onPenSeen: nothing,
      onFull: nothing,
    });
    engine.current = ink;
    fitted.current = ink.camera;
    onReady?.(showAll);
    return () => {
      engine.current = undefined;
      ink.destroy();
    };
  }, []);
  useEffect(() => {
    const ink = engine.current;
    if (!ink) return;
    ink.setLayers(layers ?? ONE_LAYER);
    ink.setStrokes(strokes);
  }, [strokes, layers]);
  useEffect(() => {
    if (engine.current?.camera === fitted.current) showAll();
  }, [strokes, layers, underBounds]);
  const onKeyDown = (event: KeyboardEvent) => {
    const act = event.ctrlKey || event.metaKey || event.altKey ? undefined : KEYS[event.key];
    if (!act || !engine.current) return;
    event.preventDefault();
    act(engine.current, showAll);
  };
  return (
    <div ref={host} class="canvas" role="img" aria-label={label} onKeyDown={onKeyDown}>
      {under?.(camera)}
      {paper?.pattern && <PatternLayer paper={onPaper} camera={camera} />}
    </div>
  );
}
