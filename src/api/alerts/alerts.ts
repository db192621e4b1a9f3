/**
 * The routes of alerts: the server's key, and subscriptions under the digest of their endpoint. Public, because a
 * subscription opens nothing, and whoever has the endpoint can only end it. Only servers have these routes: a device
 * passes the requests on.
 */
import { NOTHING_TOLD, stateAfterChange } from '../../core/alerts/alerts.ts';
import type { AlertPreferences } from '../../core/alerts/preferences.ts';
import { readEnvelope } from '../contract/envelope.ts';
import { ApiError, invalidBody, invalidParameter } from '../errors.ts';
import { refuseIfOver } from '../http/admission.ts';
import { jsonBody } from '../http/json-body.ts';
import { jsonResponse } from '../http/respond.ts';
import type { Route } from '../http/route.ts';
import { type AlertPorts, SUBSCRIPTIONS_MAX } from './alert-ports.ts';
import { ALERTS_BODY_MAX, type AlertsBody, alertsBody } from './alerts-body.ts';
import { endpointProblem } from './push-services.ts';

/** A cache would go on handing out a key that was replaced, or say of a subscription what is no longer so. */
const NO_STORE = { 'Cache-Control': 'no-store' };

export const getAlerts: Route<AlertPorts> = {
  id: 'getAlerts',
  method: 'GET',
  path: '/api/v1/alerts',
  access: 'air',
  async handle({ ports }) {
    const key = await ports.alerts.publicKey();
    return jsonResponse(200, JSON.stringify({ apiVersion: '1', key }), NO_STORE);
  },
};

export const putAlerts: Route<AlertPorts> = {
  id: 'putAlerts',
  method: 'PUT',
  path: '/api/v1/alerts/{id}',
  access: 'air',
  body: jsonBody({ mediaType: 'application/json', max: ALERTS_BODY_MAX }),
  async handle({ ports: { alerts, subscribeQuota, testPushOrigin }, client, path, body }) {
    const given = readEnvelope<AlertsBody>(alertsBody, body?.value);
    const { endpoint, keys, area, kinds, quiet, atMost } = given;
    const problem = endpointProblem(endpoint, testPushOrigin);
    if (problem !== undefined) throw invalidBody([{ path: '/endpoint', message: problem }]);
    if (!(await isPoint(keys.p256dh))) {
      throw invalidBody([{ path: '/keys', message: 'p256dh is not a point on P-256' }]);
    }
    const id = await digestOf(endpoint);
    if (path['id'] !== id) throw invalidParameter('id', 'is not the SHA-256 of the endpoint in base64url');
    const wanted: AlertPreferences = { area, kinds, quiet, atMost };
    // A change is no new one. Counted before the transaction, in which others would wait for it.
    if (!(await alerts.has(id))) refuseIfOver(await subscribeQuota(client));
    const { isNew, count } = await alerts.write(async (tx) => {
      const before = await tx.find(id);
      const isFull = before === undefined && (await tx.count()) >= SUBSCRIPTIONS_MAX;
      if (isFull && !(await tx.makeRoom())) {
        throw new ApiError(
          'storage_full',
          `${SUBSCRIPTIONS_MAX} devices get alerts already; nothing was changed`,
        );
      }
      const state =
        before === undefined ? NOTHING_TOLD : stateAfterChange(before.state, before.wanted, wanted);
      await tx.put({ id, endpoint, keys, wanted, state });
      const { day, sent } = state;
      return { isNew: before === undefined, count: day === '' ? null : { day, sent } };
    });
    return jsonResponse(isNew ? 201 : 200, JSON.stringify({ apiVersion: '1', ...wanted, count }), NO_STORE);
  },
};

export const deleteAlerts: Route<AlertPorts> = {
  id: 'deleteAlerts',
  method: 'DELETE',
  path: '/api/v1/alerts/{id}',
  access: 'air',
  async handle({ ports: { alerts }, path: { id = '' } }) {
    // Anything else cannot be there, and whoever sent it would go on getting alerts.
    if (!/^[\w-]{43}$/.test(id)) throw invalidParameter('id', 'is not a SHA-256 in base64url');
    await alerts.write((tx) => tx.delete(id));
    return jsonResponse(200, JSON.stringify({ ok: true }), NO_STORE);
  },
};

async function digestOf(endpoint: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endpoint));
  const base64 = btoa(String.fromCharCode(...new Uint8Array(digest)));
  return base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** True if it can be encrypted to: a point in the uncompressed form of RFC 8291, which begins with 4. */
async function isPoint(p256dh: string): Promise<boolean> {
  const bytes = Uint8Array.from(atob(p256dh.replaceAll('-', '+').replaceAll('_', '/')), (c) =>
    c.charCodeAt(0),
  );
  if (bytes[0] !== 4) return false;
  try {
    await crypto.subtle.importKey('raw', bytes, { name: 'ECDH', namedCurve: 'P-256' }, false, []);
    return true;
  } catch {
    return false;
  }
}
