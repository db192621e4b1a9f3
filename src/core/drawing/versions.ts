/**
 * Earlier versions of a drawing: when its state is kept before a change, and which versions stay as they age.
 * The reasons are in docs/versions.md.
 */

/** ms between versions while somebody draws. */
export const VERSION_EVERY_MS = 10 * 60_000;
/** A state that stands less long between two removals is not kept, ms. */
const PASSING_MS = 60_000;
/** A change that leaves a smaller part of the strokes than this removes much. */
const MUCH = 3 / 4;
/** Most versions of a drawing. */
export const VERSIONS_MAX = 64;
/** Most bytes that the versions of a drawing take beside the largest of them. */
export const VERSIONS_SIZE_MAX = 16 * 1024 * 1024;
/** Most bytes that all versions of a space, or of a device, take. */
export const SPACE_VERSIONS_SIZE_MAX = 64 * 1024 * 1024;

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** How much there is of a drawing. */
interface Extent {
  readonly strokeCount: number;
  /** Characters of the stored strokes; absent if an older build wrote the drawing. */
  readonly size?: number | undefined;
}

/**
 * True if time has come to keep the state before a change. After a pause it is what the last session left. A clock that
 * was set back does not put it off.
 * @param keptAt when the newest version was kept, or the drawing created
 * @param now ms
 */
export function isVersionDue(keptAt: string, now: number): boolean {
  return Math.abs(now - Date.parse(keptAt)) >= VERSION_EVERY_MS;
}

/** True if a change takes away so much that the state before it is kept whatever the time. */
export function removesMuch(before: Extent, after: Extent): boolean {
  if (after.strokeCount < MUCH * before.strokeCount) return true;
  return after.size !== undefined && before.size !== undefined && after.size < MUCH * before.size;
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
  readonly strokeCount: number;
  readonly bytes: number;
}

/**
 * The revisions of the versions that go. Of the last hour all stay; of each hour of the day before, of each day of the
 * 30 days before, and of each older week the newest, and the one with the most strokes. What is still too many are
 * those that lie closest to their neighbours, for their age; what is still too large are the oldest. The newest stays.
 * The largest does not count for what is too large, or the state before somebody cleared a large drawing would go with the
 * next version, just for its size; all together never take more than a space may.
 * Hours, days and weeks are those of UTC, so a version that goes would also go later, whenever this is called.
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

/** The newest and the fullest version of each period, and all of the last hour; the oldest first. */
function ofPeriods(ordered: readonly Thinnable[], now: number): Thinnable[] {
  const newest = new Map<string, Thinnable>();
  const fullest = new Map<string, Thinnable>();
  for (const version of ordered) {
    const period = periodOf(version, now);
    newest.set(period, version);
    if (version.strokeCount >= (fullest.get(period)?.strokeCount ?? 0)) fullest.set(period, version);
  }
  const stay = new Set([...newest.values(), ...fullest.values()]);
  return ordered.filter((version) => stay.has(version));
}

function periodOf({ rev, updatedAt }: Thinnable, now: number): string {
  const at = Date.parse(updatedAt);
  const age = now - at;
  if (age < HOUR_MS) return `rev ${rev}`;
  if (age < DAY_MS) return `hour ${Math.floor(at / HOUR_MS)}`;
  if (age < 30 * DAY_MS) return `day ${Math.floor(at / DAY_MS)}`;
  return `week ${Math.floor(at / (7 * DAY_MS))}`;
}

/** Leaves VERSIONS_MAX: a burst of changes goes before what is far from anything else. */
function spread(versions: Thinnable[], now: number): Thinnable[] {
  const left = [...versions];
  while (left.length > VERSIONS_MAX) {
    let closest = 1;
    let least = Number.POSITIVE_INFINITY;
    for (let i = 1; i < left.length - 1; i++) {
      const [before, at, after] = [left[i - 1], left[i], left[i + 1]].map((version) =>
        Date.parse(version?.updatedAt ?? ''),
      ) as [number, number, number];
      const gap = (after - before) / Math.max(HOUR_MS, now - at);
      if (gap < least) [closest, least] = [i, gap];
    }
    left.splice(closest, 1);
  }
  return left;
}
