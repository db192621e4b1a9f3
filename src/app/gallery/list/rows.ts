/** Which cards of a long grid stand in the page: the rows in view and some around them. Pure. */

export interface Grid {
  readonly count: number;
  readonly columns: number;
  /** CSS px from the top of a row to the top of the next. */
  readonly pitch: number;
  /** CSS px between two rows; part of the pitch. */
  readonly gap: number;
}

/** Cards from `from` up to, but without, `to`. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

export interface View {
  /** CSS px from the top of the first row to the top of what is seen; negative while the grid begins below it. */
  readonly top: number;
  readonly height: number;
}

/** CSS px of the whole grid. */
export function gridHeight({ count, columns, pitch, gap }: Grid): number {
  return count === 0 ? 0 : Math.ceil(count / columns) * pitch - gap;
}

/** All cards of the rows that the view cuts, and of `spare` rows at both sides. */
export function cardsInView({ count, columns, pitch }: Grid, { top, height }: View, spare: number): Span {
  const rows = Math.ceil(count / columns);
  const clamp = (row: number) => Math.min(rows, Math.max(0, row));
  const first = clamp(Math.floor(top / pitch) - spare);
  const last = clamp(Math.floor((top + height) / pitch) + 1 + spare);
  return { from: Math.min(count, first * columns), to: Math.min(count, last * columns) };
}

/** The card that a key leads to from the card `at`; undefined for a key that leads nowhere. */
export function stepTo(
  key: string,
  at: number,
  { count, columns }: Pick<Grid, 'count' | 'columns'>,
  rowsOfPage: number,
): number | undefined {
  const within = (index: number) => Math.min(count - 1, Math.max(0, index));
  switch (key) {
    case 'ArrowLeft':
      return within(at - 1);
    case 'ArrowRight':
      return within(at + 1);
    case 'ArrowUp':
      return at < columns ? at : at - columns;
    case 'ArrowDown':
      // From above a short last row down to its end.
      return Math.floor(at / columns) === Math.floor((count - 1) / columns) ? at : within(at + columns);
    case 'PageUp':
      return at < columns ? at : Math.max(at % columns, at - rowsOfPage * columns);
    case 'PageDown':
      return within(at + rowsOfPage * columns);
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
  }
  return undefined;
}
