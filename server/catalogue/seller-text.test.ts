import { describe, expect, it } from 'vitest';
import { cleanSellerText, hasHidden, isReadable, sellerTextFaults } from './seller-text.ts';

describe('catalogue: the text of sellers', () => {
  it.for([
    '<script>alert(1)</script> & "quotes" \'both\' `ticks` </td>',
    '<img src=x onerror=alert(1)>',
    '口罩 N95 · маска · ماسك · קרם · หน้ากาก',
    '👩‍❤️‍👨 family 🏴 क्‍ष می‌خواهم ☂️',
    "'; DROP TABLE drawings; --",
    '[link](javascript:alert(1)) {{7*7}} %s',
  ])('%j stays as it is', (text) => {
    expect(cleanSellerText(text)).toBe(text);
    expect(sellerTextFaults(text)).toEqual([]);
  });

  it.for([
    [
      'S$ 5 \u202egnp.exe\u202c mask',
      'S$ 5 gnp.exe mask',
      'holds characters that turn the reading direction',
    ],
    ['a\u2066b\u2069\u200e\u200f\u061cc', 'abc', 'holds characters that turn the reading direction'],
    ['N\u200b9\u00ad5\u2060\ufeff\u3164', 'N95', 'holds characters that are not seen'],
    ['mask\u{e0069}\u{e0067}\u{e006e}', 'mask', 'holds characters that are not seen'],
    ['a \u200d b\u200d', 'a b', 'holds characters that are not seen'],
    ['a\u200d\u200d\u200db', 'a\u200db', 'holds characters that are not seen'],
    ['☂\ufe0f\ufe0f\ufe0f', '☂\ufe0f', 'holds characters that are not seen'],
    ['a\u0000b\u0007c\r\nd\u2028e\u0085f', 'a b c d e f', 'holds control characters or line breaks'],
    ['\ud800mask\udc00', '\ufffdmask\ufffd', 'holds half a surrogate pair'],
    [`Z${'\u0335'.repeat(50)}algo`, `Z${'\u0335'.repeat(4)}algo`, 'holds more than 4 marks on one letter'],
  ] as const)('%j is answered as %j', ([text, clean, fault]) => {
    expect(cleanSellerText(text)).toBe(clean);
    expect(sellerTextFaults(text)).toEqual([fault]);
    expect(cleanSellerText(clean)).toBe(clean);
  });

  it('a name of 10 KB is shortened to 200 characters, never within a surrogate pair', () => {
    const clean = cleanSellerText('😷 '.repeat(3500));
    expect([...clean].length).toBeLessThanOrEqual(200);
    expect(clean.endsWith('😷…')).toBe(true);
    expect(clean.isWellFormed()).toBe(true);
    expect(sellerTextFaults('x'.repeat(10_240))).toEqual(['is 10240 characters long; at most 200 are shown']);
    expect(cleanSellerText('x'.repeat(200))).toHaveLength(200);
  });

  it('takes no long over a megabyte of anything', () => {
    const before = performance.now();
    for (const text of ['\u202e', '\u0335', ' ', '\u200d', 'a\u200d', '<', '\ud800']) {
      cleanSellerText(text.repeat(1_000_000 / text.length));
      sellerTextFaults(text.repeat(1_000_000 / text.length));
    }
    expect(performance.now() - before).toBeLessThan(20_000);
  });

  it('knows what has nothing to read in it', () => {
    for (const text of ['', '  ', '\u200b', '\u202e\u202c', '\u0301', '\u3164', '\0']) {
      expect(isReadable(text)).toBe(false);
    }
    for (const text of ['x', '5', '口', '!', '😷']) expect(isReadable(text)).toBe(true);
  });

  it('knows what is hidden', () => {
    for (const text of ['S$\u202e5', 'S$ 5\u200b', 'S$\n5', '\ud800']) expect(hasHidden(text)).toBe(true);
    expect(hasHidden('S$\u00a05.90')).toBe(false);
  });
});
