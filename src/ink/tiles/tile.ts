/** One tile: its picture, and what happened to the drawing since that was made. */
import type { Stroke } from '../../core/drawing/types.ts';
import { type Bounds, grow, strokeBounds, union } from '../geometry/bounds.ts';
import { hasLost } from '../view/lost-canvas.ts';
import { beginTile, paintOnTile, type TileImage, tileCanvas } from './rasteriser.ts';
import type { CachedTile } from './tile-cache.ts';
import { type Cell, cellBounds, INK_EDGE, TILE } from './tile-grid.ts';

/** `top`: nothing lies over it; `under`: something does. */
export interface Change {
  readonly stroke: Stroke;
  readonly how: 'top' | 'under' | 'gone';
}

const TILE_BYTES = TILE * TILE * 4;
/** About. */
const BLANK_BYTES = 256;
/** Changes that one picture takes; with more, it is drawn anew. */
const CHANGES_MAX = 400;

/** ms without a change, after which a tile that shows it roughly gets another picture, */
export const CALM = 80;
/** or this long after its last one, if the changes go on: an eraser that moves on. */
const OVERDUE = 400;

/** Strokes of the drawing as it is now, bottom first; undefined where they are too many to be drawn at once. */
export type Nearby = (area: Bounds) => readonly Stroke[] | undefined;

let scratch: CanvasRenderingContext2D | undefined;

/** Empty, of a tile's size. */
function cleanScratch(): CanvasRenderingContext2D {
  if (!scratch || hasLost(scratch)) scratch = tileCanvas().context;
  scratch.setTransform(1, 0, 0, 1, 0, 0);
  scratch.clearRect(0, 0, TILE, TILE);
  return scratch;
}

export class Tile implements CachedTile {
  readonly scale: number;
  readonly x: number;
  readonly y: number;
  used = 0;
  /** Has it a picture, if only a blank one? */
  drawn = false;
  /** The picture is not what a new one would be. */
  stale = false;
  /** A blank picture is none. */
  #image: TileImage | undefined;
  #late: Change[] = [];
  /** Since a picture was ordered. */
  #since: Change[] | undefined;
  #sinceStale = false;
  /** ms */
  #changedAt = Number.NEGATIVE_INFINITY;
  #takenAt = Number.NEGATIVE_INFINITY;

  constructor({ scale, x, y }: Cell) {
    this.scale = scale;
    this.x = x;
    this.y = y;
  }

  get bytes(): number {
    return this.#image ? TILE_BYTES : BLANK_BYTES;
  }

  get image(): TileImage | undefined {
    return this.#image;
  }

  get ordered(): boolean {
    return this.#since !== undefined;
  }

  /** Is the picture, as it stands, the drawing as it is? */
  get fresh(): boolean {
    return this.drawn && !this.stale && this.#late.length === 0;
  }

  /** Has anything happened here that the picture does not show yet? */
  get isLate(): boolean {
    return this.#late.length > 0;
  }

  /** What happened to the drawing here. Painted when the tile is next shown. */
  note(change: Change): void {
    this.#changedAt = performance.now();
    if (this.drawn) {
      if (this.#late.length >= CHANGES_MAX) this.spoil();
      else this.#late.push(change);
    }
    if (!this.#since) return;
    if (this.#since.length >= CHANGES_MAX) this.#sinceStale = true;
    else this.#since.push(change);
  }

  /** Is it time for another picture? A tile that still changes would only get an old one. */
  isDue(now: number): boolean {
    return now - this.#changedAt >= CALM || now - this.#takenAt >= OVERDUE;
  }

  /** More happened than can be told: another picture is due. */
  spoil(): void {
    this.stale = true;
    // A blank one shows nothing of it, and must not stand in for those of other scales.
    if (!this.#image) this.drawn = false;
    this.#changedAt = Number.NEGATIVE_INFINITY;
    this.#late = [];
    if (this.#since) this.#sinceStale = true;
  }

  order(): void {
    this.#since = [];
    this.#sinceStale = false;
  }

  /** The order will not be answered. */
  forgetOrder(): void {
    this.#since = undefined;
  }

  /** The picture that was ordered, or none for a blank one. */
  take(image: TileImage | undefined): void {
    this.#close();
    this.#image = image;
    this.#takenAt = performance.now();
    this.drawn = true;
    this.stale = this.#sinceStale;
    this.#late = this.#since ?? [];
    this.#since = undefined;
    this.#sinceStale = false;
  }

  /**
   * Brings the picture up to date as far as that can be done at once. What came on top is painted on, which gives
   * the picture that a new one would be, pixel by pixel; else the part that changed is drawn anew with what is
   * `nearby`. Where that is too much, what went is rubbed out for now, and another picture is due.
   */
  mend(nearby: Nearby): void {
    const late = this.#late;
    if (late.length === 0) return;
    this.#late = [];
    if (late.every(({ how }) => how === 'top')) {
      const context = this.#canvas();
      for (const { stroke } of late) paintOnTile(context, this, stroke);
      return;
    }
    const part = this.#partOf(late);
    if (!part) return;
    const context = this.#canvas();
    const strokes = nearby(grow(part.bounds, INK_EDGE / this.scale));
    if (strokes) {
      // On a canvas that is cut off where this one is: a browser smooths a line differently where a canvas, or a
      // clip, ends within it.
      const fresh = cleanScratch();
      beginTile(fresh, this.scale);
      for (const stroke of strokes) paintOnTile(fresh, this, stroke);
      const { left, top, right, bottom } = part;
      const [width, height] = [right - left, bottom - top];
      context.setTransform(1, 0, 0, 1, 0, 0);
      context.globalAlpha = 1;
      context.globalCompositeOperation = 'source-over';
      context.clearRect(left, top, width, height);
      context.drawImage(fresh.canvas, left, top, width, height, left, top, width, height);
      beginTile(context, this.scale);
    } else {
      for (const { stroke, how } of late) paintOnTile(context, this, stroke, how === 'gone');
      this.stale = true;
    }
  }

  release(): void {
    this.#close();
    this.drawn = false;
    this.#late = [];
    this.#since = undefined;
  }

  /** The device pixels that the changes touch, whole ones; undefined where they miss the tile. */
  #partOf(changes: readonly Change[]) {
    let area: Bounds | undefined;
    for (const { stroke } of changes) area = union(area, strokeBounds(stroke));
    if (!area) return undefined;
    const { scale } = this;
    const [x, y] = [this.x * TILE, this.y * TILE];
    const left = Math.max(0, Math.floor(area.minX * scale - x) - INK_EDGE);
    const top = Math.max(0, Math.floor(area.minY * scale - y) - INK_EDGE);
    const right = Math.min(TILE, Math.ceil(area.maxX * scale - x) + INK_EDGE);
    const bottom = Math.min(TILE, Math.ceil(area.maxY * scale - y) + INK_EDGE);
    if (left >= right || top >= bottom) return undefined;
    const all = cellBounds(this);
    const bounds = {
      minX: all.minX + left / scale,
      minY: all.minY + top / scale,
      maxX: all.minX + right / scale,
      maxY: all.minY + bottom / scale,
    };
    return { left, top, right, bottom, bounds };
  }

  /** To draw on. A picture that came from the worker is copied onto a canvas of its own first. */
  #canvas(): CanvasRenderingContext2D {
    const before = this.#image;
    if (before instanceof HTMLCanvasElement) {
      const context = before.getContext('2d');
      if (context) return context;
    }
    const { canvas, context } = tileCanvas();
    if (before) context.drawImage(before, 0, 0);
    beginTile(context, this.scale);
    this.#close();
    this.#image = canvas;
    return context;
  }

  #close(): void {
    if (!this.#image) return;
    if (this.#image instanceof HTMLCanvasElement) this.#image.width = 0;
    else this.#image.close();
    this.#image = undefined;
  }
}
