/**
 * The alerts that this device wants. They are on if any kind is wanted. What was last agreed with the server is stored
 * on this device.
 */
import { computed, signal } from '@preact/signals';
import createClient from 'openapi-fetch';
import { ALERT_KINDS, type AlertPreferences, AT_MOST, timeOfDay } from '../../../core/alerts/preferences.ts';
import { AREAS, areaOf } from '../../../core/sky/place/areas.ts';
import type { paths } from '../../client/schema.ts';
import { online } from '../../platform/online.ts';
import { town } from '../../sky/town.ts';
import { allowed, barrier, idOf, subscribed, subscription } from './push.ts';

const STORAGE_KEY = 'pleinair.alerts';
/** The server's own routes, which no device answers: the worker lets these requests pass. */
const api = createClient<paths>({ baseUrl: globalThis.location?.origin ?? '' });

/** Why a change failed. */
export type Problem = 'dismissed' | 'offline' | 'push' | 'full' | 'refused' | 'server';

class Failed extends Error {
  readonly problem: Problem;
  constructor(problem: Problem) {
    super(problem);
    this.problem = problem;
  }
}

function stored(): AlertPreferences {
  const usual = { area: (town.peek() ?? AREAS[0]!).id, kinds: [], quiet: null, atMost: AT_MOST.usual };
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? 'null');
    return isPreferences(kept) ? kept : usual;
  } catch {
    return usual;
  }
}

function isPreferences(value: unknown): value is AlertPreferences {
  if (typeof value !== 'object' || value === null) return false;
  const { area, kinds, quiet, atMost } = value as Partial<Record<keyof AlertPreferences, unknown>>;
  const known: readonly unknown[] = ALERT_KINDS;
  const { from, to } = (quiet ?? {}) as Partial<Record<'from' | 'to', unknown>>;
  const isTime = (time: unknown) => typeof time === 'string' && timeOfDay(time) !== undefined;
  return (
    typeof area === 'string' &&
    areaOf(area) !== undefined &&
    Array.isArray(kinds) &&
    kinds.every((kind) => known.includes(kind)) &&
    (quiet === null || (isTime(from) && isTime(to))) &&
    typeof atMost === 'number' &&
    atMost >= AT_MOST.least &&
    atMost <= AT_MOST.most
  );
}

/** What was last agreed. */
let agreed = stored();
/** What is wanted, also while the server is told of it. */
export const alerts = signal(agreed);
export const problem = signal<Problem | undefined>(undefined);
const underWay = signal(0);
export const saving = computed(() => underWay.value > 0);

/** One change after another. */
let work: Promise<void> = Promise.resolve();

/** Changes what is wanted, on the server too if alerts are on. Call it in a press. */
export function changeAlerts(change: Partial<AlertPreferences>): Promise<void> {
  const next = { ...alerts.peek(), ...change };
  // Asked for now: a browser asks a person in a press alone.
  const permission = next.kinds.length > 0 ? allowed() : Promise.resolve(true);
  alerts.value = next;
  problem.value = undefined;
  underWay.value += 1;
  work = work.then(async () => {
    try {
      if (!(await permission)) throw new Failed('dismissed');
      await agree(next);
      keep(next);
    } catch (error) {
      problem.value = error instanceof Failed ? error.problem : 'server';
      if (alerts.peek() === next) alerts.value = agreed;
    } finally {
      underWay.value -= 1;
    }
  });
  return work;
}

/**
 * Tells the server once more, if alerts are on: it may have lost this device or have another key, and the browser may
 * have another address. Quiet if that fails.
 */
export function renewAlerts(): void {
  if (agreed.kinds.length === 0 || barrier() !== undefined || Notification.permission !== 'granted') return;
  work = work.then(() => agree(agreed)).catch(() => undefined);
}

function keep(next: AlertPreferences): void {
  agreed = next;
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(next));
  } catch {
    // The server knows. Without localStorage the page forgets it when it is closed.
  }
}

async function agree(next: AlertPreferences): Promise<void> {
  if (next.kinds.length === 0) {
    if (agreed.kinds.length > 0) await end();
    return;
  }
  const { data: known, response: answered } = await asked(() => api.GET('/api/v1/alerts'));
  if (!known) throw failure(answered.status);
  const made = await subscribed(known.key).catch(() => {
    throw new Failed('push');
  });
  const { endpoint, keys } = made.toJSON();
  const { p256dh, auth } = keys ?? {};
  if (endpoint === undefined || p256dh === undefined || auth === undefined) throw new Failed('push');
  const id = await idOf(made);
  const { response } = await asked(() =>
    api.PUT('/api/v1/alerts/{id}', {
      params: { path: { id } },
      body: { endpoint, keys: { p256dh, auth }, ...next, kinds: [...next.kinds] },
    }),
  );
  if (!response.ok) throw failure(response.status);
}

/** Ends the subscription. That ends the alerts, also if the server is not told: the push service tells it. */
async function end(): Promise<void> {
  const made = await subscription();
  if (made === undefined) return;
  const id = await idOf(made);
  const isEnded = await made.unsubscribe().catch(() => false);
  const told = api.DELETE('/api/v1/alerts/{id}', { params: { path: { id } } });
  if (!isEnded) await asked(() => told);
  else await told.catch(() => undefined);
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
  return new Failed(status === 400 || status === 404 ? 'refused' : 'server');
}
