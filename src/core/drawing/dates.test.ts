import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dateBefore, dateOfChange, firstDates, isAhead, isInstant, readDate } from './dates.ts';

const NOW = Date.UTC(2026, 10, 22, 3);
const iso = (ms: number) => new Date(ms).toISOString();
const instant = fc.integer({ min: 0, max: Date.UTC(2200, 0) });

describe('drawing: dates', () => {
  it.each([
    ['2026-11-22T03:04:05.678Z', '2026-11-22T03:04:05.678Z'],
    ['2026-11-22T03:04:05Z', '2026-11-22T03:04:05.000Z'],
    ['2026-11-22t03:04:05.6z', '2026-11-22T03:04:05.600Z'],
    ['2026-11-22T03:04:05.678999999Z', '2026-11-22T03:04:05.678Z'],
    ['2026-11-22T11:04:05.678+08:00', '2026-11-22T03:04:05.678Z'],
    ['2026-11-21T17:34:05.678-09:30', '2026-11-22T03:04:05.678Z'],
    ['2024-02-29T00:00:00Z', '2024-02-29T00:00:00.000Z'],
    ['0000-01-01T00:00:00Z', '0000-01-01T00:00:00.000Z'],
  ])('reads %s', (given, date) => {
    expect(readDate(given)).toBe(date);
  });

  it.each([
    undefined,
    null,
    0,
    NOW,
    '',
    'now',
    '2026-11-22',
    '2026-11-22T03:04:05',
    '2026-11-22 03:04:05Z',
    '2026-11-22T03:04Z',
    '2026-11-22T24:00:00Z',
    '2026-11-22T03:60:05Z',
    '2026-11-22T03:04:60Z',
    '2026-11-22T03:04:05+24:00',
    '2026-11-22T03:04:05+0800',
    '2026-11-31T03:04:05Z',
    '2023-02-29T03:04:05Z',
    '2026-13-01T03:04:05Z',
    '+002026-11-22T03:04:05Z',
    // Texts of another length would not sort like the instants.
    '0000-01-01T00:00:00+00:01',
    '9999-12-31T23:59:59Z',
    ' 2026-11-22T03:04:05Z',
    '2026-11-22T03:04:05Z\n',
  ])('does not read %j', (given) => {
    expect(readDate(given)).toBeUndefined();
  });

  it('reads its own dates unchanged', () => {
    fc.assert(
      fc.property(instant, (ms) => {
        expect(readDate(iso(ms))).toBe(iso(ms));
        expect(isInstant(iso(ms))).toBe(true);
      }),
    );
  });

  it('never moves a date back, and advances it if the change has no date', () => {
    const given = fc.option(instant.map(iso), { nil: undefined });
    fc.assert(
      fc.property(instant.map(iso), given, instant, (stored, said, now) => {
        const next = dateOfChange(stored, said, now);
        expect(next >= stored).toBe(true);
        if (said === undefined || said === stored) {
          expect(next > stored && Date.parse(next) >= now).toBe(true);
        } else expect(next).toBe([said, stored].sort().at(-1));
        expect(dateOfChange(stored, dateBefore(stored), now)).toBe(stored);
      }),
    );
  });

  it('never dates a creation after the last change', () => {
    const given = fc.option(instant, { nil: undefined });
    fc.assert(
      fc.property(given, given, instant, (a, b, now) => {
        const [made, changed] =
          a !== undefined && b !== undefined ? [Math.min(a, b), Math.max(a, b)] : [a, b];
        const says = {
          createdAt: made === undefined ? undefined : iso(made),
          updatedAt: changed === undefined ? undefined : iso(changed),
        };
        const { createdAt, updatedAt } = firstDates(says, now);
        expect(createdAt <= updatedAt).toBe(true);
        expect([says.createdAt ?? createdAt, says.updatedAt ?? updatedAt]).toEqual([createdAt, updatedAt]);
        if (changed === undefined) expect(updatedAt).toBe(iso(Math.max(now, made ?? 0)));
      }),
    );
  });

  it('calls a date ahead if it is more than a minute in the future', () => {
    expect([0, 60_000, 60_001].map((ms) => isAhead(iso(NOW + ms), NOW))).toEqual([false, false, true]);
  });
});
