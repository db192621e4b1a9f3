/**
 * The application of a server: what every host has, the links that show a drawing to others, the codes that let
 * another device in, the tickets of streams, alerts, and the past.
 */
import type { AlertPorts } from './alerts/alert-ports.ts';
import { deleteAlerts, getAlerts, putAlerts } from './alerts/alerts.ts';
import { createHandle } from './http/dispatch.ts';
import type { Route } from './http/route.ts';
import { ROUTES } from './index.ts';
import { createLiveTicket, createSharedLiveTicket, type LivePorts } from './live/live.ts';
import { createPairing, createPairingCode, getPairing, type PairingPorts } from './pairing/pairing.ts';
import { getArchive } from './past/get-archive.ts';
import { getFeed } from './past/get-feed.ts';
import type { PastPorts } from './past/past-port.ts';
import type { Handle, SkyPorts } from './ports.ts';
import { createShare, endShare, listShares } from './shares/manage.ts';
import type { SharePorts } from './shares/share-ports.ts';
import { getShared } from './shares/show.ts';

/** What the application of a server needs. */
export type ServerPorts = SkyPorts & SharePorts & PairingPorts & LivePorts & AlertPorts & PastPorts;

/** A device passes these requests on to its server. */
const SHARE_ROUTES: readonly Route<SharePorts>[] = [createShare, listShares, endShare, getShared];

/** A device has no tokens to give, so it answers these with 404. */
const PAIRING_ROUTES: readonly Route<PairingPorts>[] = [createPairingCode, getPairing, createPairing];

/** A device passes these on to its server, too. */
const LIVE_ROUTES: readonly Route<LivePorts & SharePorts>[] = [createLiveTicket, createSharedLiveTicket];

/** And these. */
const ALERT_ROUTES: readonly Route<AlertPorts>[] = [getAlerts, putAlerts, deleteAlerts];

/** And these: a device keeps no more than it shows. */
const PAST_ROUTES: readonly Route<PastPorts>[] = [getArchive, getFeed];

export const SERVER_ROUTES: readonly Route<ServerPorts>[] = [
  ...ROUTES,
  ...SHARE_ROUTES,
  ...PAIRING_ROUTES,
  ...LIVE_ROUTES,
  ...ALERT_ROUTES,
  ...PAST_ROUTES,
];

/** Builds the application for a server. */
export function createServerApi(ports: ServerPorts): Handle {
  return createHandle(SERVER_ROUTES, ports);
}
