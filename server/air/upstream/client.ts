/** The client of data.gov.sg: v2 first, v1 if that fails, within the upstream's limits. */

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
import type { DayResult, Failure } from './upstream.ts';
import { failure, fetchDay, LIMITED_SECONDS } from './upstream.ts';

export interface ClientOptions {
  /** Base URLs, `https://api-open.data.gov.sg/v2/real-time/api`. v1 is not asked if it has none. */
  readonly urls: { readonly v2: string; readonly v1?: string | undefined };
  readonly apiKey?: string | undefined;
  /** For one request, body included. */
  readonly timeoutMs: number;
  /** A clock that is never set, ms. */
  readonly elapsed: () => number;
  readonly fetch?: typeof fetch | undefined;
  /** Called after each question to the upstream. */
  readonly onCall?: ((call: UpstreamCall) => void) | undefined;
}

/** One question to the upstream, and what came of it. */
export interface UpstreamCall {
  readonly metric: Metric;
  readonly version: Version;
  readonly result: 'ok' | Failure['reason'];
}

export interface DaysQuestion {
  readonly metric: Metric;
  /** SGT dates: today, and yesterday if wanted. */
  readonly days: readonly string[];
  /** True shortly after midnight, when today may have no hour yet. */
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
  /** The version that answered; v2 if none did. */
  readonly version: Version;
  readonly days: readonly FetchedDay[];
  readonly centres: Partial<Centres>;
  /** Undefined if one of the versions had today's figures. */
  readonly failure?: Failure | undefined;
  /** Everything that went wrong, even if the other version made it good. */
  readonly troubles: readonly (Failure & { readonly version: Version })[];
}

export interface UpstreamClient {
  /** Never throws. */
  ask(question: DaysQuestion): Promise<FetchResult>;
  /** URL of a source in one version. */
  url(version: Version, metric: Metric): string;
  /** ms until any URL of the source may be called, 0 for now. */
  wait(metric: Metric): number;
}

/** Makes a client, with one budget of calls for everything it asks. */
export function upstreamClient(options: ClientOptions): UpstreamClient {
  const { apiKey, timeoutMs, elapsed } = options;
  const budget = callBudget(apiKey === undefined ? CALLS_WITHOUT_KEY : CALLS_WITH_KEY, elapsed);
  const bases = Object.entries(options.urls).flatMap(([version, url]) =>
    url === undefined ? [] : [[version, url.replace(/\/+$/, '')] as const],
  );
  const addresses = new Map(bases);
  const versions = VERSIONS.filter((version) => addresses.has(version));
  // One circuit for each URL: if one source fails for good, the other is still asked.
  const circuits = new Map(
    versions.flatMap((version) =>
      METRICS.map((metric) => [url(version, metric), createCircuit(elapsed)] as const),
    ),
  );

  function url(version: Version, metric: Metric): string {
    return `${addresses.get(version) ?? ''}/${metric}`;
  }

  async function askDay(version: Version, metric: Metric, day: string): Promise<DayResult> {
    const address = url(version, metric);
    const circuit = circuits.get(address);
    if (circuit?.enter() !== true) return resting('it failed too often', circuit?.wait() ?? 0);
    const wait = await budget.take();
    if (wait > 0) {
      circuit.left();
      return resting('no call is left', wait);
    }
    const question = { version, metric, day, url: address, apiKey, timeoutMs };
    const result = await fetchDay({ ...question, fetch: options.fetch });
    options.onCall?.({ metric, version, result: result.ok ? 'ok' : result.reason });
    if (!result.ok && result.reason === 'limited') {
      budget.pause((result.retryAfter ?? LIMITED_SECONDS) * 1000);
    }
    report(circuit, result);
    return result;
  }

  async function askVersion(
    version: Version,
    { metric, days, justAfterMidnight }: DaysQuestion,
  ): Promise<FetchResult> {
    const [today, yesterday] = days;
    const results: [string, DayResult][] = [];
    for (const day of [today, yesterday]) {
      if (day === undefined) continue;
      const result = await askDay(version, metric, day);
      results.push([day, result]);
      // v1 may still hold yesterday when it lacks today. Stop asking a source after its first failure.
      if (!result.ok && result.reason !== 'empty') break;
    }
    return outcomeOf(version, results, justAfterMidnight);
  }

  return {
    async ask(question) {
      let best: FetchResult | undefined;
      for (const version of versions) {
        // Days that one version has answered are not asked of the other.
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

function report(circuit: Circuit, result: DayResult): void {
  // "No data for this day" is an answer too.
  const answered = result.ok || result.reason === 'empty' || result.reason === 'wrong_day';
  if (answered) circuit.succeeded();
  else circuit.failed(result.retryAfter);
}

function outcomeOf(
  version: Version,
  results: readonly [string, DayResult][],
  justAfterMidnight: boolean,
): FetchResult {
  const days: FetchedDay[] = [];
  const troubles: FetchResult['troubles'][number][] = [];
  let centres: Partial<Centres> = {};
  for (const [day, result] of results) {
    if (result.ok) {
      days.push({ day, hours: result.hours });
      centres = { ...result.centres, ...centres };
    } else troubles.push({ ...result, version });
  }
  const [today, yesterday] = results.map(([, result]) => result);
  const emptyYet =
    justAfterMidnight && today?.ok === false && today.reason === 'empty' && yesterday?.ok === true;
  const failed = today === undefined || today.ok || emptyYet ? undefined : today;
  return { version, days, centres, failure: failed, troubles: emptyYet ? [] : troubles };
}

/**
 * The better of two results: the second if it is newer or the first failed. It has the days of both; the store
 * merges them.
 */
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

/** True if the newest hour is recent enough to be shown as current. If not, the other version is asked too. */
function isCurrent(result: FetchResult, now: number): boolean {
  return result.failure === undefined && now - newest(result) <= FRESH_FOR;
}

function newest({ days }: FetchResult): number {
  const hour = newestHour(days.flatMap(({ hours }) => hours))?.hour;
  return parseInstant(hour) ?? Number.NEGATIVE_INFINITY;
}
