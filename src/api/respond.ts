/** Responses: JSON text, entity tags, 304. */
import type { ConditionList } from './conditions.ts';

export type Headers_ = Record<string, string>;

/** A JSON response. `json` is text already, so that stored JSON is spliced and never parsed. */
export function jsonResponse(status: number, json: string, headers: Headers_ = {}): Response {
  return new Response(json, { status, headers: { 'Content-Type': 'application/json', ...headers } });
}

/** A strong entity tag from content: 128 bits of its SHA-256. */
export async function contentTag(json: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(json));
  return `"${hex(new Uint8Array(hash, 0, 16))}"`;
}

/** Lower-case hex. */
export function hex(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += byte.toString(16).padStart(2, '0');
  return text;
}

/** A GET answer that a client may hold: 304 when its If-None-Match names what it would get. */
export function cachedResponse(
  json: string,
  etag: string,
  ifNoneMatch: ConditionList | undefined,
  headers: Headers_ = {},
): Response {
  const all = { ...headers, ETag: etag };
  if (ifNoneMatch !== undefined && (ifNoneMatch === '*' || ifNoneMatch.includes(etag))) {
    return new Response(null, { status: 304, headers: all });
  }
  return jsonResponse(200, json, all);
}
