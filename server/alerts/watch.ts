/**
 * Looks at the air and the sky while there are subscriptions, and sends what is due. That keeps the sources polled, as a
 * page that is open does; without subscriptions nothing is asked.
 */
import { pushServiceOf } from '../../src/api/alerts/push-services.ts';
import type { AirPort, SkyPort, Store } from '../../src/api/ports.ts';
import type { StoredAlerts } from '../store/index.ts';
import { createLease } from '../store/lease.ts';
import { type Due, lookOnce } from './look.ts';
import { push } from './push.ts';
import { createPushQueue, type PushQueue } from './queue.ts';
import { vapidKeys } from './vapid-keys.ts';
import { type WatchLoop, watchLoop } from './watch-loop.ts';

export interface WatchOptions {
  readonly stored: StoredAlerts;
  /** Where processes agree on which of them looks. */
  readonly store: Store;
  /** True if other processes have the same store: then one of them looks and sends. */
  readonly isShared?: boolean;
  readonly air: Pick<AirPort, 'state'>;
  readonly sky: Pick<SkyPort, 'state' | 'now'>;
  readonly subject: string;
  readonly testPushOrigin?: string | undefined;
  readonly log: (message: string, facts: Readonly<Record<string, string | number>>) => void;
  /** Time between two looks, ms. */
  readonly everyMs?: number;
  /** How long a push service may take, ms. */
  readonly timeoutMs?: number;
}

/** For how long a process that looks keeps the others from it, ms: after a kill another one begins that much later. */
const HELD_MS = 30_000;

export function watchAlerts(options: WatchOptions): WatchLoop {
  const { stored, air, sky, log, everyMs = 10_000, timeoutMs = 10_000 } = options;
  const lease =
    options.isShared === true && createLease({ store: options.store, name: 'alerts', now: sky.now });
  /** What was looked at last: the same objects are no news. */
  let seen: readonly unknown[] = [];
  /** By push service. */
  const queues = new Map<string, PushQueue>();
  const closed = new AbortController();

  async function lookNow(): Promise<readonly Due[]> {
    if ((await stored.count()) === 0) return [];
    if (lease && !(await lease.hold(HELD_MS))) return [];
    const known = await Promise.all([air.state(), sky.state()]);
    if (closed.signal.aborted || known.every((state, n) => state === seen[n])) return [];
    const due = await lookOnce(stored, { air: known[0], sky: known[1], now: sky.now() });
    seen = known;
    return due;
  }

  function queueOf(service: string): PushQueue {
    const queue = queues.get(service) ?? createPushQueue({ signal: closed.signal });
    queues.set(service, queue);
    return queue;
  }

  async function send(due: readonly Due[]): Promise<void> {
    const keys = await vapidKeys(stored);
    const byService = Map.groupBy(due, ({ receiver }) => pushServiceOf(receiver.endpoint));
    const failures: string[] = [];
    const [gone, reached] = [new Set<string>(), new Set<string>()];
    async function sendTo(service: string, list: readonly Due[]): Promise<void> {
      const ends = await queueOf(service).send(list, (one) => push(one, { ...options, keys, timeoutMs }));
      // A push service that accepts others with these keys, at this time, means the subscription: it is another key's.
      // If it accepts none, it may as well be this server's clock or address, and all would be lost.
      const accepts = ends.includes('sent');
      for (const [n, end] of ends.entries()) {
        const { id } = list[n]!.receiver;
        if (end === 'sent') reached.add(id);
        else if (end === 'gone' || (end.isStranger && accepts)) gone.add(id);
        else failures.push(end.failed);
      }
    }
    await Promise.all([...byService].map(([service, list]) => sendTo(service, list)));
    if (gone.size + reached.size > 0) {
      await stored.write(async (tx) => {
        for (const id of gone) await tx.delete(id);
        await tx.putReached([...reached]);
      });
    }
    for (const [reason, all] of Map.groupBy(failures, (failure) => failure)) {
      log('alerts could not be sent', { reason, alerts: all.length });
    }
  }

  return watchLoop({
    look: lookNow,
    send,
    tell: (error) => log('alerts could not be looked at', { error: String(error) }),
    everyMs,
    closed,
  });
}
