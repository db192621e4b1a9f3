/**
 * Renews a subscription that the browser replaced while no page is open. What is wanted comes from a cache, where the
 * page puts it once the server has agreed to it: a worker cannot read what pages store for themselves.
 */
import type { AlertPreferences } from '../../core/alerts/preferences.ts';
import { addressOf, idOf, subscribed } from './push-subscription.ts';

const ALERTS = '/api/v1/alerts';
/** The cache and its only key. */
const [CACHE, KEY] = ['alerts', '/alerts-wanted'];

/** Keeps what the server pushes to this browser; undefined for nothing. */
export async function keepPushed(wanted: AlertPreferences | undefined): Promise<void> {
  const cache = await caches.open(CACHE);
  if (wanted === undefined) await cache.delete(KEY);
  else await cache.put(KEY, new Response(JSON.stringify(wanted)));
}

/**
 * Subscribes again, and tells the server of the new address and of the end of the old one. Does nothing if nothing is
 * wanted.
 * @param old as the browser gives it, if it does
 * @throws if the server or the push service cannot be had: the next page that is opened does it then
 */
export async function renewSubscription(
  { pushManager }: Pick<ServiceWorkerRegistration, 'pushManager'>,
  old: Pick<PushSubscription, 'endpoint'> | null | undefined,
): Promise<void> {
  const kept = await (await caches.open(CACHE)).match(KEY);
  if (kept === undefined) return;
  const wanted: AlertPreferences = await kept.json();
  const { key }: { key: string } = await (await asked('GET', ALERTS)).json();
  const made = await subscribed(pushManager, key);
  await asked('PUT', `${ALERTS}/${await idOf(made)}`, { ...addressOf(made), ...wanted });
  if (old && old.endpoint !== made.endpoint) await asked('DELETE', `${ALERTS}/${await idOf(old)}`);
}

async function asked(method: string, path: string, body?: object): Promise<Response> {
  const json = body && { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
  const response = await fetch(path, { method, ...json });
  if (!response.ok) throw new Error(`${method} ${ALERTS}: status ${response.status}`);
  return response;
}
