/**
 * Which strokes those that erase belong to: these they were made for, go along with, and are gone with. They are the
 * strokes below them on their layer that they touch. Brushes that split are cut by the eraser and need no such stroke, so
 * they count only where it touches no other: it does not hold on to a line that was put under it.
 */
import { erases } from '../../core/drawing/erasing.ts';
import { BASE } from '../../core/drawing/members/layers.ts';
import type { Stroke } from '../../core/drawing/types.ts';
import { brushOf } from '../brush/brushes.ts';
import { strokeBounds } from '../geometry/bounds.ts';
import { meets } from '../geometry/hit-test.ts';

/** A stroke that erases. */
export interface Belonging {
  readonly eraser: Stroke;
  /** True if it belongs to other strokes as well. */
  readonly isShared: boolean;
}

/** What one touches, of brushes that do not split and of those that do. */
interface Touched {
  whole: boolean;
  split: boolean;
}

/**
 * The strokes that erase and belong to some of these, bottom first.
 * @param all the drawing, bottom first
 */
export function erasersOf(all: readonly Stroke[], some: Iterable<Stroke>): readonly Belonging[] {
  const places: number[] = [];
  for (let i = 0; i < all.length; i++) if (erases(all[i]!)) places.push(i);
  // Mostly there is none.
  if (places.length === 0) return [];
  const asked = new Set(some);
  const [mine, others] = [new Nearby(all), new Nearby(all)];
  for (let i = 0; i < all.length; i++) {
    const stroke = all[i]!;
    if (!erases(stroke)) (asked.has(stroke) ? mine : others).add(i);
  }
  return places.flatMap((place): Belonging[] => {
    const eraser = all[place]!;
    const touched = mine.touchedBy(place);
    if (!touched.whole && !touched.split) return [];
    const besides = others.touchedBy(place);
    if (touched.whole) return [{ eraser, isShared: besides.whole }];
    return besides.whole ? [] : [{ eraser, isShared: besides.split }];
  });
}

/** Some strokes of a drawing. Their bounds are numbers in a row, so that thousands are passed over in no time. */
class Nearby {
  readonly #all: readonly Stroke[];
  readonly #places: number[] = [];
  #bounds: Float64Array | undefined;

  constructor(all: readonly Stroke[]) {
    this.#all = all;
  }

  add(place: number): void {
    this.#places.push(place);
  }

  /** What the stroke at this place, which erases, touches below it on its layer. */
  touchedBy(place: number): Touched {
    const eraser = this.#all[place]!;
    const { minX, minY, maxX, maxY } = strokeBounds(eraser);
    this.#bounds ??= this.#boundsOfAll();
    const bounds = this.#bounds;
    const touched: Touched = { whole: false, split: false };
    for (let i = 0; i < this.#places.length && this.#places[i]! < place; i++) {
      const at = 4 * i;
      if (bounds[at]! > maxX || bounds[at + 1]! > maxY || bounds[at + 2]! < minX || bounds[at + 3]! < minY)
        continue;
      const stroke = this.#all[this.#places[i]!]!;
      const kind = brushOf(stroke.tool).splits ? 'split' : 'whole';
      // Once it touches one that does not split, the others do not matter.
      if (!touched[kind] && isOnLayerOf(eraser, stroke)) touched[kind] = meets(eraser, stroke);
      if (touched.whole) break;
    }
    return touched;
  }

  #boundsOfAll(): Float64Array {
    const bounds = new Float64Array(4 * this.#places.length);
    let at = 0;
    for (const place of this.#places) {
      const { minX, minY, maxX, maxY } = strokeBounds(this.#all[place]!);
      bounds[at++] = minX;
      bounds[at++] = minY;
      bounds[at++] = maxX;
      bounds[at++] = maxY;
    }
    return bounds;
  }
}

function isOnLayerOf({ layer = BASE.id }: Stroke, { layer: other = BASE.id }: Stroke): boolean {
  return layer === other;
}
