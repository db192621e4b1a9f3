/**
 * The server's air port: refreshes the sources from the upstream when due, stores the hours, and answers from
 * them.
 */
import type { AirHistory, AirPort, Store } from '../../src/api/ports.ts';
import type { Centres } from '../../src/core/air/regions.ts';
import { FALLBACK_CENTRES } from '../../src/core/air/regions.ts';
import { newestHour } from '../../src/core/air/time/hours.ts';
import { DAY, parseInstant, toSgt } from '../../src/core/air/time/time.ts';
import type { AirState, HourFigure, Metric, SourceState } from '../../src/core/air/types.ts';
import { METRICS } from '../../src/core/air/types.ts';
import { isDue } from '../../src/core/air/upstream/backoff.ts';
import { settledWithin } from '../../src/core/settled-within.ts';
import { createLease } from '../store/lease.ts';
import type { UpstreamCalls } from '../upstream/calls.ts';
import { emptySources, mergedHours, readStoredAir, storeFetched } from './air-store.ts';
import { daysToAsk, isJustAfterMidnight, recordAfter } from './refresh.ts';
import type { Refresh } from './refresh-record.ts';
import type { FetchResult } from './upstream/client.ts';
import { upstreamClient } from './upstream/client.ts';

export interface ServerAirOptions {
  /** Base URL of the upstream's v2, `https://api-open.data.gov.sg/v2/real-time/api`. */
  readonly v2Url: string;
  /** Base URL of its v1, `https://api.data.gov.sg/v1/environment`; without it only v2 is asked. */
  readonly v1Url?: string | undefined;
  readonly calls: UpstreamCalls;
  readonly store: Store;
  /** True if other processes have the same store: then one of them asks, and the others read what it stored. */
  readonly isShared?: boolean;
  /** ms since the epoch. */
  readonly now?: () => number;
  /** Called for each refresh that failed. */
  readonly log?: (message: string, facts: Readonly<Record<string, string | number>>) => void;
  /** How long a response waits for the upstream when there is something to show, ms. */
  readonly waitMs?: number;
  /** How long it waits when there is nothing, ms. */
  readonly firstWaitMs?: number;
  /** Returns 0 to 1. */
  readonly random?: () => number;
}

export interface ServerAir extends AirPort {
  /** The sources as they are known now. Asks nobody. */
  sources(): AirState['sources'];
}

/** Pause after a defect in this code, ms. */
const DEFECT_PAUSE = 60_000;

/** A refresh in progress. */
interface RunningRefresh {
  readonly done: Promise<void>;
  /** Resolves when the refresh has ended, or to false when the wait is over. */
  readonly inTime: Promise<boolean>;
  readonly inFirstTime: Promise<boolean>;
}

/**
 * The air of the server. Each source is refreshed independently: one refresh at a time, none within ten minutes
 * of the last success, and a growing pause after failures. `state()` and `history()` never throw: if the store
 * fails, the air is held in memory alone.
 *
 * Processes that share a store refresh each source once, and all answer from what was stored.
 *
 * A source counts as not refreshed while its refresh is due and takes longer than a response waits. So nothing
 * is called current because an upstream hangs instead of failing.
 */
export function serverAir(options: ServerAirOptions): ServerAir {
  const { calls, store, now = Date.now, log = () => {}, random = Math.random } = options;
  const { waitMs = 2_500, firstWaitMs = 15_000 } = options;
  const client = upstreamClient({ urls: { v2: options.v2Url, v1: options.v1Url }, calls });
  const held = emptySources();
  let storedCentres: Centres = FALLBACK_CENTRES;
  let seenCentres: Partial<Centres> = {};
  const touched = new Set<Metric>();
  const yesterdayAt = new Map<Metric, number>();
  const running = new Map<Metric, RunningRefresh>();
  const inDoubt = new Set<Metric>();
  let loading: Promise<void> | undefined;
  let loaded = false;
  /** Replaced only when something changed: callers compare the object to see that nothing is new. */
  let current: AirState | undefined;
  let history: AirHistory | undefined;

  function load(): Promise<void> {
    loading ??= readStoredAir(store).then(
      (kept) => {
        storedCentres = kept.centres;
        for (const metric of METRICS) if (!touched.has(metric)) held[metric] = kept.sources[metric];
        current = undefined;
        loaded = true;
      },
      (error: unknown) => {
        loading = undefined;
        log('the kept air cannot be read', { error: String(error) });
      },
    );
    return loading;
  }

  /**
   * Takes over what is stored, unless that is older.
   * @returns true if no refresh is due any more
   */
  async function takeOver(metric: Metric): Promise<boolean> {
    const { sources: kept, centres } = await readStoredAir(store);
    if (kept[metric].askAfter < held[metric].askAfter) return false;
    held[metric] = kept[metric];
    storedCentres = centres;
    seenCentres = {};
    current = undefined;
    return !isDue(kept[metric].askAfter, now());
  }

  function refreshOnce(metric: Metric): Promise<void> {
    const work = () => refresh(metric);
    if (options.isShared !== true) return work();
    return createLease({ store, name: `air-${metric}`, now }).once(() => takeOver(metric), work);
  }

  async function refresh(metric: Metric): Promise<void> {
    const askedAt = now();
    const days = daysToAsk(held[metric].hours, yesterdayAt.get(metric), askedAt);
    const asked = await client.ask({
      metric,
      days,
      justAfterMidnight: isJustAfterMidnight(askedAt),
      now: askedAt,
    });
    const at = now();
    const before = held[metric];
    const wait = client.wait(metric);
    const outcome = recordAfter(before, asked, at, wait, random());
    const hours = await keep(metric, asked, outcome, at);
    touched.add(metric);
    held[metric] = { ...outcome, hours, newest: newestHour(hours) };
    seenCentres = { ...seenCentres, ...asked.centres };
    const [, yesterday] = days;
    if (asked.days.some(({ day }) => day === yesterday)) yesterdayAt.set(metric, askedAt);
    current = undefined;
    tell(metric, asked, outcome, at);
  }

  function tell(metric: Metric, asked: FetchResult, outcome: Refresh, at: number): void {
    if (asked.troubles.length === 0) return;
    const reason = asked.troubles.map((trouble) => `${trouble.version}: ${trouble.reason}`).join('; ');
    const detail = asked.troubles.map((trouble) => `${trouble.version}: ${trouble.detail}`).join('; ');
    const failed = { source: metric, reason, detail };
    if (asked.failure === undefined) {
      log('the upstream was read after trouble', { ...failed, answeredBy: asked.version });
    } else {
      const seconds = Math.round((outcome.askAfter - at) / 1000);
      log('the upstream could not be read', { ...failed, retryInSeconds: seconds });
    }
  }

  /** Pauses after a defect here, which must not make every request ask the upstream. */
  function failedToRefresh(metric: Metric, error: unknown): void {
    held[metric] = { ...held[metric], refreshed: false, askAfter: now() + DEFECT_PAUSE };
    current = undefined;
    log('a defect while the upstream was read', { source: metric, error: String(error) });
  }

  async function keep(
    metric: Metric,
    asked: FetchResult,
    outcome: Refresh,
    at: number,
  ): Promise<readonly HourFigure[]> {
    try {
      return await storeFetched(store, metric, asked, outcome, at);
    } catch (error) {
      log('the air cannot be kept', { source: metric, error: String(error) });
      return mergedHours(held[metric].hours, asked.days, at);
    }
  }

  function refreshWhenDue(metric: Metric): RunningRefresh | undefined {
    const already = running.get(metric);
    if (already !== undefined) return already;
    if (!isDue(held[metric].askAfter, now())) return undefined;
    const done = refreshOnce(metric)
      .catch((error: unknown) => failedToRefresh(metric, error))
      .finally(() => {
        running.delete(metric);
        if (inDoubt.delete(metric)) current = undefined;
      });
    // All requests wait for the same two moments. Requests that come later do not wait.
    const inTime = settledWithin(done, waitMs).then((ended) => {
      if (!ended && running.get(metric)?.done === done) {
        inDoubt.add(metric);
        current = undefined;
      }
      return ended;
    });
    const started = { done, inTime, inFirstTime: settledWithin(done, firstWaitMs) };
    running.set(metric, started);
    return started;
  }

  function sourceOf(metric: Metric): SourceState {
    const { refreshed, fetchedAt, newest, answeredBy } = held[metric];
    return {
      url: client.url(answeredBy, metric),
      refreshed: refreshed && !inDoubt.has(metric),
      fetchedAt: fetchedAt === null ? null : toSgt(fetchedAt),
      newest,
    };
  }

  const sources = () => ({ psi: sourceOf('psi'), pm25: sourceOf('pm25') });

  /** The history that belongs to a state. Made from memory, without reading the store. */
  function historyOf(state: AirState): AirHistory {
    if (history?.state === state) return history;
    const newest = Math.max(...METRICS.map((metric) => parseInstant(held[metric].newest?.hour) ?? 0));
    const since = toSgt(newest - DAY);
    const hours = METRICS.flatMap((metric) => held[metric].hours).filter(({ hour }) => hour >= since);
    history = { state, hours };
    return history;
  }

  /** The current state while no refresh is due. Undefined before the store was read. */
  function known(): AirState | undefined {
    if (current === undefined) return undefined;
    const at = now();
    return METRICS.some((metric) => isDue(held[metric].askAfter, at)) ? undefined : current;
  }

  /** The hot path, which waits for nothing: even a settled promise costs more than the rest. */
  function state(): AirState | Promise<AirState> {
    return known() ?? refreshedState();
  }

  async function refreshedState(): Promise<AirState> {
    if (!loaded) await load();
    const made = known();
    if (made !== undefined) return made;
    const refreshes = METRICS.flatMap((metric) => refreshWhenDue(metric) ?? []);
    if (refreshes.length > 0) {
      await Promise.all(refreshes.map(({ inTime }) => inTime));
      const nothingToShow = METRICS.every((metric) => held[metric].newest === null);
      if (nothingToShow) await Promise.all(refreshes.map(({ inFirstTime }) => inFirstTime));
    }
    current ??= {
      sources: sources(),
      centres: { ...storedCentres, ...seenCentres },
    };
    return current;
  }

  return { state, history: async () => historyOf(await state()), now, sources };
}
