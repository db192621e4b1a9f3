import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { windowsUntil } from '../../../tests/support/sky/sky-state.ts';
import { MINUTE, parseInstant, toSgt } from '../air/time/time.ts';
import { LIGHTNING_UNKNOWN, type LightningNow, lightningAt } from './lightning.ts';
import { areaOf } from './place/areas.ts';
import type { Lightning, Strike } from './types.ts';

const END = parseInstant('2026-09-21T14:34:00+08:00') ?? Number.NaN;
const BISHAN = areaOf('bishan');

/** A strike due north of Bishan. */
function strike(km: number, minutesAgo: number, kind: Strike['kind'] = 'cloud'): Strike {
  const at = toSgt(END - minutesAgo * MINUTE);
  return { latitude: BISHAN.latitude + km / 111.195, longitude: BISHAN.longitude, at, kind };
}
function feed(strikes: readonly Strike[], windows = windowsUntil(END)): Lightning {
  return { timestamp: toSgt(END), updatedTimestamp: null, windows, strikes };
}
const at = (strikes: readonly Strike[], windows?: string[]) => lightningAt(BISHAN, feed(strikes, windows));
const NONE: LightningNow = { state: 'none', nearestKm: null, lastStrikeAt: null };

describe('sky: lightning', () => {
  it('is near up to 8 km, about up to 20 km, and none beyond, whatever the kind of strike', () => {
    const states = [0, 7.99, 8.01, 19.9, 20.1, 80].map((km) => at([strike(km, 1)]).state);
    expect(states).toEqual(['near', 'near', 'about', 'about', 'none', 'none']);
    for (const kind of ['cloud', 'ground'] as const) expect(at([strike(5, 1, kind)]).state).toBe('near');
  });

  it('tells how near the nearest strike was and when the last one was, of those that make the state', () => {
    const strikes = [strike(7, 2), strike(5.04, 20), strike(3, 31), strike(15, 0)];
    expect(at(strikes)).toEqual({ state: 'near', nearestKm: 5, lastStrikeAt: toSgt(END - 2 * MINUTE) });
    expect(at([strike(15, 9), strike(40, 1)])).toEqual({
      state: 'about',
      nearestKm: 15,
      lastStrikeAt: toSgt(END - 9 * MINUTE),
    });
  });

  it('counts a strike for half an hour, before the newest window', () => {
    expect(at([strike(5, 29.9)]).state).toBe('near');
    expect(at([strike(5, 30)])).toEqual(NONE);
  });

  it('is none only with every window of the half hour', () => {
    expect(at([])).toEqual(NONE);
    const windows = windowsUntil(END);
    for (const missing of windows) {
      expect(
        at(
          [],
          windows.filter((window) => window !== missing),
        ),
      ).toEqual(LIGHTNING_UNKNOWN);
    }
    expect(at([], [])).toEqual(LIGHTNING_UNKNOWN);
    expect(at([], windowsUntil(END, 1))).toEqual(LIGHTNING_UNKNOWN);
    expect(at([], [...windows].reverse())).toEqual(NONE);
    expect(at([], [...windows, ...windows, 'Invalid date'])).toEqual(NONE);
    expect(lightningAt(BISHAN, { ...feed([]), timestamp: 'Invalid date' })).toEqual(LIGHTNING_UNKNOWN);
  });

  it('does not wait for missing windows to tell of a strike', () => {
    expect(at([strike(5, 1)], windowsUntil(END, 1)).state).toBe('near');
    expect(at([strike(12, 1)], windowsUntil(END, 1)).state).toBe('about');
  });

  it('counts a strike whose time cannot be read or lies ahead', () => {
    expect(at([{ ...strike(5, 1), at: 'Invalid date' }])).toEqual({
      state: 'near',
      nearestKm: 5,
      lastStrikeAt: null,
    });
    expect(at([strike(5, -60)]).state).toBe('near');
  });

  it('says none only if all windows were read and no strike is within 20 km, whatever is in the feed', () => {
    const anyStrike = fc.record({
      km: fc.double({ min: 0, max: 90, noNaN: true }),
      ago: fc.double({ min: 0, max: 60, noNaN: true }),
    });
    const anyWindows = fc.subarray(windowsUntil(END, 20), { minLength: 12 });
    fc.assert(
      fc.property(fc.array(anyStrike, { maxLength: 6 }), anyWindows, (strikes, windows) => {
        const { state, nearestKm } = at(
          strikes.map(({ km, ago }) => strike(km, ago)),
          windows,
        );
        const counted = strikes.filter(({ ago, km }) => ago < 29.9 && km < 19.99);
        const whole = windowsUntil(END).every((window) => windows.includes(window));
        if (state === 'none') expect([counted.length, whole]).toEqual([0, true]);
        if (counted.some(({ km }) => km < 7.99)) expect(state).toBe('near');
        if (state === 'none' || state === 'unknown') expect(nearestKm).toBeNull();
      }),
      { numRuns: 2000 },
    );
  });
});
