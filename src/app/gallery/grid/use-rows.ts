/** Which cards of a grid to render, updated when the page scrolls or changes its size. */
import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import { cardsInView, type Grid, gridHeight, type Span } from '../list/rows.ts';

/** Up to so many cards are all rendered, so that the browser's own search finds them. */
const RENDER_ALL_MAX = 100;
/** Rows above and below the view that are rendered in advance. */
const SPARE = 2;
/** Cards rendered before the first measurement; no screen shows fewer. */
const UNMEASURED = 4;
/** ms from the first render until the spare rows are rendered. */
const SPARE_LATER = 200;

/** What to render of the grid. */
export interface Rows {
  readonly span: Span;
  readonly columns: number;
  /** Number of whole rows that fit into the view, at least one. */
  readonly rowsOfPage: number;
  /** Height of the grid and of a row, CSS px; undefined before they are measured. */
  readonly height: number | undefined;
  readonly row: number | undefined;
  /** True after the first scroll: new cards then appear without animation. */
  readonly scrolled: boolean;
}

interface Measured {
  readonly columns: number;
  /** From the top of a row to the top of the next, CSS px. */
  readonly pitch: number;
  readonly gap: number;
  /** Top of the grid in the window, CSS px. */
  readonly top: number;
  /** Height of the window, CSS px. */
  readonly view: number;
  /** Width of the window, CSS px. */
  readonly width: number;
}

/** The last measurement. In a window of the same size the next grid starts with it. */
let last: Measured | undefined;

function measure(grid: HTMLElement): Measured | undefined {
  const card = grid.querySelector('li');
  if (!card) return undefined;
  const { gridTemplateColumns, rowGap } = getComputedStyle(grid);
  const gap = Number.parseFloat(rowGap) || 0;
  return {
    // A grid that has just become narrower still has columns of width 0 for its former cards.
    columns: Math.max(1, gridTemplateColumns.split(' ').filter((track) => track !== '0px').length),
    pitch: card.getBoundingClientRect().height + gap,
    gap,
    top: grid.getBoundingClientRect().top,
    view: innerHeight,
    width: innerWidth,
  };
}

function spanOf(count: number, { columns, pitch, gap, top, view }: Measured, spare: number): Span {
  return cardsInView({ count, columns, pitch, gap }, { top: -top, height: view }, spare);
}

/** True if two measurements show the same cards at the same positions. */
function isSame(a: Measured | undefined, b: Measured, count: number): boolean {
  if (!a || a.columns !== b.columns || a.pitch !== b.pitch || a.gap !== b.gap || a.view !== b.view)
    return false;
  // Compared without spare rows, which do not change the answer.
  const [before, after] = [spanOf(count, a, 0), spanOf(count, b, 0)];
  return before.from === after.from && before.to === after.to;
}

/**
 * What to render of a grid.
 * @param list the element of the grid
 * @param complete false if more cards are still being loaded
 */
export function useRows(list: RefObject<HTMLElement | null>, count: number, complete: boolean): Rows {
  const [measured, setMeasured] = useState(() =>
    last?.width === innerWidth && last.view === innerHeight ? last : undefined,
  );
  const [scrolled, setScrolled] = useState(false);
  const [spare, setSpare] = useState(0);
  useEffect(() => {
    const timer = setTimeout(() => setSpare(SPARE), SPARE_LATER);
    return () => clearTimeout(timer);
  }, []);
  useLayoutEffect(() => {
    const element = list.current;
    if (!element) return;
    let frame = 0;
    const update = () => {
      frame = 0;
      const next = measure(element);
      if (!next) return;
      last = next;
      setMeasured((before) => (isSame(before, next, count) ? before : next));
    };
    const later = () => {
      frame ||= requestAnimationFrame(update);
    };
    const scroll = () => {
      if (scrollY > 0) {
        setScrolled(true);
        setSpare(SPARE);
      }
      later();
    };
    update();
    const observer = new ResizeObserver(later);
    observer.observe(element);
    // Larger text makes cards higher without changing the width of the grid.
    const card = element.querySelector('li');
    if (card) observer.observe(card);
    addEventListener('scroll', scroll, { passive: true });
    addEventListener('resize', later);
    return () => {
      cancelAnimationFrame(frame);
      observer.disconnect();
      removeEventListener('scroll', scroll);
      removeEventListener('resize', later);
    };
  }, [list, count]);
  if (!measured)
    return {
      span: { from: 0, to: Math.min(count, UNMEASURED) },
      columns: 1,
      rowsOfPage: 1,
      height: undefined,
      row: undefined,
      scrolled,
    };
  const grid: Grid = { ...measured, count };
  return {
    span: spanOf(count, measured, complete && count <= RENDER_ALL_MAX ? Number.POSITIVE_INFINITY : spare),
    columns: grid.columns,
    rowsOfPage: Math.max(1, Math.floor(measured.view / grid.pitch)),
    height: gridHeight(grid),
    row: grid.pitch - grid.gap,
    scrolled,
  };
}
