import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  isVersionDue,
  removesMuch,
  SPACE_VERSIONS_SIZE_MAX,
  type Thinnable,
  thinnedVersions,
  VERSIONS_MAX,
  VERSIONS_SIZE_MAX,
} from './versions.ts';

const NOW = Date.UTC(2026, 10, 25, 12, 34, 56);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const iso = (ms: number) => new Date(ms).toISOString();

function left(versions: readonly Thinnable[], now = NOW): Thinnable[] {
  const gone = new Set(thinnedVersions(versions, now));
  return versions.filter(({ rev }) => !gone.has(rev));
}

/** Versions at ages in ms, the oldest first. */
function aged(ages: readonly number[], change: (index: number) => Partial<Thinnable> = () => ({})) {
  return [...ages]
    .sort((a, b) => b - a)
    .map(
      (age, index): Thinnable => ({
        rev: index + 1,
        updatedAt: iso(NOW - age),
        strokeCount: 10,
        bytes: 100,
        ...change(index),
      }),
    );
}

const anyVersions = fc
  .array(
    fc.record({
      age: fc.oneof(
        fc.integer({ min: 0, max: HOUR }),
        fc.integer({ min: 0, max: 3 * DAY }),
        fc.integer({ min: 0, max: 900 * DAY }),
      ),
      strokeCount: fc.integer({ min: 0, max: 20_000 }),
      bytes: fc.oneof(fc.integer({ min: 0, max: 5_000 }), fc.integer({ min: 0, max: VERSIONS_SIZE_MAX * 2 })),
    }),
    { maxLength: 150 },
  )
  .map((all) => {
    const sorted = [...all].sort((a, b) => b.age - a.age);
    return aged(
      sorted.map(({ age }) => age),
      (index) => ({ strokeCount: sorted[index]?.strokeCount ?? 0, bytes: sorted[index]?.bytes ?? 0 }),
    );
  });

describe('when a version is kept', () => {
  it('keeps one ten minutes after the last, also by a clock that was set back', () => {
    const due = (since: number) => isVersionDue(iso(NOW - since), NOW);
    expect(due(10 * MINUTE)).toBe(true);
    expect(due(10 * MINUTE - 1)).toBe(false);
    expect(due(-9 * MINUTE)).toBe(false);
    expect(due(-DAY)).toBe(true);
  });

  it('keeps one before a change that leaves less than three quarters, in strokes or in size', () => {
    const of = (strokeCount: number, size?: number) => ({ strokeCount, size });
    expect(removesMuch(of(100), of(75))).toBe(false);
    expect(removesMuch(of(100), of(74))).toBe(true);
    expect(removesMuch(of(1), of(0))).toBe(true);
    expect(removesMuch(of(1, 1000), of(1, 749))).toBe(true);
    expect(removesMuch(of(1, 1000), of(3, 750))).toBe(false);
    expect(removesMuch(of(10), of(11))).toBe(false);
  });
});

describe('how versions thin out', () => {
  it('keeps all of the last hour, then the newest of an hour, of a day, of a week', () => {
    const start = Math.floor(NOW / DAY) * DAY;
    const at = (...times: number[]) => aged(times.map((time) => NOW - time));
    const revs = (versions: Thinnable[]) => left(versions).map(({ rev }) => rev);
    expect(revs(at(NOW - 50 * MINUTE, NOW - 49 * MINUTE, NOW))).toEqual([1, 2, 3]);
    expect(revs(at(start + 5 * HOUR, start + 5 * HOUR + 1, start + 6 * HOUR))).toEqual([2, 3]);
    expect(revs(at(start - 3 * DAY, start - 3 * DAY + 9 * HOUR, start - DAY - HOUR))).toEqual([2, 3]);
    const week = Math.floor((NOW - 60 * DAY) / (7 * DAY)) * 7 * DAY;
    expect(revs(at(week, week + 6 * DAY, week + 7 * DAY))).toEqual([2, 3]);
  });

  it('keeps what was erased in an hour in which other things were drawn', () => {
    const start = Math.floor(NOW / DAY) * DAY + 5 * HOUR;
    const counts = [2, 40, 1, 3];
    const hour = aged(
      counts.map((_, index) => NOW - start - index * MINUTE),
      (index) => ({ strokeCount: counts[index] ?? 0 }),
    );
    expect(left(hour).map(({ strokeCount }) => strokeCount)).toEqual([40, 3]);
  });

  it('lets a burst of changes go before older versions', () => {
    const old = Array.from({ length: 20 }, (_, index) => (index + 1) * 8 * DAY + 30 * DAY);
    const burst = Array.from({ length: 300 }, (_, index) => index * 1000);
    const ages = left(aged([...old, ...burst])).map(({ updatedAt }) => NOW - Date.parse(updatedAt));
    expect(ages).toHaveLength(VERSIONS_MAX);
    expect(ages.filter((age) => age > DAY)).toHaveLength(old.length);
  });

  it('is bounded in number and bytes, and never lets the newest go', () => {
    fc.assert(
      fc.property(anyVersions, (versions) => {
        const stay = left(versions);
        expect(stay.length).toBeLessThanOrEqual(VERSIONS_MAX);
        expect(stay.at(-1)).toEqual(versions.at(-1));
        const bytes = stay.reduce((sum, version) => sum + version.bytes, 0);
        const largest = Math.max(0, ...stay.map((version) => version.bytes));
        expect(stay.length <= 1 || bytes - largest <= VERSIONS_SIZE_MAX).toBe(true);
        expect(stay.length <= 1 || bytes <= SPACE_VERSIONS_SIZE_MAX).toBe(true);
      }),
    );
  });

  it('keeps the newest large state, whatever is drawn after it, until much else is kept', () => {
    const sized = (...bytes: number[]) =>
      left(
        aged(
          bytes.map((_, index) => (bytes.length - index) * MINUTE),
          (index) => ({ bytes: bytes[index] ?? 0 }),
        ),
      ).map((version) => version.bytes);
    const large = VERSIONS_SIZE_MAX + 1;
    const half = VERSIONS_SIZE_MAX / 2;
    expect(sized(large, 1, 2)).toEqual([large, 1, 2]);
    expect(sized(large + 1, 1, large, 2)).toEqual([1, large, 2]);
    expect(sized(large, half, half, 1)).toEqual([half, half, 1]);
    expect(sized(SPACE_VERSIONS_SIZE_MAX, 1, 2)).toEqual([1, 2]);
    expect(sized(1, SPACE_VERSIONS_SIZE_MAX)).toEqual([SPACE_VERSIONS_SIZE_MAX]);
  });

  it('keeps the newest and the fullest of every day, while there is room', () => {
    fc.assert(
      fc.property(anyVersions, (any) => {
        const versions = any.slice(-VERSIONS_MAX).map((version) => ({ ...version, bytes: 1 }));
        const stay = left(versions);
        const byDay = Map.groupBy(
          versions.filter(({ updatedAt }) => NOW - Date.parse(updatedAt) < 29 * DAY),
          ({ updatedAt }) => updatedAt.slice(0, 10),
        );
        for (const day of byDay.values()) {
          const here = stay.filter((version) => day.includes(version));
          expect(here).toContainEqual(day.at(-1));
          expect(Math.max(...here.map(({ strokeCount }) => strokeCount))).toBe(
            Math.max(...day.map(({ strokeCount }) => strokeCount)),
          );
        }
      }),
    );
  });

  it('ends up with the same, however often it is done meanwhile', () => {
    fc.assert(
      fc.property(
        anyVersions,
        fc.array(fc.oneof(fc.integer({ min: 0, max: 3 * HOUR }), fc.integer({ min: 0, max: 400 * DAY })), {
          maxLength: 5,
        }),
        (any, pauses) => {
          const versions = any.slice(-VERSIONS_MAX).map((version) => ({ ...version, bytes: 1 }));
          let now = NOW;
          let often = left(versions, now);
          for (const pause of pauses) {
            now += pause;
            often = left(often, now);
          }
          expect(often).toEqual(left(versions, now));
          expect(left(often, now)).toEqual(often);
        },
      ),
    );
  });
});
