/** The client of the air's two feeds: v2 first, v1 if that fails. */

import type { Centres } from '../../../src/core/air/regions.ts';
import { newestHour } from '../../../src/core/air/time/hours.ts';
import { parseInstant } from '../../../src/core/air/time/time.ts';
import type { HourFigure, Metric } from '../../../src/core/air/types.ts';
import { FRESH_FOR } from '../../../src/core/air/upstream/freshness.ts';
import type { UpstreamCalls } from '../../upstream/calls.ts';
import type { Failure, Result, Version } from '../../upstream/request.ts';
import { VERSIONS } from '../../upstream/request.ts';
import type { Day } from './figures.ts';
import { readV1Day } from './v1-body.ts';
import { readV2Day } from './v2-body.ts';

const READERS = { v2: readV2Day, v1: readV1Day } as const;
type DayResult = Result<Day>;

export interface ClientOptions {
  /** Base URLs, `https://api-open.data.gov.sg/v2/real-time/api`. v1 is not asked if it has none. */
  readonly urls: { readonly v2: string; readonly v1?: string | undefined };
  readonly calls: UpstreamCalls;
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

export function upstreamClient({ urls, calls }: ClientOptions): UpstreamClient {
  const bases = Object.entries(urls).flatMap(([version, url]) =>
    url === undefined ? [] : [[version, url.replace(/\/+$/, '')] as const],
  );
  const addresses = new Map(bases);
  const versions = VERSIONS.filter((version) => addresses.has(version));

  function url(version: Version, metric: Metric): string {
    return `${addresses.get(version) ?? ''}/${metric}`;
  }

  function askDay(version: Version, metric: Metric, day: string, now: number): Promise<DayResult> {
    const read = (json: unknown) => READERS[version](json, metric, day, now);
    return calls.ask({
      source: metric,
      version,
      urgency: 'air',
      address: url(version, metric),
      query: `?date=${day}`,
      read,
    });
  }

  async function askVersion(
    version: Version,
    { metric, days, justAfterMidnight, now }: DaysQuestion,
  ): Promise<FetchResult> {
    const [today, yesterday] = days;
    const results: [string, DayResult][] = [];
    for (const day of [today, yesterday]) {
      if (day === undefined) continue;
      const result = await askDay(version, metric, day, now);
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
      calls.wait(
        'air',
        versions.map((version) => url(version, metric)),
      ),
  };
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
      days.push({ day, hours: result.value.hours });
      centres = { ...result.value.centres, ...centres };
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
