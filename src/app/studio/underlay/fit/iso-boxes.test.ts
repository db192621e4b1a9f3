import { expect, test } from 'vitest';
import { hasItsData } from './iso-boxes.ts';

/** A box of this many bytes. */
function box(type: string, size: number, said = size): number[] {
  const bytes = Array.from({ length: size }, () => 7);
  const head = [said >>> 24, said >>> 16, said >>> 8, said].map((byte) => byte & 255);
  bytes.splice(0, 8, ...head, ...[...type].map((letter) => letter.charCodeAt(0)));
  return bytes;
}

const whole = [...box('ftyp', 24), ...box('meta', 40), ...box('mdat', 100)];

test('underlay: a HEIC or AVIF that is cut ends within a box', () => {
  expect(hasItsData(Uint8Array.from(whole))).toBe(true);
  for (const length of [163, 100, 65, 63, 30, 23, 7]) {
    expect(hasItsData(Uint8Array.from(whole.slice(0, length))), `${length} bytes`).toBe(false);
  }
  // Its size in 64 bits, or up to the end of the file.
  const long = box('mdat', 100, 1);
  long.splice(8, 8, 0, 0, 0, 0, 0, 0, 0, 100);
  expect(hasItsData(Uint8Array.from(long))).toBe(true);
  expect(hasItsData(Uint8Array.from(long.slice(0, -1)))).toBe(false);
  expect(hasItsData(Uint8Array.from(box('mdat', 100, 0)))).toBe(true);
});

test('underlay: what follows the pixels of a HEIC or AVIF is passed over, and one may have them before', () => {
  expect(hasItsData(Uint8Array.from([...whole, 255, 255, 255, 255, 1, 2, 3, 4, 5]))).toBe(true);
  expect(hasItsData(Uint8Array.from([...box('ftyp', 24), ...box('meta', 40)]))).toBe(true);
  expect(hasItsData(Uint8Array.from(box('meta', 40, 5)))).toBe(false);
});
