/** Strokes that two devices moved to layers, each in its own way: each such stroke stands once. */
import { strokeJson } from '../strokes/stroke-json.ts';
import type { Layer, Stroke } from '../types.ts';
import { BASE, hasLayer, ONE_LAYER } from './layers.ts';

/** A version of a drawing, with a number for each stroke. The n-th equal stroke has the same number in each version. */
export interface Numbered {
  readonly layers?: readonly Layer[] | undefined;
  readonly strokes: readonly Stroke[];
  readonly numbers: number[];
}

/**
 * Changes the numbers of strokes that both sides moved, by hand or as they merged layers down, which may also change their
 * opacity, so that each is there once. Of two layers it is on the one of lower rank, as that side has it, and the other side
 * seems not to have moved it: the same one if the sides are swapped. On one layer it has remote's opacity.
 *
 * A stroke that base lacks may be such a one, too: a side erased it before, the other moved it and did not know, and then the
 * first side brought it back. It says when it was drawn, so nobody drew it twice.
 */
export function moveOnce(versions: readonly [Numbered, Numbered, Numbered]): void {
  const [base, local, remote] = versions;
  // Named after what is read at once: their whole text is made only of those that may have been moved.
  const [gone, ours, theirs] = alone(versions, ({ color, at, points }) => [String([color, at, points[0]])]);
  const inLocal = new Set(local.numbers);
  const isShared = (_: Stroke, j: number) => inLocal.has(remote.numbers[j]!);
  /**
   * The times of strokes that base has, or both sides alike. One of such a time beside it may be a copy, which can have the
   * time of its original: each side may have made its own. Undefined for all others: without a time equal strokes may be
   * two, too.
   */
  const times = new Set([...base.strokes, ...remote.strokes.filter(isShared)].map(({ at }) => at)).add(
    undefined,
  );
  for (const [name, i] of ours!) {
    const j = theirs!.get(name);
    if (j === undefined) continue;
    const place = gone!.get(name) ?? base.numbers.length;
    const [was, one, other] = [base.strokes[place], local.strokes[i]!, remote.strokes[j]!];
    /**
     * Lowest is a layer that the stroke was moved to, not its own, on which it only faded; then one that both sides have,
     * because who merged it into another has moved what the other put there, too. Empty if the side did not move it. Strokes
     * fade in their place as layers are merged: one went or became more opaque, or, as nobody fades a stroke by hand, it says
     * when it was drawn. A layer that came and went since leaves no other trace.
     */
    const rank = ({ layers }: Numbered, stroke: Stroke) => {
      const isOwn = was !== undefined && stroke.layer === was.layer;
      const isMerged =
        stroke.at !== undefined ||
        opacityOf(stroke, layers) !== opacityOf(stroke, base.layers) ||
        base.layers?.some(({ id }) => !layers?.some((layer) => layer.id === id));
      if (isOwn ? !isMerged : !was && times.has(stroke.at)) return '';
      const isGone = !hasLayer(local.layers, stroke) || !hasLayer(remote.layers, stroke);
      return [isOwn, isGone, stroke.layer].join();
    };
    const [a, b] = [rank(local, one), rank(remote, other)];
    const form = a && b && formOf(one);
    if (!form || form !== formOf(other) || (was && form !== formOf(was))) continue;
    // The one that goes counts as the one of base, or as one more of base, and the other side has erased it. One that both
    // have alike counts as that of base, so that it is none that both changed.
    if (a === b) local.numbers[i] = remote.numbers[j]!;
    if (a === b && was) base.numbers[place] = remote.numbers[j]!;
    if (a !== b) base.numbers[place] = (a < b ? remote.numbers[j] : local.numbers[i])!;
  }
}

/**
 * Of each version the strokes that no other has: their last place by what they are named after.
 * @param namesOf also given the number of the stroke below that all have
 */
export function alone<Name>(
  versions: readonly Numbered[],
  namesOf: (stroke: Stroke, below: number) => readonly Name[],
): Map<Name, number>[] {
  const sets = versions.map(({ numbers }) => new Set(numbers));
  return versions.map(({ strokes, numbers }) => {
    const places = new Map<Name, number>();
    let below = -1;
    for (const [i, number] of numbers.entries()) {
      const count = sets.filter((set) => set.has(number)).length;
      if (count === 3) below = number;
      if (count === 1) for (const name of namesOf(strokes[i]!, below)) places.set(name, i);
    }
    return places;
  });
}

/** The opacity of the stroke's layer; undefined if there is no such one. */
function opacityOf({ layer = BASE.id }: Stroke, layers = ONE_LAYER): number | undefined {
  return layers.find(({ id }) => id === layer)?.opacity;
}

/** The text of a stroke, on whatever layer and of whatever opacity. */
function formOf({ layer: _, opacity: __, ...stroke }: Stroke): string {
  return strokeJson(stroke);
}
