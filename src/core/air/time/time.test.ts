import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HOUR, hourInWords, hourOf, parseInstant, sgtDate, sinceMidnight, toSgt } from './time.ts';

describe('air: instants and hours in Singapore time', () => {
  it('reads RFC 3339 with an offset', () => {
    expect(parseInstant('2026-09-28T16:00:00+08:00')).toBe(Date.UTC(2026, 8, 28, 8));
    expect(parseInstant('2026-09-28T08:00:00.500Z')).toBe(Date.UTC(2026, 8, 28, 8, 0, 0, 500));
  });

  it.each(['2026-09-28T16:00:00', '2026-09-28', '2026-02-30T00:00:00+08:00', '28 Sep 2026', '', 'Infinity'])(
    'reads no instant in %j',
    (text) => expect(parseInstant(text)).toBeUndefined(),
  );

  it('accepts only text', () => {
    for (const value of [null, undefined, 0, Date.now(), {}, []]) expect(parseInstant(value)).toBeUndefined();
  });

  it('begins the day at midnight in Singapore, 16:00 UTC', () => {
    expect(sgtDate(Date.UTC(2026, 8, 27, 15, 59, 59))).toBe('2026-09-27');
    expect(sgtDate(Date.UTC(2026, 8, 27, 16))).toBe('2026-09-28');
    expect(sinceMidnight(Date.UTC(2026, 8, 27, 16))).toBe(0);
  });

  it('writes the instant that it read, and the start of its hour', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4_000_000_000 }), (seconds) => {
        const ms = seconds * 1000;
        expect(parseInstant(toSgt(ms))).toBe(ms);
        const hour = parseInstant(hourOf(ms)) ?? Number.NaN;
        expect(ms - hour).toBeGreaterThanOrEqual(0);
        expect(ms - hour).toBeLessThan(HOUR);
        expect(toSgt(ms).startsWith(sgtDate(ms))).toBe(true);
      }),
    );
  });

  it('formats an hour in words, in Singapore time', () => {
    expect(hourInWords('2026-09-28T16:00:00+08:00')).toBe('16:00 SGT on 28 Sep 2026');
    expect(hourInWords('2026-12-31T16:00:00Z')).toBe('00:00 SGT on 1 Jan 2027');
    expect(hourInWords('soon')).toBe('an unknown hour');
  });
});
