/**
 * What was done to strokes, and what whoever did it knew of. Two strokes of one form are one: a stroke keeps its form when it
 * is moved to another layer or faded. One that is cut, moved on its layer or recoloured goes, and strokes of other forms come
 * from it.
 */
import { formKey, strokeKey } from '../../../src/app/studio/document/stroke-key.ts';
import type { Stroke } from '../../../src/core/drawing/types.ts';
import type { Swap } from '../../../src/ink/index.ts';

/** Numbers of the deeds that a tab, a device or the server knows of. */
export type Known = Set<number>;

/** A stroke of a form was put there or brought back, removed, or moved to another layer or faded. */
export interface Deed {
  readonly number: number;
  readonly kind: 'put' | 'remove' | 'change';
  readonly form: string;
  readonly by: string;
  readonly known: ReadonlySet<number>;
}

/** The strokes of each form, as a text. */
type Forms = ReadonlyMap<string, string>;

export class Ledger {
  readonly deeds: Deed[] = [];
  /** The form that each came from. */
  readonly #parents = new Map<string, string>();
  /** The forms that came from each, for each time that it was changed. */
  readonly #children = new Map<string, (readonly string[])[]>();
  /** The number of the stroke of each form. */
  readonly #strokes = new Map<string, number | undefined>();

  /** The forms of these strokes. */
  forms(strokes: readonly Stroke[]): Forms {
    const found = new Map<string, string>();
    for (const stroke of strokes) {
      const form = formKey(stroke);
      this.#strokes.set(form, stroke.at);
      found.set(form, (found.get(form) ?? '') + strokeKey(stroke));
    }
    return found;
  }

  /** A form, in words. */
  words(form: string): string {
    return `stroke ${this.#strokes.get(form)}`;
  }

  note(kind: Deed['kind'], form: string, by: string, known: Known): void {
    const number = this.deeds.length;
    this.deeds.push({ number, kind, form, by, known: new Set(known) });
    known.add(number);
  }

  /**
   * Somebody acted.
   * @param before the forms before
   * @param brought what undo or redo was to bring: what is there of it is brought back, although it was not away
   */
  acts(by: string, known: Known, before: Forms, now: readonly Stroke[], brought: readonly Stroke[]): void {
    const after = this.forms(now);
    for (const form of before.keys()) if (!after.has(form)) this.note('remove', form, by, known);
    const again = new Set(brought.map(formKey));
    for (const [form, strokes] of after) {
      if (before.has(form) && before.get(form) !== strokes) this.note('change', form, by, known);
    }
    for (const form of after.keys())
      if (!before.has(form) || again.has(form)) this.note('put', form, by, known);
  }

  /** What is there although somebody removed it is put there for everybody who sees it. */
  keeps(by: string, known: Known, strokes: readonly Stroke[]): void {
    for (const form of this.forms(strokes).keys()) {
      const own = this.deeds.filter((one) => one.form === form && known.has(one.number));
      const removes = own.filter(({ kind }) => kind === 'remove');
      const isBack = own.some(
        (put) => put.kind === 'put' && removes.every((one) => put.known.has(one.number)),
      );
      if (removes.length > 0 && !isBack) this.note('put', form, by, known);
    }
  }

  /** Strokes were cut, moved on their layer or recoloured. */
  swaps(swaps: readonly Swap[]): void {
    for (const { stroke, by } of swaps) {
      const form = formKey(stroke);
      const come = by.map(formKey);
      if (come.length === 0 || come.includes(form)) continue;
      for (const one of come) if (!this.#parents.has(one)) this.#parents.set(one, form);
      this.#children.set(form, [...(this.#children.get(form) ?? []), come]);
    }
  }

  /** The forms that one came from, the nearest first. */
  ancestors(form: string): string[] {
    const parent = this.#parents.get(form);
    return parent === undefined ? [] : [parent, ...this.ancestors(parent)];
  }

  /** The form of the stroke that was drawn, from which this one came. */
  origin(form: string): string {
    return this.ancestors(form).at(-1) ?? form;
  }

  /** The forms that came from one, for each time that it was changed. */
  children(form: string): readonly (readonly string[])[] {
    return this.#children.get(form) ?? [];
  }
}
