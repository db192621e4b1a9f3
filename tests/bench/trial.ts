/**
 * How everything here is measured. The product and its bare limit take turns, run after run, and the result is
 * the median of the ratios. A machine that is busy with something else slows both sides of a run alike.
 */

/** Measures once. Resolves with one number in the trial's unit. */
export type Side = () => Promise<number>;

export interface Trial {
  readonly name: string;
  readonly unit: 'ms' | 'requests/s';
  /** Printed beside the figures: what exactly was measured. */
  readonly note: string;
  readonly figures: readonly FigureSpec[];
  /**
   * How often the measured thing is started again, once by default; the runs are shared out among the starts.
   * For processes, whose starts differ more than their runs.
   */
  readonly openings?: number;
  /** How many runs in all, if the usual number is not enough. */
  readonly runs?: number;
  /** Prepares the measurement. Called only if it will run. */
  readonly open: () => Promise<OpenTrial>;
}

export interface OpenTrial {
  readonly sides: Readonly<Record<string, Side>>;
  readonly close?: () => Promise<void>;
}

/** A ratio of two sides, and its budget. */
export interface FigureSpec {
  readonly what: string;
  readonly subject: string;
  readonly limit: string;
  readonly budget: Budget;
}

export type Budget = { readonly atMost: number } | { readonly atLeast: number };

export interface Figure {
  readonly what: string;
  readonly unit: string;
  /** Medians over the runs. */
  readonly subject: number;
  /** Absent if the budget is absolute. */
  readonly limit?: number;
  /** Median of the runs' ratios; of the subject itself if the budget is absolute. */
  readonly ratio: number;
  /** Least and greatest ratio of a run. */
  readonly spread?: readonly [number, number];
  readonly budget: Budget;
  readonly ok: boolean;
  readonly note: string;
}

/** One run: the number of each side of the trial. */
export type Run = Readonly<Record<string, number>>;

/**
 * Opens the trial as often as it asks, and measures the sides that are needed.
 * @param usual the number of runs of a trial that does not set its own
 */
export async function measureTrial(
  trial: Pick<Trial, 'open' | 'openings' | 'runs'>,
  needed: ReadonlySet<string>,
  usual: number,
): Promise<Run[]> {
  const { openings = 1, runs: count = usual } = trial;
  const runs: Run[] = [];
  for (let i = 0; i < openings; i++) {
    const { sides, close } = await trial.open();
    try {
      const measured = Object.fromEntries(Object.entries(sides).filter(([side]) => needed.has(side)));
      runs.push(...(await measureRuns(measured, Math.ceil(count / openings))));
    } finally {
      await close?.();
    }
  }
  return runs;
}

/** A median of fewer runs is moved by one that is disturbed. */
const FEWEST = 7;

/**
 * Warms every side up, then measures all of them in turn, `count` times, each time in reverse order.
 * @param patience ms after which no run begins, but for the first few
 */
export async function measureRuns(
  sides: Readonly<Record<string, Side>>,
  count: number,
  patience = Number.POSITIVE_INFINITY,
): Promise<Run[]> {
  const names = Object.keys(sides);
  for (const name of names) await sides[name]!();
  const runs: Run[] = [];
  const until = performance.now() + patience;
  for (let i = 0; i < count; i++) {
    if (i >= FEWEST && performance.now() > until) break;
    const order = i % 2 === 0 ? names : names.toReversed();
    const run: Record<string, number> = {};
    for (const name of order) run[name] = await sides[name]!();
    runs.push(run);
  }
  return runs;
}

/** The figure for one ratio, from the runs. */
export function figureOf(
  trial: Pick<Trial, 'unit' | 'note'>,
  spec: FigureSpec,
  runs: readonly Run[],
): Figure {
  const ratios = runs.map((run) => sideOf(run, spec.subject) / sideOf(run, spec.limit));
  const ratio = median(ratios);
  return {
    what: spec.what,
    unit: trial.unit,
    subject: median(runs.map((run) => sideOf(run, spec.subject))),
    limit: median(runs.map((run) => sideOf(run, spec.limit))),
    ratio,
    spread: [Math.min(...ratios), Math.max(...ratios)],
    budget: spec.budget,
    ok: isWithin(ratio, spec.budget),
    note: trial.note,
  };
}

export function isWithin(ratio: number, budget: Budget): boolean {
  return 'atMost' in budget ? ratio <= budget.atMost : ratio >= budget.atLeast;
}

function sideOf(run: Run, side: string): number {
  const value = run[side];
  if (value === undefined) throw new Error(`The trial has no side ${side}.`);
  return value;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  if (sorted.length === 0) throw new RangeError('no values');
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/**
 * Mean of the faster half: other work of the machine falls into the slower half. Its resolution is finer than
 * that of a browser's clock (0.1 ms), unlike a median's.
 */
export function undisturbed(values: readonly number[]): number {
  const faster = values.toSorted((a, b) => a - b).slice(0, Math.ceil(values.length / 2));
  if (faster.length === 0) throw new RangeError('no values');
  return faster.reduce((sum, value) => sum + value, 0) / faster.length;
}
