import { hex } from '../core/hex.ts';

/** A random name for a database: 16 hexadecimal digits. Cursors carry it, so that they fit no other one. */
export function newEpoch(): string {
  return hex(crypto.getRandomValues(new Uint8Array(8)));
}
