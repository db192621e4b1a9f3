/** The part of the paper that the screen shows, in device pixels, and the tiles it needs. */
import { type Camera, HOME, type Size, snap } from '../view/camera.ts';
import { type Span, TILE } from './tile-grid.ts';

/** Most device pixels of one canvas: beyond this, some phones give an empty one. */
const PIXELS_MAX = 16_000_000;

/** A place of the view on the paper, in whole device pixels from the drawing's origin. */
export interface Viewport {
  /** Device pixels per drawing unit. */
  readonly scale: number;
  readonly left: number;
  readonly top: number;
}

export class TileView {
  #camera: Camera = HOME;
  #size: Size = { width: 0, height: 0 };
  #ratio = 1;
  #look: Viewport = { scale: 1, left: 0, top: 0 };

  get camera(): Camera {
    return this.#camera;
  }

  set camera(camera: Camera) {
    this.#camera = camera;
    this.#computeLook();
  }

  get look(): Viewport {
    return this.#look;
  }

  get isEmpty(): boolean {
    return this.#size.width === 0 || this.#size.height === 0;
  }

  /** Width of the view, device pixels. */
  get width(): number {
    return Math.max(1, Math.round(this.#size.width * this.#ratio));
  }

  get height(): number {
    return Math.max(1, Math.round(this.#size.height * this.#ratio));
  }

  /** Sets the size; returns true if it changed. `ratio` is device pixels per CSS px. */
  resize(size: Size, ratio: number): boolean {
    const most = Math.sqrt(PIXELS_MAX / Math.max(1, size.width * size.height));
    const usable = Math.min(ratio, most);
    const { width, height } = this.#size;
    if (size.width === width && size.height === height && usable === this.#ratio) return false;
    this.#size = size;
    this.#ratio = usable;
    this.#computeLook();
    return true;
  }

  /** The visible cells at the view's own scale, and those within `margin` device pixels of them. */
  seen(margin = 0): Span {
    const { left, top } = this.#look;
    const first = (v: number) => Math.floor((v - margin) / TILE);
    const last = (v: number) => Math.ceil((v + margin) / TILE) - 1;
    return {
      left: first(left),
      top: first(top),
      right: last(left + this.width),
      bottom: last(top + this.height),
    };
  }

  #computeLook(): void {
    const scale = this.#camera.zoom * this.#ratio;
    const { x, y } = snap(this.#camera, this.#ratio);
    this.#look = { scale, left: Math.round(x * scale), top: Math.round(y * scale) };
  }
}
