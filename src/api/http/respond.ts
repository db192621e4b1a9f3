/** Responses: JSON text, entity tags, 304. */
import { hex } from '../../core/hex.ts';
import { type ConditionList, parseIfNoneMatch } from './conditions.ts';
import type { Pieces } from './stream.ts';

export type HeaderMap = Record<string, string>;

/**
 * The response of a route. Dispatch builds one Response from it: adding headers to a finished Response would
 * cost more than a whole cached response.
 */
export interface RouteResponse {
  readonly status: number;
  readonly headers: HeaderMap;
  readonly body: string | null;
}

/** A response that is read while it is sent, in pieces. Its length is not known in advance. */
export interface PiecesResponse {
  readonly status: number;
  readonly headers: HeaderMap;
  readonly body: Pieces;
}

/** A response whose text is still being read. Hosts that can send its head meanwhile (`sendText`). */
export interface LateResponse {
  readonly status: number;
  readonly headers: HeaderMap;
  readonly body: Promise<string>;
}

/** @param json may reject: then the response ends early, or is that error if its head was not sent yet */
export function lateResponse(json: Promise<string>, headers: HeaderMap): LateResponse {
  return { status: 200, headers: { 'Content-Type': 'application/json', ...headers }, body: json };
}

export function piecesResponse(body: Pieces, headers: HeaderMap): PiecesResponse {
  return { status: 200, headers: { 'Content-Type': 'application/json', ...headers }, body };
}

/** A JSON response. `json` is already text, so that stored JSON is inserted without parsing. */
export function jsonResponse(status: number, json: string, headers: HeaderMap = {}): RouteResponse {
  return { status, headers: { 'Content-Type': 'application/json', ...headers }, body: json };
}

/** Number of bytes of a body, as `Content-Length` says it. */
export function lengthOf(body: string): string {
  return String(new TextEncoder().encode(body).length);
}

/** A strong entity tag of the content: 128 bits of its SHA-256. */
export async function contentTag(json: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(json));
  return `"${hex(new Uint8Array(hash, 0, 16))}"`;
}

/** True if the client's If-None-Match says that it already has this content. */
export function clientHas(ifNoneMatch: ConditionList | undefined, etag: string): boolean {
  return ifNoneMatch !== undefined && (ifNoneMatch === '*' || ifNoneMatch.includes(etag));
}

/** A GET response with a tag of its content: 304 if the client already has it. */
export async function taggedByContent(
  { request }: { readonly request: Request },
  json: string,
  headers: HeaderMap = {},
): Promise<RouteResponse> {
  const etag = await contentTag(json);
  if (clientHas(parseIfNoneMatch(request.headers), etag)) return notModified(etag, headers);
  return jsonResponse(200, json, { ...headers, ETag: etag });
}

/** A 304: the caller already has this content. */
export function notModified(etag: string, headers: HeaderMap = {}): RouteResponse {
  return { status: 304, headers: { ...headers, ETag: etag }, body: null };
}
