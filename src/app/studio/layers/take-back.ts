/** The step of undo that takes an earlier version of a drawing back. */
import { ONE_LAYER } from '../../../core/drawing/members/layers.ts';
import { samePaper, WHITE } from '../../../core/drawing/members/paper.ts';
import type { OptionalMembers, Stroke } from '../../../core/drawing/types.ts';
import { belowOf } from '../document/content.ts';
import { formsBeside, strokeKey } from '../document/stroke-key.ts';
import { isIdle, type LayersStep } from './layer-steps.ts';

/** What a version has that can be taken back. */
export interface Drawn extends Pick<OptionalMembers, 'paper' | 'layers'> {
  readonly strokes: readonly Stroke[];
}

/**
 * Makes a drawing what a version has: strokes that the version lacks go, those that it has besides come, and the others
 * stay as they are. Layers and paper become those of the version, on which its ink was chosen.
 * @returns undefined if the drawing is like the version
 */
export function takeBackStep(now: Drawn, version: Drawn): LayersStep | undefined {
  const { layers: from = ONE_LAYER, paper: paperNow = WHITE } = now;
  const { layers: to = ONE_LAYER, paper = WHITE } = version;
  const kept = keptStrokes(now.strokes, version.strokes);
  const stayed = new Set(kept.keys());
  const again = new Set(kept.values());
  const items = now.strokes.flatMap((stroke, i) =>
    stayed.has(i) ? [] : [{ stroke, below: belowOf(now.strokes, i) }],
  );
  const come = version.strokes.flatMap((stroke, i) =>
    again.has(i) ? [] : [{ stroke, below: belowOf(version.strokes, i) }],
  );
  const papers = samePaper(paperNow, paper) ? {} : { papers: { from: paperNow, to: paper } };
  const [gone, back] = [items, come].map((all) => all.map(({ stroke }) => stroke));
  const beside = formsBeside(now.strokes, gone!, [...gone!, ...back!]);
  const step: LayersStep = { kind: 'layers', from, to, items, come, ...papers, beside };
  return isIdle(step) ? undefined : step;
}

/**
 * Equal strokes in the same order, as many as there are if each exists once: index in `earlier` by index in `now`. Equal
 * ones are paired from the bottom; of the pairs, the longest run that rises in both is kept.
 */
function keptStrokes(now: readonly Stroke[], earlier: readonly Stroke[]): ReadonlyMap<number, number> {
  const places = new Map<string, number[]>();
  for (let i = earlier.length - 1; i >= 0; i--) {
    const key = strokeKey(earlier[i]!);
    const same = places.get(key);
    if (same) same.push(i);
    else places.set(key, [i]);
  }
  interface Pair {
    readonly now: number;
    readonly earlier: number;
    readonly before: Pair | undefined;
  }
  /** The last pair of the best run of each length: the lower it ends, the more may follow. */
  const ends: Pair[] = [];
  for (const [i, stroke] of now.entries()) {
    const place = places.get(strokeKey(stroke))?.pop();
    if (place === undefined) continue;
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (ends[middle]!.earlier < place) low = middle + 1;
      else high = middle;
    }
    ends[low] = { now: i, earlier: place, before: ends[low - 1] };
  }
  const kept = new Map<number, number>();
  for (let pair = ends.at(-1); pair; pair = pair.before) kept.set(pair.now, pair.earlier);
  return kept;
}
