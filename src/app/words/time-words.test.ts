import { describe, expect, test } from 'vitest';
import { ageWords, agoWords, hourWords, sgtDateWords } from './time-words.ts';

const now = Date.parse('2026-09-28T16:40:00+08:00');
const minutesAgo = (minutes: number) => new Date(now - minutes * 60_000).toISOString();

describe('page time words', () => {
  test('say how long ago in the largest whole unit', () => {
    expect(agoWords(minutesAgo(0.5), now)).toBe('just now');
    expect(agoWords(minutesAgo(59.9), now)).toBe('59 min ago');
    expect(agoWords(minutesAgo(60), now)).toBe('1 h ago');
    expect(agoWords(minutesAgo(23 * 60 + 59), now)).toBe('23 h ago');
    expect(agoWords(minutesAgo(24 * 60), now)).toBe('1 d ago');
    expect(agoWords(minutesAgo(6.9 * 24 * 60), now)).toBe('6 d ago');
  });

  test('give the date from a week on, with the year only when it is another', () => {
    expect(agoWords(minutesAgo(16 * 24 * 60), now)).toBe('12 Sep');
    expect(agoWords('2025-03-04T04:00:00Z', now)).toBe('4 Mar 2025');
  });

  test('an instant in the future is now, not a negative age', () => {
    expect(agoWords(minutesAgo(-90), now)).toBe('just now');
    expect(ageWords(-5)).toBe('0 min');
  });

  test('ages are in hours and minutes, from two days on in days and hours', () => {
    expect(ageWords(40 * 60_000)).toBe('40 min');
    expect(ageWords(190 * 60_000)).toBe('3 h 10 min');
    expect(ageWords(120 * 60_000)).toBe('2 h');
    expect(ageWords(52 * 3_600_000)).toBe('2 d 4 h');
  });

  test("a reading's hour is Singapore's wherever the device is, with the date when it is not today", () => {
    expect(hourWords('2026-09-28T16:00:00+08:00', now)).toBe('4 pm');
    expect(hourWords('2026-09-28T00:00:00+08:00', now)).toBe('12 am');
    expect(hourWords('2026-09-28T12:00:00+08:00', now)).toBe('12 pm');
    expect(hourWords('2026-09-27T15:00:00Z', now)).toBe('11 pm, 27 Sep');
    expect(hourWords('yesterday', now)).toBe('an unknown hour');
    expect(sgtDateWords(Date.parse('2026-05-01T17:00:00Z'))).toBe('2 May 2026');
  });
});
