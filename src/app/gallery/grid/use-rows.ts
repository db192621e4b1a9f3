/** Which cards of a grid stand in the page, followed while it is scrolled and resized. */
import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import { cardsInView, type Grid, gridHeight, type Span } from '../list/rows.ts';

/** So many cards all stand in the page, where the browser's own search finds them. With more, only the grid's does. */
const ALL = 100;
/** Rows around the view that are ready before they are scrolled to. */
const SPARE = 2;
/** Cards that are laid out to be measured, where nothing is known yet: no screen shows fewer. */
const UNMEASURED = 4;
/** ms after the first rows are shown, until the spare ones are made. */
const SPARE_LATER = 200;

export interface Rows {
  readonly span: Span;
  readonly columns: number;
  /** Whole rows that fit into the view, at least one. */
  readonly rowsOfPage: number;
  /** CSS px of the grid and of a row; undefined before they have been measured. */
  readonly height: number | undefined;
  readonly row: number | undefined;
  /** Has it been scrolled? Then cards do not rise any more. */
  readonly scrolled: boolean;
}

interface Measured {
  readonly columns: number;
  readonly pitch: number;
  readonly gap: number;
  /** Of the grid's top in the window, CSS px. */
  readonly top: number;
  readonly view: number;
  /** Of the window, CSS px. */
  readonly width: number;
}

/** What the grid was like the last time: where it is as wide again, its rows are known before they are laid out. */
let last: Measured | undefined;

function measure(grid: HTMLElement): Measured | undefined {
  const card = grid.querySelector('li');
  if (!card) return undefined;
  const { gridTemplateColumns, rowGap } = getComputedStyle(grid);
  const gap = Number.parseFloat(rowGap) || 0;
  return {
    // Where the grid has just become narrower, what stood beyond has columns of no width still.
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

/** Are the same cards shown at the same places? */
function isSame(a: Measured | undefined, b: Measured, count: number): boolean {
  if (!a || a.columns !== b.columns || a.pitch !== b.pitch || a.gap !== b.gap || a.view !== b.view)
    return false;
  // With more rows around the view the same are the same.
  const [before, after] = [spanOf(count, a, 0), spanOf(count, b, 0)];
  return before.from === after.from && before.to === after.to;
}

/** `complete`: there are no more cards than `count`. */
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
    // A larger text makes every card taller, and the grid as wide as before.
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
    span: spanOf(count, measured, complete && count <= ALL ? Number.POSITIVE_INFINITY : spare),
    columns: grid.columns,
    rowsOfPage: Math.max(1, Math.floor(measured.view / grid.pitch)),
    height: gridHeight(grid),
    row: grid.pitch - grid.gap,
    scrolled,
  };
}
