/** Which drawings are selected, and how a range grows and shrinks. Pure. */

export interface Selection {
  readonly ids: ReadonlySet<string>;
  /** Where the next range begins: what was last selected by itself. */
  readonly anchor: string | undefined;
  /** What was selected before the range that is being drawn: a range that shrinks gives back only what it took. */
  readonly base: ReadonlySet<string>;
}

export const NOTHING: Selection = { ids: new Set(), anchor: undefined, base: new Set() };

/** One more, or one less. */
export function toggled({ ids }: Selection, id: string): Selection {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return { ids: next, anchor: id, base: next };
}

/**
 * Everything from the anchor to `id`, both included, besides what was selected before.
 * @param order ids as they are shown
 */
export function ranged(selection: Selection, order: readonly string[], id: string): Selection {
  const to = order.indexOf(id);
  if (to < 0) return selection;
  const { anchor = id, base } = selection;
  const found = order.indexOf(anchor);
  const from = found < 0 ? to : found;
  const ids = new Set([...base, ...order.slice(Math.min(from, to), Math.max(from, to) + 1)]);
  return { ids, anchor: found < 0 ? id : anchor, base };
}

/** Everything that is shown; what a search hides stays as it was. */
export function allOf({ ids, anchor }: Selection, order: readonly string[]): Selection {
  const next = new Set([...ids, ...order]);
  return { ids: next, anchor, base: next };
}

/** The selection without drawings that are not there any more. */
export function pruned(selection: Selection, there: ReadonlySet<string>): Selection {
  if ([...selection.ids].every((id) => there.has(id))) return selection;
  const keep = (ids: ReadonlySet<string>) => new Set([...ids].filter((id) => there.has(id)));
  return { ...selection, ids: keep(selection.ids), base: keep(selection.base) };
}
