import { describe, expect, test } from 'vitest';
import { HOUR } from '../../../core/air/time/time.ts';
import { isWritable } from '../../../ink/handwriting/write.ts';
import type { Figure } from '../../air/readings/figures.ts';
import { applyTranslation } from '../../words/catalogue.ts';
import { air } from '../../words/en/air/air.ts';
import { stamp } from '../../words/en/studio/stamp.ts';
import { accented } from '../../words/pseudo.ts';
import { airLines, stampedWords } from './air-lines.ts';

const HOUR_TEXT = '2026-09-28T16:00:00+08:00';
const NOW = Date.parse(HOUR_TEXT) + HOUR / 2;

const psi: Figure = {
  metric: 'psi',
  value: 84,
  severity: 'moderate',
  band: 'Moderate',
  color: '#006fa1',
  hour: HOUR_TEXT,
  status: 'ok',
  age: HOUR / 2,
};
const pm25: Figure = { ...psi, metric: 'pm25', value: 22, severity: 'normal', band: 'Normal' };
const none = {
  value: null,
  severity: undefined,
  band: undefined,
  color: undefined,
  status: 'unavailable',
} as const;

describe('studio: the lines of the stamp', () => {
  test('are region and date, then each figure with its unit, band and hour', () => {
    expect(airLines({ psi, pm25 }, 'east', NOW)).toEqual([
      'East, Singapore, 28 Sept 2026',
      '24-hour PSI 84 Moderate, 4 pm',
      '1-hour PM2.5 22 µg/m³ Normal, 4 pm',
    ]);
    expect(stampedWords({ psi, pm25 }, 'east', NOW)).toBe(stamp.added(air.regions.east));
  });

  test('a delayed figure says so, with its own hour, and with the day if that differs', () => {
    const late: Figure = { ...pm25, status: 'stale', hour: '2026-09-27T23:00:00+08:00' };
    expect(airLines({ psi, pm25: late }, 'east', NOW)).toEqual([
      'East, Singapore, 28 Sept 2026',
      '24-hour PSI 84 Moderate, 4 pm',
      '1-hour PM2.5 22 µg/m³ Normal',
      'delayed, from 27 Sept, 11 pm',
    ]);
    expect(stampedWords({ psi, pm25: late }, 'east', NOW)).toBe(stamp.addedLate(air.regions.east));
  });

  test('a figure of an hour that is yet to come is in doubt, and not delayed', () => {
    const at = (hour: string): Figure => ({ ...pm25, status: 'stale', hour: `2026-09-28T${hour}:00+08:00` });
    expect(airLines({ psi, pm25: at('19:00') }, 'east', NOW).at(-1)).toBe('in doubt: 7 pm is yet to come');
    expect(stampedWords({ psi, pm25: at('19:00') }, 'east', NOW)).toBe(stamp.addedDoubtful(air.regions.east));
    // A minute ahead, as clocks are.
    expect(airLines({ psi, pm25: at('16:31') }, 'east', NOW).at(-1)).toMatch(/^delayed, from /);
    const both = { psi: { ...at('13:00'), metric: 'psi' }, pm25: at('19:00') } as const;
    expect(stampedWords(both, 'east', NOW)).toBe(stamp.addedLate(air.regions.east));
  });

  test("the day is Singapore's, in any time zone", () => {
    const [place] = airLines({ psi, pm25 }, 'west', Date.parse('2026-12-31T16:30:00Z'));
    expect(place).toBe('West, Singapore, 1 Jan 2027');
  });

  test('a missing figure says so, without a number', () => {
    const gone: Figure = { ...pm25, ...none };
    expect(airLines({ psi, pm25: gone }, 'east', NOW).at(-1)).toBe('1-hour PM2.5: no figure');
    // An unavailable figure has no number, whatever its value.
    const left: Figure = { ...pm25, status: 'unavailable' };
    expect(airLines({ psi, pm25: left }, 'east', NOW).join()).not.toContain('22');
    expect(stampedWords({ psi, pm25: gone }, 'east', NOW)).toBe(stamp.addedPartly(air.regions.east));
    const neither = { psi: { ...psi, ...none }, pm25: gone };
    expect(airLines(neither, 'east', NOW)).toEqual([
      'East, Singapore, 28 Sept 2026',
      stamp.written.noFigures,
    ]);
    expect(stampedWords(neither, 'east', NOW)).toBe(stamp.addedWithout);
  });

  test('the handwriting has all letters', () => {
    const late: Figure = { ...pm25, status: 'stale', hour: null, value: 12.5 };
    for (const figures of [
      { psi, pm25 },
      { psi, pm25: late },
      { psi, pm25: { ...late, hour: '2026-09-28T22:00:00+08:00' } },
      { psi: { ...psi, ...none }, pm25: { ...pm25, ...none } },
    ]) {
      expect(airLines(figures, 'central', NOW).filter((line) => !isWritable(line))).toEqual([]);
    }
  });

  // The last test, because the language stays changed.
  test("the stamp alone is English if the handwriting lacks the language's letters", () => {
    const english = airLines({ psi, pm25 }, 'east', NOW);
    applyTranslation('en-XA', accented);
    expect(isWritable(stamp.written.noFigures)).toBe(false);
    expect(airLines({ psi, pm25 }, 'east', NOW)).toEqual(english);
    expect(isWritable(stamp.written.noFigures)).toBe(false);
    expect(isWritable(air.regions.east)).toBe(false);
  });
});
