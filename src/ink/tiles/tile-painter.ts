/** The tile painter copies cached tiles to the screen, one frame at a time. */

import type { Viewport } from '../view/viewport.ts';
import type { Nearby, Tile } from './tile.ts';
import type { TileCache } from './tile-cache.ts';
import { cellCount, TILE } from './tile-grid.ts';

/**
 * Limits for standing in: how many scales near the view's are tried for a missing tile, and how many tiles of one scale.
 */
const STAND_INS = 5;
const STAND_IN_CELLS = 256;

/** Device pixels of the view. */
export interface Area {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export interface Painting {
  readonly surface: CanvasRenderingContext2D;
  readonly cache: TileCache<Tile>;
  readonly look: Viewport;
  readonly nearby: Nearby;
  /** Time budget for updating tiles, ms. The rest waits for the next frame. */
  readonly updateBudget: number;
}

export class Painter {
  /** True if a tile could not be updated within the budget. */
  isLate = false;
  /** Where such tiles are shown. */
  readonly late: Area[] = [];
  /** Areas of the view that no tile covers. */
  readonly bare: Area[] = [];
  readonly #surface: CanvasRenderingContext2D;
  readonly #cache: TileCache<Tile>;
  readonly #look: Viewport;
  readonly #nearby: Nearby;
  readonly #updateBudget: number;
  /** Scales to try: the view's own, then others, nearest first. */
  readonly #scales: readonly number[];
  #updateUntil = Number.POSITIVE_INFINITY;

  constructor({ surface, cache, look, nearby, updateBudget }: Painting) {
    this.#surface = surface;
    this.#cache = cache;
    this.#look = look;
    this.#nearby = nearby;
    this.#updateBudget = updateBudget;
    const farness = (scale: number) => Math.abs(Math.log2(scale / look.scale));
    const others = cache.scales.filter((scale) => scale !== look.scale);
    others.sort((a, b) => farness(a) - farness(b));
    // After zooming in by steps, the nearest scales all know the same small part of the paper. The coarsest one knows most.
    const rest = others.slice(STAND_INS);
    const coarsest = rest.length > 0 ? [Math.min(...rest)] : [];
    this.#scales = [look.scale, ...others.slice(0, STAND_INS), ...coarsest];
  }

  /** Fills an area of the view from the scales `from` onwards: where one has no tile, the next is tried. */
  fill(area: Area, from = 0): void {
    const scale = this.#scales[from];
    if (scale === undefined) {
      this.bare.push(area);
      return;
    }
    const { left, top } = this.#look;
    const ratio = scale / this.#look.scale;
    const side = TILE / ratio;
    const first = (v: number) => Math.floor(v / side);
    const last = (v: number) => Math.ceil(v / side) - 1;
    const span = {
      left: first(left + area.left),
      top: first(top + area.top),
      right: last(left + area.right),
      bottom: last(top + area.bottom),
    };
    if (cellCount(span) > STAND_IN_CELLS && from > 0) {
      this.fill(area, from + 1);
      return;
    }
    // Edges lie on whole pixels, so that parts neither overlap nor leave a seam.
    const edge = (cell: number, origin: number) => Math.round(cell * side - origin);
    for (let y = span.top; y <= span.bottom; y++) {
      for (let x = span.left; x <= span.right; x++) {
        const part = {
          left: Math.max(area.left, edge(x, left)),
          top: Math.max(area.top, edge(y, top)),
          right: Math.min(area.right, edge(x + 1, left)),
          bottom: Math.min(area.bottom, edge(y + 1, top)),
        };
        if (part.left >= part.right || part.top >= part.bottom) continue;
        const tile = this.#cache.get(scale, x, y);
        if (tile?.drawn) this.#blit(tile, part, ratio);
        else this.fill(part, from + 1);
      }
    }
  }

  /** Updates tiles that are not shown: without a picture in their place, they would be. */
  update(tiles: Iterable<Tile>): void {
    for (const tile of tiles) this.#update(tile);
  }

  #blit(tile: Tile, part: Area, ratio: number): void {
    tile.used = this.#cache.frame;
    if (!this.#update(tile)) this.late.push(part);
    const { image } = tile;
    if (!image) return;
    const { left, top } = this.#look;
    const within = (v: number) => Math.min(TILE, Math.max(0, v));
    const x0 = within((left + part.left) * ratio - tile.x * TILE);
    const y0 = within((top + part.top) * ratio - tile.y * TILE);
    const x1 = within((left + part.right) * ratio - tile.x * TILE);
    const y1 = within((top + part.bottom) * ratio - tile.y * TILE);
    if (x1 <= x0 || y1 <= y0) return;
    const [width, height] = [part.right - part.left, part.bottom - part.top];
    this.#surface.drawImage(image, x0, y0, x1 - x0, y1 - y0, part.left, part.top, width, height);
  }

  /** Updates a tile if time is left; at least one in each frame. Returns false if none was left. */
  #update(tile: Tile): boolean {
    if (!tile.isLate) return true;
    const now = performance.now();
    if (this.#updateUntil === Number.POSITIVE_INFINITY) this.#updateUntil = now + this.#updateBudget;
    else if (now > this.#updateUntil) {
      this.isLate = true;
      return false;
    }
    tile.update(this.#nearby);
    return true;
  }
}

/** A picture of the paper from the last time, shown in the place of tiles until those are there. */
export interface StandIn extends Viewport {
  /** Its top left pixel is at `left`, `top`. */
  readonly image: HTMLCanvasElement;
}

/**
 * Paints the part of the picture that lies in these areas of the view.
 * @throws what the canvas does, if it has no pixels or is damaged
 */
export function paintStandIn(
  surface: CanvasRenderingContext2D,
  { image, scale, left, top }: StandIn,
  look: Viewport,
  parts: readonly Area[],
): void {
  const ratio = look.scale / scale;
  surface.save();
  try {
    surface.beginPath();
    for (const part of parts)
      surface.rect(part.left, part.top, part.right - part.left, part.bottom - part.top);
    surface.clip();
    const [x, y] = [left * ratio - look.left, top * ratio - look.top];
    surface.drawImage(image, x, y, image.width * ratio, image.height * ratio);
  } finally {
    surface.restore();
  }
}
