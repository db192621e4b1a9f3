/**
 * A renderer that keeps one picture of what is seen and a margin around it. While the view moves, the
 * picture is blitted (0.3 ms); when it rests, or shows what the picture does not cover, a second picture
 * is drawn in slices and takes the first one's place.
 */
import type { Stroke } from '../core/drawing/types.ts';
import { type Bounds, contains, overlap, strokeBounds, union } from './bounds.ts';
import { type Camera, HOME, pan, type Size, snap, visible } from './camera.ts';
import { difference } from './difference.ts';
import { Picture } from './picture.ts';
import type { Renderer } from './renderer.ts';
import { inSlices, type Sliced } from './slices.ts';

/** Device pixels around the view that the picture covers too. */
const MARGIN = 192;
/** ms without a movement until the view is at rest. */
const REST = 90;
/** Device pixels that one bitmap may have: beyond, some phones give an empty canvas. */
const MOST_PIXELS = 16_000_000;
/** Points that are drawn at once; more of them are drawn in slices. About 10 ms. */
const POINTS_AT_ONCE = 24_000;
/** ms that one step of a drawing in slices is to take, what the browser puts off included. */
const STEP = 9;
const POINTS_PER_STEP = { least: 500, first: 4_000, most: 60_000 };

export class BitmapRenderer implements Renderer {
  readonly element: HTMLCanvasElement;
  onSettled: (() => void) | undefined;
  readonly #surface: CanvasRenderingContext2D;
  /** A single pixel: blitting onto it makes the browser do the drawing it has put off. */
  readonly #probe: CanvasRenderingContext2D;
  #front = new Picture();
  #back = new Picture();
  #strokes: Stroke[] = [];
  #camera: Camera = HOME;
  #view: Size = { width: 0, height: 0 };
  #ratio = 1;
  #job: Sliced | undefined;
  #restTimer: ReturnType<typeof setTimeout> | undefined;
  #frame = 0;
  #settled = true;
  #pointsPerStep = POINTS_PER_STEP.first;
  /** ms, of the last movement. */
  #movedAt = Number.NEGATIVE_INFINITY;

  constructor() {
    this.element = document.createElement('canvas');
    const surface = this.element.getContext('2d');
    const probe = document.createElement('canvas');
    probe.width = 1;
    probe.height = 1;
    const pixel = probe.getContext('2d');
    if (!surface || !pixel) throw new Error('This browser gives no 2D canvas.');
    this.#surface = surface;
    this.#probe = pixel;
  }

  get settled(): boolean {
    return this.#settled;
  }

  setStrokes(strokes: readonly Stroke[]): void {
    const { gone, come, onTop } = difference(this.#strokes, strokes);
    // A picture that is being drawn walks this list to its end: what comes on top goes onto the same list.
    if (onTop) for (const stroke of come) this.#strokes.push(stroke);
    else this.#strokes = [...strokes];
    this.#change(gone, come, onTop);
  }

  add(stroke: Stroke): void {
    this.#strokes.push(stroke);
    this.#change([], [stroke], true);
  }

  remove(strokes: readonly Stroke[]): void {
    const gone = new Set(strokes);
    this.#strokes = this.#strokes.filter((stroke) => !gone.has(stroke));
    this.#change(strokes, [], false);
  }

  setCamera(camera: Camera): void {
    if (camera.x === this.#camera.x && camera.y === this.#camera.y && camera.zoom === this.#camera.zoom)
      return;
    this.#camera = camera;
    this.#movedAt = performance.now();
    this.#requestFrame();
    this.#restLater();
  }

  resize(view: Size, ratio: number): void {
    const most = Math.sqrt(MOST_PIXELS / Math.max(1, (view.width + 2 * MARGIN) * (view.height + 2 * MARGIN)));
    const usable = Math.min(ratio, most);
    if (view.width === this.#view.width && view.height === this.#view.height && usable === this.#ratio)
      return;
    this.#view = view;
    this.#ratio = usable;
    this.element.width = Math.max(1, Math.round(view.width * usable));
    this.element.height = Math.max(1, Math.round(view.height * usable));
    this.#blit();
    this.#redraw();
  }

  destroy(): void {
    this.#job?.cancel();
    clearTimeout(this.#restTimer);
    cancelAnimationFrame(this.#frame);
    this.#front.canvas.width = 0;
    this.#back.canvas.width = 0;
  }

  /** Strokes went and came; `onTop`: nothing lies over those that came. */
  #change(gone: readonly Stroke[], come: readonly Stroke[], onTop: boolean): void {
    const drawing = this.#job !== undefined;
    if (gone.length === 0 && onTop && points(come) <= POINTS_AT_ONCE) {
      for (const stroke of come) if (this.#front.covers(strokeBounds(stroke))) this.#front.paint(stroke);
      this.#requestFrame();
      return;
    }
    let dirty: Bounds | undefined;
    for (const stroke of gone) dirty = union(dirty, strokeBounds(stroke));
    for (const stroke of come) dirty = union(dirty, strokeBounds(stroke));
    if (!dirty) return;
    if (this.#front.covers(dirty)) {
      const part = dirty;
      const seen = this.#strokes.filter((stroke) => overlap(strokeBounds(stroke), part));
      if (points(seen) <= POINTS_AT_ONCE) {
        this.#front.repaint(part, seen);
        this.#requestFrame();
        if (drawing) this.#redraw();
        return;
      }
      for (const stroke of gone) this.#front.rub(stroke);
      this.#requestFrame();
      this.#redraw();
    } else if (drawing || overlap(dirty, visible(this.#camera, this.#view))) {
      this.#redraw();
    }
  }

  #requestFrame(): void {
    if (this.#frame === 0) {
      this.#frame = requestAnimationFrame(() => {
        this.#frame = 0;
        this.#blit();
      });
    }
  }

  #restLater(): void {
    this.#settled = false;
    clearTimeout(this.#restTimer);
    const bare = !contains(this.#front.bounds, visible(this.#camera, this.#view));
    // Bare paper at an edge is drawn at once, unless a picture is on its way already.
    this.#restTimer = setTimeout(() => this.#rest(), bare && !this.#job ? 0 : REST);
  }

  #rest(): void {
    const sharp = Math.abs(this.#front.scale / (this.#camera.zoom * this.#ratio) - 1) < 1e-9;
    if (sharp && contains(this.#front.bounds, visible(this.#camera, this.#view)) && !this.#job)
      this.#settle();
    else this.#redraw();
  }

  #settle(): void {
    this.#settled = true;
    this.onSettled?.();
  }

  /** Draws the picture for the camera as it is, in slices, and shows it when it is whole. */
  #redraw(): void {
    this.#job?.cancel();
    this.#job = undefined;
    clearTimeout(this.#restTimer);
    if (this.#view.width === 0 || this.#view.height === 0) return;
    this.#settled = false;
    const margin = MARGIN / this.#ratio;
    const target = snap(this.#camera, this.#ratio);
    const corner = pan(target, margin, margin);
    const back = this.#back;
    back.begin(corner, this.#ratio, this.element.width + 2 * MARGIN, this.element.height + 2 * MARGIN);
    const area = back.bounds;
    const strokes = this.#strokes;
    let next = 0;
    let done = false;
    const step = () => {
      const began = performance.now();
      let budget = this.#pointsPerStep;
      while (next < strokes.length && budget > 0) {
        const stroke = strokes[next++]!;
        budget -= 4;
        if (!overlap(strokeBounds(stroke), area)) continue;
        back.paint(stroke);
        budget -= stroke.points.length;
      }
      this.#probe.drawImage(back.canvas, 0, 0, 1, 1, 0, 0, 1, 1);
      this.#learnPace(performance.now() - began, budget <= 0);
      done = next >= strokes.length;
      return done;
    };
    const job = inSlices(step, () => {
      if (!done) return;
      this.#job = undefined;
      this.#back = this.#front;
      this.#front = back;
      this.#blit();
      if (performance.now() - this.#movedAt < REST) this.#restLater();
      else this.#rest();
    });
    if (!done) this.#job = job;
  }

  /** How fast this device draws: the next step is made longer or shorter by what the last `full` one took. */
  #learnPace(took: number, full: boolean): void {
    if (!full && took < STEP) return;
    const wanted = this.#pointsPerStep * Math.min(2, Math.max(0.25, STEP / Math.max(took, 0.1)));
    this.#pointsPerStep = Math.min(POINTS_PER_STEP.most, Math.max(POINTS_PER_STEP.least, Math.round(wanted)));
  }

  #blit(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    const surface = this.#surface;
    const { width, height } = this.element;
    surface.clearRect(0, 0, width, height);
    const { canvas, bounds, scale } = this.#front;
    if (canvas.width === 0) return;
    const camera = snap(this.#camera, this.#ratio);
    const stretch = (camera.zoom * this.#ratio) / scale;
    const left = (bounds.minX - camera.x) * camera.zoom * this.#ratio;
    const top = (bounds.minY - camera.y) * camera.zoom * this.#ratio;
    if (Math.abs(stretch - 1) < 1e-9) surface.drawImage(canvas, Math.round(left), Math.round(top));
    else surface.drawImage(canvas, left, top, canvas.width * stretch, canvas.height * stretch);
  }
}

function points(strokes: readonly Stroke[]): number {
  let sum = 0;
  for (const stroke of strokes) sum += stroke.points.length;
  return sum;
}
