/** The part of the paper that the screen shows, in device pixels, and the tiles it needs. */
import { type Camera, HOME, type Size } from '../view/camera.ts';
import { pixelsOf, usableRatio, type Viewport, viewportOf } from '../view/viewport.ts';
import { type Span, TILE } from './tile-grid.ts';

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
    return pixelsOf(this.#size, this.#ratio).width;
  }

  get height(): number {
    return pixelsOf(this.#size, this.#ratio).height;
  }

  /** The view in pixels that are so many times larger: where it lies on the grid of their scale, and its size. */
  seenIn(coarseness: number): Size & { readonly look: Viewport } {
    const { scale, left, top } = this.#look;
    return {
      look: {
        scale: scale / coarseness,
        left: Math.round(left / coarseness),
        top: Math.round(top / coarseness),
      },
      width: Math.ceil(this.width / coarseness),
      height: Math.ceil(this.height / coarseness),
    };
  }

  /** Sets the size; returns true if it changed. `ratio` is device pixels per CSS px. */
  resize(size: Size, ratio: number): boolean {
    const usable = usableRatio(size, ratio);
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
    this.#look = viewportOf(this.#camera, this.#ratio);
  }
}
