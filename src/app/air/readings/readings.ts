/**
 * The newest readings, one signal for all views. They load while a view that shows them is open: every ten
 * minutes, when the network comes back, and when a person asks, within the server's rate limit.
 */

import { computed, signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { MINUTE } from '../../../core/air/time/time.ts';
import { METRICS, type Metric, type Region } from '../../../core/air/types.ts';
import { api, type Readings } from '../../client/client.ts';
import { now } from '../../platform/clock.ts';
import { problemWords } from '../../words/problems.ts';
import { type Figure, figureOf } from './figures.ts';

/** Interval between loads, ms, as the API asks of its clients. */
const POLL_MS = 10 * MINUTE;
/** Pause after each load, ms: four loads a minute, of the sixty that all devices behind one address share. */
const COOLDOWN_MS = 15_000;

interface ReadingsState {
  readonly response: Readings | undefined;
  /** True if the last request succeeded. */
  readonly refreshed: boolean;
  /** Why it failed, in a sentence. */
  readonly problem: string;
  /** The server's clock minus this device's, ms. */
  readonly clockOffset: number;
}

const state = signal<ReadingsState>({ response: undefined, refreshed: false, problem: '', clockOffset: 0 });
const pending = signal(false);
const coolingDown = signal(false);
const attempts = signal(0);

/** ms since the epoch. */
let lastAttemptAt = Number.NEGATIVE_INFINITY;
/** End of the wait that a Retry-After asked for, ms since the epoch. */
let notBefore = 0;

/** The last response; undefined before the first. */
export const readings = computed(() => state.value.response);
/** Why the last request failed, in a sentence; `""` when it succeeded. */
export const readingsProblem = computed(() => state.value.problem);
/** True while a request runs. */
export const readingsPending = computed(() => pending.value);
/** True if a person may refresh now. */
export const canRefresh = computed(() => !pending.value && !coolingDown.value);
/** Number of finished requests since the page was opened, failed ones included. */
export const readingsAttempts = computed(() => attempts.value);
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
 * Loads the readings, unless a request runs or has just ended. Never throws.
 * @param byHand true when a person asks: the request then bypasses caches
 */
export async function refreshReadings({ byHand = false } = {}): Promise<void> {
  if (!canRefresh.value || Date.now() < notBefore) return;
  pending.value = true;
  lastAttemptAt = Date.now();
  try {
    // RFC 9111, section 5.2.1.4: no-cache asks for a response from the source, not from a cache.
    const headers = byHand ? { 'Cache-Control': 'no-cache' } : {};
    const { data, error, response } = await api.GET('/api/v1/readings', { headers });
    const wait = Number(response.headers.get('Retry-After'));
    if (wait > 0) notBefore = Date.now() + wait * 1000;
    const date = Date.parse(response.headers.get('Date') ?? '');
    const clockOffset = Number.isNaN(date) ? state.value.clockOffset : date - Date.now();
    state.value = data
      ? { response: data as Readings, refreshed: true, problem: '', clockOffset }
      : { ...state.value, refreshed: false, problem: problemWords(error, response) };
  } catch (error) {
    state.value = { ...state.value, refreshed: false, problem: problemWords(error) };
  }
  now.value = Date.now();
  pending.value = false;
  attempts.value += 1;
  coolingDown.value = true;
  setTimeout(() => {
    coolingDown.value = false;
  }, COOLDOWN_MS);
}

function refreshWhenDue(): void {
  if (document.visibilityState === 'visible' && Date.now() - lastAttemptAt >= POLL_MS) void refreshReadings();
}

function refreshWhenOnline(): void {
  if (document.visibilityState === 'visible') void refreshReadings();
}

/** Number of mounted components that use the readings. */
let users = 0;
let timer: ReturnType<typeof setInterval> | undefined;

/** Keeps the readings loaded while the calling component is shown. */
export function useReadings(): void {
  useEffect(() => {
    if (users++ === 0) {
      timer = setInterval(refreshWhenDue, MINUTE / 2);
      document.addEventListener('visibilitychange', refreshWhenDue);
      addEventListener('online', refreshWhenOnline);
      refreshWhenDue();
    }
    return () => {
      if (--users > 0) return;
      clearInterval(timer);
      document.removeEventListener('visibilitychange', refreshWhenDue);
      removeEventListener('online', refreshWhenOnline);
    };
  }, []);
}
