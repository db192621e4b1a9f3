import { createHash, randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { sha256 } from './sha256.ts';

describe('worker: SHA-256 on an address that is not secure', () => {
  test("equals Node's hash at every length around a block", () => {
    for (let length = 0; length <= 200; length += 1) {
      const bytes = new Uint8Array(randomBytes(length));
      const expected = createHash('sha256').update(bytes).digest('hex');
      expect(Buffer.from(sha256(bytes)).toString('hex'), `${length} bytes`).toBe(expected);
    }
  });

  test('works for a body of 5 MB', () => {
    const bytes = new Uint8Array(randomBytes(5 * 1024 * 1024));
    expect(Buffer.from(sha256(bytes)).toString('hex')).toBe(createHash('sha256').update(bytes).digest('hex'));
  });
});
