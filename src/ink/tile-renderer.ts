/**
 * A renderer that keeps the paper in tiles, each a picture of a square of it at one scale. While the view moves they
 * are blitted (0.3 ms); the sharp ones that are missing are drawn by a worker, or in slices on this thread, nearest
 * first. Until they come, the tiles of other scales that are still there stand in for them.
 *
 * Its parts: stack.ts (the strokes in their order), tile-view.ts (what is seen), tile-orders.ts (what is drawn next,
 * and by whom), tile-changes.ts (what tiles are told of), tile-painter.ts (one frame).
 */
import type { Stroke } from '../core/drawing/types.ts';
import type { Bounds } from './bounds.ts';
import type { Camera, Size } from './camera.ts';
import type { Frames, Step } from './frames.ts';
import type { Renderer } from './renderer.ts';
import { type Restacked, Stack } from './stack.ts';
import type { Nearby, Tile } from './tile.ts';
import { TileChanges } from './tile-changes.ts';
import { type StartRasteriser, TileOrders } from './tile-orders.ts';
import { Painter } from './tile-painter.ts';
import { TileShelf } from './tile-shelf.ts';
import { TileView } from './tile-view.ts';
import { WorkerRasteriser } from './worker-rasteriser.ts';

/** ms without a change of the zoom until the tiles of the new one are drawn. */
const REST = 90;
/** Points that one frame draws at once to mend tiles: about 2 ms. */
const POINTS_PER_FRAME = 2_500;

export class TileRenderer implements Renderer {
  readonly element: HTMLCanvasElement;
  onSettled: (() => void) | undefined;
  readonly #surface: CanvasRenderingContext2D;
  readonly #picture: Step;
  readonly #view = new TileView();
  readonly #stack = new Stack();
  readonly #shelf = new TileShelf<Tile>();
  readonly #changes = new TileChanges(this.#shelf);
  readonly #orders: TileOrders;
  #restTimer: ReturnType<typeof setTimeout> | undefined;
  #settled = true;

  constructor(frames: Frames, start: StartRasteriser = WorkerRasteriser.start) {
    this.element = document.createElement('canvas');
    const surface = this.element.getContext('2d');
    if (!surface) throw new Error('This browser gives no 2D canvas.');
    this.#surface = surface;
    this.#picture = frames.step(() => this.#draw());
    this.#orders = new TileOrders({
      view: this.#view,
      shelf: this.#shelf,
      stack: this.#stack,
      changes: this.#changes,
      start,
      onNews: () => this.#picture.ask(),
      onHere: () => {
        this.element.dataset.tiles = 'page';
      },
    });
    this.element.dataset.tiles = this.#orders.by;
    this.element.dataset.settled = 'true';
  }

  get settled(): boolean {
    return this.#settled;
  }

  setStrokes(strokes: readonly Stroke[]): void {
    this.#changed(this.#stack.set(strokes));
  }

  add(strokes: readonly Stroke[]): void {
    this.#changed(this.#stack.add(strokes));
  }

  remove(strokes: readonly Stroke[]): void {
    this.#changed(this.#stack.remove(strokes));
  }

  near(area: Bounds): Stroke[] {
    return this.#stack.near(area);
  }

  setCamera(camera: Camera): void {
    const { x, y, zoom } = this.#view.camera;
    if (camera.x === x && camera.y === y && camera.zoom === zoom) return;
    this.#view.camera = camera;
    if (camera.zoom !== zoom && this.#showsInk) this.#restLater();
    this.#picture.ask();
  }

  resize(size: Size, ratio: number): void {
    if (!this.#view.resize(size, ratio)) return;
    this.element.width = this.#view.width;
    this.element.height = this.#view.height;
    this.#picture.forget();
    this.#draw();
  }

  destroy(): void {
    this.#picture.forget();
    this.#orders.destroy();
    clearTimeout(this.#restTimer);
    for (const tile of this.#shelf) tile.release();
    this.#shelf.clear();
    this.element.width = 0;
  }

  get #showsInk(): boolean {
    for (const { image } of this.#shelf) if (image) return true;
    return false;
  }

  #changed(restacked: Restacked): void {
    if (restacked.gone.length === 0 && restacked.come.length === 0) return;
    this.#orders.change(restacked);
    this.#changes.note(restacked);
    this.#unsettle();
    this.#picture.ask();
  }

  /** The zoom changes: its tiles wait until it rests. */
  #restLater(): void {
    this.#unsettle();
    this.#orders.zooming = true;
    clearTimeout(this.#restTimer);
    this.#restTimer = setTimeout(() => {
      this.#orders.zooming = false;
      this.#picture.ask();
    }, REST);
  }

  #draw(): void {
    const { width, height, isEmpty, look } = this.#view;
    if (isEmpty) return;
    this.#changes.tell();
    this.#shelf.frame++;
    const painter = new Painter(this.#surface, this.#shelf, look, this.#withinBudget());
    this.#surface.clearRect(0, 0, width, height);
    painter.fill({ left: 0, top: 0, right: width, bottom: height });
    if (painter.late) this.#picture.ask();
    this.#orders.order();
    this.#settle();
  }

  /** Finds what is near, as long as all that is found in one frame can be drawn within it. */
  #withinBudget(): Nearby {
    let left = POINTS_PER_FRAME;
    return (area) => {
      let points = 0;
      const tooMany = this.#stack.some(area, ({ stroke }) => {
        points += stroke.points.length;
        return points > left;
      });
      if (tooMany) return undefined;
      left -= points;
      return this.#stack.near(area);
    };
  }

  #settle(): void {
    if (this.#orders.zooming || !this.#orders.isWhole) {
      this.#unsettle();
    } else if (!this.#settled) {
      this.#settled = true;
      this.element.dataset.settled = 'true';
      this.#orders.dismissHelper();
      this.onSettled?.();
    }
  }

  #unsettle(): void {
    if (this.#settled) this.element.dataset.settled = 'false';
    this.#settled = false;
  }
}
