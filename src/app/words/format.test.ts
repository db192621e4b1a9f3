import { describe, expect, test } from 'vitest';
import {
  dayTime,
  duration,
  exactTime,
  percent,
  relativeTime,
  singaporeDate,
  singaporeHour,
  size,
  timeAgo,
} from './format.ts';

const now = Date.parse('2026-09-28T16:40:00+08:00');
const minutesAgo = (minutes: number) => new Date(now - minutes * 60_000).toISOString();

describe('page size words', () => {
  test.each([
    [0, '0 MB'],
    [1, '1 kB'],
    [1001, '2 kB'],
    [99_000, '99 kB'],
    [99_999, '100 kB'],
    [100_000, '0.1 MB'],
    [1_440_000, '1.4 MB'],
    [21_400_000, '21 MB'],
    [21_000_000_000, '21 GB'],
  ])('%i bytes are %s', (bytes, words) => {
    expect(size(bytes)).toBe(words);
  });
});

test('page words: a part so small that it rounds to nothing is not told as none', () => {
  expect([0, 1e-6, 0.0049, 0.005, 0.4, 1].map(percent)).toEqual(['0%', '<1%', '<1%', '1%', '40%', '100%']);
});

describe('page time words', () => {
  test('give the age in the largest whole unit', () => {
    expect(relativeTime(minutesAgo(0.5), now)).toBe('just now');
    expect(relativeTime(minutesAgo(59.9), now)).toBe('59 min ago');
    expect(relativeTime(minutesAgo(60), now)).toBe('1 hr ago');
    expect(relativeTime(minutesAgo(23 * 60 + 59), now)).toBe('23 hr ago');
    expect(relativeTime(minutesAgo(24 * 60), now)).toBe('1 day ago');
    expect(relativeTime(minutesAgo(6.9 * 24 * 60), now)).toBe('6 days ago');
  });

  test('give the date from a week on, with the year only if it differs', () => {
    expect(relativeTime(minutesAgo(16 * 24 * 60), now)).toBe('12 Sept');
    expect(relativeTime('2025-03-04T04:00:00Z', now)).toBe('4 Mar 2025');
  });

  test('beside a date, the age is in days however old', () => {
    const day = 24 * 60;
    expect([0.5, 59, 23 * 60].map((minutes) => timeAgo(minutesAgo(minutes), now))).toEqual([
      'just now',
      '59 min ago',
      '23 hr ago',
    ]);
    expect([6.9, 7, 9.9, 40].map((days) => timeAgo(minutesAgo(days * day), now))).toEqual([
      '6 days ago',
      '7 days ago',
      '9 days ago',
      '40 days ago',
    ]);
    expect([timeAgo('', now), relativeTime('', now)]).toEqual(['', '']);
  });

  test('a time of today is without its date, and has seconds where minutes tell nothing apart', () => {
    const at = (day: number) => new Date(2026, 8, day, 16, 5, 9);
    const evening = new Date(2026, 8, 28, 23).getTime();
    expect(dayTime(at(28).toISOString(), evening)).toBe('4:05 pm');
    expect(dayTime(at(28).toISOString(), evening, true)).toBe('4:05:09 pm');
    expect(dayTime(at(27).toISOString(), evening)).toBe('27 Sept, 4:05 pm');
    expect(dayTime('', evening)).toBe('');
  });

  test('a date has the name of its month, beside a time too', () => {
    expect(exactTime(new Date(2026, 8, 28, 16, 5, 9).toISOString())).toBe('28 Sept 2026, 4:05 pm');
    expect(exactTime('')).toBe('');
  });

  test('an instant in the future is now, not a negative age', () => {
    expect(relativeTime(minutesAgo(-90), now)).toBe('just now');
    expect(duration(-5)).toBe('0 min');
  });

  test('ages of data are in hours and minutes, from two days on in days and hours', () => {
    expect(duration(40 * 60_000)).toBe('40 min');
    expect(duration(190 * 60_000)).toBe('3 hr 10 min');
    expect(duration(120 * 60_000)).toBe('2 hr');
    expect(duration(52 * 3_600_000)).toBe('2 days 4 hr');
  });

  test("a reading's hour is Singapore's everywhere, with the date if it is not today", () => {
    expect(singaporeHour('2026-09-28T16:00:00+08:00', now)).toBe('4 pm');
    expect(singaporeHour('2026-09-28T00:00:00+08:00', now)).toBe('12 am');
    expect(singaporeHour('2026-09-28T12:00:00+08:00', now)).toBe('12 pm');
    expect(singaporeHour('2026-09-27T15:00:00Z', now)).toBe('27 Sept, 11 pm');
    expect(singaporeHour('yesterday', now)).toBe('an unknown hour');
    expect(singaporeDate(Date.parse('2026-05-01T17:00:00Z'))).toBe('2 May 2026');
  });
});
