/** What runs behind a canvas: the picture of the strokes, the tools, and the hands that use them. */
import { STROKES_MAX } from '../core/drawing/limits.ts';
import type { Stroke } from '../core/drawing/types.ts';
import { WetInkLayer } from './brushes/wet-ink-layer.ts';
import { type Bounds, type Position, strokesBounds } from './geometry/bounds.ts';
import type { Ink, InkEvents, InkOptions } from './ink.ts';
import { Frames } from './input/frames.ts';
import { watchSize } from './input/host-size.ts';
import { type Device, PointerInput, type PointerTarget, type Sample } from './input/pointer.ts';
import { growthOf } from './input/wheel.ts';
import type { Edit, Swap } from './scene/edit.ts';
import { Selection } from './selection/selection.ts';
import { SelectionLayer } from './selection/selection-layer.ts';
import type { Renderer } from './tiles/renderer.ts';
import { TileRenderer } from './tiles/tile-renderer.ts';
import { ERASER, type EraserTip, type Tool, type ToolContext } from './tools/tool.ts';
import { type ToolName, toolbox } from './tools/toolbox.ts';
import {
  type Camera,
  cameraAt,
  HOME,
  type Insets,
  pan,
  pinch,
  type Size,
  snap,
  toWorld,
  zoomAt,
} from './view/camera.ts';
import { cover } from './view/cover.ts';
import { fitting } from './view/fitting.ts';

/** ms after the canvas is there: what opens a drawing comes first. */
const WARM_UP_DELAY = 700;
/** Of a canvas that changes with every frame: the one that is seen, and those that come next. */
const BUFFERS = 3;
/** Of a line so thin and faint that no pixel changes; with no opacity at all, a browser draws nothing. */
const UNSEEN = { tool: 'pen', color: '#00000001', size: 0.25 };

/**
 * Puts a canvas into `host`, which must have a size of its own, and lets it take the focus. Draws nothing but ink:
 * the paper is the host's background.
 */
export function createInk(host: HTMLElement, options: InkOptions): Ink {
  return new Engine(host, options);
}

class Engine implements Ink, ToolContext, PointerTarget {
  readonly wetInk = new WetInkLayer();
  color: string;
  size: number;
  eraser: EraserTip;
  readonly #host: HTMLElement;
  readonly #events: InkEvents;
  readonly #frames = new Frames();
  /** Comes before the picture: what a hand did is in the frame that follows it. */
  readonly #hands = this.#frames.step(() => this.#input.flush());
  readonly #renderer: Renderer = new TileRenderer(this.#frames);
  readonly #input: PointerInput;
  readonly #tools = toolbox(this);
  readonly #abort = new AbortController();
  #strokes: readonly Stroke[] = [];
  #isOpening: boolean;
  readonly #hidden = new Set<Stroke>();
  #isFull = false;
  #camera: Camera = HOME;
  #view: Size = { width: 0, height: 0 };
  #ratio = 1;
  #chosen: ToolName;
  /** The tool that is down on the paper. */
  #active: Tool | undefined;
  readonly #picked = new SelectionLayer();
  readonly selection: Selection = new Selection(this, this.#picked, (strokes) =>
    this.#events.onSelect?.(strokes),
  );
  shift = false;
  readonly #practice = setTimeout(() => this.#warmUp(), WARM_UP_DELAY);

  constructor(host: HTMLElement, options: InkOptions) {
    this.#host = host;
    host.tabIndex = 0;
    this.#events = options;
    this.#chosen = options.tool;
    this.color = options.color;
    this.size = options.size;
    this.eraser = options.eraser ?? ERASER;
    this.#isOpening = options.opening === true;
    if (this.#isOpening) this.#renderer.setEarly([]);
    // A marker's line being drawn lies under the picture, but over the paper.
    host.style.isolation = 'isolate';
    for (const element of [this.#renderer.element, this.wetInk.element, this.#picked.element]) {
      cover(element);
      host.append(element);
    }
    this.#renderer.onSettled = () => {
      this.#picked.landed();
      options.onSettled?.();
    };
    this.#input = new PointerInput(host, this, options);
    watchSize(host, this.#abort.signal, (view, ratio) => this.#resized(view, ratio));
    this.#showCursor();
  }

  get strokes(): readonly Stroke[] {
    return this.#strokes;
  }

  get camera(): Camera {
    return this.#camera;
  }

  get settled(): boolean {
    return this.#renderer.settled;
  }

  read(document: ArrayBuffer): boolean {
    return this.#renderer.read(document);
  }

  open(strokes: readonly Stroke[]): void {
    this.#isOpening = false;
    this.setStrokes(strokes);
  }

  setStrokes(strokes: readonly Stroke[]): void {
    this.#strokes = strokes;
    if (this.#hidden.size > 0) {
      const left = strokes.filter((stroke) => this.#hidden.has(stroke));
      this.#hidden.clear();
      for (const stroke of left) this.#hidden.add(stroke);
    }
    this.#show();
    this.selection.keep(strokes);
  }

  setTool(tool: ToolName): void {
    if (tool !== this.#chosen) this.#tools[this.#chosen].leave?.();
    this.#chosen = tool;
    this.#showCursor();
  }

  setColor(color: string): void {
    this.color = color;
  }

  setSize(size: number): void {
    this.size = size;
  }

  setFingers(draw: boolean): void {
    this.#input.fingersDraw = draw;
  }

  setEraser(eraser: EraserTip): void {
    this.eraser = eraser;
    this.#showCursor();
  }

  setCamera(camera: Camera): void {
    // A line being drawn is drawn on paper that holds still.
    if (this.#active && this.#active !== this.#tools.hand) return;
    const next = snap(cameraAt(camera.x, camera.y, camera.zoom), this.#ratio);
    if (next.x === this.#camera.x && next.y === this.#camera.y && next.zoom === this.#camera.zoom) return;
    this.#camera = next;
    this.#renderer.setCamera(next);
    this.#picked.setCamera(next);
    this.#events.onCamera(next);
  }

  panBy(dx: number, dy: number): void {
    this.#look(pan(this.#camera, dx, dy));
  }

  zoomBy(factor: number): void {
    this.zoomTo(this.#camera.zoom * factor);
  }

  zoomTo(zoom: number): void {
    this.#look(zoomAt(this.#camera, this.#view.width / 2, this.#view.height / 2, zoom));
  }

  fit(covered: Insets = { top: 0, right: 0, bottom: 0, left: 0 }): void {
    const bounds = strokesBounds(this.#strokes);
    this.#look(bounds ? fitting(bounds, this.#view, covered) : HOME);
  }

  cancel(): boolean {
    return this.#input.cancel();
  }

  destroy(): void {
    // A line being drawn is finished, not lost: the view went, not the person's mind.
    if (this.#active) this.end();
    clearTimeout(this.#practice);
    this.selection.putDown();
    this.#input.destroy();
    this.#abort.abort();
    this.#frames.destroy();
    this.#renderer.destroy();
    this.#renderer.element.remove();
    this.wetInk.element.remove();
    this.#picked.destroy();
  }

  // What tools ask of their context.

  near(area: Bounds): readonly Stroke[] {
    return this.#renderer.near(area);
  }

  hide(strokes: readonly Stroke[]): void {
    for (const stroke of strokes) this.#hidden.add(stroke);
    this.#renderer.remove(strokes);
  }

  show(strokes: readonly Stroke[]): void {
    this.#renderer.add(strokes);
  }

  showAll(): void {
    this.#hidden.clear();
    this.#show();
  }

  setFull(full: boolean): void {
    this.#isFull = full;
  }

  get room(): number {
    return Math.max(0, STROKES_MAX - this.#strokes.length);
  }

  get accent(): string {
    return getComputedStyle(this.#host).accentColor;
  }

  full(): void {
    this.#events.onFull();
  }

  commit(edit: Edit): void {
    if (edit.kind === 'replace') {
      this.#replace(edit.swaps);
      return;
    }
    if (edit.kind === 'add') {
      const strokes = edit.strokes.slice(0, this.#isFull ? 0 : this.room);
      this.setStrokes([...this.#strokes, ...strokes]);
      if (strokes.length > 0) this.#events.onEdit({ kind: 'add', strokes });
      if (strokes.length < edit.strokes.length) this.#events.onFull();
      return;
    }
    const gone = new Set(edit.strokes);
    const strokes: Stroke[] = [];
    const left: Stroke[] = [];
    for (const stroke of this.#strokes) (gone.has(stroke) ? strokes : left).push(stroke);
    this.setStrokes(left);
    if (strokes.length > 0) this.#events.onEdit({ kind: 'erase', strokes });
  }

  /** Those that are no longer there stay away. */
  #replace(all: readonly Swap[]): void {
    const by = new Map(all.map((swap) => [swap.stroke, swap]));
    const swaps: Swap[] = [];
    const strokes = this.#strokes.flatMap((stroke) => {
      const swap = by.get(stroke);
      if (!swap) return [stroke];
      swaps.push(swap);
      return swap.by;
    });
    this.setStrokes(strokes);
    if (swaps.length > 0) this.#events.onEdit({ kind: 'replace', swaps });
  }

  drag(from: Position, to: Position, factor = 1): void {
    this.#look(pinch(this.#camera, from, to, factor));
  }

  // What hands do.

  start(sample: Sample, device: Device, eraser: boolean): void {
    const tool = this.#tools[eraser ? 'eraser' : this.#chosen];
    const draws = tool === this.#tools.pen || tool === this.#tools.marker;
    if (draws && (this.#isFull || this.room === 0)) {
      this.#events.onFull();
      return;
    }
    this.#active = tool;
    this.#frames.isKept = true;
    this.#renderer.isDrawing = draws;
    if (tool !== this.#tools.hand) this.#events.onPen(true);
    tool.start(sample, device);
  }

  /** A device may tell of its movements more often than the screen shows them: the tool hears of them once a frame. */
  moved(): void {
    this.#hands.ask();
  }

  move(samples: readonly Sample[], predicted: readonly Sample[]): void {
    this.#active?.move(samples, predicted);
  }

  end(): void {
    this.#input.flush();
    this.#active?.end();
    this.#lifted();
  }

  drop(): void {
    this.#active?.drop();
    this.#lifted();
  }

  dragging(state: 'idle' | 'ready' | 'moving'): void {
    if (state === 'idle') this.#showCursor();
    else this.#host.style.cursor = state === 'ready' ? 'grab' : 'grabbing';
  }

  penSeen(): void {
    this.#events.onPenSeen();
  }

  turnedAway(): void {
    this.#events.onFingerTurnedAway?.();
  }

  tapped(fingers: number): void {
    this.#events.onTap?.(fingers);
  }

  wheel(at: Position, dx: number, dy: number, zooming: boolean): void {
    if (!zooming) {
      this.panBy(-dx, -dy);
      return;
    }
    this.#look(zoomAt(this.#camera, at.x, at.y, this.#camera.zoom * growthOf(dy)));
  }

  /**
   * A dry stroke beside the paper, of a mouse and of a pen: what a browser puts off until its first time (compiling,
   * canvases) would else make the first moves of the first stroke the slowest.
   */
  #warmUp(): void {
    if (this.#active) return;
    const { pen } = this.#tools;
    for (const pressure of [undefined, 0.4]) {
      const at = (i: number): Sample => ({ x: -2_000 - 9 * i, y: -2_000 - i * i, pressure });
      pen.start(at(0), pressure === undefined ? 'mouse' : 'pen');
      for (let i = 1; i < 6; i++) pen.move([at(2 * i - 1), at(2 * i)], [at(2 * i + 1)]);
      pen.drop();
    }
    this.#allot(BUFFERS);
  }

  /** Draws on the canvases of a stroke being drawn, frame after frame, so that the browser allots what is behind them. */
  #allot(frames: number): void {
    if (this.#active || this.#abort.signal.aborted) return;
    if (frames === 0) {
      this.wetInk.clear();
      return;
    }
    const camera = this.#camera;
    const { x, y } = toWorld(camera, this.#view.width / 2, this.#view.height / 2);
    const dash = { x: [x, x + 1], y: [y, y], pressure: [] };
    this.wetInk.begin({ ...UNSEEN, size: UNSEEN.size / (camera.zoom * this.#ratio) }, camera);
    this.wetInk.draw(dash, dash);
    requestAnimationFrame(() => this.#allot(frames - 1));
  }

  #lifted(): void {
    const tool = this.#active;
    this.#active = undefined;
    this.#frames.isKept = false;
    this.#renderer.isDrawing = false;
    if (tool && tool !== this.#tools.hand) this.#events.onPen(false);
  }

  #show(): void {
    const hidden = this.#hidden;
    const shown = hidden.size === 0 ? this.#strokes : this.#strokes.filter((stroke) => !hidden.has(stroke));
    if (this.#isOpening) this.#renderer.setEarly(shown);
    else this.#renderer.setStrokes(shown);
  }

  /** As a person asks for it: where the view will stand is not known before the drawing is there. */
  #look(camera: Camera): void {
    if (!this.#isOpening) this.setCamera(camera);
  }

  #showCursor(): void {
    this.#host.style.cursor = this.#tools[this.#chosen].cursor;
  }

  #resized(view: Size, ratio: number): void {
    this.#view = view;
    this.#ratio = ratio;
    // A stroke being drawn goes on: what it has drawn so far was drawn in the view as it was.
    this.#input.settle();
    this.#renderer.resize(this.#view, ratio);
    this.wetInk.resize(this.#view, ratio);
    this.#picked.resize(this.#view, ratio);
  }
}
