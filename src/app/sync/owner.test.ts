import { expect, test } from 'vitest';
import { readOwner } from './owner.ts';

test('the owner of drawings is read from a reply, and anything else is none', () => {
  expect(readOwner({ person: 'Mei' })).toEqual({ person: 'Mei' });
  expect(readOwner({ person: null, newest: null })).toEqual({ person: null });
  for (const other of [undefined, null, 'Mei', {}, { person: 1 }, { trouble: null, wait: 0 }]) {
    expect(readOwner(other)).toBeUndefined();
  }
});
