import { describe, expect, it } from 'vitest';
import { THUMB_MAX } from './limits.ts';
import { checkThumb } from './thumb.ts';
import type { Problem } from './types.ts';

/** A transparent pixel, encoded by a browser's canvas. */
const PIXEL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

function problems(value: unknown): Problem[] {
  const found: Problem[] = [];
  expect(checkThumb(value, '/thumb', found)).toBe(found.length === 0);
  return found;
}

/** A data URL of bytes that begin like a PNG. */
function url(length: number, change: (bytes: Buffer) => void = () => {}): string {
  const bytes = Buffer.alloc(length, 7);
  Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex').copy(bytes);
  change(bytes);
  return `data:image/png;base64,${bytes.toString('base64')}`;
}

describe('drawing: thumbnail guard', () => {
  it('accepts no thumbnail, and PNGs up to the limit', () => {
    for (const sound of ['', PIXEL, url(33), url(34), url(35), url(300_000)])
      expect(problems(sound)).toEqual([]);
  });

  it('accepts 400 * 1024 characters, and not four more', () => {
    const prefix = 'data:image/png;base64,'.length;
    const groups = Math.floor((THUMB_MAX - prefix) / 4);
    expect(problems(url(groups * 3))).toEqual([]);
    expect(problems(url(groups * 3 + 1))).toHaveLength(1);
  });

  it.each([
    ['null', null],
    ['a number', 1],
    ['another type', PIXEL.replace('png', 'jpeg')],
    ['a bare address', 'https://example.org/a.png'],
    ['the prefix alone', 'data:image/png;base64,'],
    ['a signature alone', url(8)],
    ['a cut-off IHDR', url(32)],
    ['bytes without the signature', url(60, (bytes) => bytes.fill(0, 0, 1))],
    ['another chunk first', url(60, (bytes) => bytes.write('IDAT', 12))],
    ['another letter in IHDR', url(60, (bytes) => bytes.write('S', 15))],
    ['a line feed', PIXEL.replace('AAAA', 'AA\nAA')],
    ['a blank at the end', `${PIXEL} `],
    ['missing padding', PIXEL.slice(0, -2)],
    ['one padding too few', PIXEL.slice(0, -1)],
    ['padding inside', PIXEL.replace('ErkJggg==', 'Erk=ggg==')],
    ['unused bits that are not zero', PIXEL.replace('gg==', 'gh==')],
    ['the URL alphabet', PIXEL.replace('+', '-')],
    ['NUL', PIXEL.replace('ErkJ', 'Erk\0')],
  ])('refuses %s', (_, value) => {
    expect(problems(value)).toHaveLength(1);
  });
});
