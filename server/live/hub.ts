/** Connects listeners to subjects. A listener gets the newest state of its subject, and nothing of any other. */
import type { Subject } from '../../src/api/live/live.ts';
import { SpaceGone, type Store } from '../../src/api/ports.ts';
import { hasExpired } from '../../src/api/shares/links.ts';
import type { Shares } from '../../src/api/shares/share-ports.ts';
import { tagOf } from '../../src/api/shares/show.ts';
import type { Commits } from '../store/index.ts';

/** Least time between two reads of a subject, ms, however often it changes. */
const GAP_MS = 50;
/** Time between two rounds over all subjects, ms, for commits without a notification. */
const ROUND_MS = 5_000;

export interface Listener {
  /** Called at each change, and never twice in a row with the same state. */
  hear(state: string): void;
  /** Called when the subject is gone. */
  end(): void;
}

export interface Hub {
  /** The state of a subject as a stream names it; undefined if there is nothing to listen to. */
  look(subject: Subject): Promise<string | undefined>;
  /**
   * @param heard the state that the listener knows
   * @returns a function that ends it
   */
  join(subject: Subject, heard: string, listener: Listener): () => void;
  close(): void;
}

export interface HubOptions {
  readonly storeOf: (space: string) => Store;
  readonly shares: Pick<Shares, 'find'>;
  readonly commits: Commits;
  /** ms since the epoch. */
  readonly now: () => number;
  readonly roundMs?: number;
}

interface Topic {
  readonly subject: Subject;
  /** Each with the state that it heard last. */
  readonly listeners: Map<Listener, string>;
  /** True while it is looked at, and for a moment after that. */
  busy: boolean;
  /** True if something was told meanwhile. */
  again: boolean;
}

export function createHub({ storeOf, shares, commits, now, roundMs = ROUND_MS }: HubOptions): Hub {
  const bySpace = new Map<string, Map<string, Topic>>();

  async function look({ space, share }: Subject): Promise<string | undefined> {
    const store = storeOf(space);
    if (share === null) {
      const meta = await store.read((tx) => tx.meta()).catch(undefinedIfGone);
      return meta && `${meta.epoch}.${meta.counter}`;
    }
    const link = await shares.find(share);
    if (link === undefined || hasExpired(link, now())) return undefined;
    const row = await store.read((tx) => tx.drawing(link.drawing));
    // Neither the revision nor the counter: they tell how much its owner draws.
    return row === undefined || row.trashed ? undefined : (await tagOf(link, row)).replaceAll('"', '');
  }

  async function refresh(topic: Topic): Promise<void> {
    if (topic.busy) {
      topic.again = true;
      return;
    }
    topic.busy = true;
    topic.again = false;
    try {
      tell(topic, await look(topic.subject));
    } catch {
      // The next round looks again.
    }
    setTimeout(() => {
      topic.busy = false;
      if (topic.again && topic.listeners.size > 0) void refresh(topic);
    }, GAP_MS).unref();
  }

  function tell({ listeners }: Topic, state: string | undefined): void {
    for (const [listener, heard] of listeners) {
      if (state === undefined) listener.end();
      else if (state !== heard) {
        listeners.set(listener, state);
        listener.hear(state);
      }
    }
  }

  function topicOf(subject: Subject): Topic {
    const topics = bySpace.get(subject.space) ?? new Map<string, Topic>();
    const name = subject.share ?? '';
    const topic = topics.get(name) ?? { subject, listeners: new Map(), busy: false, again: false };
    bySpace.set(subject.space, topics.set(name, topic));
    return topic;
  }

  function forget({ subject: { space, share } }: Topic): void {
    const topics = bySpace.get(space);
    topics?.delete(share ?? '');
    if (topics?.size === 0) bySpace.delete(space);
  }

  /** Ends the following. It begins with the first listener: it may cost a connection. */
  let unfollow: (() => void) | undefined;
  function follow(): () => void {
    return commits.follow((space) => {
      for (const topic of bySpace.get(space)?.values() ?? []) void refresh(topic);
    });
  }

  let going = false;
  async function round(): Promise<void> {
    if (going) return;
    going = true;
    // One after the other: whoever waits for the store comes first.
    for (const topics of bySpace.values()) {
      for (const topic of topics.values()) await refresh(topic);
    }
    going = false;
  }
  const rounds = setInterval(() => void round(), roundMs);
  rounds.unref();

  return {
    look,
    join(subject, heard, listener) {
      unfollow ??= follow();
      const topic = topicOf(subject);
      topic.listeners.set(listener, heard);
      // What was written since `heard` was read told nobody.
      void refresh(topic);
      return () => {
        topic.listeners.delete(listener);
        if (topic.listeners.size === 0) forget(topic);
      };
    },
    close() {
      clearInterval(rounds);
      unfollow?.();
    },
  };
}

function undefinedIfGone(error: unknown): undefined {
  if (error instanceof SpaceGone) return undefined;
  throw error;
}
