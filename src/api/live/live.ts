/**
 * Tickets for a stream that says when there is something new: one to the drawings of whoever has a token, one to the
 * drawing of a link. The stream itself is outside of the application, because a worker may not answer it. Only servers
 * have these routes: a device passes the requests on.
 */
import { refuseIfOver } from '../http/admission.ts';
import { jsonResponse, type RouteResponse } from '../http/respond.ts';
import type { Route } from '../http/route.ts';
import type { DrawingPorts, Quota } from '../ports.ts';
import { linkOf, shownRow } from '../shares/links.ts';
import type { SharePorts } from '../shares/share-ports.ts';

/** For how long a ticket is good, ms. */
export const TICKET_MS = 60_000;

/** What a stream is about. */
export interface Subject {
  readonly space: string;
  /** The digest of a link's secret: then it is about that link's drawing alone. Null for the whole space. */
  readonly share: string | null;
}

export interface Ticket {
  /** At least 128 random bits that need no quoting in an address. */
  readonly ticket: string;
  /** After this instant it opens nothing. */
  readonly expiresAt: string;
}

/** Makes tickets, and takes each of them once. A host keeps their digests alone. */
export interface Tickets {
  /** @param by the `admittedBy` of whoever asks: the ticket is worth nothing after that was revoked */
  make(subject: Subject, by?: string): Promise<Ticket>;
  /**
   * What a ticket is for, once; undefined if it is wrong, used, expired or of a token that was revoked.
   * @param operator the `admittedBy` of the operator's token
   */
  take(ticket: string, operator?: string): Promise<Subject | undefined>;
}

/** What these routes need. */
export interface LivePorts extends DrawingPorts {
  readonly tickets: Pick<Tickets, 'make'>;
  /** Counts codes and tickets that are asked for with a token, for each network address. */
  readonly issueQuota: Quota;
}

async function made({ tickets }: LivePorts, subject: Subject, by?: string): Promise<RouteResponse> {
  const { ticket, expiresAt } = await tickets.make(subject, by);
  return jsonResponse(201, JSON.stringify({ ticket, expiresAt }));
}

export const createLiveTicket: Route<LivePorts> = {
  id: 'createLiveTicket',
  method: 'POST',
  path: '/api/v1/live-tickets',
  access: 'token',
  async handle({ ports, client, principal: { space, admittedBy } }) {
    refuseIfOver(await ports.issueQuota(client));
    return made(ports, { space, share: null }, admittedBy);
  },
};

export const createSharedLiveTicket: Route<LivePorts & SharePorts> = {
  id: 'createSharedLiveTicket',
  method: 'POST',
  path: '/api/v1/shared/{secret}/live-tickets',
  access: 'shared',
  async handle({ ports, client, path }) {
    refuseIfOver(await ports.shareQuota(client));
    const { hash, space, drawing } = await linkOf(ports.shares, path.secret ?? '', ports.now());
    shownRow(await ports.storeOf(space).read((tx) => tx.drawing(drawing)));
    return made(ports, { space, share: hash });
  },
};
