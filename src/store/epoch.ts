import { hex } from '../core/hex.ts';

/**
 * A random id of a database: 16 hexadecimal digits. Cursors carry it, so that a cursor of one database is
 * never used with another.
 */
export function newEpoch(): string {
  return hex(crypto.getRandomValues(new Uint8Array(8)));
}
