/**
 * Links that show a drawing: their secrets, and whether they still show it. A link that was ended, expired or never
 * existed gets the same response as one whose drawing is in the trash or deleted.
 */
import { hex, sha256Of } from '../../core/hex.ts';
import { type ApiError, notFound } from '../errors.ts';
import type { DrawingRow } from '../ports.ts';
import type { Share, Shares } from './share-ports.ts';

/** Most links of a drawing, and of a space. */
export const LINKS_OF_DRAWING = 20;
export const LINKS_OF_SPACE = 500;

/** Length of a secret, bytes. */
const SECRET = 16;
/** Hexadecimal, because chat apps cut off a link at `_` or `-`, or read them as formatting. */
const SECRET_PATTERN = /^[0-9a-f]{32}$/;

/** How often `lastSeenAt` is updated at most, ms: a write for each view would cost more than the view. */
const SEEN_MS = 10 * 60_000;

/** The path of the page that shows a link's drawing. */
export function sharePath(secret: string): string {
  return `/s/${secret}`;
}

export function newSecret(): string {
  return hex(crypto.getRandomValues(new Uint8Array(SECRET)));
}

/** The id of a link, for its owner. */
export function newShareId(): string {
  return hex(crypto.getRandomValues(new Uint8Array(8)));
}

/** The digest of a secret. A secret has 128 random bits, so the digest needs no salt. */
export async function digestOf(secret: string): Promise<string> {
  return sha256Of(new TextEncoder().encode(secret));
}

/** @param now ms since the epoch */
export function hasExpired({ expiresAt }: Share, now: number): boolean {
  return expiresAt !== null && Date.parse(expiresAt) <= now;
}

export function unknownLink(): ApiError {
  return notFound('this link shows nothing');
}

/**
 * The link with this secret.
 * @param now ms since the epoch
 * @throws ApiError 404 if there is none, or it has expired
 */
export async function linkOf(shares: Shares, secret: string, now: number): Promise<Share> {
  if (!SECRET_PATTERN.test(secret)) throw unknownLink();
  const share = await shares.find(await digestOf(secret));
  if (share === undefined || hasExpired(share, now)) throw unknownLink();
  return share;
}

/**
 * Checks that the drawing of a link may be shown, and returns its row.
 * @throws ApiError 404 if it is in the trash or gone
 */
export function shownRow(row: DrawingRow | undefined): DrawingRow {
  if (row === undefined || row.trashed) throw unknownLink();
  return row;
}

/** Updates `lastSeenAt`. If the host cannot write now, it shows the drawing all the same. */
export async function noteSeen(shares: Shares, { hash, lastSeenAt }: Share, now: number): Promise<void> {
  if (lastSeenAt !== null && now - Date.parse(lastSeenAt) < SEEN_MS) return;
  await shares.seen(hash, new Date(now).toISOString()).catch(() => {});
}
