/** A request that the device sends to its server at most once in some minutes, and its cached result. */
import type { Store } from '../../api/ports.ts';
import { backoff, isDue, retryAfterSeconds } from '../../core/air/upstream/backoff.ts';
import { CACHE_SECONDS } from '../../core/air/upstream/freshness.ts';
import { settledWithin } from '../../core/settled-within.ts';
import { finite, type Guard, parseJson, shape } from '../state/guards.ts';

/** Longest response in characters. Ten products with the longest addresses take half of it. */
const RESPONSE_MAX = 256 * 1024;
/** Delay in ms after the first failure. */
const BACKOFF_FIRST = 30_000;
/** Shortest time in ms between two attempts by hand: well within the server's 60 a minute. */
const BY_HAND = 10_000;

export interface CacheOptions {
  readonly store: Pick<Store, 'read' | 'write'>;
  /** Asks this origin's server, past any HTTP cache: the Date header of a cached response would be wrong. */
  readonly fetchServer: (path: string, signal: AbortSignal) => Promise<Response>;
  /** ms since the epoch, this device's clock. */
  readonly now: () => number;
  /** Time limit in ms for one exchange with the server. */
  readonly timeoutMs?: number;
  /** Longest wait in ms for the server if something is cached. */
  readonly waitMs?: number;
}

export interface ResourceSpec<T> {
  /** Name of the stored value. */
  readonly name: string;
  /** All paths are requested at once. */
  readonly paths: readonly string[];
  /** Seconds until the next request, by what the last one brought; ten minutes by default. */
  readonly seconds?: (value: T) => number;
  readonly nothing: T;
  /** True if there is anything to show, so that nobody needs to wait for the server. */
  readonly hasContent: (value: T) => boolean;
  /** Checks the value that an earlier run stored. */
  readonly isStoredValue: Guard<T>;
  /**
   * The new value from the responses; undefined if they are useless.
   * @param bodies JSON values in the order of the paths; undefined for those that could not be fetched
   */
  readonly read: (bodies: readonly unknown[], before: T) => T | undefined;
}

export interface CachedValue<T> {
  readonly value: T;
  /** False if, at the last attempt, the server was unreachable, late, refused (429) or failed (5xx). */
  readonly current: boolean;
}

export interface CachedResource<T> {
  /**
   * The current value. Asks the server if that is due. With `byHand`, because a person wants it, it also asks
   * earlier, but not within ten seconds of the last attempt that reached the server, nor before its Retry-After has
   * passed. Never throws.
   */
  get(byHand?: boolean): Promise<CachedValue<T>>;
  /** The server's clock, ms since the epoch. */
  now(): number;
}

interface StoredValue<T> {
  readonly value: T;
  /** ms to add to this device's clock to get the server's. */
  readonly offset: number;
  /** When the server was last asked; ms since the epoch on this device's clock, like the next two. */
  readonly asked: number;
  /** When the next automatic attempt is due. */
  readonly askAfter: number;
  /** When the next attempt by hand is allowed. */
  readonly notBefore: number;
  /** Failed attempts in a row. */
  readonly failures: number;
}

/** The result of one path. */
interface Reply {
  readonly json?: unknown;
  readonly offset?: number | undefined;
  /** Seconds. */
  readonly retryAfter?: number | undefined;
  /** True if the server may answer this later: it was busy or late. */
  readonly later?: boolean;
  /** True if the request never reached the server, as without a network. */
  readonly isLost?: boolean;
}

export function cachedResource<T>(spec: ResourceSpec<T>, options: CacheOptions): CachedResource<T> {
  const { name, paths, seconds = () => CACHE_SECONDS, nothing, hasContent, isStoredValue, read } = spec;
  const { store, fetchServer, now, timeoutMs = 6000, waitMs = 2000 } = options;
  const isStored = shape<StoredValue<T>>({
    value: isStoredValue,
    offset: finite,
    asked: finite,
    askAfter: finite,
    notBefore: finite,
    failures: finite,
  });
  let cached: StoredValue<T> = {
    value: nothing,
    offset: 0,
    asked: 0,
    askAfter: 0,
    notBefore: 0,
    failures: 0,
  };
  let running: Promise<void> | undefined;

  /**
   * The latest cached value. Reads the store before an attempt, because another page may have asked
   * meanwhile.
   */
  async function latest(): Promise<StoredValue<T>> {
    if (!isDue(cached.askAfter, now())) return cached;
    const stored = parseJson(await store.read((tx) => tx.value(name)).catch(() => undefined));
    if (isStored(stored) && stored.asked > cached.asked) cached = stored;
    return cached;
  }

  async function attempt(before: StoredValue<T>): Promise<void> {
    const asked = now();
    const replies = await Promise.all(paths.map((path) => replyWithin(path, asked)));
    const bodies = replies.map(({ json }) => json);
    const value = read(bodies, before.value);
    const failures = value === undefined ? before.failures + 1 : 0;
    // If only one of two bodies came, it is shown, and the next attempt comes sooner than after a full
    // success.
    const wanting = failures > 0 || replies.some(({ later }) => later);
    const offset = replies.find((reply) => reply.offset !== undefined)?.offset;
    const retryAfter = Math.max(...replies.map((reply) => reply.retryAfter ?? 0));
    const at = now();
    cached = {
      value: value ?? before.value,
      // An unusable response may come from somebody else, such as a sign-in page. So its clock is ignored too.
      offset: value === undefined ? before.offset : (offset ?? before.offset),
      asked,
      askAfter:
        at +
        (wanting
          ? backoff(Math.max(1, failures), BACKOFF_FIRST, retryAfter)
          : seconds(value ?? before.value) * 1000),
      // What never reached the server cost it nothing: with the network back, it is asked at once.
      notBefore: replies.every(({ isLost }) => isLost) ? at : at + backoff(1, BY_HAND, retryAfter),
      failures,
    };
    const json = JSON.stringify(cached);
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
    const response = await fetchServer(path, signal).catch(() => undefined);
    if (response === undefined) return { later: true, isLost: true };
    const serverNow = serverTime(response.headers);
    if (response.status !== 200) {
      const retryAfter = retryAfterSeconds(response.headers.get('retry-after'), serverNow ?? asked);
      return { retryAfter, later: response.status === 429 || response.status >= 500 };
    }
    const body = await response.text();
    if (body.length > RESPONSE_MAX) return {};
    // Measured from when the request was sent, so that ages are rather too high than too low.
    return { json: parseJson(body), offset: serverNow === undefined ? undefined : serverNow - asked };
  }

  return {
    async get(byHand = false) {
      const before = await latest();
      const time = now();
      // The clock was set back: until the server says its time again, everything would count as newer than it is.
      const wasSetBack = time < before.asked;
      const mayAsk =
        wasSetBack ||
        (byHand ? running !== undefined || time >= before.notBefore : isDue(before.askAfter, time));
      let heard = true;
      if (mayAsk) {
        running ??= attempt(before).finally(() => {
          running = undefined;
        });
        const attempted = running;
        heard = await settledWithin(attempted, waitMs);
        if (!heard && !hasContent(cached.value)) {
          await attempted;
          heard = true;
        }
      }
      return { value: cached.value, current: heard && cached.failures === 0 };
    },
    now: () => now() + cached.offset,
  };
}

/** The server's time in ms: its Date header plus the time that the response spent in caches. */
function serverTime(headers: Headers): number | undefined {
  const date = Date.parse(headers.get('date') ?? '');
  if (Number.isNaN(date)) return undefined;
  const age = retryAfterSeconds(headers.get('age'), date) ?? 0;
  return date + age * 1000;
}
