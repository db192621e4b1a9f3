/**
 * Positions in a chart of hours. Lengths are percent of the plot's width and height, y grows downwards, so that
 * CSS can stretch the plot to any size.
 */

import type { Band } from '../../../core/air/bands.ts';
import { DAY, HOUR, sinceMidnight } from '../../../core/air/time/time.ts';
import type { HourPoint } from './series.ts';

/** The hours and the value at the plot's edges. */
export interface Scale {
  /** First and last hour, ms since the epoch. */
  readonly from: number;
  readonly to: number;
  /** Value at the upper edge. The lower edge is 0. */
  readonly top: number;
}

export interface PlotPoint {
  readonly x: number;
  readonly y: number;
}

/** A measured value in the plot. */
export interface PlottedPoint extends PlotPoint {
  /** Index of the hour. */
  readonly index: number;
  readonly value: number;
}

/** Factor from the next threshold to the top of the scale. */
const HEADROOM = 1.1;
/** Height of a band's name, in percent of the plot. Names of lower strips would overlap. */
const NAME_HEIGHT = 13;

/**
 * The scale of one metric. It ends just above the first threshold over the highest value. This shows how far
 * the next band is, and keeps the small changes of a calm day small.
 */
export function scaleOf(points: readonly HourPoint[], bands: readonly Band<string>[]): Scale {
  const highest = Math.max(0, ...points.map(({ value }) => value ?? 0));
  const next = bands.find(({ upTo }) => highest <= upTo)?.upTo ?? Number.POSITIVE_INFINITY;
  const top = (Number.isFinite(next) ? next : highest) * HEADROOM;
  return { from: points[0]?.at ?? 0, to: points.at(-1)?.at ?? 0, top };
}

/**
 * Horizontal position of an instant. When the scale has one hour only, that hour is in the middle.
 * @param at ms since the epoch
 */
export function xOf(at: number, { from, to }: Pick<Scale, 'from' | 'to'>): number {
  return to > from ? ((at - from) / (to - from)) * 100 : 50;
}

/** Vertical position of a value. */
export function yOf(value: number, { top }: Scale): number {
  return 100 - (value / top) * 100;
}

/**
 * The measured values, in runs of consecutive hours. Each run is one line, with nothing drawn between two runs.
 */
export function runsOf(points: readonly HourPoint[], scale: Scale): PlottedPoint[][] {
  const runs: PlottedPoint[][] = [];
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

/**
 * SVG path of a run, in straight lines. A single value is a line of length 0, which round caps show as a dot.
 */
export function pathOf(run: readonly PlotPoint[]): string {
  return (
    run.map(({ x, y }, i) => `${i === 0 ? 'M' : 'L'}${roundedLength(x)} ${roundedLength(y)}`).join('') +
    (run.length === 1 ? 'h0' : '')
  );
}

export interface Gap {
  readonly x: number;
  readonly width: number;
  /** Number of hours. */
  readonly hours: number;
}

/** The spans of hours without a value, each half an hour wider at both ends, cut off at the plot's edges. */
export function gapsOf(points: readonly HourPoint[], scale: Scale): Gap[] {
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

export interface BandStrip {
  /** Id of the band. */
  readonly id: string;
  readonly label: string;
  /** `#rrggbb`. */
  readonly color: string;
  /** Value at the lower edge: the upper bound of the band below, or 0. */
  readonly over: number;
  /** Upper edge. */
  readonly y: number;
  readonly height: number;
  /** True if there is room for the band's name. */
  readonly named: boolean;
}

/** The bands that the scale reaches, lowest first. */
export function stripsOf(bands: readonly Band<string>[], scale: Scale): BandStrip[] {
  const strips: BandStrip[] = [];
  let over = 0;
  for (const { id, label, color, upTo } of bands) {
    if (over >= scale.top) break;
    const y = yOf(Math.min(upTo, scale.top), scale);
    const height = yOf(over, scale) - y;
    // The top strip is always named: its name may extend above the plot.
    strips.push({ id, label, color, over, y, height, named: height >= NAME_HEIGHT || upTo >= scale.top });
    over = upTo;
  }
  return strips;
}

export interface Tick {
  /** ms since the epoch. */
  readonly at: number;
  readonly x: number;
  /** Hour of the day in Singapore, 0 to 23. */
  readonly hour: number;
}

/** Ticks at 0, 6, 12 and 18 o'clock in Singapore. */
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
 * Index of the hour nearest to a horizontal position. Positions outside the plot give its first or last hour.
 * @param share distance from the plot's left edge, as a fraction of its width
 * @param count number of hours
 */
export function nearestHour(share: number, count: number): number {
  return Math.min(count - 1, Math.max(0, Math.round(share * (count - 1))));
}

function roundedLength(length: number): number {
  return Math.round(length * 100) / 100;
}
