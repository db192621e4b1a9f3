import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { STANDS } from '../timeline.ts';
import { paceOf } from './pace.ts';

/** Makes a film on a clock that counts work: what each picture costs, ms, by its number. */
function made(length: number, rate: number, costOf: (index: number) => number) {
  let clock = 0;
  const { count, shown } = paceOf(length, rate, () => clock);
  const all = [];
  for (const one of shown()) {
    all.push(one);
    clock += costOf(one.index);
  }
  return { all, count, took: clock };
}

const film = fc.record({
  length: fc.integer({ min: STANDS + 60, max: 61_500 }),
  rate: fc.constantFrom(10, 30),
  start: fc.integer({ min: 0, max: 200 }),
  growth: fc.integer({ min: 0, max: 400 }),
});

describe('replay: the pace of a film', () => {
  test('its pictures follow each other without a gap, and the finished drawing and the last one are there', () => {
    fc.assert(
      fc.property(film, ({ length, rate, start, growth }) => {
        const { all, count } = made(length, rate, (index) => start + growth * index);
        let at = 0;
        for (const { index, pictures } of all) {
          expect(index).toBe(at);
          expect(pictures).toBeGreaterThan(0);
          at += pictures;
        }
        expect(at).toBe(count);
        const finished = Math.ceil(((length - STANDS) / 1000) * rate);
        expect(all.map(({ index }) => index)).toEqual(expect.arrayContaining([finished, count - 1]));
      }),
    );
  });

  test('whatever pictures cost, making them ends four pictures after the budget at the latest', () => {
    fc.assert(
      fc.property(film, ({ length, rate, start, growth }) => {
        const { took, count } = made(length, rate, (index) => start + (growth * index) / 100);
        expect(took).toBeLessThanOrEqual(0.7 * length + 4 * (start + (growth * count) / 100));
      }),
    );
  });

  test('has all pictures where they are made in time, even if one of them takes a while', () => {
    const { all, count } = made(16_500, 30, (index) => (index === 100 ? 100 : 15));
    expect(all.length).toBe(count);
  });
});
