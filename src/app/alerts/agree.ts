/**
 * Changes the alerts that this device wants, and has the server push them where the browser can receive them. Where that
 * fails, they hold in the page alone, and the server is told as soon as it can be.
 */
import { computed, signal } from '@preact/signals';
import createClient from 'openapi-fetch';
import { isCount } from '../../core/alerts/message.ts';
import type { AlertPreferences } from '../../core/alerts/preferences.ts';
import { addressOf, idOf, subscribed } from '../../sync/alerts/push-subscription.ts';
import { keepPushed } from '../../sync/alerts/renew.ts';
import type { paths } from '../client/schema.ts';
import { online } from '../platform/online.ts';
import { followAlerts, takeCount } from './follow.ts';
import { allowed, barrier, subscription } from './push.ts';
import { alerts, isPushed, keepAlerts } from './wanted.ts';

/** The server's own routes, which no device answers: the worker lets these requests pass. */
const api = createClient<paths>({ baseUrl: globalThis.location?.origin ?? '' });

/** Why the server does not push what is wanted. */
export type Problem = 'dismissed' | 'offline' | 'push' | 'full' | 'busy' | 'refused' | 'server';

class Failed extends Error {
  readonly problem: Problem;
  constructor(problem: Problem) {
    super(problem);
    this.problem = problem;
  }
}

export const problem = signal<Problem | undefined>(undefined);
const underWay = signal(0);
export const saving = computed(() => underWay.value > 0);

/** One change after another. */
let work: Promise<void> = Promise.resolve();

/** For those who have chosen alerts, once for each page that is opened. */
export function openAlerts(): void {
  listen();
  void renewAlerts();
}

let isListening = false;

function listen(): void {
  if (isListening) return;
  isListening = true;
  followAlerts();
  addEventListener('online', tellLastChange);
}

/** Tells the server of a change that it could not be told. */
export function tellLastChange(): void {
  if (!isPushed.peek()) void renewAlerts();
}

/** Call it in a press. */
export function changeAlerts(change: Partial<AlertPreferences>): Promise<void> {
  const next = { ...alerts.peek(), ...change };
  const canPush = barrier() === undefined;
  // Asked for now: a browser asks a person in a press alone.
  const permission = canPush && next.kinds.length > 0 ? allowed() : Promise.resolve(true);
  keepAlerts(next, false);
  listen();
  problem.value = undefined;
  if (!canPush) return work;
  return told(next, permission);
}

/**
 * Tells the server once more: it may not know of the last change, have lost this device or have another key, and the
 * browser may have another address.
 */
function renewAlerts(): Promise<void> {
  const isOff = alerts.peek().kinds.length === 0;
  if (barrier() !== undefined || (isOff && isPushed.peek())) return work;
  if (!isOff && Notification.permission !== 'granted') return work;
  return told(alerts.peek(), Promise.resolve(true));
}

function told(wanted: AlertPreferences, permission: Promise<boolean>): Promise<void> {
  underWay.value += 1;
  work = work.then(async () => {
    try {
      if (!(await permission)) throw new Failed('dismissed');
      await agree(wanted);
      problem.value = undefined;
      // A change that was made meanwhile is told next.
      if (alerts.peek() === wanted) keepAlerts(wanted, true);
    } catch (error) {
      problem.value = error instanceof Failed ? error.problem : 'server';
      if (problem.value !== 'offline' && problem.value !== 'server') keepAlerts(alerts.peek(), false);
    } finally {
      underWay.value -= 1;
    }
  });
  return work;
}

async function agree(next: AlertPreferences): Promise<void> {
  if (next.kinds.length === 0) {
    await end();
    return;
  }
  const { data: known, response: answered } = await asked(() => api.GET('/api/v1/alerts'));
  if (!known) throw failure(answered.status);
  const { id, address } = await here(known.key).catch(() => {
    throw new Failed('push');
  });
  const { data, response } = await asked(() =>
    api.PUT('/api/v1/alerts/{id}', {
      params: { path: { id } },
      body: { ...address, ...next, kinds: [...next.kinds] },
    }),
  );
  if (!data) throw failure(response.status);
  takeCount(isCount(data.count) ? data.count : null);
  await keepPushed(next).catch(() => undefined);
}

/** Subscribes this browser. */
async function here(key: string) {
  const { pushManager } = await navigator.serviceWorker.ready;
  const made = await subscribed(pushManager, key);
  return { id: await idOf(made), address: addressOf(made) };
}

/** Ends the subscription. That ends the alerts, also if the server is not told: the push service tells it. */
async function end(): Promise<void> {
  await keepPushed(undefined).catch(() => undefined);
  const made = await subscription();
  if (made === undefined) return;
  const id = await idOf(made);
  const isEnded = await made.unsubscribe().catch(() => false);
  const deleted = api.DELETE('/api/v1/alerts/{id}', { params: { path: { id } } });
  if (!isEnded) await asked(() => deleted);
  else await deleted.catch(() => undefined);
}

async function asked<T>(request: () => Promise<T>): Promise<T> {
  try {
    return await request();
  } catch {
    throw new Failed(online.peek() ? 'server' : 'offline');
  }
}

function failure(status: number): Failed {
  if (status === 507) return new Failed('full');
  if (status === 429) return new Failed('busy');
  return new Failed(status === 400 || status === 404 ? 'refused' : 'server');
}
