/** One tile: its picture, and the changes to the drawing since the picture was made. */
import type { Layer, Stroke } from '../../core/drawing/types.ts';
import { type Part, type Pixels, putPart, takeStraight, wholeOf } from '../brush/field/pixels.ts';
import { stampStroke } from '../canvas/stamp.ts';
import { type Bounds, grow, strokeBounds, union } from '../geometry/bounds.ts';
import {
  paintOnTile,
  paintOver,
  partPixels,
  rubOut,
  rubTip,
  showPart,
  type TileImage,
  tileCanvas,
} from './rasteriser.ts';
import type { CachedTile } from './tile-cache.ts';
import { type Cell, cellBounds, INK_EDGE, TILE } from './tile-grid.ts';

/**
 * One changed stroke. `top`: nothing lies over it; `under`: something does; `rubbed`: it erases, for now; `held`: the same,
 * and until `letGo` no new picture is due, because the strokes that it would show do not have it.
 */
export interface Change {
  readonly stroke: Stroke;
  readonly how: 'top' | 'under' | 'gone' | 'rubbed' | 'held';
}

const TILE_BYTES = TILE * TILE * 4;
/** Rough size of a tile without a picture. */
const BLANK_BYTES = 256;
/** Most changes painted onto one picture. With more, it is drawn again. */
const CHANGES_MAX = 400;

/** Pause of the changes after which a roughly updated tile gets a new picture, ms. */
export const CALM_MS = 80;
/** Age of its last picture, ms, at which it gets a new one although changes go on, as with an eraser. */
const OVERDUE = 400;

export interface Nearby {
  /** Finds the current coats in an area, bottom first. Undefined if there are too many to draw in one frame. */
  coats(area: Bounds): readonly (readonly Stroke[])[] | undefined;
  /** The layers that they are painted in. */
  readonly layers: readonly Layer[];
  /** What the layers make of the stroke's colour in this cell, if a veil of it is there. */
  veil?(cell: Cell, stroke: Stroke): TileImage | undefined;
}

export class Tile implements CachedTile {
  readonly scale: number;
  readonly x: number;
  readonly y: number;
  used = 0;
  /** True if it has a picture, even a blank one. */
  drawn = false;
  /** True if a new picture would differ. */
  stale = false;
  /** True if the picture has nothing of some change, not even roughly. */
  #lacks = false;
  #isHeld = false;
  /** The picture; undefined for a blank tile. */
  #image: TileImage | undefined;
  /** What this tile paints on, once it was updated. Its pixels are kept: not every browser gives back the same. */
  #owned: { readonly context: CanvasRenderingContext2D; readonly pixels: Pixels } | undefined;
  #late: Change[] = [];
  /** Changes since a picture was requested. */
  #since: Change[] | undefined;
  #sinceStale = false;
  /** Time of the last change, ms. */
  #changedAt = Number.NEGATIVE_INFINITY;
  #takenAt = Number.NEGATIVE_INFINITY;

  constructor({ scale, x, y }: Cell) {
    this.scale = scale;
    this.x = x;
    this.y = y;
  }

  get bytes(): number {
    if (!this.#image) return BLANK_BYTES;
    return this.#owned ? 2 * TILE_BYTES : TILE_BYTES;
  }

  get image(): TileImage | undefined {
    return this.#image;
  }

  get ordered(): boolean {
    return this.#since !== undefined;
  }

  /** True if the picture shows the drawing exactly as it is. */
  get fresh(): boolean {
    return this.drawn && !this.stale && this.#late.length === 0;
  }

  /** True if there are changes that the picture does not show yet. */
  get isLate(): boolean {
    return this.#late.length > 0;
  }

  /** True unless the picture shows every change, if only roughly. */
  get lacks(): boolean {
    return !this.drawn || this.#lacks || this.isLate;
  }

  /** True if a picture that it has must stay for now. */
  get isHeld(): boolean {
    return this.drawn && this.#isHeld;
  }

  letGo(): void {
    this.#isHeld = false;
  }

  /** Adds changes. They are painted when the tile is next shown. */
  note(change: Change): void {
    this.#changedAt = performance.now();
    this.#isHeld ||= change.how === 'held';
    if (this.drawn) {
      if (this.#late.length >= CHANGES_MAX) this.invalidate();
      else this.#late.push(change);
    }
    if (!this.#since) return;
    if (this.#since.length >= CHANGES_MAX) this.#sinceStale = true;
    else this.#since.push(change);
  }

  /** Something in it changed that is not painted: it gets a new picture once the changes pause. */
  outdate(): void {
    this.#changedAt = performance.now();
    this.stale ||= this.drawn;
    this.#lacks = true;
    if (this.#since) this.#sinceStale = true;
  }

  /** True if a new picture is due. A tile that is still changing waits: its picture would be outdated at once. */
  isDue(now: number): boolean {
    return now - this.#changedAt >= CALM_MS || now - this.#takenAt >= OVERDUE;
  }

  /** Too much changed to paint: the tile needs a new picture. */
  invalidate(): void {
    this.stale = true;
    this.#lacks = true;
    // A blank picture shows nothing of the change and must not replace tiles of other scales.
    if (!this.#image) this.drawn = false;
    this.#changedAt = Number.NEGATIVE_INFINITY;
    this.#late = [];
    if (this.#since) this.#sinceStale = true;
  }

  order(): void {
    this.#since = [];
    this.#sinceStale = false;
  }

  /** The requested picture will not come. */
  forgetOrder(): void {
    this.#since = undefined;
  }

  /** Takes the requested picture; undefined for a blank tile. */
  take(image: TileImage | undefined): void {
    this.#close();
    this.#image = image;
    this.#takenAt = performance.now();
    this.drawn = true;
    this.stale = this.#sinceStale;
    this.#lacks = this.#sinceStale;
    this.#late = this.#since ?? [];
    this.#since = undefined;
    this.#sinceStale = false;
  }

  /**
   * Updates the picture as far as one frame allows. New top strokes are painted on, which gives the same pixels as a
   * new picture; so does the changed part, painted anew with the strokes `nearby`. If those are too many, erased strokes
   * are rubbed out for now, and a new picture is due.
   */
  update(nearby: Nearby): void {
    const late = this.#late;
    if (late.length === 0) return;
    this.#late = [];
    const part = this.#partOf(late);
    if (!part) return;
    const coats = late.every(({ how }) => how !== 'under' && how !== 'gone')
      ? undefined
      : nearby.coats(grow(this.#boundsOf(part), INK_EDGE / this.scale));
    const isRough = !coats && late.some(({ how }) => how !== 'top');
    this.stale ||= isRough;
    if (isRough) {
      const isVeiled = ({ how, stroke }: Change) => how === 'under' && nearby.veil?.(this, stroke);
      const veiled = late.filter(isVeiled);
      if (!this.#owned || veiled.length > 0) {
        this.#updateRoughly(
          part,
          late.filter((change) => !veiled.includes(change)),
        );
        this.#lay(veiled, nearby);
        return;
      }
    }
    const { pixels, context } = this.#own();
    if (coats) {
      const fresh = partPixels(this, part);
      paintOnTile(fresh, this, coats, nearby.layers);
      putPart(pixels, fresh);
    } else this.#paint(pixels, late);
    showPart(context, pixels, part);
  }

  /**
   * Until a new picture is there, a pixel may be a little off: only the part is read from the canvas, because reading a
   * whole tile takes a slow phone a third of a frame. The way of a tip is not even painted, but drawn by the canvas.
   */
  #updateRoughly(part: Part, changes: readonly Change[]): void {
    if (changes.length === 0) return;
    const context = this.#canvas();
    if (changes.every(({ how }) => how === 'rubbed' || how === 'held')) {
      for (const { stroke } of changes) rubTip(context, this, stroke);
      return;
    }
    const { left, top, right, bottom } = part;
    const pixels = partPixels(this, part);
    takeStraight(pixels.words, context.getImageData(left, top, right - left, bottom - top).data);
    this.#paint(pixels, changes);
    showPart(context, pixels, wholeOf(pixels), part);
  }

  /** Lays strokes onto the picture where they are below others. */
  #lay(changes: readonly Change[], nearby: Nearby): void {
    const { scale, x, y } = this;
    for (const { stroke } of changes) {
      const context = this.#canvas();
      // The pixels that are kept lack them.
      this.#owned = undefined;
      stampStroke(context, stroke, { scale, left: x * TILE, top: y * TILE }, nearby.veil?.(this, stroke));
    }
  }

  #paint(pixels: Pixels, changes: readonly Change[]): void {
    for (const { stroke, how } of changes) {
      if (how === 'gone') rubOut(pixels, this, stroke);
      else paintOver(pixels, this, stroke);
    }
  }

  release(): void {
    this.#close();
    this.drawn = false;
    this.#late = [];
    this.#since = undefined;
  }

  /** Whole device pixels that the changes touch; undefined if they miss the tile. */
  #partOf(changes: readonly Change[]): Part | undefined {
    let area: Bounds | undefined;
    for (const { stroke } of changes) area = union(area, strokeBounds(stroke));
    if (!area) return undefined;
    const { scale } = this;
    const [x, y] = [this.x * TILE, this.y * TILE];
    const left = Math.max(0, Math.floor(area.minX * scale - x) - INK_EDGE);
    const top = Math.max(0, Math.floor(area.minY * scale - y) - INK_EDGE);
    const right = Math.min(TILE, Math.ceil(area.maxX * scale - x) + INK_EDGE);
    const bottom = Math.min(TILE, Math.ceil(area.maxY * scale - y) + INK_EDGE);
    return left < right && top < bottom ? { left, top, right, bottom } : undefined;
  }

  #boundsOf({ left, top, right, bottom }: Part): Bounds {
    const { minX, minY } = cellBounds(this);
    const { scale } = this;
    return {
      minX: minX + left / scale,
      minY: minY + top / scale,
      maxX: minX + right / scale,
      maxY: minY + bottom / scale,
    };
  }

  /** The canvas and the pixels to paint on. */
  #own(): { readonly context: CanvasRenderingContext2D; readonly pixels: Pixels } {
    if (this.#owned) return this.#owned;
    const isBlank = !this.#image;
    const context = this.#canvas();
    const pixels = partPixels(this);
    if (!isBlank) takeStraight(pixels.words, context.getImageData(0, 0, TILE, TILE).data);
    this.#owned = { context, pixels };
    return this.#owned;
  }

  /** The canvas of the picture. One of the worker is copied onto a canvas first. */
  #canvas(): CanvasRenderingContext2D {
    const before = this.#image;
    const kept = before instanceof HTMLCanvasElement ? before.getContext('2d') : null;
    if (kept) return kept;
    const context = tileCanvas();
    if (before) context.drawImage(before, 0, 0);
    this.#close();
    this.#image = context.canvas;
    return context;
  }

  #close(): void {
    this.#owned = undefined;
    if (!this.#image) return;
    if (this.#image instanceof HTMLCanvasElement) this.#image.width = 0;
    else this.#image.close();
    this.#image = undefined;
  }
}
