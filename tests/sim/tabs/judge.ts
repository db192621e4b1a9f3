/** What is wrong with the end of a run. */
import { formKey } from '../../../src/app/studio/document/stroke-key.ts';
import type { Stroke } from '../../../src/core/drawing/types.ts';
import type { Deed, Known, Ledger } from './ledger.ts';

/**
 * The first invariant that the end breaks, in words; undefined if all hold.
 * @param all what everybody together knows of
 * @param isTold true if somebody was told that a change missed strokes
 */
export function judge(
  ledger: Ledger,
  end: readonly Stroke[],
  all: Known,
  isTold: boolean,
): string | undefined {
  const deeds = ledger.deeds.filter(({ number }) => all.has(number));
  const removes = deeds.filter(({ kind }) => kind === 'remove');
  const there = ledger.forms(end);

  const forms = end.map(formKey);
  const twice = forms.find((form, i) => forms.indexOf(form) < i);
  if (twice !== undefined) return `doubled: ${ledger.words(twice)} is there more than once`;

  /** True if it was removed by somebody who knew of it, or while it was put there by somebody who did not know that. */
  const isRemoved = ({ form, known, number }: Deed) => {
    const above = ledger.ancestors(form);
    const origin = ledger.origin(form);
    return removes.some(
      (one) =>
        !known.has(one.number) &&
        (one.form === form ||
          above.includes(one.form) ||
          // Two changed one stroke at the same time: one change is enough.
          (ledger.origin(one.form) === origin && !one.known.has(number))),
    );
  };
  /** True if its ink is there in the forms that came from it, apart from what was removed of them. */
  const isBelow = (form: string): boolean =>
    there.has(form) ||
    ledger
      .children(form)
      .some(
        (parts) =>
          parts.some(isBelow) &&
          parts.every((one) => isBelow(one) || removes.some((remove) => remove.form === one)),
      );
  let missed: string | undefined;
  for (const put of deeds) {
    if (put.kind !== 'put' || there.has(put.form) || isRemoved(put)) continue;
    const isInk = isBelow(put.form) || ledger.ancestors(put.form).some((form) => there.has(form));
    const words = `${ledger.words(put.form)} as ${put.by} put it`;
    if (!isInk) return `lost: ${words} is gone`;
    missed ??= words;
  }

  for (const form of there.keys()) {
    const own = deeds.filter((one) => one.form === form);
    // Whoever removed it knew of everything else that was done to it.
    const isBack = own.some(
      ({ kind, known }) =>
        kind === 'remove' && own.every((other) => other.kind === 'remove' || known.has(other.number)),
    );
    if (isBack) return `back: ${ledger.words(form)} was erased, and is back`;
  }

  if (missed !== undefined && !isTold) return `silent: ${missed} is missing, and nobody was told`;
  return undefined;
}
