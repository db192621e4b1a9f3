/**
 * Earlier versions of a drawing: when its state is kept before a change, and which versions stay as they age.
 * The reasons are in docs/versions.md.
 */
import { groupBy } from '../group-by.ts';

/** ms between versions while somebody draws. */
export const VERSION_EVERY_MS = 10 * 60_000;
/** A state that stands less long between two removals is not kept, ms. */
const PASSING_MS = 60_000;
/** One part of what stood at the newest version, of so many equal ones, may go before much is lost. */
const PARTS = 4;
/** Most versions of a drawing. */
export const VERSIONS_MAX = 64;
/** Most bytes that the versions of a drawing take beside the largest of them. */
export const VERSIONS_SIZE_MAX = 16 * 1024 * 1024;
/** Most bytes that all versions of a space, or of a device, take. */
export const SPACE_VERSIONS_SIZE_MAX = 64 * 1024 * 1024;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** A number of strokes, and the characters that they take as `sizeOfTexts` counts them. */
export type Extent = readonly [strokes: number, size: number];

/** No strokes. */
export const NOTHING: Extent = [0, 0];

/**
 * True if time has come to keep the state before a change. After a pause it is what the last session left. A clock that
 * was set back does not put it off.
 * @param keptAt when the newest version was kept, or the drawing created
 * @param now ms
 */
export function isVersionDue(keptAt: string, now: number): boolean {
  return Math.abs(now - Date.parse(keptAt)) >= VERSION_EVERY_MS;
}

/**
 * What a loss leaves of what a version has, each stroke counted as the four of which it is the one that may go. Below 0
 * once more than a quarter is lost, whatever was added meanwhile.
 */
export function less(spare: Extent, lost: Extent): Extent {
  return [spare[0] - PARTS * lost[0], spare[1] - PARTS * lost[1]];
}

/**
 * True if a change takes away so much that the state before it is kept whatever the time.
 * @param left what it leaves, by `less`
 */
export function losesMuch([lost]: Extent, left: Extent): boolean {
  return lost > 0 && Math.min(...left) < 0;
}

/**
 * True if a state was left so soon that it was one on the way, as undo passes many: nobody looks for what is left of a version
 * between two removals. A minute is enough to look at it.
 * @param updatedAt when it came about
 * @param now ms
 */
export function isPassing(updatedAt: string, now: number): boolean {
  return Math.abs(now - Date.parse(updatedAt)) < PASSING_MS;
}

/** What thinning needs of a version. */
export interface Thinnable {
  /** Higher is newer. */
  readonly rev: number;
  readonly updatedAt: string;
  /**
   * When it was kept, if it is dated later. The clock was ahead then, or is behind; and as dates never go back, hours of work
   * would be of one minute.
   */
  readonly keptAt?: string;
  readonly strokeCount: number;
  readonly bytes: number;
}

/**
 * The revisions of the versions that go. Of each minute of the last hour, of each hour of the day before, of each day of
 * the 30 days before, and of each older week two stay: the newest, and of the others the one with the most strokes. What is still too many are
 * those that lie closest to their neighbours, for their age; what is still too large are the oldest. The newest stays.
 * The largest does not count for what is too large, or the state before somebody cleared a large drawing would go with the
 * next version, just for its size; all together never take more than a space may.
 * Minutes, hours, days and weeks are those of UTC, so a version that goes would also go later, whenever this is called.
 * @param now ms
 */
export function thinnedVersions(versions: readonly Thinnable[], now: number): number[] {
  const ordered = [...versions].sort((a, b) => a.rev - b.rev);
  const kept = spread(ofPeriods(ordered, now), now);
  while (kept.length > 1 && isTooLarge(kept)) kept.shift();
  const stay = new Set(kept.map(({ rev }) => rev));
  return ordered.flatMap(({ rev }) => (stay.has(rev) ? [] : [rev]));
}

function isTooLarge(versions: readonly Thinnable[]): boolean {
  const sizes = versions.map(({ bytes }) => bytes);
  const all = sizes.reduce((sum, bytes) => sum + bytes, 0);
  return all - Math.max(...sizes) > VERSIONS_SIZE_MAX || all > SPACE_VERSIONS_SIZE_MAX;
}

/** The newest version of each period and the fullest of those before it, the oldest first. */
function ofPeriods(ordered: readonly Thinnable[], now: number): Thinnable[] {
  const periods = groupBy(ordered, (version) => periodOf(version, now));
  const stay = new Set(
    [...periods.values()].flatMap((all) => [
      ...all.splice(-1),
      ...all.sort((a, b) => b.strokeCount - a.strokeCount).slice(0, 1),
    ]),
  );
  return ordered.filter((version) => stay.has(version));
}

/** ms. */
function timeOf({ updatedAt, keptAt = updatedAt }: Thinnable): number {
  return Date.parse(keptAt);
}

/** The minute, hour, day or week of a version, named by its length and its number. */
function periodOf(version: Thinnable, now: number): string {
  const at = timeOf(version);
  const age = now - at;
  let length = 7 * DAY_MS;
  if (age < HOUR_MS) length = MINUTE_MS;
  else if (age < DAY_MS) length = HOUR_MS;
  else if (age < 30 * DAY_MS) length = DAY_MS;
  return `${length} ${Math.floor(at / length)}`;
}

/** Leaves VERSIONS_MAX: a burst of changes goes before what is far from anything else. */
function spread(versions: Thinnable[], now: number): Thinnable[] {
  const left = [...versions];
  while (left.length > VERSIONS_MAX) {
    let closest = 1;
    let least = Number.POSITIVE_INFINITY;
    for (let i = 1; i < left.length - 1; i++) {
      const [before, at, after] = [left[i - 1]!, left[i]!, left[i + 1]!].map(timeOf) as [
        number,
        number,
        number,
      ];
      const gap = (after - before) / Math.max(HOUR_MS, now - at);
      if (gap >= least) continue;
      closest = i;
      least = gap;
    }
    left.splice(closest, 1);
  }
  return left;
}
