/** Where a row goes that is dragged over others in a list. Places count from the top. */

export interface Row {
  /** CSS px from the top of the list. */
  readonly top: number;
  readonly height: number;
}

/**
 * The place of a dragged row: past each row whose middle its edge has passed.
 * @param by how far it is from where it was, CSS px; negative upwards
 */
export function placeOf(rows: readonly Row[], from: number, by: number): number {
  const row = rows[from];
  if (!row) return from;
  const top = row.top + by;
  const isPast = (one: Row, i: number) => {
    const middle = one.top + one.height / 2;
    return i < from ? top < middle : i > from && top + row.height > middle;
  };
  const past = rows.filter(isPast).length;
  return by < 0 ? from - past : from + past;
}

/** How far a row gives way to the dragged one, CSS px. */
export function shiftOf(rows: readonly Row[], i: number, from: number, to: number): number {
  const [row, next, last] = [rows[from], rows[from + 1], rows[from - 1]];
  if (!row || i === from) return 0;
  // Its height and the gap to its neighbour.
  const step = next ? next.top - row.top : last ? row.height + row.top - last.top - last.height : 0;
  if (i > from && i <= to) return -step;
  return i < from && i >= to ? step : 0;
}

/** How far a row can be dragged inside the list, CSS px. */
export function within(rows: readonly Row[], from: number, by: number): number {
  const [row, first, last] = [rows[from], rows[0], rows.at(-1)];
  if (!row || !first || !last) return 0;
  return Math.min(last.top + last.height - row.top - row.height, Math.max(first.top - row.top, by));
}
