import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitAddress } from './address.ts';

describe('api: addresses', () => {
  it('are split where the URL parser splits them', () => {
    const parts = fc.tuple(
      fc.webUrl({ withQueryParameters: true, withFragments: true }),
      fc.constantFrom('', '?', '#', '#?a=1', '?a=b?c#d', '/%2e%2e/x', '?a=%20+'),
    );
    fc.assert(
      fc.property(parts, ([address, more]) => {
        const url = new URL(address + more);
        expect(splitAddress(url.href)).toEqual({ path: url.pathname, query: url.search.slice(1) });
      }),
    );
  });
});
