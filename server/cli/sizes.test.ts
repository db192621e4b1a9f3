import { expect, test } from 'vitest';
import { byteSize, sizeWords } from './sizes.ts';

test.each([
  ['1', 1],
  ['2GB', 2e9],
  ['2 gb', 2e9],
  ['1.5MB', 1_500_000],
  ['500KB', 500_000],
  ['1TB', 1e12],
])('the size %s is read', (text, bytes) => {
  expect(byteSize(text)).toBe(bytes);
});

test.each(['', '0', '-1', '2GiB', 'GB', '1e3', '0x10', '1,5MB', 'Infinity', '99999999TB'])(
  'the size %o is refused',
  (text) => {
    expect(() => byteSize(text)).toThrow('such as 500MB or 2GB');
  },
);

test.each([
  [0, '0 B'],
  [999, '999 B'],
  [1000, '1 KB'],
  [3_449_000, '3.4 MB'],
  [2e9, '2 GB'],
  [4e15, '4000 TB'],
])('%i bytes are told shortly', (bytes, words) => {
  expect(sizeWords(bytes)).toBe(words);
});
