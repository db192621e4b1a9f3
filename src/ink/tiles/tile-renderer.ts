/**
 * The tile renderer keeps the paper as tiles: pictures of squares at one scale. While the view moves, tiles are only
 * copied to the screen (0.3 ms). Missing sharp tiles are drawn by a worker, or in slices on this thread, nearest
 * first. Until they arrive, cached tiles of other scales are shown instead.
 *
 * Its parts: z-order.ts (the strokes in their order), tile-view.ts (what is visible), tile-queue.ts (what is drawn next,
 * and by whom), tile-changes.ts (changes for each tile), tile-painter.ts (one frame), early-strokes.ts (what was drawn
 * while the drawing opened).
 */
import { isPlain, sameLayers } from '../../core/drawing/members/layers.ts';
import type { Layer, Stroke } from '../../core/drawing/types.ts';
import type { Veil } from '../brush/field/paint-coats.ts';
import { stampStroke } from '../canvas/stamp.ts';
import type { ShowVeil } from '../canvas/wet-ink-layer.ts';
import { type Bounds, strokeBounds } from '../geometry/bounds.ts';
import type { FrameStep, Frames } from '../input/frames.ts';
import type { Swap } from '../scene/edit.ts';
import { ZOrder, type ZOrderChange, type ZOrderEntry } from '../scene/z-order.ts';
import type { Camera, Size } from '../view/camera.ts';
import { onRestored } from '../view/lost-canvas.ts';
import { Pace } from '../view/pace.ts';
import type { Viewport } from '../view/viewport.ts';
import { EarlyStrokes } from './early-strokes.ts';
import type { Renderer } from './renderer.ts';
import type { Nearby, Tile } from './tile.ts';
import { TileCache } from './tile-cache.ts';
import { TileChanges } from './tile-changes.ts';
import { INK_EDGE, inSpan, TILE } from './tile-grid.ts';
import { type Area, Painter, paintStandIn, type StandIn } from './tile-painter.ts';
import { type StartRasteriser, TileQueue } from './tile-queue.ts';
import { TileView } from './tile-view.ts';
import { WorkerRasteriser } from './worker/worker-rasteriser.ts';

/** How long the zoom must rest before tiles at its scale are drawn, ms. */
const REST = 90;
/** Pause of the input after which tiles are updated with the strokes painted on the screen, ms. */
const CALM_HAND = 120;
/** Most points painted on the screen alone. With more, tiles are updated at once. */
const LAID_MAX = 4_000;
/**
 * Time budget of one frame for updating tiles, ms, less what its input took: a slow phone first shows the input. The
 * rest waits for the next frame.
 */
const UPDATE_BUDGET = 5;
/** The same for the frame after strokes were moved, once in a gesture: tiles that wait show them at their old place. */
const MOVED_BUDGET = 25;
/**
 * By how much the surface has fewer pixels a side while the view zooms and the device does not keep up. Tiles of other
 * scales are shown then, so it is not sharp anyway, and handing over the pixels of a canvas takes a slow phone longer
 * than painting them.
 */
const COARSE = 2;
/** Most points that one frame paints to update tiles: about 2 ms. */
const POINTS_PER_FRAME = 2_500;

export class TileRenderer implements Renderer {
  readonly element: HTMLCanvasElement;
  onSettled: (() => void) | undefined;
  onPainted: (() => void) | undefined;
  onVeils: (() => void) | undefined;
  onStandInFailed: (() => void) | undefined;
  standIn: StandIn | undefined;
  readonly #surface: CanvasRenderingContext2D;
  readonly #frames: Frames;
  readonly #picture: FrameStep;
  readonly #view = new TileView();
  readonly #zOrder = new ZOrder();
  readonly #cache = new TileCache<Tile>();
  readonly #changes = new TileChanges(this.#cache);
  readonly #queue: TileQueue;
  #restTimer: ReturnType<typeof setTimeout> | undefined;
  /** How well the screen follows the zoom. */
  readonly #pace = new Pace();
  /** 1, or COARSE. */
  #coarseness = 1;
  #settled = true;
  /** What the next frame paints: the whole view, or only these tiles and areas. */
  #whole = true;
  readonly #arrived = new Set<Tile>();
  #rubbed: Area[] = [];
  /** Where tiles are shown that the last frame had no time to update. */
  #behind: Area[] = [];
  /** True if tiles show something rubbed out that their strokes may still have. */
  #isRubbed = false;
  /** True if tiles need new pictures. */
  #outdated = false;
  /** Points painted on the screen but not yet on its tiles. */
  #laid = 0;
  #laidTimer: ReturnType<typeof setTimeout> | undefined;
  /** True if strokes have come that no frame has painted. */
  #hasCome = false;
  #isDrawing = false;
  readonly #early = new EarlyStrokes();
  /** What has not arrived yet: the whole drawing or, once its JSON is read, its strokes. */
  #awaits: 'document' | 'strokes' | undefined;

  constructor(frames: Frames, start: StartRasteriser = WorkerRasteriser.start) {
    this.element = document.createElement('canvas');
    const surface = this.element.getContext('2d');
    if (!surface) throw new Error('This browser gives no 2D canvas.');
    this.#surface = surface;
    onRestored(this.element, () => this.#drawAnew());
    this.#frames = frames;
    this.#picture = frames.step(() => this.#draw());
    this.#queue = new TileQueue({
      view: this.#view,
      cache: this.#cache,
      zOrder: this.#zOrder,
      changes: this.#changes,
      start,
      onNews: (tile) => this.#news(tile),
      onHere: () => {
        this.element.dataset.tiles = 'page';
      },
      onLost: () => this.#drawAnew(),
      onVeils: () => this.onVeils?.(),
    });
    this.element.dataset.tiles = this.#queue.by;
    this.element.dataset.settled = 'true';
  }

  get settled(): boolean {
    return this.#settled;
  }

  get lacking(): readonly Area[] {
    const { width, height } = this.#view;
    if (this.#whole || this.#awaits) return [{ left: 0, top: 0, right: width, bottom: height }];
    // They were painted straight onto the screen.
    if (this.#laid > 0) return [];
    if (this.#changes.isWaiting) return [{ left: 0, top: 0, right: width, bottom: height }];
    const { scale } = this.#view.look;
    const { left, top, right, bottom } = this.#view.seen();
    const areas: Area[] = [];
    for (let y = top; y <= bottom; y++) {
      for (let x = left; x <= right; x++) {
        if (this.#cache.get(scale, x, y)?.lacks !== false) areas.push(this.#areaOf({ x, y }));
      }
    }
    return areas;
  }

  /** Where a cell of the view's scale lies in the view. */
  #areaOf({ x, y }: Pick<Tile, 'x' | 'y'>): Area {
    const { width, height, look } = this.#view;
    return {
      left: Math.max(0, x * TILE - look.left),
      top: Math.max(0, y * TILE - look.top),
      right: Math.min(width, (x + 1) * TILE - look.left),
      bottom: Math.min(height, (y + 1) * TILE - look.top),
    };
  }

  read(document: ArrayBuffer): boolean {
    if (!this.#queue.read(document)) return false;
    if (this.#awaits) this.#awaits = 'strokes';
    // Tiles drawn before the document arrived are blank.
    for (const tile of this.#cache) tile.invalidate();
    this.#unsettle();
    this.#askWhole();
    return true;
  }

  picture(): StandIn | undefined {
    if (!this.#settled || this.#awaits || this.#view.isEmpty) return undefined;
    return { image: this.element, ...this.#view.look };
  }

  setEarly(strokes: readonly Stroke[]): void {
    this.#awaits ??= 'document';
    this.#early.set(strokes);
    this.#askWhole();
  }

  setStrokes(strokes: readonly Stroke[]): void {
    const change = this.#zOrder.set(strokes);
    this.#hasCome ||= change.come.length > 0;
    if (this.#awaits) {
      this.#awaits = undefined;
      this.#askWhole();
    } else this.#amendStandIn(change);
    this.#changed(change);
  }

  setLayers(layers: readonly Layer[]): void {
    if (sameLayers(layers, this.#queue.layers)) return;
    this.#queue.layers = layers;
    this.#zOrder.isLayered = !isPlain(layers);
    // What reads the document has its layers.
    if (this.#awaits) return;
    this.standIn = undefined;
    for (const tile of this.#cache) tile.invalidate();
    this.#unsettle();
    this.#askWhole();
  }

  swap(swaps: readonly Swap[]): void {
    if (!this.#awaits) {
      const change = this.#zOrder.swap(swaps);
      this.#amendStandIn(change);
      // Nothing is rubbed out where other layers have ink: the parts are painted.
      if (this.#zOrder.isLayered) {
        this.#changed(change);
        return;
      }
      this.#queue.change(change);
      this.#changes.noteCut(change);
      this.#unsettle();
      this.#outdated = true;
      this.#picture.ask();
      return;
    }
    this.#early.remove(swaps.map(({ stroke }) => stroke));
    this.#early.add(swaps.flatMap(({ by }) => by));
    this.#askWhole();
  }

  remove(strokes: readonly Stroke[]): void {
    if (!this.#awaits) {
      const change = this.#zOrder.remove(strokes);
      this.#amendStandIn(change);
      this.#changed(change);
      return;
    }
    this.#early.remove(strokes);
    this.#askWhole();
  }

  near(area: Bounds): Stroke[] {
    return this.#awaits ? this.#early.near(area) : this.#zOrder.near(area);
  }

  wantVeils(veils: readonly Veil[]): void {
    this.#queue.veils.want(veils, this.#queue.layers);
  }

  get veils(): readonly ShowVeil[] | undefined {
    return this.#queue.veils.shown;
  }

  setCamera(camera: Camera): void {
    const { x, y, zoom } = this.#view.camera;
    if (camera.x === x && camera.y === y && camera.zoom === zoom) return;
    this.#view.camera = camera;
    if (camera.zoom !== zoom && this.#showsInk) this.#restLater();
    this.#askWhole();
  }

  set isDrawing(isDrawing: boolean) {
    this.#isDrawing = isDrawing;
    this.#awaitRest();
  }

  resize(size: Size, ratio: number): void {
    if (!this.#view.resize(size, ratio)) return;
    this.#fitSurface(this.#coarseness);
    this.#picture.forget();
    this.#whole = true;
    this.#draw();
  }

  destroy(): void {
    this.#picture.forget();
    this.#queue.destroy();
    clearTimeout(this.#restTimer);
    clearTimeout(this.#laidTimer);
    for (const tile of this.#cache) tile.release();
    this.#cache.clear();
    this.element.width = 0;
  }

  /** Redraws everything: the browser lost the canvas contexts of the screen and the tiles. */
  #drawAnew(): void {
    for (const tile of this.#cache) tile.release();
    this.#cache.clear();
    this.#queue.veils.clear();
    this.#unsettle();
    this.#askWhole();
  }

  get #showsInk(): boolean {
    for (const { image } of this.#cache) if (image) return true;
    return false;
  }

  /**
   * The picture lacks what is drawn now, and still has what is erased now. It stays while only early strokes change: they
   * are painted on it, each wash as one, and where layers lie over them, too, as before the drawing was there.
   */
  #amendStandIn({ gone, come, wet, isLast }: ZOrderChange): void {
    if (!this.standIn || (gone.length === 0 && come.length === 0)) return;
    const removed = gone.map(({ stroke }) => stroke);
    if ((isLast || come.length === 0) && this.#early.has([...removed, ...wet])) {
      this.#early.remove(removed);
      this.#early.add(come.map(({ stroke }) => stroke));
    } else this.standIn = undefined;
    this.#askWhole();
  }

  #changed(restacked: ZOrderChange): void {
    const isShown = this.#queue.change(restacked);
    const { gone, come, wet } = restacked;
    if (gone.length === 0 && come.length === 0 && wet.length === 0) return;
    if (isShown) {
      this.#askWhole();
      return;
    }
    this.#changes.note(restacked);
    this.#unsettle();
    this.#layOrDraw(restacked);
  }

  rub(stroke: Stroke, holds: boolean): void {
    if (this.#awaits) return;
    this.#isRubbed = true;
    this.#changes.noteRubbed(stroke, holds);
    const { width, height, look } = this.#view;
    const { minX, minY, maxX, maxY } = strokeBounds(stroke);
    const left = Math.max(0, Math.floor(minX * look.scale - look.left) - INK_EDGE);
    const top = Math.max(0, Math.floor(minY * look.scale - look.top) - INK_EDGE);
    const right = Math.min(width, Math.ceil(maxX * look.scale - look.left) + INK_EDGE);
    const bottom = Math.min(height, Math.ceil(maxY * look.scale - look.top) + INK_EDGE);
    if (left < right && top < bottom) this.#rubbed.push({ left, top, right, bottom });
    this.#picture.ask();
  }

  endRub(): void {
    if (!this.#isRubbed) return;
    this.#isRubbed = false;
    this.#changes.tell();
    for (const tile of this.#cache) tile.letGo();
    this.#unsettle();
    this.#outdated = true;
    this.#picture.ask();
  }

  /**
   * Paints new top strokes straight onto the screen, which is all that the person waits for. It does so now, not in
   * the next frame, which has the first moves of the next stroke to show.
   */
  #layOrDraw({ come, wet, onTop }: ZOrderChange): void {
    const points = come.reduce((sum, { stroke }) => sum + stroke.points.length, this.#laid);
    // A stroke that runs into others is shown with them, and all its tiles in the same frame.
    if (come.length > 0 && wet.length > 0) this.#laid = points;
    if (this.#whole || this.#coarseness > 1 || !this.#early.isEmpty || !onTop || points > LAID_MAX) {
      this.#askWhole();
      return;
    }
    this.#laid = points;
    this.#lay(come);
  }

  #askWhole(): void {
    this.#whole = true;
    this.#picture.ask();
  }

  /** A tile arrived that is visible, or that can be shown instead of one. */
  #news(tile: Tile | undefined): void {
    const { look } = this.#view;
    if (!tile || this.#queue.zooming) this.#whole = true;
    else if (tile.scale !== look.scale) {
      if (this.#queue.isThere) return;
      this.#whole = true;
    } else if (!inSpan(this.#view.seen(), tile)) return;
    else this.#arrived.add(tile);
    this.#picture.ask();
  }

  /** Holds back new tiles while the zoom changes. */
  #restLater(): void {
    this.#unsettle();
    this.#queue.zooming = true;
    clearTimeout(this.#restTimer);
    this.#restTimer = setTimeout(() => {
      this.#queue.zooming = false;
      this.#pace.rest();
      this.#askWhole();
    }, REST);
  }

  #draw(): void {
    if (this.#view.isEmpty) return;
    if (this.#queue.zooming) {
      // Every frame, also one that has nothing to draw, tells whether the screen is followed.
      this.#pace.frame(performance.now());
      this.#picture.ask();
    }
    const isChanged =
      this.#outdated || this.#arrived.size > 0 || this.#rubbed.length > 0 || this.#behind.length > 0;
    if (this.#whole || (isChanged && this.#coarseness > 1)) this.#drawWhole();
    else if (isChanged) this.#drawParts();
  }

  /** Gives the surface its pixels, which are blank then. */
  #fitSurface(coarseness: number): void {
    const { width, height } = this.#view.seenIn(coarseness);
    this.#coarseness = coarseness;
    this.element.width = width;
    this.element.height = height;
  }

  #drawWhole(): void {
    const coarseness = this.#queue.zooming && this.#pace.isSlow ? COARSE : 1;
    if (coarseness !== this.#coarseness) this.#fitSurface(coarseness);
    const { width, height } = this.#view.seenIn(coarseness);
    this.#whole = false;
    this.#arrived.clear();
    this.#rubbed = [];
    this.#behind = [];
    this.#outdated = false;
    this.#paint([{ left: 0, top: 0, right: width, bottom: height }]);
    this.#laid = 0;
    this.onPainted?.();
    clearTimeout(this.#laidTimer);
    if (this.#awaits !== 'document') this.#queue.order();
    this.#settle();
  }

  #drawParts(): void {
    const tiles = [...this.#arrived].map((tile) => this.#areaOf(tile));
    const [rubbed, behind] = [this.#rubbed, this.#behind];
    this.#arrived.clear();
    this.#rubbed = [];
    this.#behind = [];
    // What waited for it comes first.
    this.#paint([...behind, ...tiles, ...rubbed]);
    this.onPainted?.();
    // What was updated late, or came before the last changes, may need a new picture.
    if (this.#outdated || behind.length > 0 || tiles.length > 0) this.#queue.order();
    this.#outdated = false;
    this.#settle();
  }

  #paint(parts: readonly Area[]): void {
    this.#changes.tell();
    this.#cache.frame++;
    const { look } = this.#view.seenIn(this.#coarseness);
    const painter = new Painter({
      surface: this.#surface,
      cache: this.#cache,
      look,
      nearby: this.#withinBudget(),
      // Strokes painted on the screen must stay visible until their tile is updated.
      updateBudget:
        this.#laid > 0 || !this.#early.isEmpty
          ? Number.POSITIVE_INFINITY
          : (this.#hasCome ? MOVED_BUDGET : UPDATE_BUDGET) - this.#frames.spent,
    });
    this.#hasCome = false;
    for (const part of parts) {
      this.#surface.clearRect(part.left, part.top, part.right - part.left, part.bottom - part.top);
      // Tiles that are there already would show its ink twice.
      if (!this.standIn) painter.fill(part);
    }
    if (this.standIn && !this.#paintStandIn(this.standIn, look, parts)) {
      for (const part of parts) painter.fill(part);
    }
    if (this.standIn) {
      this.#early.paint(this.#surface, look, parts);
      // The picture stays until all of them are up to date.
      painter.update(this.#cache.within(this.#view.look.scale, this.#view.seen()));
      if (painter.isLate) this.#askWhole();
      return;
    }
    this.#early.paint(this.#surface, look, this.#awaits ? parts : painter.bare);
    if (!painter.isLate) return;
    this.#behind.push(...painter.late);
    this.#picture.ask();
  }

  /** Paints the picture of the last time. One that cannot be painted goes; returns false then. */
  #paintStandIn(picture: StandIn, look: Viewport, parts: readonly Area[]): boolean {
    try {
      paintStandIn(this.#surface, picture, look, parts);
      return true;
    } catch {
      this.standIn = undefined;
      this.#askWhole();
      this.onStandInFailed?.();
      return false;
    }
  }

  /** Paints strokes onto the screen as their tiles will show them. Tiles are updated once input rests. */
  #lay(entries: readonly ZOrderEntry[]): void {
    for (const { stroke } of entries) stampStroke(this.#surface, stroke, this.#view.look);
    this.#awaitRest();
  }

  #awaitRest(): void {
    clearTimeout(this.#laidTimer);
    if (this.#isDrawing || this.#laid === 0) return;
    // Now, not in the next frame: a new stroke may have begun by then.
    this.#laidTimer = setTimeout(() => this.#drawWhole(), CALM_HAND);
  }

  /** Finds nearby strokes, within what one frame can paint. */
  #withinBudget(): Nearby {
    let left = POINTS_PER_FRAME;
    const coats = (area: Bounds) => {
      let points = 0;
      const tooMany = this.#zOrder.some(area, ({ stroke }) => {
        points += stroke.points.length;
        return points > left;
      });
      if (tooMany) return undefined;
      left -= points;
      return this.#zOrder.coats(area);
    };
    const { layers, veils } = this.#queue;
    return { coats, layers, veil: (cell, stroke) => veils.under(cell, stroke) };
  }

  #settle(): void {
    if (this.#awaits === 'document' || this.#queue.zooming || !this.#queue.isWhole) {
      this.#unsettle();
      return;
    }
    if (this.standIn) {
      this.standIn = undefined;
      this.#askWhole();
      return;
    }
    // Tiles show the early strokes now.
    if (!this.#awaits) this.#early.set([]);
    if (!this.#settled) {
      this.#settled = true;
      this.element.dataset.settled = 'true';
      this.#queue.dismissHelper();
      this.onSettled?.();
    }
  }

  #unsettle(): void {
    if (this.#settled) this.element.dataset.settled = 'false';
    this.#settled = false;
  }
}
