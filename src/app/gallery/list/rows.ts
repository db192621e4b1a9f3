/** Which rows of a long grid to render, and where keys lead in it. */

export interface Grid {
  readonly count: number;
  readonly columns: number;
  /** CSS px from the top of a row to the top of the next. */
  readonly pitch: number;
  /** CSS px between two rows; part of the pitch. */
  readonly gap: number;
}

/** Indices of cards: from `from` to before `to`. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

export interface Viewport {
  /** CSS px from the top of the grid to the top of the window; negative if the grid begins further down. */
  readonly top: number;
  /** CSS px. */
  readonly height: number;
}

/** Height of the whole grid, CSS px. */
export function gridHeight({ count, columns, pitch, gap }: Grid): number {
  return count === 0 ? 0 : Math.ceil(count / columns) * pitch - gap;
}

/** All cards of the rows in the viewport, and of `spare` rows above and below. */
export function cardsInView({ count, columns, pitch }: Grid, { top, height }: Viewport, spare: number): Span {
  const rows = Math.ceil(count / columns);
  const clamp = (row: number) => Math.min(rows, Math.max(0, row));
  const first = clamp(Math.floor(top / pitch) - spare);
  const last = clamp(Math.floor((top + height) / pitch) + 1 + spare);
  return { from: Math.min(count, first * columns), to: Math.min(count, last * columns) };
}

/** A grid that keys move in. */
export interface KeyGrid extends Pick<Grid, 'count' | 'columns'> {
  /** True if its rows run from right to left. */
  readonly isRtl?: boolean;
}

/** Index of the card that a key leads to from the card `at`; undefined for other keys. */
export function stepTo(
  key: string,
  at: number,
  { count, columns, isRtl = false }: KeyGrid,
  rowsOfPage: number,
): number | undefined {
  const within = (index: number) => Math.min(count - 1, Math.max(0, index));
  switch (key) {
    case 'ArrowLeft':
      return within(isRtl ? at + 1 : at - 1);
    case 'ArrowRight':
      return within(isRtl ? at - 1 : at + 1);
    case 'ArrowUp':
      return at < columns ? at : at - columns;
    case 'ArrowDown':
      // From above a short last row to its last card.
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
