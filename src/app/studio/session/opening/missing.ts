/** Tells which strokes that a page has left the drawing has not got. */
import type { Stroke } from '../../../../core/drawing/types.ts';
import type { EarlyRecord } from '../../document/memory-database.ts';

/**
 * Those of the strokes that a page has left which the drawing has not got. The page may have been ended between saving
 * them and forgetting them. Strokes are alike that begin alike: one that was being drawn may have been saved with more than
 * the page had kept of it. Two taps at one place are alike, so they are counted.
 */
export function missingFrom(own: readonly Stroke[], { strokes, had }: EarlyRecord): readonly Stroke[] {
  if (!had) return strokes;
  const begun = strokes.filter((_, i) => had[i] != null);
  const now = countsOf(own, begun);
  const keys = strokes.map((stroke, i) => (had[i] == null ? undefined : beginOf(stroke)));
  /** How many of each kind were saved and are not met yet: since the first of several pages began to save one. */
  const saved = new Map<string, number>();
  for (const [i, key] of keys.entries()) {
    if (key === undefined) continue;
    const since = (now.get(key) ?? 0) - (had[i] ?? 0);
    saved.set(key, Math.max(since, saved.get(key) ?? 0));
  }
  return strokes.filter((_, i) => {
    const key = keys[i];
    if (key === undefined) return true;
    const left = saved.get(key) ?? 0;
    saved.set(key, left - 1);
    return left <= 0;
  });
}

/** Of each stroke, how many like it the drawing has. */
export function likenessIn(own: readonly Stroke[], strokes: readonly Stroke[]): readonly number[] {
  const counts = countsOf(own, strokes);
  return strokes.map((stroke) => counts.get(beginOf(stroke)) ?? 0);
}

/** How many strokes like each of those the drawing has. */
function countsOf(own: readonly Stroke[], strokes: readonly Stroke[]): Map<string, number> {
  const counts = new Map(strokes.map((stroke) => [beginOf(stroke), 0]));
  if (counts.size === 0) return counts;
  for (const stroke of own) {
    const key = beginOf(stroke);
    const count = counts.get(key);
    if (count !== undefined) counts.set(key, count + 1);
  }
  return counts;
}

/** How a stroke begins, on whatever layer and at whatever time: it gets both when it is put on top. */
function beginOf({ tool, size, points }: Stroke): string {
  return `${tool} ${size} ${points[0]?.join(' ')}`;
}
