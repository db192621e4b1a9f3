/** One canvas: it shows strokes, takes what hands do, and tells of edits. */
import { STROKES_MAX } from '../core/drawing/limits.ts';
import type { Stroke } from '../core/drawing/types.ts';
import { type Bounds, strokesBounds } from './bounds.ts';
import {
  type Camera,
  cameraAt,
  framed,
  HOME,
  type Insets,
  type Position,
  pan,
  pinch,
  type Size,
  snap,
  zoomAt,
} from './camera.ts';
import { cover } from './cover.ts';
import type { Edit } from './edit.ts';
import { HandLayer } from './hand-layer.ts';
import { type Device, PointerInput, type PointerTarget, type Sample } from './pointer.ts';
import type { Renderer } from './renderer.ts';
import { TileRenderer } from './tile-renderer.ts';
import { type ToolName, toolbox } from './toolbox.ts';
import type { Desk, Tool } from './tools/tool.ts';

export interface InkEvents {
  /** A hand has changed the drawing; it is drawn so already. */
  onEdit(edit: Edit): void;
  /** A tool went down on the paper, or was lifted. */
  onPen(down: boolean): void;
  onCamera(camera: Camera): void;
  /** From now on fingers move the paper: a pen was seen. */
  onPenSeen(): void;
  /** No ink was taken, since the drawing holds as many strokes as it can. */
  onFull(): void;
  /** What is seen has become sharp and whole. */
  onSettled?(): void;
}

export interface InkOptions extends InkEvents {
  readonly tool: ToolName;
  /** `#rrggbb` or another form that strokes take. */
  readonly color: string;
  /** Drawing units. */
  readonly size: number;
  /** Was a pen seen on this device before? */
  readonly penMode: boolean;
}

export interface Ink {
  readonly strokes: readonly Stroke[];
  readonly camera: Camera;
  /** Is what is seen sharp and whole? */
  readonly settled: boolean;
  /** Strokes that were given before, as objects, are not drawn anew. */
  setStrokes(strokes: readonly Stroke[]): void;
  setTool(tool: ToolName): void;
  setColor(color: string): void;
  setSize(size: number): void;
  setCamera(camera: Camera): void;
  /** CSS px: the paper moves with it. */
  panBy(dx: number, dy: number): void;
  /** About the middle of the view. */
  zoomBy(factor: number): void;
  zoomTo(zoom: number): void;
  /** Shows the whole drawing beside what covers the edges of the view; home when it is empty. */
  fit(covered?: Insets): void;
  destroy(): void;
}

/** CSS px around the drawing when all of it is shown. */
const FIT_PADDING = 28;
/** CSS px of the wheel that double the zoom. */
const WHEEL_DOUBLES = 400;
/** CSS px of the wheel that count at most at once: one notch of a mouse is 100 or 120. */
const WHEEL_MOST = 120;

/** Shows all of `bounds`, with some paper around it, beside what covers the edges of the view. */
export function fitting(bounds: Bounds, view: Size, covered: Insets): Camera {
  return framed(bounds, view, {
    top: covered.top + FIT_PADDING,
    right: covered.right + FIT_PADDING,
    bottom: covered.bottom + FIT_PADDING,
    left: covered.left + FIT_PADDING,
  });
}

/**
 * Puts a canvas into `host`, which must have a size of its own, and lets it take the focus. Draws nothing but ink:
 * the paper is the host's background.
 */
export function createInk(host: HTMLElement, options: InkOptions): Ink {
  return new Engine(host, options);
}

class Engine implements Ink, Desk, PointerTarget {
  readonly hand = new HandLayer();
  color: string;
  size: number;
  readonly #host: HTMLElement;
  readonly #events: InkEvents;
  readonly #renderer: Renderer = new TileRenderer();
  readonly #input: PointerInput;
  readonly #tools = toolbox(this);
  readonly #observer = new ResizeObserver(() => this.#measure());
  readonly #abort = new AbortController();
  #strokes: readonly Stroke[] = [];
  readonly #hidden = new Set<Stroke>();
  #camera: Camera = HOME;
  #view: Size = { width: 0, height: 0 };
  #ratio = 1;
  #chosen: ToolName;
  /** The tool that is down on the paper. */
  #active: Tool | undefined;

  constructor(host: HTMLElement, options: InkOptions) {
    this.#host = host;
    host.tabIndex = 0;
    this.#events = options;
    this.#chosen = options.tool;
    this.color = options.color;
    this.size = options.size;
    for (const element of [this.#renderer.element, this.hand.element]) {
      cover(element);
      host.append(element);
    }
    this.#renderer.onSettled = () => options.onSettled?.();
    this.#input = new PointerInput(host, this, options);
    this.#observer.observe(host);
    this.#watchRatio();
    this.#measure();
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

  setStrokes(strokes: readonly Stroke[]): void {
    this.#strokes = strokes;
    if (this.#hidden.size > 0) {
      const there = new Set(strokes);
      for (const stroke of this.#hidden) if (!there.has(stroke)) this.#hidden.delete(stroke);
    }
    this.#show();
  }

  setTool(tool: ToolName): void {
    this.#chosen = tool;
    this.#showCursor();
  }

  setColor(color: string): void {
    this.color = color;
  }

  setSize(size: number): void {
    this.size = size;
  }

  setCamera(camera: Camera): void {
    // A line in hand is drawn on paper that holds still.
    if (this.#active && this.#active !== this.#tools.hand) return;
    const next = snap(cameraAt(camera.x, camera.y, camera.zoom), this.#ratio);
    if (next.x === this.#camera.x && next.y === this.#camera.y && next.zoom === this.#camera.zoom) return;
    this.#camera = next;
    this.#renderer.setCamera(next);
    this.#events.onCamera(next);
  }

  panBy(dx: number, dy: number): void {
    this.setCamera(pan(this.#camera, dx, dy));
  }

  zoomBy(factor: number): void {
    this.zoomTo(this.#camera.zoom * factor);
  }

  zoomTo(zoom: number): void {
    this.setCamera(zoomAt(this.#camera, this.#view.width / 2, this.#view.height / 2, zoom));
  }

  fit(covered: Insets = { top: 0, right: 0, bottom: 0, left: 0 }): void {
    const bounds = strokesBounds(this.#strokes);
    this.setCamera(bounds ? fitting(bounds, this.#view, covered) : HOME);
  }

  destroy(): void {
    // A line in hand is finished, not lost: the view went, not the person's mind.
    if (this.#active) this.end();
    this.#input.destroy();
    this.#observer.disconnect();
    this.#abort.abort();
    this.#renderer.destroy();
    this.#renderer.element.remove();
    this.hand.element.remove();
  }

  // What tools ask of their desk.

  near(area: Bounds): readonly Stroke[] {
    return this.#renderer.near(area);
  }

  hide(strokes: readonly Stroke[]): void {
    for (const stroke of strokes) this.#hidden.add(stroke);
    this.#renderer.remove(strokes);
  }

  showAll(): void {
    this.#hidden.clear();
    this.#show();
  }

  commit(edit: Edit): void {
    if (edit.kind === 'add') {
      const room = Math.max(0, STROKES_MAX - this.#strokes.length);
      const strokes = edit.strokes.slice(0, room);
      this.setStrokes([...this.#strokes, ...strokes]);
      if (strokes.length > 0) this.#events.onEdit({ kind: 'add', strokes });
      if (strokes.length < edit.strokes.length) this.#events.onFull();
      return;
    }
    const gone = new Set(edit.strokes);
    const strokes = this.#strokes.filter((stroke) => gone.has(stroke));
    this.setStrokes(this.#strokes.filter((stroke) => !gone.has(stroke)));
    if (strokes.length > 0) this.#events.onEdit({ kind: 'erase', strokes });
  }

  drag(from: Position, to: Position, factor = 1): void {
    this.setCamera(pinch(this.#camera, from, to, factor));
  }

  // What hands do.

  start(sample: Sample, device: Device, eraser: boolean): void {
    const tool = this.#tools[eraser ? 'eraser' : this.#chosen];
    if (tool === this.#tools.pen && this.#strokes.length >= STROKES_MAX) {
      this.#events.onFull();
      return;
    }
    this.#active = tool;
    if (tool !== this.#tools.hand) this.#events.onPen(true);
    tool.start(sample, device);
  }

  move(samples: readonly Sample[], predicted: readonly Sample[]): void {
    this.#active?.move(samples, predicted);
  }

  end(): void {
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

  wheel(at: Position, dx: number, dy: number, zooming: boolean): void {
    if (!zooming) {
      this.panBy(-dx, -dy);
      return;
    }
    const turned = Math.min(WHEEL_MOST, Math.max(-WHEEL_MOST, dy));
    // A touchpad's pinch comes as a wheel of a few px: it is to follow the fingers.
    const doubles = Number.isInteger(dy) && Math.abs(dy) >= 50 ? WHEEL_DOUBLES : WHEEL_DOUBLES / 5;
    this.setCamera(zoomAt(this.#camera, at.x, at.y, this.#camera.zoom * 2 ** (-turned / doubles)));
  }

  #lifted(): void {
    const tool = this.#active;
    this.#active = undefined;
    if (tool && tool !== this.#tools.hand) this.#events.onPen(false);
  }

  #show(): void {
    const hidden = this.#hidden;
    this.#renderer.setStrokes(
      hidden.size === 0 ? this.#strokes : this.#strokes.filter((stroke) => !hidden.has(stroke)),
    );
  }

  #showCursor(): void {
    this.#host.style.cursor = this.#tools[this.#chosen].cursor;
  }

  #measure(): void {
    const { clientWidth: width, clientHeight: height } = this.#host;
    const ratio = globalThis.devicePixelRatio || 1;
    if (width === this.#view.width && height === this.#view.height && ratio === this.#ratio) return;
    this.#view = { width, height };
    this.#ratio = ratio;
    this.#renderer.resize(this.#view, ratio);
    // A line in hand would be lost with its layer's size: it is finished first.
    if (this.#active) this.end();
    this.hand.resize(this.#view, ratio);
  }

  /** The window came onto another screen, or the browser's zoom changed. */
  #watchRatio(): void {
    const query = matchMedia(`(resolution: ${globalThis.devicePixelRatio}dppx)`);
    const changed = () => {
      this.#measure();
      if (!this.#abort.signal.aborted) this.#watchRatio();
    };
    query.addEventListener('change', changed, { once: true, signal: this.#abort.signal });
  }
}
