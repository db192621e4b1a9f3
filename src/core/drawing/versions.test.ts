import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Extent,
  isVersionDue,
  less,
  losesMuch,
  NOTHING,
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

  it('keeps one before a loss of more than a quarter of a version, in strokes or in characters', () => {
    const isMuch = (strokes: number, size: number) =>
      losesMuch([strokes, size], less([100, 1000], [strokes, size]));
    expect(isMuch(25, 250)).toBe(false);
    expect(isMuch(26, 250)).toBe(true);
    expect(isMuch(1, 251)).toBe(true);
    expect(isMuch(0, 0)).toBe(false);
  });

  it('keeps one before any loss while there is no version, and before no change that only adds', () => {
    expect(losesMuch([1, 9], less(NOTHING, [1, 9]))).toBe(true);
    expect(losesMuch(NOTHING, less(NOTHING, NOTHING))).toBe(false);
    expect(losesMuch(NOTHING, [-50, -900])).toBe(false);
  });

  it('adds up what is lost, so that one is kept after a quarter in however small steps', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 24 }), { minLength: 1, maxLength: 40 }), (steps) => {
        let [left, sum]: [Extent, number] = [[100, 1000], 0];
        for (const step of steps) {
          left = less(left, [step, step]);
          sum += step;
          expect(losesMuch([step, step], left)).toBe(sum > 25);
        }
      }),
    );
  });
});

describe('how versions thin out', () => {
  it('keeps the newest and the first of a minute, of an hour, of a day, of a week, where none is fuller', () => {
    const start = Math.floor(NOW / DAY) * DAY;
    const at = (...times: number[]) => aged(times.map((time) => NOW - time));
    const revs = (versions: Thinnable[]) => left(versions).map(({ rev }) => rev);
    const minute = Math.floor((NOW - 50 * MINUTE) / MINUTE) * MINUTE;
    expect(revs(at(minute, minute + 1, minute + 59_999, minute + MINUTE))).toEqual([1, 3, 4]);
    expect(revs(at(start + 5 * HOUR, start + 5 * HOUR + 1, start + 5 * HOUR + 2))).toEqual([1, 3]);
    const day = start - 3 * DAY;
    expect(revs(at(day, day + HOUR, day + 9 * HOUR, start - DAY - HOUR))).toEqual([1, 3, 4]);
    const week = Math.floor((NOW - 60 * DAY) / (7 * DAY)) * 7 * DAY;
    expect(revs(at(week, week + DAY, week + 6 * DAY, week + 7 * DAY))).toEqual([1, 3, 4]);
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

  it('keeps what was erased in a minute in which more was drawn after it', () => {
    const minute = aged([3000, 2000, 1000], (index) => ({ strokeCount: [1, 10, 20][index] ?? 0 }));
    expect(left(minute).map(({ strokeCount }) => strokeCount)).toEqual([10, 20]);
  });

  it('lets a burst of changes go before older versions', () => {
    const old = Array.from({ length: 20 }, (_, index) => (index + 1) * 8 * DAY + 30 * DAY);
    const burst = Array.from({ length: 59 }, (_, index) => index * MINUTE);
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

  it('keeps at most two of each minute of the last hour, the newest and the fullest among them', () => {
    fc.assert(
      fc.property(anyVersions, (any) => {
        const versions = any.slice(-VERSIONS_MAX).map((version) => ({ ...version, bytes: 1 }));
        const lastHour = versions.filter(({ updatedAt }) => NOW - Date.parse(updatedAt) < HOUR);
        const stay = left(versions);
        for (const minute of Map.groupBy(lastHour, ({ updatedAt }) => updatedAt.slice(0, 16)).values()) {
          const here = stay.filter((version) => minute.includes(version));
          expect(here.length).toBeLessThanOrEqual(2);
          expect(here).toContainEqual(minute.at(-1));
          expect(Math.max(...here.map(({ strokeCount }) => strokeCount))).toBe(
            Math.max(...minute.map(({ strokeCount }) => strokeCount)),
          );
        }
      }),
    );
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
