/**
 * Tells the operator's webhooks when the air crosses into another band: the crossings of the feed, each once. That keeps
 * the air fetched, as a page that is open does; without webhooks nothing is asked.
 */
import { crossingId } from '../../src/api/past/crossing-id.ts';
import type { AirPort, Store } from '../../src/api/ports.ts';
import { HOUR, parseInstant, toSgt } from '../../src/core/air/time/time.ts';
import { type HourFigure, METRICS, REGIONS } from '../../src/core/air/types.ts';
import { FRESH_FOR, sourceStatus } from '../../src/core/air/upstream/freshness.ts';
import { API_VERSION, attribution } from '../../src/core/air/upstream/provenance.ts';
import { type Crossing, crossingsIn } from '../../src/core/past/crossings.ts';
import { createPushQueue, type PushQueue } from '../alerts/queue.ts';
import { type WatchLoop, watchLoop } from '../alerts/watch-loop.ts';
import { createLease } from '../store/lease.ts';
import { sendWebhook } from './send.ts';

export interface WebhooksOptions {
  /** As the operator configured them, and no others. */
  readonly addresses: readonly string[];
  readonly store: Store;
  /** True if other processes have the same store: then one of them looks and sends. */
  readonly isShared?: boolean;
  readonly air: Pick<AirPort, 'state' | 'now'>;
  readonly log: (message: string, facts: Readonly<Record<string, string | number>>) => void;
  /** Time between two looks, ms. */
  readonly everyMs?: number;
  /** How long a webhook may take, ms. */
  readonly timeoutMs?: number;
}

/** A crossing as it is sent. */
interface Told extends Crossing {
  /** That of its entry in the feed. */
  readonly id: string;
}

/** Value of the store with the names of the crossings of the last hours that are known. */
const VALUE = 'webhooks';
/** For how long a process that looks keeps the others from it, ms. */
const HELD_MS = 60_000;

export function watchWebhooks(options: WebhooksOptions): WatchLoop {
  const { addresses, store, air, log, everyMs = 30_000, timeoutMs = 10_000 } = options;
  const lease = options.isShared === true && createLease({ store, name: 'webhooks', now: air.now });
  const closed = new AbortController();
  const queues: readonly (readonly [string, PushQueue])[] = addresses.map((address) => [
    address,
    createPushQueue({ signal: closed.signal }),
  ]);
  /** What was looked at last: the same object is no news. */
  let seen: unknown;

  /** The new crossings, oldest first. They are stored as known before this resolves: each is sent once or never. */
  async function lookNow(): Promise<readonly Told[]> {
    if (lease && !(await lease.hold(HELD_MS))) return [];
    const state = await air.state();
    if (closed.signal.aborted || state === seen) return [];
    const now = air.now();
    const since = toSgt(now - FRESH_FOR - HOUR);
    const news = await store.write(async (tx) => {
      const current = METRICS.filter((metric) => sourceStatus(state.sources[metric], now) === 'ok');
      const hours: HourFigure[] = [];
      for (const metric of current) hours.push(...(await tx.hours(metric, since)));
      const crossings = crossingsIn(hours, REGIONS, now).filter(({ hour }) => isRecent(hour, now));
      const before = parsed(await tx.value(VALUE));
      const names = new Map(crossings.map((crossing) => [nameOf(crossing), crossing]));
      const kept = (before ?? []).filter((name) => isRecent(name.split(' ')[0] ?? '', now));
      const after = JSON.stringify([...new Set([...kept, ...names.keys()])]);
      if (after !== JSON.stringify(before)) await tx.putValue(VALUE, after);
      // At the very first look nothing is news: whoever configured this has seen the air.
      return before === undefined
        ? []
        : [...names].flatMap(([name, one]) => (before.includes(name) ? [] : one));
    });
    seen = state;
    return Promise.all([...news].reverse().map(async (one) => ({ id: await crossingId(one), ...one })));
  }

  async function send(crossings: readonly Told[]): Promise<void> {
    const body = JSON.stringify({ apiVersion: API_VERSION, attribution: attribution(null), crossings });
    await Promise.all(
      queues.map(async ([address, queue], n) => {
        const [end] = await queue.send([{ kind: 'air' as const }], () =>
          sendWebhook(address, body, timeoutMs),
        );
        if (end === undefined || end === 'sent') return;
        const reason = typeof end === 'string' ? end : end.failed;
        log('a webhook could not be told', { webhook: n + 1, reason });
      }),
    );
  }

  return watchLoop({
    look: lookNow,
    send,
    tell: (error) => log('webhooks could not be looked at', { error: String(error) }),
    everyMs,
    closed,
  });
}

/** True if an hour is new enough to be told: an old crossing says nothing of now. */
function isRecent(hour: string, now: number): boolean {
  return now - (parseInstant(hour) ?? Number.NEGATIVE_INFINITY) <= FRESH_FOR;
}

/** Begins with the hour, whatever the figures are corrected to later. */
function nameOf({ hour, metric, region }: Crossing): string {
  return `${hour} ${metric} ${region}`;
}

function parsed(text: string | undefined): readonly string[] | undefined {
  try {
    const value: unknown = JSON.parse(text ?? '');
    return Array.isArray(value) ? value.map(String) : undefined;
  } catch {
    return undefined;
  }
}
