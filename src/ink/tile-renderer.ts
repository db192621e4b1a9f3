/**
 * A renderer that keeps the paper in tiles, each a picture of a square of it at one scale. While the view moves they
 * are blitted (0.3 ms); the sharp ones that are missing are drawn by a worker, or in slices on this thread, nearest
 * first. Until they come, the tiles of other scales that are still there stand in for them.
 */
import type { Stroke } from '../core/drawing/types.ts';
import { type Bounds, grow, overlap, strokeBounds, union } from './bounds.ts';
import { type Camera, HOME, type Size, snap } from './camera.ts';
import { difference } from './difference.ts';
import { Pile } from './pile.ts';
import { type Rasteriser, type Sheet, SliceRasteriser, type TileImage } from './rasteriser.ts';
import type { Renderer } from './renderer.ts';
import { CALM, type Change, Tile } from './tile.ts';
import {
  type Cell,
  cellBounds,
  cellCount,
  cellsOver,
  cellsTouched,
  INK_EDGE,
  inSpan,
  nearestFirst,
  type Span,
  TILE,
} from './tile-grid.ts';
import { TileShelf } from './tile-shelf.ts';
import { WorkerRasteriser } from './worker-rasteriser.ts';

/** Device pixels around the view in which tiles are drawn before they are seen. */
const MARGIN = 256;
/** ms without a change of the zoom until the tiles of the new one are drawn. */
const REST = 90;
/** Device pixels that one canvas may have: beyond, some phones give an empty one. */
const MOST_PIXELS = 16_000_000;
/** Points that one frame draws at once to mend tiles: about 2 ms. */
const POINTS_PER_FRAME = 2_500;
/** Changed strokes that are told to each tile; more of them spoil it. */
const CHANGES_TOLD = 256;
/** Device pixels of the longer side of the overview, which is always kept: what a fast zoom out shows at first. */
const OVERVIEW = 1024;
/** Bytes of tiles that are kept: so many times what the screen shows, within these. What is seen is kept in any case. */
const KEPT = { screens: 3, least: 24_000_000, most: 128_000_000 };
/** How many scales are tried for a missing tile, and how many tiles of one may stand in for it. */
const STAND_INS = 5;
const STAND_IN_CELLS = 64;

/** Device pixels of the view. */
interface Area {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** The view in whole device pixels, counted from the drawing's origin. */
interface Look {
  readonly scale: number;
  readonly left: number;
  readonly top: number;
}

export class TileRenderer implements Renderer {
  readonly element: HTMLCanvasElement;
  onSettled: (() => void) | undefined;
  readonly #surface: CanvasRenderingContext2D;
  readonly #shelf = new TileShelf<Tile>();
  readonly #pile = new Pile<Sheet>();
  readonly #sheets = new Map<Stroke, Sheet>();
  #rasteriser: Rasteriser;
  /** Until a drawing that was opened is sharp for the first time, this thread helps the worker. */
  #helper: SliceRasteriser | undefined;
  #strokes: Stroke[] = [];
  /** Those of the list that were removed since it was given. */
  readonly #removed = new Set<Stroke>();
  /** The place of the topmost stroke. */
  #top = 0;
  /** What all strokes cover, those included that went. */
  #inked: Bounds | undefined;
  #camera: Camera = HOME;
  #view: Size = { width: 0, height: 0 };
  #ratio = 1;
  #frame = 0;
  /** Counted. */
  #frames = 0;
  #restTimer: ReturnType<typeof setTimeout> | undefined;
  #dueTimer: ReturnType<typeof setTimeout> | undefined;
  #zooming = false;
  #settled = true;

  constructor(start: (onDead: () => void) => Rasteriser | undefined = WorkerRasteriser.start) {
    this.element = document.createElement('canvas');
    const surface = this.element.getContext('2d');
    if (!surface) throw new Error('This browser gives no 2D canvas.');
    this.#surface = surface;
    const worker = start(() => this.#drawHere());
    this.#rasteriser = worker ?? new SliceRasteriser();
    this.#helper = worker && new SliceRasteriser();
    this.element.dataset.tiles = worker ? 'worker' : 'page';
    this.element.dataset.settled = 'true';
  }

  get settled(): boolean {
    return this.#settled;
  }

  setStrokes(strokes: readonly Stroke[]): void {
    const removed = this.#removed;
    const before =
      removed.size === 0 ? this.#strokes : this.#strokes.filter((stroke) => !removed.has(stroke));
    removed.clear();
    const { gone, come, onTop } = difference(before, strokes);
    this.#strokes = [...strokes];
    const went = this.#takeOff(gone);
    const came = onTop ? come.map((stroke) => this.#putOnTop(stroke)) : this.#putBetween(come);
    this.#changed(went, came, onTop);
  }

  add(stroke: Stroke): void {
    this.#strokes.push(stroke);
    this.#changed([], [this.#putOnTop(stroke)], true);
  }

  remove(strokes: readonly Stroke[]): void {
    for (const stroke of strokes) this.#removed.add(stroke);
    this.#changed(this.#takeOff(strokes), [], false);
  }

  near(area: Bounds): Stroke[] {
    return this.#pile.near(area).map(({ stroke }) => stroke);
  }

  setCamera(camera: Camera): void {
    const { x, y, zoom } = this.#camera;
    if (camera.x === x && camera.y === y && camera.zoom === zoom) return;
    this.#camera = camera;
    if (camera.zoom !== zoom && this.#showsInk) this.#restLater();
    this.#requestFrame();
  }

  resize(view: Size, ratio: number): void {
    const most = Math.sqrt(MOST_PIXELS / Math.max(1, view.width * view.height));
    const usable = Math.min(ratio, most);
    if (view.width === this.#view.width && view.height === this.#view.height && usable === this.#ratio)
      return;
    this.#view = view;
    this.#ratio = usable;
    this.element.width = Math.max(1, Math.round(view.width * usable));
    this.element.height = Math.max(1, Math.round(view.height * usable));
    this.#draw();
  }

  destroy(): void {
    this.#rasteriser.destroy();
    this.#helper?.destroy();
    clearTimeout(this.#restTimer);
    clearTimeout(this.#dueTimer);
    cancelAnimationFrame(this.#frame);
    for (const tile of this.#shelf) tile.release();
    this.#shelf.clear();
    this.element.width = 0;
  }

  get #showsInk(): boolean {
    for (const { image } of this.#shelf) if (image) return true;
    return false;
  }

  // The pile.

  #takeOff(strokes: readonly Stroke[]): Sheet[] {
    const went: Sheet[] = [];
    for (const stroke of strokes) {
      const sheet = this.#sheets.get(stroke);
      if (!sheet) continue;
      this.#sheets.delete(stroke);
      this.#pile.remove(sheet);
      went.push(sheet);
    }
    return went;
  }

  #putOnTop(stroke: Stroke): Sheet {
    this.#top += 1;
    return this.#put(stroke, this.#top);
  }

  #put(stroke: Stroke, place: number): Sheet {
    const sheet: Sheet = { stroke, place };
    const bounds = strokeBounds(stroke);
    this.#sheets.set(stroke, sheet);
    this.#pile.add(sheet, bounds);
    this.#inked = union(this.#inked, bounds);
    return sheet;
  }

  /** Puts strokes of the list where they lie among those that are there already. */
  #putBetween(come: readonly Stroke[]): Sheet[] {
    if (come.length === 0) return [];
    const came: Sheet[] = [];
    let below = 0;
    let run: Stroke[] = [];
    const place = (above: number) => {
      for (const [i, stroke] of run.entries()) {
        const at = below + ((above - below) * (i + 1)) / (run.length + 1);
        came.push(this.#put(stroke, at));
        // A double has no more room between the two: places are counted anew.
        if (!(at > below && at < above)) crowded = true;
      }
      run = [];
    };
    let crowded = false;
    for (const stroke of this.#strokes) {
      const sheet = this.#sheets.get(stroke);
      if (!sheet) {
        run.push(stroke);
        continue;
      }
      place(sheet.place);
      below = sheet.place;
    }
    const above = Math.max(below, this.#top) + run.length + 1;
    if (run.length > 0) this.#top = above;
    place(above);
    return crowded ? this.#countAnew() : came;
  }

  /** Gives every stroke a new place; all of them count as having come. */
  #countAnew(): Sheet[] {
    this.#rasteriser.change([...this.#sheets.values()], []);
    this.#sheets.clear();
    this.#pile.clear();
    this.#top = 0;
    return this.#strokes.map((stroke) => this.#putOnTop(stroke));
  }

  // What changes mean for tiles.

  #changed(gone: readonly Sheet[], come: readonly Sheet[], onTop: boolean): void {
    if (gone.length === 0 && come.length === 0) return;
    this.#rasteriser.change(gone, come);
    this.#unsettle();
    this.#requestFrame();
    if (gone.length + come.length > CHANGES_TOLD) {
      let area: Bounds | undefined;
      for (const { stroke } of gone) area = union(area, strokeBounds(stroke));
      for (const { stroke } of come) area = union(area, strokeBounds(stroke));
      for (const tile of this.#shelf) {
        if (area && overlap(grow(area, INK_EDGE / tile.scale), cellBounds(tile))) tile.spoil();
      }
      return;
    }
    const changes: Change[] = [
      ...gone.map(({ stroke }): Change => ({ stroke, how: 'gone' })),
      ...come.map(({ stroke }): Change => ({ stroke, how: onTop ? 'top' : 'under' })),
    ];
    for (const scale of this.#shelf.scales) {
      for (const change of changes) {
        const span = cellsTouched(strokeBounds(change.stroke), scale);
        for (const tile of this.#shelf.within(scale, span)) tile.note([change]);
      }
    }
  }

  // Frames.

  #requestFrame(): void {
    if (this.#frame !== 0) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      this.#draw();
    });
  }

  /** The zoom changes: its tiles wait until it rests. */
  #restLater(): void {
    this.#unsettle();
    this.#zooming = true;
    clearTimeout(this.#restTimer);
    this.#restTimer = setTimeout(() => {
      this.#zooming = false;
      this.#requestFrame();
    }, REST);
  }

  #look(): Look {
    const scale = this.#camera.zoom * this.#ratio;
    const { x, y } = snap(this.#camera, this.#ratio);
    return { scale, left: Math.round(x * scale), top: Math.round(y * scale) };
  }

  #draw(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    const { width, height } = this.element;
    if (this.#view.width === 0 || this.#view.height === 0) return;
    this.#frames++;
    const look = this.#look();
    const scales = this.#shelf.scales.filter((scale) => scale !== look.scale);
    const farness = (scale: number) => Math.abs(Math.log2(scale / look.scale));
    scales.sort((a, b) => farness(a) - farness(b));
    const painter = new Painter(this.#surface, this.#shelf, look, [
      look.scale,
      ...scales.slice(0, STAND_INS),
    ]);
    painter.frame = this.#frames;
    painter.nearby = this.#withinBudget();
    this.#surface.clearRect(0, 0, width, height);
    painter.fill({ left: 0, top: 0, right: width, bottom: height });
    this.#order();
    this.#settle();
  }

  /** Finds what is near, as long as all that is found in one frame can be drawn within it. */
  #withinBudget(): (area: Bounds) => readonly Stroke[] | undefined {
    let left = POINTS_PER_FRAME;
    return (area) => {
      let points = 0;
      const tooMany = this.#pile.some(area, ({ stroke }) => {
        points += stroke.points.length;
        return points > left;
      });
      if (tooMany) return undefined;
      left -= points;
      return this.near(area);
    };
  }

  #settle(): void {
    if (this.#zooming || !this.#isWhole()) {
      this.#unsettle();
    } else if (!this.#settled) {
      this.#settled = true;
      this.element.dataset.settled = 'true';
      this.#dismissHelper();
      this.onSettled?.();
    }
  }

  #unsettle(): void {
    if (this.#settled) this.element.dataset.settled = 'false';
    this.#settled = false;
  }

  #isWhole(): boolean {
    const { scale } = this.#look();
    const span = this.#seen();
    for (let y = span.top; y <= span.bottom; y++) {
      for (let x = span.left; x <= span.right; x++) {
        if (!this.#shelf.get(scale, x, y)?.fresh) return false;
      }
    }
    return true;
  }

  /** The cells of the view's own scale that are seen, and those within `margin` device pixels. */
  #seen(margin = 0): Span {
    const { left, top } = this.#look();
    const { width, height } = this.element;
    const first = (v: number) => Math.floor((v - margin) / TILE);
    const last = (v: number) => Math.ceil((v + margin) / TILE) - 1;
    return { left: first(left), top: first(top), right: last(left + width), bottom: last(top + height) };
  }

  // Orders.

  /** Orders the tiles that are missing, as many as are taken. */
  #order(): void {
    for (;;) {
      const rasteriser = this.#rasteriser.free ? this.#rasteriser : this.#helper;
      const cell = rasteriser?.free ? this.#next() : undefined;
      if (!rasteriser || !cell) return;
      const tile = this.#shelf.get(cell.scale, cell.x, cell.y) ?? new Tile(cell);
      this.#shelf.put(tile);
      tile.order();
      const area = grow(cellBounds(cell), INK_EDGE / cell.scale);
      if (!this.#pile.some(area)) {
        this.#arrived(tile, undefined);
        continue;
      }
      rasteriser.order(
        cell,
        () => this.near(area),
        (image) => {
          this.#arrived(tile, image);
          this.#order();
        },
      );
    }
  }

  /** What is seen comes first, then the overview, then what is about to be seen. */
  #next(): Cell | undefined {
    const { scale } = this.#look();
    const now = performance.now();
    const missing = ({ scale, x, y }: Cell) => {
      const tile = this.#shelf.get(scale, x, y);
      if (!tile) return true;
      if (tile.ordered || (tile.drawn && !tile.stale)) return false;
      if (!tile.drawn || tile.isDue(now)) return true;
      this.#orderLater();
      return false;
    };
    const near = this.#zooming ? undefined : nearestFirst(this.#seen(), scale).find(missing);
    if (near) return near;
    const overview = this.#overview();
    const far = overview && nearestFirst(overview.span, overview.scale).find(missing);
    if (far || this.#zooming) return far;
    return nearestFirst(this.#seen(MARGIN), scale).find(missing);
  }

  /** A tile is due for another picture soon. */
  #orderLater(): void {
    this.#dueTimer ??= setTimeout(() => {
      this.#dueTimer = undefined;
      this.#requestFrame();
    }, CALM);
  }

  #overview(): { readonly scale: number; readonly span: Span } | undefined {
    const all = this.#inked;
    if (!all) return undefined;
    const extent = Math.max(all.maxX - all.minX, all.maxY - all.minY, 1);
    const scale = 2 ** Math.floor(Math.log2(OVERVIEW / extent));
    return { scale, span: cellsOver(all, scale) };
  }

  #arrived(tile: Tile, image: TileImage | undefined): void {
    if (!this.#shelf.has(tile) || !tile.ordered) {
      if (image instanceof ImageBitmap) image.close();
      return;
    }
    tile.take(image);
    tile.used = this.#frames;
    this.#evict();
    this.#requestFrame();
  }

  #evict(): void {
    const { scale } = this.#look();
    const seen = this.#seen(MARGIN);
    const overview = this.#overview();
    const screen = cellCount(this.#seen()) * TILE * TILE * 4;
    const stays = (tile: Tile) =>
      tile.ordered ||
      (tile.scale === scale && inSpan(seen, tile)) ||
      (overview?.scale === tile.scale && inSpan(overview.span, tile));
    const most = Math.min(KEPT.most, Math.max(KEPT.least, KEPT.screens * screen));
    for (const tile of this.#shelf.evict(most, stays)) tile.release();
  }

  /** What it has begun is ordered again. */
  #dismissHelper(): void {
    if (!this.#helper) return;
    const { busyWith } = this.#helper;
    this.#helper.destroy();
    this.#helper = undefined;
    if (busyWith) this.#shelf.get(busyWith.scale, busyWith.x, busyWith.y)?.forgetOrder();
  }

  /** The worker is gone: tiles are drawn on this thread from now on. */
  #drawHere(): void {
    this.#dismissHelper();
    this.#rasteriser = new SliceRasteriser();
    this.element.dataset.tiles = 'page';
    for (const tile of this.#shelf) tile.forgetOrder();
    this.#requestFrame();
  }
}

/** Blits one frame. */
class Painter {
  frame = 0;
  nearby: (area: Bounds) => readonly Stroke[] | undefined = () => undefined;
  readonly #surface: CanvasRenderingContext2D;
  readonly #shelf: TileShelf<Tile>;
  readonly #look: Look;
  readonly #scales: readonly number[];

  constructor(
    surface: CanvasRenderingContext2D,
    shelf: TileShelf<Tile>,
    look: Look,
    scales: readonly number[],
  ) {
    this.#surface = surface;
    this.#shelf = shelf;
    this.#look = look;
    this.#scales = scales;
  }

  /** Fills this part of the view, with the scales from number `from` on: where the first has no tile, with the next. */
  fill(area: Area, from = 0): void {
    const scale = this.#scales[from];
    if (scale === undefined) return;
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
    // Edges on whole pixels: parts neither overlap nor leave a seam.
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
        const tile = this.#shelf.get(scale, x, y);
        if (tile?.drawn) this.#blit(tile, part, ratio);
        else this.fill(part, from + 1);
      }
    }
  }

  #blit(tile: Tile, part: Area, ratio: number): void {
    tile.used = this.frame;
    tile.mend(this.nearby);
    const { image } = tile;
    if (!image) return;
    const { left, top } = this.#look;
    const within = (v: number) => Math.min(TILE, Math.max(0, v));
    const x0 = within((left + part.left) * ratio - tile.x * TILE);
    const y0 = within((top + part.top) * ratio - tile.y * TILE);
    const x1 = within((left + part.right) * ratio - tile.x * TILE);
    const y1 = within((top + part.bottom) * ratio - tile.y * TILE);
    if (x1 <= x0 || y1 <= y0) return;
    this.#surface.drawImage(
      image,
      x0,
      y0,
      x1 - x0,
      y1 - y0,
      part.left,
      part.top,
      part.right - part.left,
      part.bottom - part.top,
    );
  }
}
