/**
 * The three-way merge of two versions of a drawing, for example of two devices or two tabs.
 *
 * A stroke has no id. Its identity is its canonical JSON: the n-th stroke with the same text is occurrence n
 * of that text, counted in each version. Let b, l and r be the number of occurrences in base, local and
 * remote:
 *
 * - occurrence n is in both versions (n <= l and n <= r): it stays;
 * - it is in one version and not in base (n > b): that version added it, and it stays;
 * - it is in one version and in base (n <= b): the other version erased it, and it goes.
 *
 * That leaves min(l, r) if both are <= b, max(l, r) if both are >= b, and otherwise l + r - b. A stroke that
 * both sides added (such as a request sent twice) is there once.
 *
 * A changed stroke counts as an old text erased and a new one added. If one side changed it and the other
 * erased it, the changed stroke stays: the old text is gone on both sides (l = r = 0), and only one side
 * added the new text. If both sides changed it, both new strokes stay.
 */
import { samePaper } from './paper.ts';
import { strokeJson } from './strokes/stroke-json.ts';
import type { Paper, Stroke } from './types.ts';

export interface Version {
  readonly title: string;
  /** Absent for white. */
  readonly paper?: Paper | undefined;
  readonly strokes: readonly Stroke[];
}

export interface MergedVersion {
  readonly title: string;
  /** The remote one if both sides changed it. */
  readonly paper: Paper | undefined;
  readonly strokes: Stroke[];
  /** True if both sides changed the same stroke; both new strokes are kept. */
  readonly keptBoth: boolean;
  /** True if both sides changed the title. `title` is the remote one; the caller offers the local one. */
  readonly titleConflict: boolean;
}

/**
 * Merges two versions that share `base`. The remote order is kept. Strokes that only local added go after the
 * stroke they follow in local, and after what remote added there.
 */
export function merge(base: Version, local: Version, remote: Version): MergedVersion {
  return {
    ...mergeTitle(base.title, local.title, remote.title),
    // Only one side changed it, or the remote one stays: nobody is asked about a colour.
    paper: samePaper(remote.paper, base.paper) ? local.paper : remote.paper,
    ...mergeStrokes(base, local, remote),
  };
}

function mergeTitle(
  base: string,
  local: string,
  remote: string,
): Pick<MergedVersion, 'title' | 'titleConflict'> {
  if (remote === base || remote === local) return { title: local, titleConflict: false };
  return { title: remote, titleConflict: local !== base };
}

function mergeStrokes(
  base: Version,
  local: Version,
  remote: Version,
): Pick<MergedVersion, 'strokes' | 'keptBoth'> {
  const numbers = new Map<string, number>();
  const [b, l, r] = [occurrences(base, numbers), occurrences(local, numbers), occurrences(remote, numbers)];
  if (same(l, b)) return { strokes: [...remote.strokes], keptBoth: false };
  if (same(r, b) || same(r, l)) return { strokes: [...local.strokes], keptBoth: false };

  const inBase = new Set(b);
  const inLocal = new Set(l);
  const inRemote = new Set(r);

  // Strokes that only local added, keyed by the shared stroke that they follow; START if there is none.
  const additions = new Map<number, Stroke[]>();
  let anchor = START;
  for (const [i, occurrence] of l.entries()) {
    if (inRemote.has(occurrence)) anchor = occurrence;
    else if (!inBase.has(occurrence)) push(additions, anchor, local.strokes[i]!);
  }

  const strokes: Stroke[] = [];
  anchor = START;
  for (const [i, occurrence] of r.entries()) {
    if (inLocal.has(occurrence)) {
      // The run after the previous anchor ends here: local's additions go at its end.
      strokes.push(...(additions.get(anchor) ?? []));
      anchor = occurrence;
      strokes.push(remote.strokes[i]!);
    } else if (!inBase.has(occurrence)) {
      strokes.push(remote.strokes[i]!);
    }
  }
  strokes.push(...(additions.get(anchor) ?? []));
  return { strokes, keptBoth: changedOnBothSides(b, l, r) };
}

/**
 * True if both sides seem to have changed the same stroke: between two neighbouring strokes that all versions
 * share, both erased a stroke of base and each added one that the other does not have.
 */
function changedOnBothSides(b: readonly number[], l: readonly number[], r: readonly number[]): boolean {
  const [inBase, inLocal, inRemote] = [new Set(b), new Set(l), new Set(r)];
  const survives = (o: number) => inBase.has(o) && inLocal.has(o) && inRemote.has(o);
  const gapsWith = (version: readonly number[], wanted: (o: number) => boolean) => {
    const gaps = new Set<number>();
    let gap = START;
    for (const occurrence of version) {
      if (survives(occurrence)) gap = occurrence;
      else if (wanted(occurrence)) gaps.add(gap);
    }
    return gaps;
  };
  const emptied = gapsWith(b, (o) => !inLocal.has(o) && !inRemote.has(o));
  const byLocal = gapsWith(l, (o) => !inBase.has(o) && !inRemote.has(o));
  const byRemote = gapsWith(r, (o) => !inBase.has(o) && !inLocal.has(o));
  return [...emptied].some((gap) => byLocal.has(gap) && byRemote.has(gap));
}

/** The anchor before the first stroke. */
const START = -1;
/**
 * A bound above the number of equal strokes in a drawing. A text number times this is still an exact integer.
 */
const OCCURRENCES = 2 ** 24;

/** One number for each stroke: it combines the number of its text and how often the text occurred before. */
function occurrences({ strokes }: Version, numbers: Map<string, number>): number[] {
  const seen = new Map<number, number>();
  return strokes.map((stroke) => {
    const text = strokeJson(stroke);
    const number = numbers.get(text) ?? numbers.size;
    numbers.set(text, number);
    const before = seen.get(number) ?? 0;
    seen.set(number, before + 1);
    return number * OCCURRENCES + before;
  });
}

function same(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((v, i) => v === b[i]);
}

function push(lists: Map<number, Stroke[]>, key: number, stroke: Stroke): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [stroke]);
  else list.push(stroke);
}
