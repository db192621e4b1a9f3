/** Strokes that wait to come back, while other devices or tabs have brought them back, moved or faded them. */
import type { Stroke } from '../../../core/drawing/types.ts';
import { apply, type Content, comingBy, neededBy, type Operation } from '../document/content.ts';
import { formKey } from '../document/stroke-key.ts';

/**
 * The waiting operations, without what would put a stroke beside itself. Whoever undid the erasing of one, or its new colour,
 * had not seen that another device had moved it, and so kept it, or that a second tab had undone the same: the one that is
 * there stays. Two strokes of one form and time are one; of those without a time nobody knows.
 * @param seen strokes that the person saw, with the operations applied
 * @param base what the operations will be applied to
 */
export function withoutCome(
  operations: readonly Operation[],
  seen: readonly Stroke[],
  base: Content,
): Operation[] {
  const times = new Set(operations.flatMap((one) => comingBy(one).flatMap(({ at }) => at ?? [])));
  const there = formsOf(base.strokes, times);
  if (there.size === 0) return [...operations];
  const known = formsOf(seen, times);
  const all = formsOf(apply(base, operations).strokes, times);
  let [left, now] = [operations, all];
  for (;;) {
    const surplus = new Map<string, number>();
    for (const [form, count] of now)
      surplus.set(form, count - Math.max(1, known.get(form) ?? 0, there.get(form) ?? 0));
    const dropped = new Map<Operation, Stroke[]>();
    for (const [one, stroke] of newestFirst(left)) {
      const form = stroke.at === undefined ? '' : formKey(stroke);
      const more = surplus.get(form) ?? 0;
      if (more <= 0) continue;
      surplus.set(form, more - 1);
      dropped.set(one, [...(dropped.get(one) ?? []), stroke]);
    }
    if (dropped.size === 0) break;
    left = left.flatMap((one) => without(one, dropped.get(one) ?? []));
    now = formsOf(apply(base, left).strokes, times);
  }
  // Rather twice than not at all.
  return [...all.keys()].every((form) => now.has(form)) ? [...left] : [...operations];
}

/** What operations bring, insertions first: without one, those that change its stroke find the one that is there or none. */
function newestFirst(operations: readonly Operation[]): readonly (readonly [Operation, Stroke])[] {
  const coming = operations.flatMap((one) => comingBy(one).map((stroke) => [one, stroke] as const));
  return coming.reverse().sort(([a], [b]) => Number(b.kind === 'insert') - Number(a.kind === 'insert'));
}

/** What is left of an operation without strokes that it would bring: it takes away as many as before. */
function without(operation: Operation, dropped: readonly Stroke[]): readonly Operation[] {
  const by = comingBy(operation);
  const left = by.filter((stroke) => !dropped.includes(stroke));
  if (dropped.length === 0) return [operation];
  const gone = neededBy(operation).map((stroke): Operation => ({ kind: 'remove', stroke }));
  if (operation.kind !== 'replace') return gone;
  const [first, ...rest] = by.length < operation.by.length ? [operation.by[0], ...left] : left;
  return first ? [{ ...operation, by: [first, ...rest] }] : gone;
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
