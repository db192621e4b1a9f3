/**
 * Looks at the air and the sky while there are subscriptions, and sends what is due. That keeps the sources polled, as a
 * page that is open does; without subscriptions nothing is asked.
 */
import type { AirPort, SkyPort, Store } from '../../src/api/ports.ts';
import type { StoredAlerts } from '../store/index.ts';
import { createLease } from '../store/lease.ts';
import { type Due, lookOnce } from './look.ts';
import { lifetimeOf, push } from './push.ts';
import { vapidKeys } from './vapid-keys.ts';

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

export interface AlertWatch {
  /** Looks now. Resolves when what is due was handed to the push services, or could not be. Never throws. */
  look(): Promise<void>;
  close(): void;
}

/** Pushes at a time to one push service. */
const AT_ONCE = 8;
/** For how long a process that looks keeps the others from it, ms: after a kill another one begins that much later. */
const HELD_MS = 30_000;

export function watchAlerts(options: WatchOptions): AlertWatch {
  const { stored, air, sky, log, everyMs = 10_000, timeoutMs = 10_000 } = options;
  const lease =
    options.isShared === true && createLease({ store: options.store, name: 'alerts', now: sky.now });
  /** What was looked at last: the same objects are no news. */
  let seen: readonly unknown[] = [];
  /** The pushes to each push service, one list after the other. */
  const sending = new Map<string, Promise<void>>();
  let looking: Promise<void> | undefined;
  let closed = false;

  async function lookNow(): Promise<void> {
    if (closed || (await stored.count()) === 0) return;
    if (lease && !(await lease.hold(HELD_MS))) return;
    const known = await Promise.all([air.state(), sky.state()]);
    if (closed || known.every((state, n) => state === seen[n])) return;
    const due = await lookOnce(stored, { air: known[0], sky: known[1], now: sky.now() });
    seen = known;
    if (due.length > 0) await send(due);
  }

  /** Each push service has a queue of its own, so that one that hangs delays nobody else. */
  async function send(due: readonly Due[]): Promise<void> {
    const at = performance.now();
    const options_ = { ...options, keys: await vapidKeys(stored), timeoutMs };
    const byService = Map.groupBy(due, ({ receiver }) => new URL(receiver.endpoint).host);
    const failures: string[] = [];
    const gone: string[] = [];

    async function sendAll(list: Iterator<Due>): Promise<void> {
      for (let next = list.next(); next.done !== true && !closed; next = list.next()) {
        const one = next.value;
        // Too late is worse than never.
        const isLate = performance.now() - at > lifetimeOf(one.kind);
        const pushed = isLate ? { failed: 'too late' } : await push(one, options_);
        if (pushed === 'gone') gone.push(one.receiver.id);
        else if (pushed !== 'sent') failures.push(pushed.failed);
      }
    }
    await Promise.all(
      [...byService].map(([host, list]) => {
        const turn = (sending.get(host) ?? Promise.resolve()).then(async () => {
          const items = list.values();
          await Promise.all(Array.from({ length: AT_ONCE }, () => sendAll(items)));
        });
        sending.set(host, turn);
        return turn;
      }),
    );
    if (gone.length > 0) {
      await stored.write(async (tx) => {
        for (const id of gone) await tx.delete(id);
      });
    }
    for (const [reason, all] of Map.groupBy(failures, (failure) => failure)) {
      log('alerts could not be sent', { reason, alerts: all.length });
    }
  }

  function look(): Promise<void> {
    looking ??= lookNow()
      .catch((error: unknown) => {
        if (!closed) log('alerts could not be looked at', { error: String(error) });
      })
      .finally(() => {
        looking = undefined;
      });
    return looking;
  }

  const timer = setInterval(() => void look(), everyMs).unref();
  return {
    look,
    close() {
      closed = true;
      clearInterval(timer);
    },
  };
}
