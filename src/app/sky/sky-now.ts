/**
 * The sky at the chosen town, asked for every 15 s while it is shown, sooner while a source is missing. The worker
 * answers from what it keeps and asks its server only when something is due; each answer has the statuses of its own
 * moment.
 */
import { computed, signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { secondsUntilWhole } from '../../core/sky/limits.ts';
import type { Area, AreaId } from '../../core/sky/place/areas.ts';
import type { Sky } from '../../core/sky/sky.ts';
import { api } from '../client/client.ts';
import { now } from '../platform/clock.ts';
import { online } from '../platform/online.ts';
import { town } from './town.ts';

/** ms between two requests. */
const STEP = 15_000;
/** Age in ms from which an answer is not shown any more: its statuses were those of another moment. */
const SHOWN_FOR = 70_000;

interface Answer {
  readonly sky: Sky;
  /** ms since the epoch on this device's clock. */
  readonly at: number;
  /** The server's clock minus this device's, ms. */
  readonly clockOffset: number;
}

export interface SkyNow {
  readonly sky: Sky;
  /** ms since the epoch, the server's clock. */
  readonly now: number;
}

/** As many answers in a row that lack a source are those of a server that has only begun to ask. */
const BEGINNING = 2;

const answer = signal<Answer | undefined>(undefined);
const failed = signal(false);
/** Answers in a row that lacked a source. */
const lacking = signal(0);

/** The sky at the chosen town; undefined until it is known, and again when it is too old to be shown. */
export const skyNow = computed((): SkyNow | undefined => {
  const kept = answer.value;
  if (kept === undefined || kept.sky.area !== town.value?.id) return undefined;
  if (Math.abs(now.value - kept.at) > SHOWN_FOR) return undefined;
  return { sky: kept.sky, now: Math.max(now.value, kept.at) + kept.clockOffset };
});

/** True if the last request failed. */
export const skyFailed = computed(() => failed.value);

/** True while what is missing may be here in seconds: the server asks for its sources one after the other. */
export const skyComing = computed(
  () => online.value && !failed.value && lacking.value > 0 && lacking.value <= BEGINNING,
);

/** Asks once. Undefined if that failed. */
async function answerFor(area: AreaId): Promise<Answer | undefined> {
  try {
    const { data, response } = await api.GET('/api/v1/sky', { params: { query: { area } } });
    const at = Date.now();
    const date = Date.parse(response.headers.get('Date') ?? '');
    const clockOffset = Number.isNaN(date) ? 0 : date - at;
    return data && { sky: data as Sky, at, clockOffset };
  } catch {
    return undefined;
  }
}

/** The sky at any town, of this moment; undefined if it could not be had. */
export async function skyAt(area: AreaId): Promise<SkyNow | undefined> {
  const answer = await answerFor(area);
  return answer && { sky: answer.sky, now: answer.at + answer.clockOffset };
}

/** @returns what was loaded; undefined if nothing was, or meanwhile another town was chosen */
async function load({ id }: Area): Promise<Sky | undefined> {
  // If it failed, it is shown as failed; the next request comes soon.
  const loaded = await answerFor(id);
  // Meanwhile another town may have been chosen.
  if (town.peek()?.id !== id) return undefined;
  failed.value = loaded === undefined;
  if (loaded === undefined) return undefined;
  now.value = loaded.at;
  answer.value = loaded;
  return loaded.sky;
}

/** Keeps the sky at a town loaded while somebody looks. Returns a function that ends this. */
export function followSky(chosen: Area): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let ended = false;
  const lookIn = (ms: number) => {
    clearTimeout(timer);
    if (!ended) timer = setTimeout(look, ms);
  };
  const look = () => {
    lookIn(STEP);
    if (document.visibilityState === 'visible') void loadWhole();
  };
  const loadWhole = async () => {
    const sky = await load(chosen);
    if (sky === undefined) return;
    const isWhole = Object.values(sky.sources).every(({ status }) => status !== 'unavailable');
    lacking.value = isWhole ? 0 : lacking.value + 1;
    if (!isWhole) lookIn(secondsUntilWhole(lacking.value) * 1000);
  };
  lacking.value = 0;
  document.addEventListener('visibilitychange', look);
  addEventListener('online', look);
  look();
  return () => {
    ended = true;
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', look);
    removeEventListener('online', look);
  };
}

/** Keeps the sky loaded while the calling component is shown. */
export function useSky(): void {
  const chosen = town.value;
  useEffect(() => (chosen === undefined ? undefined : followSky(chosen)), [chosen]);
}
