/**
 * The last 24 hours of all regions, loaded only after each load of the readings. So the page asks for both as
 * seldom as for one, and the worker has already asked its server when this request comes.
 */

import { computed, signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { MINUTE } from '../../../core/air/time/time.ts';
import { METRICS, type Metric } from '../../../core/air/types.ts';
import { api, repeatable } from '../../client/client.ts';
import type { components } from '../../client/schema.ts';
import { problemWords } from '../../words/problems.ts';
import { type Freshness, freshnessOf } from './figures.ts';
import { airNow, readingsAttempts } from './readings.ts';

export type History = components['schemas']['History'];

interface HistoryState {
  readonly response: History | undefined;
  /** True if the last request succeeded. */
  readonly refreshed: boolean;
  /** Why it failed, in a sentence. */
  readonly problem: string;
}

const state = signal<HistoryState>({ response: undefined, refreshed: false, problem: '' });
/** Value of `readingsAttempts` at the last load of the history. */
let loadedAttempt = 0;

/** The last response; undefined before the first. */
export const history = computed(() => state.value.response);
/** Why the last request failed, in a sentence; `""` when it succeeded. */
export const historyProblem = computed(() => state.value.problem);

/** How fresh the history of each metric is now; undefined before the first response. */
export const historyFreshness = computed((): Readonly<Record<Metric, Freshness>> | undefined => {
  const { response, refreshed } = state.value;
  if (response === undefined) return undefined;
  const [psi, pm25] = METRICS.map((metric) =>
    freshnessOf(response.sources[metric], { now: airNow.value, refreshed }),
  );
  return psi && pm25 && { psi, pm25 };
});

async function load(): Promise<void> {
  try {
    const query = { region: 'all', metric: 'all' } as const;
    const { data, error, response } = await repeatable(() =>
      api.GET('/api/v1/history', { params: { query } }),
    );
    state.value = data
      ? { response: data as History, refreshed: true, problem: '' }
      : { ...state.value, refreshed: false, problem: problemWords(error, response) };
  } catch (error) {
    state.value = { ...state.value, refreshed: false, problem: problemWords(error) };
  }
}

/** True if the response has figures for one hour only, as when the server was too busy to load the others. */
function isIncomplete({ series }: History): boolean {
  const hours = METRICS.flatMap((metric) => series[metric] ?? [])
    .filter(({ values }) => Object.values(values).some((value) => value !== null))
    .map(({ timestamp }) => timestamp);
  return new Set(hours).size === 1;
}

/**
 * Keeps the history loaded while the calling component is shown. An incomplete response is asked for again every
 * minute; the worker decides whether that reaches the server.
 */
export function useHistory(): void {
  const attempt = readingsAttempts.value;
  const response = history.value;
  useEffect(() => {
    if (attempt === loadedAttempt) return;
    loadedAttempt = attempt;
    void load();
  }, [attempt]);
  useEffect(() => {
    if (response === undefined || !isIncomplete(response)) return;
    const timer = setTimeout(load, MINUTE);
    return () => clearTimeout(timer);
  }, [response]);
}
