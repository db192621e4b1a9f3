import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAY, MINUTE, parseInstant, sgtDate, toSgt } from '../air/time/time.ts';
import { AREAS, ISLAND } from './place/areas.ts';
import { sunAt } from './sun.ts';

const ms = (text: string) => parseInstant(text) ?? Number.NaN;
const YEAR = ms('2026-01-01T00:00:00+08:00');

describe('sky: sun', () => {
  it('is that of another reckoning, astronomy-engine 2: to 5 s, and a tenth of a degree', () => {
    /** At the label point of Central: sunrise, end and start of the golden hours, sunset; where it stands at 9 h. */
    const TABLE: readonly (readonly [string, string, string, string, string, number, number])[] = [
      ['2026-02-11', '07:16:48', '07:45:01', '18:52:47', '19:20:59', 106.1, 24.1],
      ['2026-03-20', '07:09:00', '07:36:20', '18:48:08', '19:15:29', 90.9, 26.9],
      ['2026-06-21', '07:00:27', '07:30:14', '18:42:42', '19:12:29', 64.4, 26.5],
      ['2026-09-23', '06:53:57', '07:21:17', '18:33:04', '19:00:24', 90.8, 30.7],
      ['2026-11-01', '06:46:15', '07:14:30', '18:22:04', '18:50:19', 107.8, 31.4],
      ['2026-12-21', '07:01:13', '07:31:04', '18:34:11', '19:04:03', 117.0, 26.2],
    ];
    for (const [day, ...expected] of TABLE) {
      const sun = sunAt(ISLAND, ms(`${day}T09:00:00+08:00`));
      const texts = [sun.sunrise, sun.goldenMorning.to, sun.goldenEvening.from, sun.sunset];
      for (const [index, text] of texts.entries()) {
        const seconds = Math.abs(ms(text) - ms(`${day}T${expected[index]}+08:00`)) / 1000;
        expect([day, text, seconds <= 5]).toEqual([day, text, true]);
      }
      expect(Math.abs(sun.azimuth - expected[4])).toBeLessThan(0.11);
      expect(Math.abs(sun.altitude - expected[5])).toBeLessThan(0.11);
    }
  });

  it('rises and sets earliest and latest when the National University of Singapore says', () => {
    // H. Aslaksen, "Which Day Does the Sun Rise Earliest in Singapore?", to the minute.
    const days = Array.from({ length: 365 }, (_, day) => sunAt(ISLAND, YEAR + day * DAY + 12 * 60 * MINUTE));
    const clock = (text: string) => toSgt(Math.round(ms(text) / MINUTE) * MINUTE).slice(11, 16);
    const rises = days.map(({ sunrise }) => clock(sunrise)).sort();
    const sets = days.map(({ sunset }) => clock(sunset)).sort();
    expect([rises[0], rises.at(-1), sets[0], sets.at(-1)]).toEqual(['06:46', '07:17', '18:50', '19:21']);
  });

  it('is that of the day in Singapore at any time of it, also in its first hours', () => {
    const anyTime = fc.integer({ min: 0, max: 365 * 24 * 60 - 1 }).map((minute) => YEAR + minute * MINUTE);
    fc.assert(
      fc.property(anyTime, fc.constantFrom(...AREAS), (now, area) => {
        const { sunrise, sunset, goldenMorning, goldenEvening, azimuth, altitude } = sunAt(area, now);
        for (const text of [sunrise, sunset, goldenMorning.to, goldenEvening.from]) {
          expect(text.slice(0, 10)).toBe(sgtDate(now));
        }
        expect(sunrise.slice(11, 16) >= '06:45' && sunrise.slice(11, 16) <= '07:18').toBe(true);
        expect(sunset.slice(11, 16) >= '18:49' && sunset.slice(11, 16) <= '19:22').toBe(true);
        expect([goldenMorning.from, goldenEvening.to]).toEqual([sunrise, sunset]);
        for (const { from, to } of [goldenMorning, goldenEvening]) {
          const minutes = (ms(to) - ms(from)) / MINUTE;
          expect(minutes).toBeGreaterThan(26.5);
          expect(minutes).toBeLessThan(30.5);
        }
        expect(azimuth).toBeGreaterThanOrEqual(0);
        expect(azimuth).toBeLessThan(360);
        const isUp = now >= ms(sunrise) && now <= ms(sunset);
        if (Math.abs(altitude) > 1) expect([toSgt(now), altitude > 0]).toEqual([toSgt(now), isUp]);
      }),
      { numRuns: 1000 },
    );
  });

  it('stands in the east in the morning, in the west in the evening, and north at noon in June', () => {
    const azimuthAt = (text: string) => sunAt(ISLAND, ms(text)).azimuth;
    expect(azimuthAt('2026-03-20T08:00:00+08:00')).toBeCloseTo(90, -1);
    expect(azimuthAt('2026-03-20T18:00:00+08:00')).toBeCloseTo(270, -1);
    const june = sunAt(ISLAND, ms('2026-06-21T13:06:00+08:00'));
    expect(Math.min(june.azimuth, 360 - june.azimuth)).toBeLessThan(5);
    expect(june.altitude).toBeGreaterThan(65);
    expect(sunAt(ISLAND, ms('2026-12-21T13:03:00+08:00')).azimuth).toBeCloseTo(180, -1);
  });

  it('has the same place for a whole minute, so that an unchanged response stays the same', () => {
    const start = YEAR + 200 * DAY + 11 * 60 * MINUTE;
    expect(sunAt(ISLAND, start + MINUTE - 1)).toEqual(sunAt(ISLAND, start));
    expect(sunAt(ISLAND, start + MINUTE)).not.toEqual(sunAt(ISLAND, start));
  });
});
