/** The tile queue decides which tile is drawn next, and by whom: a worker, two while a large drawing opens, or this thread in slices. */
import { ONE_LAYER } from '../../core/drawing/members/layers.ts';
import type { Layer } from '../../core/drawing/types.ts';
import { grow } from '../geometry/bounds.ts';
import type { ZOrder, ZOrderChange } from '../scene/z-order.ts';
import { type Rasteriser, SliceRasteriser, type TileImage } from './rasteriser.ts';
import { CALM_MS, Tile } from './tile.ts';
import type { TileCache } from './tile-cache.ts';
import type { TileChanges } from './tile-changes.ts';
import {
  type Cell,
  cellBounds,
  cellCount,
  cellsOver,
  INK_EDGE,
  inSpan,
  nearestFirst,
  type Span,
  TILE,
} from './tile-grid.ts';
import type { TileView } from './tile-view.ts';
import { VeilStack } from './veil/veil-stack.ts';

/** Margin around the view in which tiles are drawn ahead, device pixels. */
const MARGIN = 256;
/** Longer side of the overview, device pixels. It is always cached: a fast zoom out shows it first. */
const OVERVIEW = 1024;
/**
 * How many bytes of tiles are cached: as many screens as `screens` says, within these limits. Visible tiles
 * stay in any case.
 */
const KEPT = { screens: 3, least: 24_000_000, most: 128_000_000 };

/** From this size of JSON in bytes, two workers share the first picture, which takes half a second or more. */
const SHARED = 1_000_000;

/** Starts a rasteriser off this thread; undefined where the browser cannot. `onDead`: it stopped answering; `onLost`: its pictures may be blank. */
export type StartRasteriser = (onDead: () => void, onLost: () => void) => Rasteriser | undefined;

export interface TileQueueHost {
  readonly view: TileView;
  readonly cache: TileCache<Tile>;
  readonly zOrder: ZOrder;
  readonly changes: TileChanges;
  readonly start: StartRasteriser;
  /** There is something new to show: this tile, or anything. */
  onNews(tile?: Tile): void;
  /** From now on tiles are drawn on this thread. */
  onHere(): void;
  /** Pictures of tiles may have become blank. */
  onLost(): void;
  /** The veils of the view are there, or others are. */
  onVeils(): void;
}

export class TileQueue {
  readonly #host: TileQueueHost;
  #rasteriser: Rasteriser;
  /** Second worker for visible tiles, until a large drawing is sharp for the first time. */
  #helper: Rasteriser | undefined;
  /** True while the zoom changes: no tiles at its scale are drawn. */
  zooming = false;
  readonly by: 'worker' | 'page';
  /** What the layers make of ink that is drawn or carried below others. */
  readonly veils: VeilStack;
  /** True while only the rasteriser knows the strokes: it reads the JSON itself. */
  #ahead: 'reads' | 'failed' | undefined;
  #dueTimer: ReturnType<typeof setTimeout> | undefined;
  #layers = ONE_LAYER;
  readonly #inOrder = { seen: remembered(), margin: remembered(), overview: remembered() };

  constructor(host: TileQueueHost) {
    this.#host = host;
    const worker = host.start(
      () => this.#drawHere(),
      () => host.onLost(),
    );
    this.#rasteriser = worker ?? new SliceRasteriser();
    this.by = worker ? 'worker' : 'page';
    this.veils = new VeilStack({
      view: host.view,
      zOrder: host.zOrder,
      rasteriser: () => this.#rasteriser,
      onNews: () => host.onVeils(),
      onFree: () => this.order(),
    });
  }

  destroy(): void {
    this.#rasteriser.destroy();
    this.#helper?.destroy();
    clearTimeout(this.#dueTimer);
    this.veils.clear();
  }

  /**
   * Gives a drawing's JSON to the rasteriser, so that tiles are drawn before this thread has parsed the strokes.
   * Returns false if the rasteriser cannot read it.
   */
  read(document: ArrayBuffer): boolean {
    const isShared = this.by === 'worker' && document.byteLength >= SHARED;
    // The first worker takes the buffer over.
    const copy = isShared ? document.slice(0) : undefined;
    const reads = this.#rasteriser.read(document);
    if (!reads) return false;
    this.#ahead = 'reads';
    if (copy) {
      this.#helper = this.#host.start(() => {
        this.dismissHelper();
        this.#host.onNews();
      }, this.#host.onLost);
      this.#helper?.read(copy);
    }
    return true;
  }

  /** True if the rasteriser has read this already and tiles show it. */
  change({ gone, come, wet }: ZOrderChange): boolean {
    const isShown = this.#ahead === 'reads';
    this.#ahead = undefined;
    for (const one of [this.#rasteriser, this.#helper]) one?.change(gone, come);
    this.veils.note([...gone, ...come].map(({ stroke }) => stroke).concat(wet));
    return isShown;
  }

  get layers(): readonly Layer[] {
    return this.#layers;
  }

  set layers(layers: readonly Layer[]) {
    this.#layers = layers;
    this.veils.clear();
    for (const one of [this.#rasteriser, this.#helper]) one?.layers(layers);
  }

  /** True if every visible tile is sharp and up to date. */
  get isWhole(): boolean {
    const { view, cache } = this.#host;
    const { scale } = view.look;
    return everyCell(view.seen(), (x, y) => cache.get(scale, x, y)?.fresh === true);
  }

  /** True if every visible tile has a picture, even an old one. */
  get isThere(): boolean {
    const { view, cache } = this.#host;
    const { scale } = view.look;
    return everyCell(view.seen(), (x, y) => cache.get(scale, x, y)?.drawn === true);
  }

  /** Requests missing tiles, and then veils, as many as the rasteriser takes. */
  order(): void {
    this.#orderTiles();
    this.veils.order();
  }

  #orderTiles(): void {
    const { cache, zOrder, changes } = this.#host;
    changes.tell();
    if (this.#ahead === 'failed') return;
    for (;;) {
      const rasteriser = this.#rasteriser.free ? this.#rasteriser : this.#helper;
      // The second worker draws visible tiles only.
      const cell = rasteriser?.free ? this.#next(rasteriser === this.#helper) : undefined;
      if (!rasteriser || !cell) return;
      const tile = cache.get(cell.scale, cell.x, cell.y) ?? new Tile(cell);
      cache.put(tile);
      tile.order();
      const area = grow(cellBounds(cell), INK_EDGE / cell.scale);
      if (!this.#ahead && !zOrder.some(area)) {
        this.#arrived(tile, undefined);
        continue;
      }
      rasteriser.order(
        cell,
        () => zOrder.coats(area),
        (image) => {
          this.#arrived(tile, image);
          this.order();
        },
      );
    }
  }

  /** Ends the second worker. Tiles that it had begun are requested again. */
  dismissHelper(): void {
    if (!this.#helper) return;
    const { busyWith } = this.#helper;
    this.#helper.destroy();
    this.#helper = undefined;
    for (const { scale, x, y } of busyWith) this.#host.cache.get(scale, x, y)?.forgetOrder();
  }

  /** Order: visible tiles, then the overview, then the margin. */
  #next(seenOnly: boolean): Cell | undefined {
    const { view } = this.#host;
    const { scale } = view.look;
    const now = performance.now();
    const missing = (cell: Cell) => this.#isMissing(cell, now);
    const near = this.zooming ? undefined : this.#inOrder.seen(view.seen(), scale).find(missing);
    if (near || seenOnly) return near;
    const overview = this.#overview();
    const far = overview && this.#inOrder.overview(overview.span, overview.scale).find(missing);
    if (far || this.zooming) return far;
    return this.#inOrder.margin(view.seen(MARGIN), scale).find(missing);
  }

  #isMissing({ scale, x, y }: Cell, now: number): boolean {
    const tile = this.#host.cache.get(scale, x, y);
    if (!tile) return true;
    if (tile.ordered || tile.isHeld || (tile.drawn && !tile.stale)) return false;
    if (!tile.drawn || tile.isDue(now)) return true;
    // A new picture is due soon.
    this.#dueTimer ??= setTimeout(() => {
      this.#dueTimer = undefined;
      this.order();
    }, CALM_MS);
    return false;
  }

  #overview(): { readonly scale: number; readonly span: Span } | undefined {
    const all = this.#host.zOrder.inked;
    if (!all) return undefined;
    const extent = Math.max(all.maxX - all.minX, all.maxY - all.minY, 1);
    const scale = 2 ** Math.floor(Math.log2(OVERVIEW / extent));
    return { scale, span: cellsOver(all, scale) };
  }

  #arrived(tile: Tile, image: TileImage | undefined): void {
    const { cache, changes } = this.#host;
    if (!cache.has(tile) || !tile.ordered) {
      if (image instanceof ImageBitmap) image.close();
      return;
    }
    changes.tell();
    tile.take(image);
    tile.used = cache.frame;
    this.#evict();
    this.#host.onNews(tile);
  }

  #evict(): void {
    const { view, cache } = this.#host;
    const screen = cellCount(view.seen()) * TILE * TILE * 4;
    const most = Math.min(KEPT.most, Math.max(KEPT.least, KEPT.screens * screen));
    const { scale } = view.look;
    const seen = view.seen(MARGIN);
    const overview = this.#overview();
    const stays = (tile: Tile) =>
      tile.ordered ||
      (tile.scale === scale && inSpan(seen, tile)) ||
      (overview?.scale === tile.scale && inSpan(overview.span, tile));
    for (const tile of cache.evict(most, stays)) tile.release();
  }

  #drawHere(): void {
    this.dismissHelper();
    this.#ahead &&= 'failed';
    this.#rasteriser = new SliceRasteriser();
    this.#rasteriser.layers(this.#layers);
    for (const tile of this.#host.cache) tile.forgetOrder();
    this.veils.clear();
    this.#host.onHere();
    this.#host.onNews();
  }
}

function everyCell(span: Span, is: (x: number, y: number) => boolean): boolean {
  for (let y = span.top; y <= span.bottom; y++) {
    for (let x = span.left; x <= span.right; x++) if (!is(x, y)) return false;
  }
  return true;
}

/** `nearestFirst`, cached while the question stays the same. */
function remembered(): (span: Span, scale: number) => readonly Cell[] {
  let asked: Span | undefined;
  let at = 0;
  let cells: readonly Cell[] = [];
  return (span, scale) => {
    const same =
      scale === at &&
      span.left === asked?.left &&
      span.top === asked.top &&
      span.right === asked.right &&
      span.bottom === asked.bottom;
    if (!same) cells = nearestFirst(span, scale);
    asked = span;
    at = scale;
    return cells;
  };
}
