/**
 * The server's sky port: refreshes each feed from the upstream when due, stores what it said, and answers from that.
 */
import type { SkyPort, Store } from '../../src/api/ports.ts';
import { toSgt } from '../../src/core/air/time/time.ts';
import { settledWithin } from '../../src/core/settled-within.ts';
import type { Feed, FeedData, FeedState, SkyState } from '../../src/core/sky/types.ts';
import { FEEDS } from '../../src/core/sky/types.ts';
import { createLease } from '../store/lease.ts';
import type { UpstreamCalls } from '../upstream/calls.ts';
import { URGENCIES } from '../upstream/queue.ts';
import { type FetchedFeed, skyClient } from './client.ts';
import { pollWhile } from './polling.ts';
import { dueAt, type HeldFeed, heldAfter, NEVER_REFRESHED } from './refresh.ts';
import { readStoredFeed, storeFeed } from './sky-store.ts';

export interface ServerSkyOptions {
  /** Base URL of the upstream's v2, `https://api-open.data.gov.sg/v2/real-time/api`. */
  readonly v2Url: string;
  /** Base URL of its v1, `https://api.data.gov.sg/v1/environment`; without it only v2 is asked. */
  readonly v1Url?: string | undefined;
  readonly calls: UpstreamCalls;
  readonly store: Store;
  /** True if other processes have the same store: then one of them asks, and the others read what it stored. */
  readonly isShared?: boolean;
  /** ms since the epoch. */
  readonly now?: () => number;
  /** Called for each refresh that failed. */
  readonly log?: (message: string, facts: Readonly<Record<string, string | number>>) => void;
  /** How long a response waits for the upstream when there is something to show, ms. */
  readonly waitMs?: number;
  /** How long it waits for a first feed to be had or to fail, when there is nothing, ms. */
  readonly firstWaitMs?: number;
  /** Runs something later, and returns how to take that back. */
  readonly after?: (ms: number, run: () => void) => () => void;
  /** Returns 0 to 1. */
  readonly random?: () => number;
}

export interface ServerSky extends SkyPort {
  state(): Promise<SkyState>;
  /** The state as it is known now. Asks nobody. */
  known(): SkyState;
  /** Asks for nothing any more. */
  close(): void;
}

/** Pause after a defect in this code, ms. */
const DEFECT_PAUSE = 60_000;
/** How often a process looks at the work of another, ms: its call may wait for its turn for a minute. */
const LOOK_MS = 1_000;

/** The most urgent first: they ask in this order, and the first that asks finds the queue empty. */
const BY_URGENCY = FEEDS.toSorted((a, b) => URGENCIES.indexOf(a) - URGENCIES.indexOf(b));

/** A refresh in progress. */
interface RunningRefresh {
  readonly done: Promise<void>;
  /** Resolves when the refresh has ended, or when a response has waited for long enough. */
  readonly inTime: Promise<unknown>;
}

type HeldFeeds = { [F in Feed]: HeldFeed<F> };

/**
 * The sky of the server. Each feed is refreshed independently, one refresh at a time, and a growing pause after
 * failures; a feed that fails or hangs leaves the others as they are. `state()` never throws: if the store fails, the
 * sky is held in memory alone. The feeds are polled while somebody asked within the last minutes, and not otherwise.
 *
 * Processes that share a store refresh each feed once, and all answer from what was stored.
 *
 * A feed counts as not refreshed while its call takes longer than a response waits. So nothing is called current
 * because an upstream hangs instead of failing. To wait for a turn in the queue is no fault of the feed: until then
 * its age decides.
 */
export function serverSky(options: ServerSkyOptions): ServerSky {
  const { calls, store, now = Date.now, log = () => {}, random = Math.random } = options;
  const { waitMs = 2_500, firstWaitMs = 15_000 } = options;
  const client = skyClient({ urls: { v2: options.v2Url, v1: options.v1Url }, calls });
  const held = Object.fromEntries(FEEDS.map((feed) => [feed, NEVER_REFRESHED])) as HeldFeeds;
  const touched = new Set<Feed>();
  const running = new Map<Feed, RunningRefresh>();
  const inDoubt = new Set<Feed>();
  let loading: Promise<void> | undefined;
  let loaded = false;
  let closed = false;
  /** Replaced only when something changed: callers compare the object to see that nothing is new. */
  let current: SkyState | undefined;

  const polling = pollWhile({
    now,
    after: options.after,
    dueAt: () => Math.min(...FEEDS.filter((feed) => !running.has(feed)).map(dueOf)),
    poll: () => void refreshesDue(),
  });

  const dueOf = <F extends Feed>(feed: F) => dueAt<F>(feed, held[feed], now());

  function hold<F extends Feed>(feed: F, value: HeldFeed<F>): void {
    (held as Record<F, HeldFeed<F>>)[feed] = value;
    current = undefined;
  }

  async function loadFeed(feed: Feed): Promise<void> {
    const kept = await readStoredFeed(store, feed);
    if (!touched.has(feed)) hold(feed, kept);
  }

  function load(): Promise<void> {
    loading ??= Promise.all(FEEDS.map(loadFeed)).then(
      () => {
        loaded = true;
      },
      (error: unknown) => {
        loading = undefined;
        log('the kept sky cannot be read', { error: String(error) });
      },
    );
    return loading;
  }

  /**
   * Takes over what is stored, unless that is older.
   * @returns true if no refresh is due any more
   */
  async function takeOver(feed: Feed): Promise<boolean> {
    const kept = await readStoredFeed(store, feed);
    if (kept.askAfter < held[feed].askAfter) return false;
    hold(feed, kept);
    return dueOf(feed) > now();
  }

  function refreshOnce(feed: Feed): Promise<void> {
    const work = () => refresh(feed);
    if (options.isShared !== true) return work();
    const lease = createLease({ store, name: `sky-${feed}`, now, lookMs: LOOK_MS });
    return lease.once(() => takeOver(feed), work);
  }

  async function refresh<F extends Feed>(feed: F): Promise<void> {
    const asked = await client.ask(feed, { now: now(), onLeave: () => void doubtLater(feed) });
    const outcome = heldAfter<F>(feed, held[feed], asked, now(), client.wait(feed), random());
    touched.add(feed);
    hold(feed, outcome);
    try {
      await storeFeed(store, feed, outcome, now());
    } catch (error) {
      log('the sky cannot be kept', { source: feed, error: String(error) });
    }
    tell(feed, asked, outcome);
  }

  /** From when a call leaves, its feed is in doubt if no answer comes for as long as a response waits. */
  async function doubtLater(feed: Feed): Promise<void> {
    const refreshing = running.get(feed);
    if (refreshing === undefined || (await settledWithin(refreshing.done, waitMs))) return;
    if (running.get(feed) !== refreshing || inDoubt.has(feed)) return;
    inDoubt.add(feed);
    current = undefined;
  }

  function tell<F extends Feed>(
    feed: F,
    { data, version, troubles }: FetchedFeed<F>,
    outcome: HeldFeed<F>,
  ): void {
    if (troubles.length === 0) return;
    const reason = troubles.map((trouble) => `${trouble.version}: ${trouble.reason}`).join('; ');
    const detail = troubles.map((trouble) => `${trouble.version}: ${trouble.detail}`).join('; ');
    const failed = { source: feed, reason, detail };
    if (data !== undefined) {
      log('the upstream was read after trouble', { ...failed, answeredBy: version });
    } else {
      const seconds = Math.round((outcome.askAfter - now()) / 1000);
      log('the upstream could not be read', { ...failed, retryInSeconds: seconds });
    }
  }

  /** Pauses after a defect here, which must not make every request ask the upstream. */
  function failedToRefresh<F extends Feed>(feed: F, error: unknown): void {
    hold<F>(feed, { ...held[feed], refreshed: false, askAfter: now() + DEFECT_PAUSE });
    log('a defect while the upstream was read', { source: feed, error: String(error) });
  }

  function refreshesDue(): RunningRefresh[] {
    if (closed) return [];
    return BY_URGENCY.flatMap((feed) => running.get(feed) ?? (dueOf(feed) <= now() ? [start(feed)] : []));
  }

  function start(feed: Feed): RunningRefresh {
    // Begins when the refresh is known to be running.
    const done = Promise.resolve()
      .then(() => refreshOnce(feed))
      .catch((error: unknown) => failedToRefresh(feed, error))
      .finally(() => {
        running.delete(feed);
        if (inDoubt.delete(feed)) current = undefined;
        polling.plan();
      });
    // All requests wait for the same moment. Requests that come later do not wait.
    const started = { done, inTime: settledWithin(done, waitMs) };
    running.set(feed, started);
    return started;
  }

  function stateOf<F extends Feed>(feed: F): FeedState<FeedData[F]> {
    const { refreshed, fetchedAt, newest, answeredBy } = held[feed];
    return {
      url: client.url(answeredBy, feed),
      refreshed: refreshed && !inDoubt.has(feed),
      fetchedAt: fetchedAt === null ? null : toSgt(fetchedAt),
      newest,
    };
  }

  function known(): SkyState {
    const feeds = () => Object.fromEntries(FEEDS.map((feed) => [feed, stateOf(feed)]));
    current ??= { feeds: feeds() as unknown as SkyState['feeds'] };
    return current;
  }

  async function state(): Promise<SkyState> {
    if (!loaded) await load();
    polling.asked();
    const refreshes = refreshesDue();
    if (refreshes.length > 0) {
      await Promise.all(refreshes.map(({ inTime }) => inTime));
      const wait = Math.max(0, firstWaitMs - waitMs);
      if (isUnheard()) await settledWithin(Promise.race(refreshes.map(({ done }) => done)), wait);
    }
    return known();
  }

  /** True until a first feed was had or has failed: whoever waits longer for the others may wait in vain. */
  const isUnheard = () => FEEDS.every((feed) => held[feed].newest === null && held[feed].failures === 0);

  return {
    state,
    now,
    known,
    close() {
      closed = true;
      polling.close();
    },
  };
}
