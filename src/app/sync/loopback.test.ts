import { expect, test } from 'vitest';
import { isLoopback } from './loopback.ts';

test.each([
  ['http://127.0.0.1:8787/s/1', true],
  ['http://127.1.2.3/', true],
  ['http://localhost:8787', true],
  ['http://draw.localhost', true],
  ['http://[::1]:8787/settings#pair=x', true],
  ['https://draw.example.org/s/1', false],
  ['http://192.168.1.20:8787', false],
  ['https://localhost.example.org', false],
  ['https://127.example.org', false],
])('an address that works only on this computer: %s, %s', (address, only) => {
  expect(isLoopback(address)).toBe(only);
});
