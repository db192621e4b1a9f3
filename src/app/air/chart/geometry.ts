/**
 * Where things stand in a chart of hours. Pure: lengths are hundredths of the plot's width and height, with y
 * growing downwards, so that a browser can stretch them to any size.
 */
import type { Band } from '../../../core/air/bands.ts';
import { DAY, HOUR, sinceMidnight } from '../../../core/air/time/time.ts';
import type { HourPoint } from './series.ts';

/** What the plot's edges stand for. */
export interface Scale {
  /** ms since the epoch, of the first and the last hour. */
  readonly from: number;
  readonly to: number;
  /** The value at the upper edge; the lower one is 0. */
  readonly top: number;
}

export interface Place {
  readonly x: number;
  readonly y: number;
}

/** A figure in the plot. There is none for an hour without one. */
export interface Plotted extends Place {
  /** Index of its hour. */
  readonly index: number;
  readonly value: number;
}

/** Room above the threshold that the scale ends at, as a factor. */
const HEADROOM = 1.1;
/** Band names closer than this, in hundredths of the height, would run into each other. */
const LINE = 13;

/**
 * The scale of one metric. It ends just above the first threshold over the highest figure: so one sees how far the
 * next band is, and a calm day is not drawn as a mountain.
 */
export function scaleOf(points: readonly HourPoint[], bands: readonly Band<string>[]): Scale {
  const highest = Math.max(0, ...points.map(({ value }) => value ?? 0));
  const next = bands.find(({ upTo }) => highest <= upTo)?.upTo ?? Number.POSITIVE_INFINITY;
  const top = (Number.isFinite(next) ? next : highest) * HEADROOM;
  return { from: points[0]?.at ?? 0, to: points.at(-1)?.at ?? 0, top };
}

/** Of an instant; a window of one hour stands in the middle. */
export function xOf(at: number, { from, to }: Pick<Scale, 'from' | 'to'>): number {
  return to > from ? ((at - from) / (to - from)) * 100 : 50;
}

export function yOf(value: number, { top }: Scale): number {
  return 100 - (value / top) * 100;
}

/** The figures that were measured, in runs of hours that follow each other: nothing is drawn between two runs. */
export function runsOf(points: readonly HourPoint[], scale: Scale): Plotted[][] {
  const runs: Plotted[][] = [];
  let before: number | undefined;
  points.forEach(({ at, value }, index) => {
    if (value === null) return;
    const plotted = { index, value, x: xOf(at, scale), y: yOf(value, scale) };
    const run = runs.at(-1);
    if (run !== undefined && before !== undefined && at - before === HOUR) run.push(plotted);
    else runs.push([plotted]);
    before = at;
  });
  return runs;
}

/** SVG path of a run: straight from figure to figure. One figure alone is a point: a line of no length. */
export function pathOf(run: readonly Place[]): string {
  return (
    run.map(({ x, y }, i) => `${i === 0 ? 'M' : 'L'}${short(x)} ${short(y)}`).join('') +
    (run.length === 1 ? 'h0' : '')
  );
}

export interface Zone {
  readonly x: number;
  readonly width: number;
  /** How many hours. */
  readonly hours: number;
}

/** Where nothing was measured: half an hour to either side of such hours, inside the plot. */
export function gapsOf(points: readonly HourPoint[], scale: Scale): Zone[] {
  const spans: { first: number; last: number }[] = [];
  for (const { at, value } of points) {
    if (value !== null) continue;
    const span = spans.at(-1);
    if (span !== undefined && at - span.last === HOUR) span.last = at;
    else spans.push({ first: at, last: at });
  }
  return spans.map(({ first, last }) => {
    const x = Math.max(0, xOf(first - HOUR / 2, scale));
    const end = Math.min(100, xOf(last + HOUR / 2, scale));
    return { x, width: end - x, hours: (last - first) / HOUR + 1 };
  });
}

export interface Strip {
  /** Of its band. */
  readonly id: string;
  readonly label: string;
  /** `#rrggbb`. */
  readonly color: string;
  /** Value at its lower edge: the upper bound of the band below it, 0 for the lowest. */
  readonly over: number;
  /** Upper and lower edge. */
  readonly y: number;
  readonly height: number;
  /** Is there room for its name? */
  readonly named: boolean;
}

/** The bands that the scale reaches, lowest first. */
export function stripsOf(bands: readonly Band<string>[], scale: Scale): Strip[] {
  const strips: Strip[] = [];
  let over = 0;
  for (const { id, label, color, upTo } of bands) {
    if (over >= scale.top) break;
    const y = yOf(Math.min(upTo, scale.top), scale);
    const height = yOf(over, scale) - y;
    // The uppermost may be low: its name may stand above the plot.
    strips.push({ id, label, color, over, y, height, named: height >= LINE || upTo >= scale.top });
    over = upTo;
  }
  return strips;
}

export interface Tick {
  readonly at: number;
  readonly x: number;
  /** Hour of the day in Singapore, 0 to 23. */
  readonly hour: number;
}

/** Midnight, six, noon and six in Singapore, where the window has them. */
export function ticksOf({ from, to }: Pick<Scale, 'from' | 'to'>): Tick[] {
  const step = DAY / 4;
  const first = from + ((step - (sinceMidnight(from) % step)) % step);
  const ticks: Tick[] = [];
  for (let at = first; at <= to; at += step) {
    ticks.push({ at, x: xOf(at, { from, to }), hour: sinceMidnight(at) / HOUR });
  }
  return ticks;
}

/**
 * Index of the hour nearest to a place in the plot.
 * @param share of the plot's width from its left edge; anything beyond an edge is the hour there
 */
export function nearestHour(share: number, count: number): number {
  return Math.min(count - 1, Math.max(0, Math.round(share * (count - 1))));
}

function short(length: number): number {
  return Math.round(length * 100) / 100;
}
