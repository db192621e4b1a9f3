/**
 * The newest air, one source of truth for every view: read while somebody looks, at most every ten
 * minutes by itself, and by hand no faster than the quota bears.
 */
import { computed, signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { MINUTE } from '../../../core/air/time/time.ts';
import { METRICS, type Metric, type Region } from '../../../core/air/types.ts';
import { api, type Readings } from '../../client/client.ts';
import { now } from '../../platform/clock.ts';
import { problemWords } from '../../words/problems.ts';
import { type Figure, figureOf } from './figures.ts';

/** What the API asks of those who poll it. */
const EVERY = 10 * MINUTE;
/** Between two attempts by hand: four a minute, of sixty that a whole network may share. */
const REST = 15_000;

interface Known {
  readonly answer: Readings | undefined;
  /** Did the last attempt succeed? */
  readonly refreshed: boolean;
  /** Why not, in a sentence. */
  readonly problem: string;
  /** ms to add to this device's clock to have the server's. */
  readonly ahead: number;
}

const known = signal<Known>({ answer: undefined, refreshed: false, problem: '', ahead: 0 });
const pending = signal(false);
const resting = signal(false);
const turn = signal(0);

let attemptedAt = Number.NEGATIVE_INFINITY;
let notBefore = 0;

/** The last answer; undefined until one has come. */
export const readings = computed(() => known.value.answer);
/** Why there is none, or why it could not be refreshed; `""` when all is well. */
export const readingsProblem = computed(() => known.value.problem);
/** Is the air being read just now? */
export const readingsPending = computed(() => pending.value);
/** May it be read by hand? */
export const canRefresh = computed(() => !pending.value && !resting.value);
/** How often it has been read, or tried to be, since the page was opened. */
export const readingsTurn = computed(() => turn.value);
/** ms since the epoch by the server's clock, coarse. */
export const airNow = computed(() => now.value + known.value.ahead);

const NOTHING = { value: null, severity: undefined, band: undefined, color: undefined, hour: null, age: 0 };
const NEITHER: Readonly<Record<Metric, Figure>> = {
  psi: { ...NOTHING, metric: 'psi', status: 'unavailable' },
  pm25: { ...NOTHING, metric: 'pm25', status: 'unavailable' },
};

/** Both figures of a region; undefined while they are read for the first time. */
export function figuresOf(region: Region): Readonly<Record<Metric, Figure>> | undefined {
  const { answer, refreshed } = known.value;
  if (!answer) return known.value.problem ? NEITHER : undefined;
  const trust = { now: airNow.value, refreshed };
  const [psi, pm25] = METRICS.map((metric) => figureOf(answer, region, metric, trust));
  return psi && pm25 && { psi, pm25 };
}

/** Reads the air now, unless that is being done or was done a moment ago. Never throws. `byHand`: a person wants it newer. */
export async function refreshReadings({ byHand = false } = {}): Promise<void> {
  if (!canRefresh.value || Date.now() < notBefore) return;
  pending.value = true;
  attemptedAt = Date.now();
  try {
    // RFC 9111: a person who asks for newer ones is not served with what is kept.
    const headers = byHand ? { 'Cache-Control': 'no-cache' } : {};
    const { data, error, response } = await api.GET('/api/v1/readings', { headers });
    const wait = Number(response.headers.get('Retry-After'));
    if (wait > 0) notBefore = Date.now() + wait * 1000;
    const date = Date.parse(response.headers.get('Date') ?? '');
    const ahead = Number.isNaN(date) ? known.value.ahead : date - Date.now();
    known.value = data
      ? { answer: data as Readings, refreshed: true, problem: '', ahead }
      : { ...known.value, refreshed: false, problem: problemWords(error, response) };
  } catch (error) {
    known.value = { ...known.value, refreshed: false, problem: problemWords(error) };
  }
  now.value = Date.now();
  pending.value = false;
  turn.value += 1;
  resting.value = true;
  setTimeout(() => {
    resting.value = false;
  }, REST);
}

function refreshWhenDue(): void {
  if (document.visibilityState === 'visible' && Date.now() - attemptedAt >= EVERY) void refreshReadings();
}

function refreshWhenOnline(): void {
  if (document.visibilityState === 'visible') void refreshReadings();
}

let lookers = 0;
let timer: ReturnType<typeof setInterval> | undefined;

/** Keeps the air read for as long as the component that calls it is shown. */
export function useReadings(): void {
  useEffect(() => {
    if (lookers++ === 0) {
      timer = setInterval(refreshWhenDue, MINUTE / 2);
      document.addEventListener('visibilitychange', refreshWhenDue);
      addEventListener('online', refreshWhenOnline);
      refreshWhenDue();
    }
    return () => {
      if (--lookers > 0) return;
      clearInterval(timer);
      document.removeEventListener('visibilitychange', refreshWhenDue);
      removeEventListener('online', refreshWhenOnline);
    };
  }, []);
}
