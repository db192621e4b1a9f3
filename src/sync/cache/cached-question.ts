/** A question that the device asks its server at most once in ten minutes, and what it kept of the answer. */
import type { Store } from '../../api/ports.ts';
import { backoff, isDue, retryAfterSeconds } from '../../core/air/upstream/backoff.ts';
import { CACHE_SECONDS } from '../../core/air/upstream/freshness.ts';
import { settledWithin } from '../../core/settled-within.ts';
import { finite, type Guard, parseJson, shape } from '../state/guards.ts';

/** Characters; what is larger is no answer. Ten products with the longest addresses have half of it. */
const ANSWER_MAX = 256 * 1024;
/** After the first failure in a row, ms. */
const BACKOFF_FIRST = 30_000;
/** Between two attempts by hand, ms: well within the server's 60 a minute. */
const BY_HAND = 10_000;

export interface CacheOptions {
  readonly store: Pick<Store, 'read' | 'write'>;
  /** Asks the server of this origin, past any HTTP cache: a cached Date header would tell a wrong time. */
  readonly fetchServer: (path: string, signal: AbortSignal) => Promise<Response>;
  /** ms since the epoch, this device's clock. */
  readonly now: () => number;
  /** For one exchange with the server, ms. */
  readonly timeoutMs?: number;
  /** How long an answer waits for the server once something is kept, ms. */
  readonly waitMs?: number;
}

export interface Question<T> {
  /** Name of the stored value. */
  readonly name: string;
  /** All are asked at once. */
  readonly paths: readonly string[];
  readonly nothing: T;
  /** Is there anything in it to show, so that nobody needs to wait for the server? */
  readonly isSomething: (value: T) => boolean;
  /** Of what an earlier run kept. */
  readonly isKept: Guard<T>;
  /**
   * What is known after the server was asked; undefined when it was asked in vain.
   * @param answers JSON values in the order of the paths; undefined for what could not be had
   */
  readonly read: (answers: readonly unknown[], before: T) => T | undefined;
}

export interface Known<T> {
  readonly value: T;
  /** False when the server, asked last, could not be had, answered late, refused (429) or broke (5xx). */
  readonly current: boolean;
}

export interface CachedQuestion<T> {
  /**
   * Asks when it is due, or with `byHand` sooner: a person wants it. Then not within ten seconds of the last attempt,
   * nor before the server's Retry-After has passed. Never throws.
   */
  known(byHand?: boolean): Promise<Known<T>>;
  /** The server's clock, ms since the epoch. */
  now(): number;
}

interface Kept<T> {
  readonly value: T;
  /** ms to add to this device's clock for the server's. */
  readonly offset: number;
  /** When the server was last asked; ms since the epoch by this device's clock, as are the next two. */
  readonly asked: number;
  /** When it is asked again by itself. */
  readonly askAfter: number;
  /** When it may be asked again by hand. */
  readonly notBefore: number;
  /** Of asking the server, in a row. */
  readonly failures: number;
}

/** Of one path. */
interface Reply {
  readonly json?: unknown;
  readonly offset?: number | undefined;
  /** Seconds. */
  readonly retryAfter?: number | undefined;
  /** The server is there and answers this another time: it was busy, or late. */
  readonly later?: boolean;
}

export function cachedQuestion<T>(question: Question<T>, options: CacheOptions): CachedQuestion<T> {
  const { name, paths, nothing, isSomething, isKept, read } = question;
  const { store, fetchServer, now, timeoutMs = 6000, waitMs = 2000 } = options;
  const isStored = shape<Kept<T>>({
    value: isKept,
    offset: finite,
    asked: finite,
    askAfter: finite,
    notBefore: finite,
    failures: finite,
  });
  let kept: Kept<T> = { value: nothing, offset: 0, asked: 0, askAfter: 0, notBefore: 0, failures: 0 };
  let running: Promise<void> | undefined;

  /** The store is read again before the server is asked: another page may have asked it meanwhile. */
  async function latest(): Promise<Kept<T>> {
    if (!isDue(kept.askAfter, now())) return kept;
    const stored = parseJson(await store.read((tx) => tx.value(name)).catch(() => undefined));
    if (isStored(stored) && stored.asked > kept.asked) kept = stored;
    return kept;
  }

  async function attempt(before: Kept<T>): Promise<void> {
    const asked = now();
    const replies = await Promise.all(paths.map((path) => replyWithin(path, asked)));
    const answers = replies.map(({ json }) => json);
    const value = read(answers, before.value);
    const failures = value === undefined ? before.failures + 1 : 0;
    // One of two that was had is shown; the other is not waited for as long as if it had been had too.
    const wanting = failures > 0 || replies.some(({ later }) => later);
    const offset = replies.find((reply) => reply.offset !== undefined)?.offset;
    const retryAfter = Math.max(...replies.map((reply) => reply.retryAfter ?? 0));
    const at = now();
    kept = {
      value: value ?? before.value,
      // What is no answer may be another's, a sign-in page's say, and so is its clock.
      offset: value === undefined ? before.offset : (offset ?? before.offset),
      asked,
      askAfter:
        at + (wanting ? backoff(Math.max(1, failures), BACKOFF_FIRST, retryAfter) : CACHE_SECONDS * 1000),
      notBefore: at + backoff(1, BY_HAND, retryAfter),
      failures,
    };
    const json = JSON.stringify(kept);
    await store.write((tx) => tx.putValue(name, json)).catch(() => {});
  }

  async function replyWithin(path: string, asked: number): Promise<Reply> {
    const controller = new AbortController();
    const reply = replyTo(path, asked, controller.signal).catch((): Reply => ({ later: true }));
    if (await settledWithin(reply, timeoutMs)) return reply;
    controller.abort();
    return { later: true };
  }

  async function replyTo(path: string, asked: number, signal: AbortSignal): Promise<Reply> {
    const response = await fetchServer(path, signal);
    const serverNow = serverTime(response.headers);
    if (response.status !== 200) {
      const retryAfter = retryAfterSeconds(response.headers.get('retry-after'), serverNow ?? asked);
      return { retryAfter, later: response.status === 429 || response.status >= 500 };
    }
    const body = await response.text();
    if (body.length > ANSWER_MAX) return {};
    // Reckoned from when the question left: an age is rather a moment too great than too small.
    return { json: parseJson(body), offset: serverNow === undefined ? undefined : serverNow - asked };
  }

  return {
    async known(byHand = false) {
      const before = await latest();
      const time = now();
      const mayAsk = byHand
        ? running !== undefined || time < before.asked || time >= before.notBefore
        : isDue(before.askAfter, time);
      let heard = true;
      if (mayAsk) {
        running ??= attempt(before).finally(() => {
          running = undefined;
        });
        const attempted = running;
        heard = await settledWithin(attempted, waitMs);
        if (!heard && !isSomething(kept.value)) {
          await attempted;
          heard = true;
        }
      }
      return { value: kept.value, current: heard && kept.failures === 0 };
    },
    now: () => now() + kept.offset,
  };
}

/** The server's clock, ms: its Date header, and how long a cache on the way has held the answer. */
function serverTime(headers: Headers): number | undefined {
  const date = Date.parse(headers.get('date') ?? '');
  if (Number.isNaN(date)) return undefined;
  const age = retryAfterSeconds(headers.get('age'), date) ?? 0;
  return date + age * 1000;
}
