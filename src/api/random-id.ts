import { uuid } from '../core/hex.ts';

/** A random lower-case UUID (version 4). Also works in insecure contexts, which lack `randomUUID`. */
export function randomId(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID();
  return uuid(crypto.getRandomValues(new Uint8Array(16)), 4);
}
