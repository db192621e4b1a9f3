import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MINUTE, parseInstant, toSgt } from '../../../src/core/air/time/time.ts';
import type { Strike } from '../../../src/core/sky/types.ts';
import { lightningOf, readLightningPage } from './lightning.ts';
import { STRIKES_KEPT, thinned } from './strikes.ts';

const NOW = parseInstant('2026-09-28T16:03:00+08:00') ?? Number.NaN;
const END = parseInstant('2026-09-28T16:00:00+08:00') ?? Number.NaN;
const strike = (change: object = {}) => ({
  location: { latitude: '1.3050', longitude: '103.8310' },
  type: 'G',
  text: 'Cloud to Ground',
  datetime: '2026-09-28T15:59:07.412+08:00',
  ...change,
});
/** @param back windows before the newest */
const windowOf = (back: number, readings: unknown = [], updated = MINUTE) => ({
  datetime: toSgt(END - back * 2 * MINUTE),
  updatedTimestamp: toSgt(END - back * 2 * MINUTE + updated),
  item: { isStationData: false, type: 'observation', readings },
});

function read(records: readonly unknown[], now = NOW) {
  const page = readLightningPage({
    code: 0,
    data: { records, paginationToken: 'b2Zmc2V0PTI1' },
    errorMsg: null,
  });
  return typeof page === 'string' ? page : lightningOf(page.windows, now);
}
function known(records: readonly unknown[], now = NOW) {
  const lightning = read(records, now);
  if (typeof lightning !== 'object') throw new Error('no lightning');
  return { ...lightning, windows: lightning.windows.map((end) => end.slice(11, 16)) };
}

describe('sky: lightning', () => {
  it('reads windows newest first in any order, and an empty one as read', () => {
    expect(known([windowOf(2), windowOf(0), windowOf(1, [strike()])])).toMatchObject({
      timestamp: '2026-09-28T16:00:00+08:00',
      windows: ['16:00', '15:58', '15:56'],
      strikes: [{ latitude: 1.305, longitude: 103.831, kind: 'ground', at: '2026-09-28T15:59:07+08:00' }],
    });
  });

  it.each([
    ['no list', null],
    ['a text', 'none'],
    ['a strike without a place', [strike(), strike({ location: { latitude: 'NA', longitude: 'NA' } })]],
    ['something else than a strike', [7]],
  ])('a window with %s is a gap, and what can be read of it counts', (_, readings) => {
    const lightning = known([windowOf(0), windowOf(1, readings), windowOf(2)]);
    expect(lightning.windows).toEqual(['16:00', '15:56']);
    expect(lightning.timestamp).toBe('2026-09-28T16:00:00+08:00');
    expect(lightning.strikes).toHaveLength(Array.isArray(readings) && readings.length > 1 ? 1 : 0);
  });

  it('a strike of an unknown kind or without a time is a strike, at the end of its window', () => {
    const { strikes, windows } = known([windowOf(1, [strike({ type: 'X', datetime: 'now' })])]);
    expect(windows).toHaveLength(1);
    expect(strikes).toMatchObject([{ kind: 'cloud', at: '2026-09-28T15:58:00+08:00' }]);
  });

  it.each([
    ['the day before', '2026-09-27T15:59:07+08:00'],
    ['eight hours before, as UTC in the wrong zone', '2026-09-28T07:59:07+08:00'],
    ['the year after', '2027-09-28T15:59:07+08:00'],
  ])('a strike of %s counts at the end of its window, so that it hides no lightning', (_, datetime) => {
    const { strikes, windows } = known([windowOf(1, [strike({ datetime })])]);
    expect(windows).toEqual(['15:58']);
    expect(strikes).toMatchObject([{ at: '2026-09-28T15:58:00+08:00' }]);
  });

  it('a strike that was reported some minutes late keeps its time', () => {
    const { strikes } = known([windowOf(0, [strike({ datetime: '2026-09-28T15:52:30+08:00' })])]);
    expect(strikes).toMatchObject([{ at: '2026-09-28T15:52:30+08:00' }]);
  });

  it('of a window that is listed twice it reads the later publication, in either order', () => {
    const twins = [windowOf(0, [], MINUTE), windowOf(0, [strike()], 2 * MINUTE)];
    for (const records of [twins, twins.toReversed()]) expect(known(records).strikes).toHaveLength(1);
  });

  it('windows ahead of the clock count only if there are no others', () => {
    expect(known([windowOf(-30), windowOf(0)]).windows).toEqual(['16:00']);
    expect(known([windowOf(-30)]).windows).toEqual(['17:00']);
  });

  it('is none without a window', () => {
    expect(read([])).toBe('empty');
    expect(read([{}])).toBe('empty');
    expect(readLightningPage({ data: null })).toBe('malformed');
    expect(readLightningPage({ data: { records: Array(1001).fill(windowOf(0)) } })).toBe('malformed');
  });

  it('keeps a bounded number of strikes, and near each of them the last of its neighbourhood', () => {
    const many = fc.array(
      fc.record({
        latitude: fc.double({ min: 1, max: 2, noNaN: true }),
        longitude: fc.double({ min: 103, max: 104.5, noNaN: true }),
        minute: fc.integer({ min: 0, max: 29 }),
      }),
      { minLength: 900, maxLength: 5000, size: 'max' },
    );
    fc.assert(
      fc.property(many, (list) => {
        const strikes = list.map(
          ({ minute, ...place }): Strike => ({ ...place, at: toSgt(END - minute * MINUTE), kind: 'cloud' }),
        );
        const kept = thinned(strikes);
        expect(kept.length).toBeLessThanOrEqual(STRIKES_KEPT);
        if (strikes.length <= STRIKES_KEPT) expect(kept).toEqual(strikes);
        for (const one of strikes) {
          // Five doublings of a kilometre are enough for 15,000 squares.
          const near = kept.some(
            (other) =>
              Math.abs(other.latitude - one.latitude) <= 0.32 &&
              Math.abs(other.longitude - one.longitude) <= 0.32 &&
              other.at >= one.at,
          );
          expect(near).toBe(true);
        }
      }),
      { numRuns: 20, endOnFailure: true },
    );
  });
});
