/** The rasteriser draws tiles: in a worker, or on this thread in slices. */
import type { Stroke } from '../../core/drawing/types.ts';
import { asFlatStroke, type FlatStroke } from '../brush/flat-stroke.ts';
import { paintFlat } from '../canvas/flat-stroke.ts';
import type { Canvas2D } from '../canvas/paint.ts';
import type { ZOrderEntry } from '../scene/z-order.ts';
import { inSlices, type SlicedWork } from './slices.ts';
import { type Cell, INK_EDGE, TILE } from './tile-grid.ts';

export type TileImage = ImageBitmap | HTMLCanvasElement;

export interface Rasteriser {
  /** True if it accepts another request. */
  readonly free: boolean;
  /** Requested tiles that have not arrived. */
  readonly busyWith: readonly Cell[];
  /**
   * Takes the JSON of a drawing and draws from it; the first `change` then brings the same strokes. Returns false if it
   * cannot read JSON and waits for `change`.
   */
  read(document: ArrayBuffer): boolean;
  /** Reports changed strokes. Must come before the requests that show them. */
  change(gone: readonly ZOrderEntry[], come: readonly ZOrderEntry[]): void;
  /** Requests a tile. `strokes` returns the current strokes in it, bottom first. */
  order(cell: Cell, strokes: () => readonly Stroke[], done: (image: TileImage) => void): void;
  destroy(): void;
}

/** Prepares a context for `paintOnTile`. */
export function beginTile(context: Canvas2D, scale: number): void {
  context.setTransform(scale, 0, 0, scale, 0, 0);
}

/** Paints a stroke. `rub`: erases the stroke's shape instead. */
export function paintOnTile(context: Canvas2D, cell: Cell, stroke: Stroke, rub = false): void {
  paintFlatOnTile(context, cell, asFlatStroke(stroke), rub ? 'eraser' : stroke.tool);
}

export function paintFlatOnTile(
  context: Canvas2D,
  { scale, x, y }: Cell,
  stroke: FlatStroke,
  tool = stroke.tool,
): void {
  const side = TILE / scale;
  paintFlat(context, stroke, x * side, y * side, tool, { side, edge: INK_EDGE / scale });
}

export function tileCanvas(): { canvas: HTMLCanvasElement; context: CanvasRenderingContext2D } {
  const canvas = document.createElement('canvas');
  canvas.width = TILE;
  canvas.height = TILE;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser gives no 2D canvas.');
  return { canvas, context };
}

/** Target time of one step, ms, including work that the browser defers. */
const STEP = 6;
const POINTS_PER_STEP = { least: 300, first: 2_000, most: 40_000 };

/** Draws one tile after another on this thread, in slices. */
export class SliceRasteriser implements Rasteriser {
  /** One pixel: copying a tile onto it makes the browser do its deferred drawing. */
  readonly #probe: CanvasRenderingContext2D;
  #job: SlicedWork | undefined;
  #cell: Cell | undefined;
  #pointsPerStep = POINTS_PER_STEP.first;

  constructor() {
    const probe = document.createElement('canvas');
    probe.width = 1;
    probe.height = 1;
    const context = probe.getContext('2d');
    if (!context) throw new Error('This browser gives no 2D canvas.');
    this.#probe = context;
  }

  get free(): boolean {
    return this.#job === undefined;
  }

  get busyWith(): readonly Cell[] {
    return this.#job && this.#cell ? [this.#cell] : [];
  }

  read(): boolean {
    return false;
  }

  change(): void {}

  order(cell: Cell, near: () => readonly Stroke[], done: (image: TileImage) => void): void {
    const strokes = near();
    const { canvas, context } = tileCanvas();
    beginTile(context, cell.scale);
    this.#cell = cell;
    let next = 0;
    this.#job = inSlices(
      () => {
        const began = performance.now();
        let budget = this.#pointsPerStep;
        while (next < strokes.length && budget > 0) {
          const stroke = strokes[next++]!;
          budget -= stroke.points.length + 4;
          paintOnTile(context, cell, stroke);
        }
        this.#probe.drawImage(canvas, 0, 0, 1, 1, 0, 0, 1, 1);
        this.#learnPace(performance.now() - began, budget <= 0);
        return next >= strokes.length;
      },
      () => {
        if (next < strokes.length) return;
        this.#job = undefined;
        done(canvas);
      },
      'later',
    );
  }

  destroy(): void {
    this.#job?.cancel();
    this.#job = undefined;
  }

  /** Adapts the length of the next step to the time that the last `full` one took. */
  #learnPace(took: number, full: boolean): void {
    if (!full && took < STEP) return;
    const wanted = this.#pointsPerStep * Math.min(2, Math.max(0.25, STEP / Math.max(took, 0.1)));
    this.#pointsPerStep = Math.min(POINTS_PER_STEP.most, Math.max(POINTS_PER_STEP.least, Math.round(wanted)));
  }
}
