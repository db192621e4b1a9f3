/** Tells which strokes that a page has left the drawing has not got. */
import type { Stroke } from '../../../../core/drawing/types.ts';
import type { EarlyRecord } from '../../document/memory-database.ts';
import { strokeKey } from '../../document/stroke-key.ts';

/**
 * Those of the strokes that a page has left which the drawing has not got, on whatever layer. The page may have been ended
 * between saving them and forgetting them. Two taps at one place make two equal strokes, so they are counted.
 */
export function missingFrom(own: readonly Stroke[], { strokes, had }: EarlyRecord): readonly Stroke[] {
  if (!had) return strokes;
  const begun = strokes.filter((_, i) => had[i] != null);
  const now = countsOf(own, begun);
  const keys = strokes.map((stroke, i) => (had[i] == null ? undefined : likeKey(stroke)));
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
  return strokes.map((stroke) => counts.get(likeKey(stroke)) ?? 0);
}

/** How many strokes like each of those the drawing has. */
function countsOf(own: readonly Stroke[], strokes: readonly Stroke[]): Map<string, number> {
  const counts = new Map<string, number>();
  if (strokes.length === 0) return counts;
  // Keys are dear, so only strokes that begin alike get one.
  const begins = new Set(strokes.map(beginOf));
  for (const stroke of own) {
    if (!begins.has(beginOf(stroke))) continue;
    const key = likeKey(stroke);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

/** The key of a stroke on whatever layer and at whatever time: it gets both when it is put on top. */
function likeKey({ layer: _, at: __, ...like }: Stroke): string {
  return strokeKey(like);
}

function beginOf({ points }: Stroke): string {
  return `${points.length} ${points[0]?.join(' ')}`;
}
