/** The client of data.gov.sg: v2 first and v1 where that fails, within the upstream's limits. */

import type { Centres } from '../../../src/core/air/regions.ts';
import { newestHour } from '../../../src/core/air/time/hours.ts';
import { parseInstant } from '../../../src/core/air/time/time.ts';
import type { HourFigure, Metric } from '../../../src/core/air/types.ts';
import { METRICS } from '../../../src/core/air/types.ts';
import { FRESH_FOR } from '../../../src/core/air/upstream/freshness.ts';
import { CALLS_WITH_KEY, CALLS_WITHOUT_KEY, callBudget } from './budget.ts';
import type { Circuit } from './circuit.ts';
import { createCircuit } from './circuit.ts';
import type { Version } from './figures.ts';
import { VERSIONS } from './figures.ts';
import type { DayAnswer, Failure } from './upstream.ts';
import { failure, fetchDay, LIMITED_SECONDS } from './upstream.ts';

export interface ClientOptions {
  /** Base addresses, `https://api-open.data.gov.sg/v2/real-time/api`. Without one for v1 it is not asked. */
  readonly urls: { readonly v2: string; readonly v1?: string | undefined };
  readonly apiKey?: string | undefined;
  /** For one exchange, body included. */
  readonly timeoutMs: number;
  /** ms of a clock that is never set. */
  readonly elapsed: () => number;
  readonly fetch?: typeof fetch | undefined;
}

export interface DaysQuestion {
  readonly metric: Metric;
  /** SGT dates: today, and yesterday where it is wanted. */
  readonly days: readonly string[];
  /** So shortly after midnight that today may have no hour yet. */
  readonly justAfterMidnight: boolean;
  /** ms since the epoch. */
  readonly now: number;
}

export interface FetchedDay {
  /** SGT date, `2026-09-28`. */
  readonly day: string;
  readonly hours: readonly HourFigure[];
}

export interface FetchResult {
  /** Which of them answered; v2 when none did. */
  readonly version: Version;
  readonly days: readonly FetchedDay[];
  readonly centres: Partial<Centres>;
  /** Undefined when one of them had today's figures. */
  readonly failure?: Failure | undefined;
  /** All that went wrong on the way, also when it was made good. */
  readonly troubles: readonly (Failure & { readonly version: Version })[];
}

export interface UpstreamClient {
  /** Never throws. */
  ask(question: DaysQuestion): Promise<FetchResult>;
  /** Address of a source at one version. */
  url(version: Version, metric: Metric): string;
  /** ms until any address of the source may be called, 0 for now. */
  wait(metric: Metric): number;
}

/** Makes one, with one budget of calls for all that it asks. */
export function upstreamClient(options: ClientOptions): UpstreamClient {
  const { apiKey, timeoutMs, elapsed } = options;
  const budget = callBudget(apiKey === undefined ? CALLS_WITHOUT_KEY : CALLS_WITH_KEY, elapsed);
  const bases = Object.entries(options.urls).flatMap(([version, url]) =>
    url === undefined ? [] : [[version, url.replace(/\/+$/, '')] as const],
  );
  const addresses = new Map(bases);
  const versions = VERSIONS.filter((version) => addresses.has(version));
  // One for each address: where one source fails for good, the other is still asked.
  const circuits = new Map(
    versions.flatMap((version) =>
      METRICS.map((metric) => [url(version, metric), createCircuit(elapsed)] as const),
    ),
  );

  function url(version: Version, metric: Metric): string {
    return `${addresses.get(version) ?? ''}/${metric}`;
  }

  async function askDay(version: Version, metric: Metric, day: string): Promise<DayAnswer> {
    const address = url(version, metric);
    const circuit = circuits.get(address);
    if (circuit?.enter() !== true) return resting('it failed too often', circuit?.wait() ?? 0);
    const wait = await budget.take();
    if (wait > 0) {
      circuit.left();
      return resting('no call is left', wait);
    }
    const question = { version, metric, day, url: address, apiKey, timeoutMs };
    const answer = await fetchDay({ ...question, fetch: options.fetch });
    if (!answer.ok && answer.reason === 'limited') {
      budget.pause((answer.retryAfter ?? LIMITED_SECONDS) * 1000);
    }
    report(circuit, answer);
    return answer;
  }

  async function askVersion(
    version: Version,
    { metric, days, justAfterMidnight }: DaysQuestion,
  ): Promise<FetchResult> {
    const [today, yesterday] = days;
    const answers: [string, DayAnswer][] = [];
    for (const day of [today, yesterday]) {
      if (day === undefined) continue;
      const answer = await askDay(version, metric, day);
      answers.push([day, answer]);
      // Who has no hour of today may still have those of yesterday; who fails is not asked for more.
      if (!answer.ok && answer.reason !== 'empty') break;
    }
    return asked(version, answers, justAfterMidnight);
  }

  return {
    async ask(question) {
      let best: FetchResult | undefined;
      for (const version of versions) {
        // What one version told of a day need not be asked of the other.
        const known = new Set(best?.days.map(({ day }) => day));
        const [today, ...others] = question.days;
        const days = [today ?? '', ...others.filter((day) => !known.has(day))];
        const next = await askVersion(version, { ...question, days });
        best = best === undefined ? next : better(best, next);
        if (isCurrent(best, question.now)) break;
      }
      return best ?? { version: 'v2', days: [], centres: {}, troubles: [] };
    },
    url,
    wait: (metric) =>
      Math.max(budget.wait(), Math.min(...versions.map((v) => circuits.get(url(v, metric))?.wait() ?? 0))),
  };
}

function resting(detail: string, wait: number): Failure {
  return failure('resting', detail, Math.ceil(wait / 1000));
}

function report(circuit: Circuit, answer: DayAnswer): void {
  // Who says that a day has no data has answered.
  const answered = answer.ok || answer.reason === 'empty' || answer.reason === 'wrong_day';
  if (answered) circuit.succeeded();
  else circuit.failed(answer.retryAfter);
}

function asked(
  version: Version,
  answers: readonly [string, DayAnswer][],
  justAfterMidnight: boolean,
): FetchResult {
  const days: FetchedDay[] = [];
  const troubles: FetchResult['troubles'][number][] = [];
  let centres: Partial<Centres> = {};
  for (const [day, answer] of answers) {
    if (answer.ok) {
      days.push({ day, hours: answer.hours });
      centres = { ...answer.centres, ...centres };
    } else troubles.push({ ...answer, version });
  }
  const [today, yesterday] = answers.map(([, answer]) => answer);
  const emptyYet =
    justAfterMidnight && today?.ok === false && today.reason === 'empty' && yesterday?.ok === true;
  const failed = today === undefined || today.ok || emptyYet ? undefined : today;
  return { version, days, centres, failure: failed, troubles: emptyYet ? [] : troubles };
}

/** The second where it is newer, or where the first failed; with the days of both, which the store sorts out. */
function better(first: FetchResult, second: FetchResult): FetchResult {
  const isBetter =
    second.failure === undefined && (first.failure !== undefined || newest(second) > newest(first));
  const chosen = isBetter ? second : first;
  return {
    ...chosen,
    days: [...first.days, ...second.days],
    centres: { ...first.centres, ...second.centres },
    troubles: [...first.troubles, ...second.troubles],
  };
}

/** An answer whose newest hour is too old to be shown as current is no reason not to ask on. */
function isCurrent(answer: FetchResult, now: number): boolean {
  return answer.failure === undefined && now - newest(answer) <= FRESH_FOR;
}

function newest({ days }: FetchResult): number {
  const hour = newestHour(days.flatMap(({ hours }) => hours))?.hour;
  return parseInstant(hour) ?? Number.NEGATIVE_INFINITY;
}
