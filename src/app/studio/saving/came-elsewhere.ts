/** Strokes that wait to come back, while other devices or tabs have brought them back, moved or faded them. */
import type { Stroke } from '../../../core/drawing/types.ts';
import { apply, type Content, type Operation } from '../document/content.ts';
import { formKey } from '../document/stroke-key.ts';

/**
 * The waiting operations, without insertions that would put a stroke beside itself. Whoever undid the erasing of one had
 * not seen that another device had moved it, and so kept it, or that a second tab had undone the same: the one that is
 * there stays. Two strokes of one form and time are one; of those without a time nobody knows.
 * @param seen strokes that the person saw, with the operations applied
 * @param base what the operations will be applied to
 */
export function withoutCome(
  operations: readonly Operation[],
  seen: readonly Stroke[],
  base: Content,
): Operation[] {
  const times = new Set(operations.flatMap((one) => (one.kind === 'insert' ? (one.stroke.at ?? []) : [])));
  const there = formsOf(base.strokes, times);
  if (there.size === 0) return [...operations];
  const known = formsOf(seen, times);
  let left = [...operations];
  for (;;) {
    const surplus = formsOf(apply(base, left).strokes, times);
    for (const [form, count] of surplus)
      surplus.set(form, count - Math.max(known.get(form) ?? 0, there.get(form) ?? 0));
    const dropped = new Set<Operation>();
    for (const one of left.toReversed()) {
      if (one.kind !== 'insert' || !times.has(one.stroke.at ?? -1)) continue;
      const form = formKey(one.stroke);
      const more = surplus.get(form) ?? 0;
      if (more <= 0) continue;
      surplus.set(form, more - 1);
      dropped.add(one);
    }
    if (dropped.size === 0) return left;
    left = left.filter((one) => !dropped.has(one));
  }
}

/** How many strokes of those times there are, by form. */
function formsOf(strokes: readonly Stroke[], times: ReadonlySet<number>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const stroke of strokes) {
    if (stroke.at === undefined || !times.has(stroke.at)) continue;
    const form = formKey(stroke);
    counts.set(form, (counts.get(form) ?? 0) + 1);
  }
  return counts;
}
