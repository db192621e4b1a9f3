/** Edits that find their strokes changed elsewhere. */
import type { Stroke } from '../../../core/drawing/types.ts';
import { comingBy, neededBy, type Operation } from '../document/content.ts';
import { strokeKey } from '../document/stroke-key.ts';

/** What others have made of strokes, for edits that the hand still had in work when they came. */
export class MadeElsewhere {
  readonly #of = new WeakMap<Stroke, readonly Stroke[]>();

  /** Others have changed the drawing. What came and has the time of a stroke that went is made of it. */
  came(before: readonly Stroke[], now: readonly Stroke[]): void {
    const [known, there] = [new Set(before), new Set(now)];
    const gone = before.filter((stroke) => stroke.at !== undefined && !there.has(stroke));
    if (gone.length === 0) return;
    const come = now.filter((stroke) => !known.has(stroke));
    const times = new Map<number | undefined, Stroke[]>(come.map(({ at }) => [at, []]));
    for (const stroke of come) times.get(stroke.at)?.push(stroke);
    for (const stroke of gone) this.#of.set(stroke, times.get(stroke.at) ?? []);
  }

  /** True if edits of strokes that are gone were meant for what others have made of them, as far as that is there. */
  isMissed(dropped: readonly Operation[], strokes: readonly Stroke[]): boolean {
    const made = new Set(dropped.flatMap(neededBy));
    // Others may have changed them again.
    for (const stroke of made) for (const one of this.#of.get(stroke) ?? []) made.add(one);
    return missesEdit(
      dropped,
      strokes,
      strokes.filter((stroke) => !made.has(stroke)),
    );
  }
}

/**
 * True if an edit that was dropped was meant for a stroke that came back in another form: another device or tab has moved,
 * cut or recoloured it. Whoever made the edit must hear of it. Strokes of one time are of one origin; of those without a
 * time nobody knows. What both did alike is not missed.
 * @param strokes of the drawing as others have left it; those that were known before are the same objects
 * @param known strokes that were stored, or seen here, before
 */
export function missesEdit(
  dropped: readonly Operation[],
  strokes: readonly Stroke[],
  known: Iterable<Stroke>,
): boolean {
  if (dropped.length === 0) return false;
  const before = new Set(known);
  const times = new Set<number>();
  for (const stroke of strokes) {
    if (stroke.at !== undefined && !before.has(stroke)) times.add(stroke.at);
  }
  // Only where one is missed, because the keys of 20,000 strokes take long.
  const meant = dropped.filter((one) => neededBy(one).some(({ at }) => at !== undefined && times.has(at)));
  if (meant.length === 0) return false;
  const forms = new Set(strokes.map(strokeKey));
  return meant.some((one) => {
    const come = comingBy(one);
    return come.length === 0 || come.some((stroke) => !forms.has(strokeKey(stroke)));
  });
}
