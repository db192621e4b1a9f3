/**
 * The newest readings, one signal for all views. They load while a view that shows them is open: every ten
 * minutes, after a failure sooner and at once when somebody looks, when the network comes back, and when a person
 * asks, within the server's rate limit.
 */

import { computed, signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { MINUTE } from '../../../core/air/time/time.ts';
import { METRICS, type Metric, type Region } from '../../../core/air/types.ts';
import { isDue } from '../../../core/air/upstream/backoff.ts';
import { api, type Readings } from '../../client/client.ts';
import { now } from '../../platform/clock.ts';
import { problemWords } from '../../words/problems.ts';
import { type Figure, figureOf } from './figures.ts';
import { retryDelay, type Updated, updatedSources } from './updated.ts';

/** Interval between loads, ms, as the API asks of its clients. */
const POLL_MS = 10 * MINUTE;
/** Least time in ms between a failure and the next request for a new answer: the worker's own limit. */
const ANEW_EVERY = 10_000;

/** Longest wait for the server where only that it answers counts, ms. */
const REACH_MS = 3_000;

/**
 * The reason for a load. `due`: ten minutes have passed. `retry`: the pause after a failure is over. `look`: after a
 * failure, somebody looks, or the network is back. `hand`: a person wants it. All but the first ask for a new answer
 * instead of a cached one.
 */
type Why = 'due' | 'retry' | 'look' | 'hand';

interface ReadingsState {
  readonly response: Readings | undefined;
  /** True if the last request succeeded. */
  readonly refreshed: boolean;
  /** Why it failed, in a sentence. */
  readonly problem: string;
  /** The server's clock minus this device's, ms. */
  readonly clockOffset: number;
  /** How many of the sources were updated at the last request. */
  readonly updated: Updated;
  /** Requests in a row after which not all were; those of a person do not count. */
  readonly failures: number;
  /** When the next one is due after such a request, ms since the epoch on this device's clock; else undefined. */
  readonly retryAt: number | undefined;
}

const state = signal<ReadingsState>({
  response: undefined,
  refreshed: false,
  problem: '',
  clockOffset: 0,
  updated: 'all',
  failures: 0,
  retryAt: undefined,
});
const pending = signal(false);
const attempts = signal(0);
const lastWhy = signal<Why>('due');

/** ms since the epoch. */
let lastAttemptAt = Number.NEGATIVE_INFINITY;
/** True if the device had no network when the last request was sent. */
let wasOffline = false;
/** End of the wait that a Retry-After asked for, ms since the epoch. */
let notBefore = 0;

/** The last response; undefined before the first. */
export const readings = computed(() => state.value.response);
/** Why the last request failed, in a sentence; `""` when it succeeded. */
export const readingsProblem = computed(() => state.value.problem);
/** When the page tries again after an update of no source, ms on this device's clock; undefined if any was updated. */
export const readingsRetryAt = computed(() =>
  state.value.updated === 'none' ? state.value.retryAt : undefined,
);
/** True while a request runs or is about to. */
export const readingsPending = computed(() => pending.value);
/** Number of finished requests since the page was opened, failed ones included. */
export const readingsAttempts = computed(() => attempts.value);
/** True if a person asked for the last load. */
export const readingsByHand = computed(() => lastWhy.value === 'hand');
/** ms since the epoch, the server's clock, updated every half minute. */
export const airNow = computed(() => now.value + state.value.clockOffset);

const MISSING = { value: null, severity: undefined, band: undefined, color: undefined, hour: null, age: 0 };
const BOTH_MISSING: Readonly<Record<Metric, Figure>> = {
  psi: { ...MISSING, metric: 'psi', status: 'unavailable' },
  pm25: { ...MISSING, metric: 'pm25', status: 'unavailable' },
};

/** Both figures of a region; undefined until the first request has ended. */
export function figuresOf(region: Region): Readonly<Record<Metric, Figure>> | undefined {
  const { response, refreshed } = state.value;
  if (!response) return state.value.problem ? BOTH_MISSING : undefined;
  const context = { now: airNow.value, refreshed };
  const [psi, pm25] = METRICS.map((metric) => figureOf(response, region, metric, context));
  return psi && pm25 && { psi, pm25 };
}

/**
 * Loads the readings, unless a load runs. Never throws. After a failure, a new answer is not asked for at once: the
 * load then waits until that makes sense.
 */
export async function refreshReadings(why: Why = 'due'): Promise<void> {
  if (pending.value) return;
  pending.value = true;
  lastWhy.value = why;
  if (why !== 'due' && state.value.failures > 0) await untilAnewMakesSense();
  await load(why);
  // The first answer may be that of a failure before this page was opened, which may be over.
  if (state.value.failures > 0 && (attempts.value === 1 || hasNetworkAgain())) await load('look');
  pending.value = false;
}

/** True if the last request failed for want of a network, which the device now has. */
function hasNetworkAgain(): boolean {
  return wasOffline && navigator.onLine;
}

/** Resolves after the pause, or as soon as the network is back: without one, no request reached the server. */
function untilAnewMakesSense(): Promise<void> {
  const wait = Math.min(ANEW_EVERY, Math.max(0, lastAttemptAt + ANEW_EVERY - Date.now()));
  if (hasNetworkAgain()) return Promise.resolve();
  return new Promise((resolve) => {
    setTimeout(resolve, wait);
    if (wasOffline) addEventListener('online', () => resolve(), { once: true });
  });
}

async function load(why: Why): Promise<void> {
  const before = state.value;
  // Failures without a network say nothing about the server: their pause has grown for nothing.
  const failures = hasNetworkAgain() ? 0 : before.failures;
  let after: Loaded & Pick<ReadingsState, 'problem'> = before;
  if (Date.now() >= notBefore) {
    wasOffline = !navigator.onLine;
    try {
      // RFC 9111, section 5.2.1.4: no-cache asks for a response from the source, not from a cache.
      const headers = why === 'due' ? {} : { 'Cache-Control': 'no-cache' };
      const { data, error, response } = await api.GET('/api/v1/readings', { headers });
      const wait = Number(response.headers.get('Retry-After'));
      if (wait > 0) notBefore = Date.now() + wait * 1000;
      const date = Date.parse(response.headers.get('Date') ?? '');
      const clockOffset = Number.isNaN(date) ? before.clockOffset : date - Date.now();
      after = data
        ? { response: data as Readings, refreshed: true, problem: '', clockOffset }
        : { ...before, refreshed: false, problem: problemWords(error, response) };
    } catch (error) {
      after = { ...before, refreshed: false, problem: problemWords(error) };
    }
    lastAttemptAt = Date.now();
  }
  const updated = await updatedBy(after, why);
  now.value = Date.now();
  state.value = { ...after, ...outcome(updated, why, failures) };
  attempts.value += 1;
  retrySoon();
}

type Loaded = Pick<ReadingsState, 'response' | 'refreshed' | 'clockOffset'>;

/** How many sources a load updated. */
async function updatedBy({ response, refreshed, clockOffset }: Loaded, why: Why): Promise<Updated> {
  if (!response || !refreshed) return 'none';
  const updated = updatedSources(response, Date.now() + clockOffset);
  // Old hours look the same whether the worker reached its server or not.
  const isUnsure =
    updated !== 'none' &&
    why !== 'due' &&
    METRICS.some((metric) => response.sources[metric].status === 'stale');
  return isUnsure && !(await reachesServer()) ? 'none' : updated;
}

/** True if the server answers, whatever it says. The worker lets this request pass to it. */
async function reachesServer(): Promise<boolean> {
  const signal = AbortSignal.timeout(REACH_MS);
  return fetch('/ready', { method: 'HEAD', cache: 'no-store', signal }).then(
    () => true,
    () => false,
  );
}

/**
 * What became of a load.
 * @param before failures in a row
 */
function outcome(
  updated: Updated,
  why: Why,
  before: number,
): Pick<ReadingsState, 'updated' | 'failures' | 'retryAt'> {
  const time = Date.now();
  if (updated === 'all') return { updated, failures: 0, retryAt: undefined };
  const failures = Math.max(1, before + (why === 'retry' ? 1 : 0));
  return { updated, failures, retryAt: time + retryDelay(failures, notBefore - time) };
}

/** How many keep the readings loaded. */
let users = 0;
let timer: ReturnType<typeof setInterval> | undefined;
let retryTimer: ReturnType<typeof setTimeout> | undefined;

function isSeen(): boolean {
  return users > 0 && document.visibilityState === 'visible';
}

function refreshWhenDue(): void {
  const { retryAt } = state.value;
  if (!isSeen()) return;
  if (retryAt === undefined) {
    if (Date.now() - lastAttemptAt >= POLL_MS) void refreshReadings();
  } else if (isDue(retryAt, Date.now())) void refreshReadings('retry');
}

function retrySoon(): void {
  clearTimeout(retryTimer);
  const { retryAt } = state.value;
  if (retryAt !== undefined) retryTimer = setTimeout(refreshWhenDue, retryAt - Date.now());
}

/** Somebody looks, or the network is back. */
function look(): void {
  if (isSeen() && state.value.failures > 0) void refreshReadings('look');
  else refreshWhenDue();
}

/** Keeps the readings loaded while the page is seen. Returns a function that ends this. */
export function followReadings(): () => void {
  if (users++ === 0) {
    timer = setInterval(refreshWhenDue, MINUTE / 2);
    document.addEventListener('visibilitychange', look);
    addEventListener('online', look);
    look();
  }
  return () => {
    if (--users > 0) return;
    clearInterval(timer);
    document.removeEventListener('visibilitychange', look);
    removeEventListener('online', look);
  };
}

/** Keeps the readings loaded while the calling component is shown. */
export function useReadings(): void {
  useEffect(followReadings, []);
}
