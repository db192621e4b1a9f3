/** The server's air: asks the upstream when due, keeps the hours in the store, and answers from them. */
import type { AirPort, Store } from '../../src/api/ports.ts';
import { isDue } from '../../src/core/air/backoff.ts';
import { newestHour } from '../../src/core/air/hours.ts';
import type { Centres } from '../../src/core/air/regions.ts';
import { FALLBACK_CENTRES } from '../../src/core/air/regions.ts';
import { DAY, sgtDate, toSgt } from '../../src/core/air/time.ts';
import type { AirState, HourFigure, Metric, SourceState } from '../../src/core/air/types.ts';
import { METRICS } from '../../src/core/air/types.ts';
import { settledWithin } from '../../src/sync/patience.ts';
import { emptyHeld, keepOutcome, readHours, readKept } from './keep.ts';
import type { Outcome } from './refresh.ts';
import { daysToAsk, judge } from './refresh.ts';
import { fetchDay } from './upstream.ts';

export interface ServerAirOptions {
  /** Base address of the upstream's v2, `https://api-open.data.gov.sg/v2/real-time/api`. */
  readonly v2Url: string;
  readonly apiKey?: string | undefined;
  readonly store: Store;
  /** ms since the epoch. */
  readonly now?: () => number;
  readonly fetch?: typeof fetch;
  /** Told of refreshes that failed. */
  readonly log?: (message: string, facts: Readonly<Record<string, string | number>>) => void;
  /** How long one exchange with the upstream may take, ms. */
  readonly timeoutMs?: number;
  /** How long an answer waits for the upstream once there is something to show, ms. */
  readonly patienceMs?: number;
}

/**
 * One request in flight for each address, none within ten minutes of the last success, and a pause that
 * doubles after failures. The two sources are refreshed independently. `state()` never throws: without a
 * store that answers, the air is held in memory alone.
 */
export function serverAir(options: ServerAirOptions): AirPort {
  const { store, now = Date.now, log = () => {}, timeoutMs = 8000, patienceMs = 2500 } = options;
  const base = options.v2Url.replace(/\/+$/, '');
  const held = emptyHeld();
  let keptCentres: Centres = FALLBACK_CENTRES;
  let seenCentres: Partial<Centres> = {};
  const touched = new Set<Metric>();
  const running = new Map<Metric, Promise<void>>();
  let loading: Promise<void> | undefined;
  /** Made anew after each change only: whoever asks knows by the object that nothing is new. */
  let current: AirState | undefined;

  function load(): Promise<void> {
    loading ??= readKept(store).then(
      (kept) => {
        keptCentres = kept.centres;
        for (const metric of METRICS) if (!touched.has(metric)) held[metric] = kept.sources[metric];
        current = undefined;
      },
      (error: unknown) => {
        loading = undefined;
        log('the kept air cannot be read', { error: String(error) });
      },
    );
    return loading;
  }

  async function refresh(metric: Metric): Promise<void> {
    const askedAt = now();
    const days = daysToAsk(await knownHours(metric, askedAt), askedAt);
    const question = { url: `${base}/${metric}`, metric, apiKey: options.apiKey, timeoutMs };
    const answers = await Promise.all(
      days.map((day) => fetchDay({ ...question, day, fetch: options.fetch })),
    );
    const at = now();
    const outcome = judge(days, answers, held[metric], { askedAt, now: at });
    const newest = await keep(metric, outcome, at);
    touched.add(metric);
    held[metric] = { ...outcome.refresh, newest };
    seenCentres = { ...seenCentres, ...outcome.centres };
    current = undefined;
    if (outcome.failure !== undefined) {
      const { reason, detail } = outcome.failure;
      const seconds = Math.round((outcome.refresh.askAfter - at) / 1000);
      log('the upstream could not be read', { source: metric, reason, detail, retryInSeconds: seconds });
    }
  }

  async function knownHours(metric: Metric, at: number): Promise<HourFigure[]> {
    return readHours(store, metric, sgtDate(at - DAY)).catch(() => []);
  }

  async function keep(metric: Metric, outcome: Outcome, at: number): Promise<HourFigure | null> {
    try {
      return await keepOutcome(store, metric, outcome, at);
    } catch (error) {
      log('the air cannot be kept', { source: metric, error: String(error) });
      const fetched = outcome.days.flatMap(({ hours }) => hours);
      const before = held[metric].newest;
      return newestHour(before === null ? fetched : [before, ...fetched]);
    }
  }

  function refreshWhenDue(metric: Metric): Promise<void> | undefined {
    const current = running.get(metric);
    if (current !== undefined) return current;
    if (!isDue(held[metric].askAfter, now())) return undefined;
    const started = refresh(metric).finally(() => running.delete(metric));
    running.set(metric, started);
    return started;
  }

  function sourceOf(metric: Metric): SourceState {
    const { refreshed, fetchedAt, newest } = held[metric];
    const fetched = fetchedAt === null ? null : toSgt(fetchedAt);
    return { url: `${base}/${metric}`, refreshed, fetchedAt: fetched, newest };
  }

  return {
    async state(): Promise<AirState> {
      await load();
      const at = now();
      if (current !== undefined && METRICS.every((metric) => !isDue(held[metric].askAfter, at)))
        return current;
      const refreshes = METRICS.flatMap((metric) => refreshWhenDue(metric) ?? []);
      if (refreshes.length > 0) {
        const all = Promise.allSettled(refreshes);
        const settled = await settledWithin(all, patienceMs);
        const nothingToShow = METRICS.every((metric) => held[metric].newest === null);
        if (!settled && nothingToShow) await all;
      }
      current ??= {
        sources: { psi: sourceOf('psi'), pm25: sourceOf('pm25') },
        centres: { ...keptCentres, ...seenCentres },
      };
      return current;
    },
    now,
  };
}
