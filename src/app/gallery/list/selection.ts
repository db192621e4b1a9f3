/** Selections of drawings, and ranges in them. */
export interface Selection {
  readonly ids: ReadonlySet<string>;
  /** Start of the next range: the drawing last selected by itself. */
  readonly anchor: string | undefined;
  /** The selection before the current range, which stays when the range shrinks. */
  readonly base: ReadonlySet<string>;
}

/** Nothing is selected. */
export const NOTHING: Selection = { ids: new Set(), anchor: undefined, base: new Set() };

/** The selection with one drawing added or removed. */
export function toggled({ ids }: Selection, id: string): Selection {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return { ids: next, anchor: id, base: next };
}

/**
 * The selection before the range, and all drawings from the anchor to `id`.
 * @param order ids as shown
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

/** The selection with all shown drawings added. Hidden drawings keep their state. */
export function allOf({ ids, anchor }: Selection, order: readonly string[]): Selection {
  const next = new Set([...ids, ...order]);
  return { ids: next, anchor, base: next };
}
