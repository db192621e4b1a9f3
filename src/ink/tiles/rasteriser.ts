/** The rasteriser draws tiles: in a worker, or on this thread in slices. */

import { ONE_LAYER } from '../../core/drawing/members/layers.ts';
import type { Layer, Point, Stroke } from '../../core/drawing/types.ts';
import { EVEN, UPRIGHT } from '../brush/brush.ts';
import { brushOf } from '../brush/brushes.ts';
import { paintCoats, paintingCoats, type Veil } from '../brush/field/paint-coats.ts';
import { paintPixels } from '../brush/field/paint-stroke.ts';
import { blankPixels, type Part, type Pixels, straightBytes, wholeOf } from '../brush/field/pixels.ts';
import { asFlatStroke } from '../brush/flat-stroke.ts';
import { COMPOSITE } from '../canvas/paint.ts';
import type { ZOrderEntry } from '../scene/z-order.ts';
import { inSlices, type SlicedWork } from './slices.ts';
import { type Cell, TILE } from './tile-grid.ts';

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
  /** Reports the layers. Must come before the requests that show them. */
  layers(layers: readonly Layer[]): void;
  /**
   * Requests a tile, or what the layers make of a colour there. `coats` returns the current strokes in it, bottom first,
   * those of one wash together.
   */
  order(
    cell: Cell,
    coats: () => readonly (readonly Stroke[])[],
    done: (image: TileImage) => void,
    veil?: Veil,
  ): void;
  destroy(): void;
}

/** Blank pixels of a part of a tile, by default of all of it. */
export function partPixels(
  { x, y }: Cell,
  { left, top, right, bottom }: Part = { left: 0, top: 0, right: TILE, bottom: TILE },
): Pixels {
  return blankPixels(x * TILE + left, y * TILE + top, right - left, bottom - top);
}

/** Paints coats onto blank pixels of a tile, in their layers. */
export function paintOnTile(
  pixels: Pixels,
  { scale }: Cell,
  coats: readonly (readonly Stroke[])[],
  layers: readonly Layer[],
): void {
  paintCoats(pixels, scale, coats, asFlatStroke, layers);
}

/** Paints a stroke onto what is there. */
export function paintOver(pixels: Pixels, { scale }: Cell, stroke: Stroke): void {
  paintPixels(pixels, scale, asFlatStroke(stroke));
}

/** Erases the stroke's shape. */
export function rubOut(pixels: Pixels, { scale }: Cell, stroke: Stroke): void {
  paintPixels(pixels, scale, asFlatStroke(stroke), brushOf('eraser'));
}

/** Erases the way of a round tip, about as `paintOver` does with a stroke that erases: no pixel is read. */
export function rubTip(
  context: CanvasRenderingContext2D,
  { x, y, scale }: Cell,
  { size, points }: Stroke,
): void {
  const [from] = points;
  if (!from) return;
  const radius = size * brushOf('eraser').radius(EVEN, UPRIGHT) * scale;
  const place = ([px, py]: Point) => [px * scale - x * TILE, py * scale - y * TILE] as const;
  const [left, top] = place(from);
  context.save();
  context.globalCompositeOperation = COMPOSITE.erase;
  context.lineCap = 'round';
  context.lineJoin = 'round';
  context.lineWidth = 2 * radius;
  // A tip that stays in its place draws no line.
  context.beginPath();
  context.arc(left, top, radius, 0, 2 * Math.PI);
  context.fill();
  context.beginPath();
  context.moveTo(left, top);
  for (const point of points) context.lineTo(...place(point));
  context.stroke();
  context.restore();
}

/** Kept for the bytes of the next part that is shown: the first writes to new memory are slow. */
let image: ImageData | undefined;

/** Shows a part of the pixels on a canvas: in its place if that has their size, or at another. */
export function showPart(
  context: CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D,
  pixels: Pixels,
  part: Part,
  { left, top }: Pick<Part, 'left' | 'top'> = part,
): void {
  const width = part.right - part.left;
  const height = part.bottom - part.top;
  // Most parts are as large as the one before, and every byte is written.
  if (image?.width !== width || image.height !== height) image = context.createImageData(width, height);
  straightBytes(pixels, part, image.data);
  context.putImageData(image, left, top);
}

/** A canvas of a tile's size. Its pixels are written and read here, so the browser keeps them in memory. */
export function tileCanvas(): CanvasRenderingContext2D {
  const canvas = document.createElement('canvas');
  canvas.width = TILE;
  canvas.height = TILE;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('This browser gives no 2D canvas.');
  return context;
}

/** Target time of one step, ms. */
const STEP = 6;
const POINTS_PER_STEP = { least: 300, first: 2_000, most: 40_000 };

/** Draws one tile after another on this thread, in slices. */
export class SliceRasteriser implements Rasteriser {
  #job: SlicedWork | undefined;
  #cell: Cell | undefined;
  #pointsPerStep = POINTS_PER_STEP.first;
  #layers = ONE_LAYER;

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

  layers(layers: readonly Layer[]): void {
    this.#layers = layers;
  }

  order(
    cell: Cell,
    near: () => readonly (readonly Stroke[])[],
    done: (image: TileImage) => void,
    veil?: Veil,
  ): void {
    const pixels = partPixels(cell);
    const painting = paintingCoats(pixels, cell.scale, near(), asFlatStroke, this.#layers, veil);
    this.#cell = cell;
    let isDone = false;
    this.#job = inSlices(
      () => {
        const began = performance.now();
        let budget = this.#pointsPerStep;
        while (!isDone && budget > 0) {
          const { done, value } = painting.next();
          isDone = done === true;
          for (const { points } of value ?? []) budget -= points.length + 4;
        }
        this.#learnPace(performance.now() - began, budget <= 0);
        return isDone;
      },
      () => {
        if (!isDone) return;
        this.#job = undefined;
        const context = tileCanvas();
        showPart(context, pixels, wholeOf(pixels));
        done(context.canvas);
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
