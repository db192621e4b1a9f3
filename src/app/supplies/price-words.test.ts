import { describe, expect, test } from 'vitest';
import { datedPrice } from './price-words.ts';

describe('page supplies: a price', () => {
  test('has the date in Singapore on which it was seen', () => {
    expect(datedPrice('S$ 12.90', '2026-06-02T16:30:00Z')).toEqual({
      price: 'S$ 12.90',
      seen: '3 June 2026',
    });
    expect(datedPrice(' S$ 9 ', '2026-06-03')).toEqual({ price: 'S$ 9', seen: '3 June 2026' });
  });

  test('is not shown without a date, nor a date without a price', () => {
    expect(datedPrice('S$ 12.90', null)).toBeUndefined();
    expect(datedPrice('S$ 12.90', '')).toBeUndefined();
    expect(datedPrice('S$ 12.90', 'last week')).toBeUndefined();
    expect(datedPrice(null, '2026-06-03T00:00:00+08:00')).toBeUndefined();
    expect(datedPrice('  ', '2026-06-03T00:00:00+08:00')).toBeUndefined();
  });
});
