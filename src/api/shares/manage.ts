/** The owner's routes for links: make one, list them, end one. */
import { INVALID_DATE, readDate } from '../../core/drawing/dates.ts';
import { type Envelope, readEnvelope } from '../contract/envelope.ts';
import { requireNotTrashed } from '../drawings/change/preconditions.ts';
import { drawingId, unknownDrawing } from '../drawings/find.ts';
import { ApiError, invalidBody, notFound } from '../errors.ts';
import { jsonBody } from '../http/json-body.ts';
import { jsonResponse } from '../http/respond.ts';
import type { Route } from '../http/route.ts';
import type { DrawingRow } from '../ports.ts';
import {
  digestOf,
  hasExpired,
  LINKS_OF_DRAWING,
  LINKS_OF_SPACE,
  newSecret,
  newShareId,
  sharePath,
} from './links.ts';
import type { Share, SharePorts, ShareReadTx } from './share-ports.ts';

interface ShareBody {
  readonly expiresAt?: string | null;
}

export const shareBody: Envelope<ShareBody> = {
  expiresAt: {
    schema: { type: ['string', 'null'], format: 'date-time' },
    problem: (value) =>
      value === undefined || value === null || readDate(value) !== undefined ? undefined : INVALID_DATE,
  },
};

/** A link as the response of the list has it. */
function entryOf({ id, createdAt, expiresAt, lastSeenAt }: Share) {
  return { id, createdAt, expiresAt, lastSeenAt };
}

/** @throws ApiError 404 */
async function drawingOf(tx: ShareReadTx, id: string): Promise<DrawingRow> {
  const row = await tx.drawing(id);
  if (row === undefined) throw unknownDrawing();
  return row;
}

export const createShare: Route<SharePorts> = {
  id: 'createShare',
  method: 'POST',
  path: '/api/v1/drawings/{id}/shares',
  access: 'token',
  body: jsonBody({ mediaType: 'application/json', max: 1024 }),
  async handle(call) {
    const { shares, shareOrigin, now } = call.ports;
    const { space } = call.principal;
    const at = now();
    const expiresAt = expiryOf(readEnvelope(shareBody, call.body?.value), at);
    const drawing = drawingId(call);
    const secret = newSecret();
    const share: Share = {
      hash: await digestOf(secret),
      id: newShareId(),
      space,
      drawing,
      createdAt: new Date(at).toISOString(),
      expiresAt,
      lastSeenAt: null,
    };
    await shares.write(space, async (tx) => {
      requireNotTrashed(await drawingOf(tx, drawing));
      const all = await tx.list();
      const expired = all.filter((one) => hasExpired(one, at));
      for (const { id } of expired) await tx.delete(id);
      requireRoom(
        all.filter((one) => !expired.includes(one)),
        drawing,
      );
      await tx.add(share);
    });
    // The host never comes from the request, where a client could write any.
    const url = `${shareOrigin ?? ''}${sharePath(secret)}`;
    const { id, ...times } = entryOf(share);
    return jsonResponse(201, JSON.stringify({ id, url, ...times }));
  },
};

/**
 * @param now ms since the epoch
 * @throws ApiError 400 if it is not in the future
 */
function expiryOf({ expiresAt }: ShareBody, now: number): string | null {
  const date = readDate(expiresAt);
  if (date === undefined) return null;
  if (Date.parse(date) > now) return date;
  throw invalidBody([{ path: '/expiresAt', message: 'must be in the future' }]);
}

/** @throws ApiError 507 */
function requireRoom(shares: readonly Share[], drawing: string): void {
  const ofDrawing = shares.filter((share) => share.drawing === drawing).length;
  if (ofDrawing >= LINKS_OF_DRAWING) throw tooMany(`this drawing has ${LINKS_OF_DRAWING} links`);
  if (shares.length >= LINKS_OF_SPACE) throw tooMany(`your drawings have ${LINKS_OF_SPACE} links`);
}

function tooMany(what: string): ApiError {
  return new ApiError('storage_full', `${what}, the most there may be; end one of them first`);
}

export const listShares: Route<SharePorts> = {
  id: 'listShares',
  method: 'GET',
  path: '/api/v1/drawings/{id}/shares',
  access: 'token',
  async handle(call) {
    const { shares, now } = call.ports;
    const drawing = drawingId(call);
    const found = await shares.read(call.principal.space, async (tx) => {
      await drawingOf(tx, drawing);
      return tx.list();
    });
    const at = now();
    const live = found.filter((share) => share.drawing === drawing && !hasExpired(share, at));
    return jsonResponse(200, JSON.stringify({ shares: live.map(entryOf) }));
  },
};

export const endShare: Route<SharePorts> = {
  id: 'endShare',
  method: 'DELETE',
  path: '/api/v1/drawings/{id}/shares/{share}',
  access: 'token',
  async handle(call) {
    const drawing = drawingId(call);
    await call.ports.shares.write(call.principal.space, async (tx) => {
      await drawingOf(tx, drawing);
      const all = await tx.list();
      const share = all.find((one) => one.drawing === drawing && one.id === call.path.share);
      if (share === undefined) throw notFound('this drawing has no link with this id');
      await tx.delete(share.id);
    });
    return jsonResponse(200, '{"ok":true}');
  },
};
