/** The device's air: asks its server at most once in ten minutes, and answers from what it kept. */
import type { AirPort, Store } from '../api/ports.ts';
import { backoff, isDue, retryAfterSeconds } from '../core/air/backoff.ts';
import { CACHE_SECONDS } from '../core/air/freshness.ts';
import type { AirState, SourceState } from '../core/air/types.ts';
import type { Kept } from './kept-answer.ts';
import { NOTHING_KEPT, parseKept, readAnswer } from './kept-answer.ts';
import { settledWithin } from './patience.ts';

/** Name of the stored value. */
const AIR_VALUE = 'air';
const READINGS_PATH = '/api/v1/readings';
/** Characters; an answer has about 3000. */
const ANSWER_MOST = 64 * 1024;
/** After the first failure in a row, ms. */
const BACKOFF_FIRST = 30_000;
/** Between two attempts by hand, ms: well within the server's 60 a minute. */
const BY_HAND = 10_000;

export interface KeptAirOptions {
  readonly store: Pick<Store, 'read' | 'write'>;
  /** Asks the server of this origin, past any HTTP cache: a cached Date header would tell a wrong time. */
  readonly fetchServer: (path: string, signal: AbortSignal) => Promise<Response>;
  /** ms since the epoch, this device's clock. */
  readonly now: () => number;
  /** For one exchange with the server, ms. */
  readonly timeoutMs?: number;
  /** How long an answer waits for the server once something is kept, ms. */
  readonly patienceMs?: number;
}

export interface KeptAir extends AirPort {
  /**
   * Asks the server now, although it is not due: a person wants it. Not within ten seconds of the last
   * attempt, nor before the server's Retry-After has passed; then it answers what is kept.
   */
  refresh(): Promise<AirState>;
}

/**
 * When the server cannot be had, answers late, refuses (429) or breaks (5xx), the answer has the same
 * values and source times, not refreshed, so that every status is `stale`. A source that the server itself
 * did not call `ok` is never called so here. `state()` and `refresh()` never throw.
 */
export function keptAir(options: KeptAirOptions): KeptAir {
  const { store, fetchServer, now, timeoutMs = 6000, patienceMs = 2000 } = options;
  let kept: Kept | undefined;
  let running: Promise<void> | undefined;

  /** The store is read again before the server is asked: another page may have asked it meanwhile. */
  async function latest(): Promise<Kept> {
    if (kept !== undefined && !isDue(kept.askAfter, now())) return kept;
    const text = await store.read((tx) => tx.value(AIR_VALUE)).catch(() => undefined);
    const stored = parseKept(text);
    if (stored !== undefined && (kept === undefined || stored.asked > kept.asked)) kept = stored;
    return kept ?? NOTHING_KEPT;
  }

  function ask(before: Kept): Promise<void> {
    running ??= attempt(before).finally(() => {
      running = undefined;
    });
    return running;
  }

  async function attempt(before: Kept): Promise<void> {
    const asked = now();
    const answer = await exchange(before, asked);
    const at = now();
    kept = answer.ok ? { ...accepted(answer, at), asked } : { ...refused(before, answer, at), asked };
    const text = JSON.stringify(kept);
    await store.write((tx) => tx.putValue(AIR_VALUE, text)).catch(() => {});
  }

  async function exchange(before: Kept, asked: number): Promise<Answer> {
    const controller = new AbortController();
    const question = askServer(before, asked, controller.signal).catch((): Refusal => ({ ok: false }));
    if (await settledWithin(question, timeoutMs)) return question;
    controller.abort();
    return { ok: false };
  }

  async function askServer(before: Kept, asked: number, signal: AbortSignal): Promise<Answer> {
    const response = await fetchServer(READINGS_PATH, signal);
    const serverNow = serverTime(response.headers);
    if (response.status !== 200) {
      const header = response.headers.get('retry-after');
      return { ok: false, retryAfter: retryAfterSeconds(header, serverNow ?? asked) };
    }
    const text = await response.text();
    const state = text.length > ANSWER_MOST ? undefined : readAnswer(text, before.state);
    if (state === undefined) return { ok: false };
    // Reckoned from when the question left: an age is rather a moment too great than too small.
    return { ok: true, state, offset: serverNow === undefined ? before.offset : serverNow - asked };
  }

  /** What is known, after a wait for the attempt that is running. */
  async function settled(attempted: Promise<void>): Promise<AirState> {
    const inTime = await settledWithin(attempted, patienceMs);
    if (inTime || hasReading(kept ?? NOTHING_KEPT)) return derive(kept ?? NOTHING_KEPT, inTime);
    await attempted;
    return derive(kept ?? NOTHING_KEPT, true);
  }

  return {
    async state() {
      const known = await latest();
      return isDue(known.askAfter, now()) ? settled(ask(known)) : derive(known, true);
    },
    async refresh() {
      const known = await latest();
      const tooSoon = running === undefined && known.asked <= now() && now() < known.notBefore;
      return tooSoon ? derive(known, true) : settled(ask(known));
    },
    now: () => now() + (kept?.offset ?? 0),
  };
}

interface Acceptance {
  readonly ok: true;
  readonly state: AirState;
  readonly offset: number;
}
interface Refusal {
  readonly ok: false;
  readonly retryAfter?: number | undefined;
}
type Answer = Acceptance | Refusal;

function accepted({ state, offset }: Acceptance, at: number): Omit<Kept, 'asked'> {
  return { state, offset, askAfter: at + CACHE_SECONDS * 1000, notBefore: at + BY_HAND, failures: 0 };
}

function refused(before: Kept, { retryAfter }: Refusal, at: number): Omit<Kept, 'asked'> {
  const failures = before.failures + 1;
  return {
    ...before,
    askAfter: at + backoff(failures, BACKOFF_FIRST, retryAfter),
    notBefore: at + backoff(1, BY_HAND, retryAfter),
    failures,
  };
}

function hasReading({ state }: Kept): boolean {
  return state.sources.psi.newest !== null || state.sources.pm25.newest !== null;
}

/** @param heard false while the server, though asked, has not answered */
function derive({ state, failures }: Kept, heard: boolean): AirState {
  const current = heard && failures === 0;
  const of = (source: SourceState) => ({ ...source, refreshed: source.refreshed && current });
  return { ...state, sources: { psi: of(state.sources.psi), pm25: of(state.sources.pm25) } };
}

/** The server's clock, ms: its Date header, and how long a cache on the way has held the answer. */
function serverTime(headers: Headers): number | undefined {
  const date = Date.parse(headers.get('date') ?? '');
  if (Number.isNaN(date)) return undefined;
  const age = retryAfterSeconds(headers.get('age'), date) ?? 0;
  return date + age * 1000;
}
