/** A bitmap of a part of the paper at one zoom: what is blitted while the view moves. */
import type { Stroke } from '../core/drawing/types.ts';
import { type Bounds, overlap } from './bounds.ts';
import type { Camera } from './camera.ts';
import { paintStroke } from './paint.ts';

export class Picture {
  readonly canvas: HTMLCanvasElement;
  readonly #context: CanvasRenderingContext2D;
  /** Drawing units at its top left corner. */
  #x = 0;
  #y = 0;
  /** Device pixels per drawing unit. */
  #scale = 1;

  constructor() {
    this.canvas = document.createElement('canvas');
    this.canvas.width = 0;
    this.canvas.height = 0;
    const context = this.canvas.getContext('2d');
    if (!context) throw new Error('This browser gives no 2D canvas.');
    this.#context = context;
  }

  get scale(): number {
    return this.#scale;
  }

  /** What it covers, drawing units. */
  get bounds(): Bounds {
    return {
      minX: this.#x,
      minY: this.#y,
      maxX: this.#x + this.canvas.width / this.#scale,
      maxY: this.#y + this.canvas.height / this.#scale,
    };
  }

  /** Empties it, for a part of the paper that begins at the camera's corner; sizes in device pixels. */
  begin(corner: Camera, ratio: number, width: number, height: number): void {
    this.#x = corner.x;
    this.#y = corner.y;
    this.#scale = corner.zoom * ratio;
    if (this.canvas.width !== width || this.canvas.height !== height) {
      this.canvas.width = width;
      this.canvas.height = height;
    }
    this.#device();
    this.#context.clearRect(0, 0, width, height);
  }

  paint(stroke: Stroke): void {
    this.#paper();
    paintStroke(this.#context, stroke);
  }

  /** Rubs a stroke's shape out, with what is under it. */
  rub(stroke: Stroke): void {
    this.paint({ ...stroke, tool: 'eraser' });
  }

  /** Draws a part anew: `strokes` are those that may be seen in it, bottom first. */
  repaint(part: Bounds, strokes: readonly Stroke[]): void {
    const context = this.#context;
    const left = Math.floor((part.minX - this.#x) * this.#scale) - 2;
    const top = Math.floor((part.minY - this.#y) * this.#scale) - 2;
    const right = Math.ceil((part.maxX - this.#x) * this.#scale) + 2;
    const bottom = Math.ceil((part.maxY - this.#y) * this.#scale) + 2;
    this.#device();
    context.save();
    context.beginPath();
    context.rect(left, top, right - left, bottom - top);
    context.clip();
    context.clearRect(left, top, right - left, bottom - top);
    for (const stroke of strokes) this.paint(stroke);
    context.restore();
  }

  covers(bounds: Bounds): boolean {
    return overlap(this.bounds, bounds);
  }

  #device(): void {
    this.#context.setTransform(1, 0, 0, 1, 0, 0);
    this.#context.globalAlpha = 1;
    this.#context.globalCompositeOperation = 'source-over';
  }

  #paper(): void {
    const s = this.#scale;
    this.#context.setTransform(s, 0, 0, s, -this.#x * s, -this.#y * s);
  }
}
