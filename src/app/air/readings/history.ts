/**
 * The last 24 hours of all regions, read after each reading of the newest figures and never by themselves: so the
 * page asks for both as seldom as for one, and whoever answers has asked its server already.
 */
import { computed, signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { MINUTE } from '../../../core/air/time/time.ts';
import { METRICS, type Metric } from '../../../core/air/types.ts';
import { api } from '../../client/client.ts';
import type { components } from '../../client/schema.ts';
import { problemWords } from '../../words/problems.ts';
import { type Trusted, trusted } from './figures.ts';
import { airNow, readingsTurn } from './readings.ts';

export type History = components['schemas']['History'];

interface Known {
  readonly answer: History | undefined;
  /** Did the last attempt succeed? */
  readonly refreshed: boolean;
  /** Why not, in a sentence. */
  readonly problem: string;
}

const known = signal<Known>({ answer: undefined, refreshed: false, problem: '' });
/** The reading of the newest figures that the history was last asked for after. */
let askedAfter = 0;

/** The last answer; undefined until one has come. */
export const history = computed(() => known.value.answer);
/** Why there is none, or why it could not be refreshed; `""` when all is well. */
export const historyProblem = computed(() => known.value.problem);

/** How far the history of each metric can be trusted now; undefined while it is not known. */
export const historyTrust = computed((): Readonly<Record<Metric, Trusted>> | undefined => {
  const { answer, refreshed } = known.value;
  if (answer === undefined) return undefined;
  const [psi, pm25] = METRICS.map((metric) =>
    trusted(answer.sources[metric], { now: airNow.value, refreshed }),
  );
  return psi && pm25 && { psi, pm25 };
});

async function load(): Promise<void> {
  try {
    const query = { region: 'all', metric: 'all' } as const;
    const { data, error, response } = await api.GET('/api/v1/history', { params: { query } });
    known.value = data
      ? { answer: data as History, refreshed: true, problem: '' }
      : { ...known.value, refreshed: false, problem: problemWords(error, response) };
  } catch (error) {
    known.value = { ...known.value, refreshed: false, problem: problemWords(error) };
  }
}

/** Are at most the newest hour's figures known? The server was busy perhaps; hours that it never had are rare. */
function isWanting({ series }: History): boolean {
  const hours = METRICS.flatMap((metric) => series[metric] ?? [])
    .filter(({ values }) => Object.values(values).some((value) => value !== null))
    .map(({ timestamp }) => timestamp);
  return new Set(hours).size === 1;
}

/**
 * Keeps the history read for as long as the component that calls it is shown. While it is wanting, whoever answers is
 * asked again now and then; that one knows when its server may be.
 */
export function useHistory(): void {
  const turn = readingsTurn.value;
  const answer = history.value;
  useEffect(() => {
    if (turn === askedAfter) return;
    askedAfter = turn;
    void load();
  }, [turn]);
  useEffect(() => {
    if (answer === undefined || !isWanting(answer)) return;
    const timer = setTimeout(load, MINUTE);
    return () => clearTimeout(timer);
  }, [answer]);
}
