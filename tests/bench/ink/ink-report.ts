/** Turns the measurements of ink into figures with their budgets, and into a table of everything. */

import { columns } from '../report.ts';
import { type Budget, type Figure, isWithin, median, undisturbed } from '../trial.ts';
import { type Before, COLD_NOTE, type ColdOpening } from './ink-cold.ts';
import type { GalleryWork } from './ink-gallery.ts';
import type { Passage } from './ink-page.ts';

export interface Measurement {
  readonly strokes: number;
  readonly throttle: number;
  readonly picture: number;
  readonly sharp: number;
  readonly ready: number;
  /** A page with nothing on it. */
  readonly blank: Passage;
  /** Over paper that was not visible before. */
  readonly cold: Passage;
  /** Back over the same paper. */
  readonly pan: Passage;
  readonly zoom: Passage;
  readonly draw: DrawPassage;
  readonly erase: DrawPassage;
  /** A loop around a few thousand strokes, which are selected then. */
  readonly lasso: Passage;
  /**
   * ms for each move of a loop that takes 0.1 ms at full speed: shows what the emulation of a slower processor
   * does to it. Empty where it was not measured.
   */
  readonly loop: readonly number[];
  /** MB of the page and its worker, with memory outside of their heaps. */
  readonly heap: number;
}

/** With the pen down: ms of processor time of the page's own code for each move. */
export interface DrawPassage extends Passage {
  readonly work: readonly number[];
}

/** Opening the largest drawing by its address, at one speed of the processor. */
export interface ByAddress extends ColdOpening {
  readonly throttle: number;
  readonly before: Before;
}

export interface InkRuns {
  readonly few: number;
  readonly many: number;
  readonly sizes: readonly number[];
  readonly throttles: readonly number[];
  readonly note: string;
  readonly all: readonly Measurement[];
  readonly byAddress: readonly ByAddress[];
  readonly gallery: { readonly few: GalleryWork; readonly many: GalleryWork };
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? 0;
}

/** Median of one number over the runs of one size and speed. */
function of({ all }: InkRuns, strokes: number, throttle: number, what: (one: Measurement) => number): number {
  return median(all.filter((one) => one.strokes === strokes && one.throttle === throttle).map(what));
}

/** A frame of a display at 60 Hz, rounded up as browsers' clocks do. */
const ONE_FRAME = 17;
/** Two of them, of a phone that is four times slower. */
const TWO_FRAMES = 34;
/** The parts that no long task may interrupt. */
const HELD = ['cold', 'pan', 'zoom', 'draw'] as const;
const PASSAGES = ['blank', 'cold', 'pan', 'zoom', 'draw', 'erase', 'lasso'] as const;
/** What a slow phone must keep up with. */
const SLOWLY = ['pan', 'zoom', 'draw', 'erase', 'lasso'] as const;

function figuresWith(note: string) {
  return (what: string, subject: number, budget: Budget, unit = 'ms', limit?: number): Figure => {
    const ratio = limit === undefined ? subject : subject / limit;
    const bare = limit === undefined ? {} : { limit };
    return { what: `ink: ${what}`, unit, subject, ...bare, ratio, budget, ok: isWithin(ratio, budget), note };
  };
}

/** Of opening by address, at full speed. */
export function addressFigures(byAddress: readonly ByAddress[]): Figure[] {
  const figure = figuresWith(COLD_NOTE);
  const what = 'opening 20,000 by address, sharp, to a blank page’s second frame';
  return byAddress
    .filter(({ throttle, before }) => throttle === 1 && before === 'another site')
    .map(({ sharp, blank }) => figure(what, sharp, { atMost: 2.5 }, 'ms', blank));
}

export function figuresOf(runs: InkRuns): Figure[] {
  const { few, many, sizes, gallery, note, byAddress } = runs;
  const figure = figuresWith(note);
  const at = (strokes: number, what: (one: Measurement) => number, throttle = 1) =>
    of(runs, strokes, throttle, what);
  const frame = (name: 'pan' | 'zoom') => at(many, (one) => percentile(one[name].frames, 0.95));
  // The faster half: other work of the machine falls into the slower half.
  const cost = (strokes: number) => at(strokes, ({ draw }) => undisturbed(draw.work));
  return [
    figure(
      'opening 20,000, picture',
      at(many, ({ picture }) => picture),
      { atMost: 100 },
    ),
    figure(
      'opening 20,000, sharp',
      at(many, ({ sharp }) => sharp),
      { atMost: 1000 },
    ),
    ...addressFigures(byAddress),
    figure('pan at 20,000, warm, p95 frame', frame('pan'), { atMost: ONE_FRAME }),
    figure('zoom at 20,000, p95 frame', frame('zoom'), { atMost: ONE_FRAME }),
    ...sizes.map((n) =>
      figure(
        `longest task at ${n}, cold tiles too`,
        at(n, (one) => Math.max(...HELD.map((name) => one[name].longest))),
        { atMost: 50 },
      ),
    ),
    ...SLOWLY.map((name) =>
      figure(
        `${name} at 20,000, emulated 4x slower, p95 frame`,
        at(many, (one) => percentile(one[name].frames, 0.95), 4),
        { atMost: TWO_FRAMES },
      ),
    ),
    figure(
      'longest task at 20,000, emulated 4x slower',
      at(many, (one) => Math.max(...SLOWLY.map((name) => one[name].longest)), 4),
      { atMost: 100 },
    ),
    // The figure for a processor four times slower is calculated. The emulation halts the page for milliseconds
    // at a time, so that even a listener that does nothing takes more than one.
    figure(
      'work per move at 20,000, p99, four times',
      4 * at(many, ({ draw }) => percentile(draw.work, 0.99)),
      { atMost: 1 },
    ),
    figure(
      'work per move, emulated 4x slower, to a loop of 0.1 ms',
      at(many, ({ draw }) => percentile(draw.work, 0.99), 4),
      { atMost: 1.5 },
      'ms',
      at(many, ({ loop }) => percentile(loop, 0.99), 4),
    ),
    figure('work per move, 20,000 against 200', cost(many) / cost(few), { atMost: 1.2 }, 'x'),
    figure(
      'samples in one event, at most',
      at(many, ({ draw }) => Math.max(0, ...draw.carried)),
      { atLeast: 2 },
      '',
    ),
    figure(
      'heap of page and worker at 20,000',
      at(many, ({ heap }) => heap),
      { atMost: 74 },
      'MB',
    ),
    figure('gallery of 1,000, work to show it', undisturbed(gallery.many.work), { atMost: ONE_FRAME }),
    figure(
      'gallery, 1,000 drawings against 200',
      undisturbed(gallery.many.work) / undisturbed(gallery.few.work),
      { atMost: 1.2 },
      'x',
    ),
  ];
}

const HEAD = [
  'strokes',
  'cpu',
  'picture',
  'sharp',
  'ready',
  'blank page',
  'pan cold',
  'pan',
  'zoom',
  'draw',
  'erase',
  'lasso',
  'move, drawing',
  'move, erasing',
  'latency',
  'heap MB',
];

export const LEGEND =
  'ms; ready: one can draw on it; blank page to lasso: p50/p95 frame/longest task of 50 or more (0: none); lasso: begun when the eraser was lifted; move: p50/p99 of the page’s own work, on the processor; latency: p95 frames from the event to the frame that shows it';

/** One measurement as soon as it is made: p95 frame and longest task of each part. */
export function passagesText(one: Measurement): string {
  const parts = PASSAGES.map(
    (name) => `${name} ${percentile(one[name].frames, 0.95).toFixed(0)}/${one[name].longest.toFixed(0)}`,
  );
  return [`sharp ${one.sharp.toFixed(0)}`, `ready ${one.ready.toFixed(0)}`, ...parts].join(', ');
}

/** All measurements, also those that have no budget. */
export function rowsOf(runs: InkRuns): string[][] {
  const rows = runs.sizes.flatMap((strokes) =>
    runs.throttles.map((throttle) => {
      const number = (what: (one: Measurement) => number, digits = 1) =>
        of(runs, strokes, throttle, what).toFixed(digits);
      const frames = (name: (typeof PASSAGES)[number]) =>
        [
          number((one) => percentile(one[name].frames, 0.5)),
          number((one) => percentile(one[name].frames, 0.95)),
          number((one) => one[name].longest, 0),
        ].join('/');
      const work = (name: 'draw' | 'erase') =>
        [0.5, 0.99].map((share) => number((one) => percentile(one[name].work, share), 2)).join('/');
      return [
        String(strokes),
        `${throttle}x`,
        number(({ picture }) => picture, 0),
        number(({ sharp }) => sharp, 0),
        number(({ ready }) => ready, 0),
        ...PASSAGES.map(frames),
        work('draw'),
        work('erase'),
        number(({ draw }) => percentile(draw.latency, 0.95)),
        number(({ heap }) => heap, 0),
      ];
    }),
  );
  return [HEAD, ...rows];
}

export function textOf(runs: InkRuns): string {
  return `${columns(rowsOf(runs))}\n  ${LEGEND}\n  ${byAddressText(runs)}`;
}

export function byAddressText({ byAddress, many }: Pick<InkRuns, 'byAddress' | 'many'>): string {
  const one = ({ throttle, before, picture, sharp, ink, ready, blank }: ByAddress) =>
    `${throttle}x, after ${before}: picture ${picture.toFixed(0)}, sharp ${sharp.toFixed(0)}, takes ink ${ink.toFixed(0)}, ready ${ready.toFixed(0)}, blank page ${blank.toFixed(0)}`;
  return `opening ${many} by address, ms from the navigation: ${byAddress.map(one).join('; ')}`;
}
