/** Answers: JSON text, entity tags, 304. */
import { hex } from '../../core/hex.ts';
import type { ConditionList } from './conditions.ts';
import type { Pieces } from './stream.ts';

export type HeaderMap = Record<string, string>;

/**
 * What a route answers. Dispatch makes the one Response of it: headers that are added to a Response cost more than
 * all that a cached answer does.
 */
export interface Answer {
  readonly status: number;
  readonly headers: HeaderMap;
  readonly body: string | null;
}

/** An answer whose text is sent in pieces, while it is read. It has no length before its end. */
export interface StreamedAnswer {
  readonly status: number;
  readonly headers: HeaderMap;
  readonly body: Pieces;
}

export function streamedAnswer(body: Pieces, headers: HeaderMap): StreamedAnswer {
  return { status: 200, headers: { 'Content-Type': 'application/json', ...headers }, body };
}

/** A JSON answer. `json` is text already, so that stored JSON is spliced and never parsed. */
export function jsonAnswer(status: number, json: string, headers: HeaderMap = {}): Answer {
  return { status, headers: { 'Content-Type': 'application/json', ...headers }, body: json };
}

/** A strong entity tag from content: 128 bits of its SHA-256. */
export async function contentTag(json: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(json));
  return `"${hex(new Uint8Array(hash, 0, 16))}"`;
}

/** Does If-None-Match name what the client would get? */
export function isHeld(ifNoneMatch: ConditionList | undefined, etag: string): boolean {
  return ifNoneMatch !== undefined && (ifNoneMatch === '*' || ifNoneMatch.includes(etag));
}

/** A GET answer that a client may hold: 304 when its If-None-Match names what it would get. */
export function cachedAnswer(
  json: string,
  etag: string,
  ifNoneMatch: ConditionList | undefined,
  headers: HeaderMap = {},
): Answer {
  if (isHeld(ifNoneMatch, etag)) return notModified(etag, headers);
  return jsonAnswer(200, json, { ...headers, ETag: etag });
}

/** What the caller holds is what it would get. */
export function notModified(etag: string, headers: HeaderMap = {}): Answer {
  return { status: 304, headers: { ...headers, ETag: etag }, body: null };
}
