import { uuid } from '../../core/hex.ts';
import { crossingName } from '../../core/past/atom.ts';
import type { Crossing } from '../../core/past/crossings.ts';

const ENCODE = new TextEncoder();

/** A UUIDv8 (RFC 9562, 5.8) of the crossing's name: the same on every server, for ever. */
export async function crossingId(crossing: Crossing): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', ENCODE.encode(crossingName(crossing)));
  return uuid(new Uint8Array(digest, 0, 16), 8);
}
