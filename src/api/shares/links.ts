/**
 * Links that show a drawing: their secrets, and which of them still show something. One that was revoked, has
 * expired or never was, and one whose drawing is in the trash or deleted, are all the same to whoever asks.
 */
import { hex } from '../../core/hex.ts';
import { type ApiError, notFound } from '../errors.ts';
import type { DrawingRow } from '../ports.ts';
import type { Share, Shares } from './share-ports.ts';

/** Most links of a drawing and of a space at a time. */
export const LINKS_OF_DRAWING = 20;
export const LINKS_OF_SPACE = 500;

/** Bytes of a secret. */
const SECRET = 16;
/** Hexadecimal, because chat apps cut off a link at `_` or `-`, or take them for marks. */
const SECRET_PATTERN = /^[0-9a-f]{32}$/;

/** How exactly it is known when somebody looked, ms: a write for each look would cost more than the look. */
const SEEN_MS = 10 * 60_000;

/** The path of the page that shows a link's drawing. */
export function sharePath(secret: string): string {
  return `/s/${secret}`;
}

export function newSecret(): string {
  return hex(crypto.getRandomValues(new Uint8Array(SECRET)));
}

/** A name for a link, for its owner. */
export function newShareId(): string {
  return hex(crypto.getRandomValues(new Uint8Array(8)));
}

/** A secret has 128 random bits, so its digest needs no salt. */
export async function digestOf(secret: string): Promise<string> {
  return hex(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(secret))));
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
 * @throws ApiError 404 unless it is still good
 */
export async function linkOf(shares: Shares, secret: string, now: number): Promise<Share> {
  if (!SECRET_PATTERN.test(secret)) throw unknownLink();
  const share = await shares.find(await digestOf(secret));
  if (share === undefined || hasExpired(share, now)) throw unknownLink();
  return share;
}

/**
 * The drawing of a link, as its row was read.
 * @throws ApiError 404 if it is in the trash or gone
 */
export function shownRow(row: DrawingRow | undefined): DrawingRow {
  if (row === undefined || row.trashed) throw unknownLink();
  return row;
}

/** Notes that somebody looked. A host that cannot write at the moment still shows the drawing. */
export async function noteSeen(shares: Shares, { hash, lastSeenAt }: Share, now: number): Promise<void> {
  if (lastSeenAt !== null && now - Date.parse(lastSeenAt) < SEEN_MS) return;
  await shares.seen(hash, new Date(now).toISOString()).catch(() => {});
}
