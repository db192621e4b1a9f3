/**
 * The three-way merge of two versions of a drawing: another device's, or another tab's.
 *
 * Strokes carry no id. A stroke is its canonical JSON, and the n-th stroke with the same text is that
 * text's occurrence n, in each version. With b, l and r the number of occurrences in base, local and remote:
 *
 * - occurrence n is in both versions (n <= l and n <= r): it stays;
 * - it is in one of them and not in base (n > b): it was added there, and stays;
 * - it is in one of them and in base (n <= b): the other side erased it, and it goes.
 *
 * That leaves min(l, r) when both are <= b, max(l, r) when both are >= b, and l + r - b otherwise; so a
 * stroke that both sides added alike (a request that was sent twice) is there once.
 *
 * A changed stroke is an old text erased and a new one added. Changed here and erased there: both erased
 * the old text (l = r = 0), only one added the new one, so the changed stroke stays. Changed on both
 * sides: two new texts, and both stay.
 */
import { strokeJson } from './strokes/stroke-json.ts';
import type { Stroke } from './types.ts';

export interface Version {
  readonly title: string;
  readonly strokes: readonly Stroke[];
}

export interface Merged {
  readonly title: string;
  readonly strokes: Stroke[];
  /** A stroke was changed on both sides, and is there in both forms. */
  readonly keptBoth: boolean;
  /** The title was changed on both sides: `title` is remote's, local's is to be offered. */
  readonly titleConflict: boolean;
}

/**
 * Merges `local` and `remote`, which both came from `base`. Remote's order stands; what local added
 * follows its nearest surviving predecessor, after what remote added there.
 */
export function merge(base: Version, local: Version, remote: Version): Merged {
  return { ...mergeTitle(base.title, local.title, remote.title), ...mergeStrokes(base, local, remote) };
}

function mergeTitle(base: string, local: string, remote: string): Pick<Merged, 'title' | 'titleConflict'> {
  if (remote === base || remote === local) return { title: local, titleConflict: false };
  return { title: remote, titleConflict: local !== base };
}

function mergeStrokes(base: Version, local: Version, remote: Version): Pick<Merged, 'strokes' | 'keptBoth'> {
  const numbers = new Map<string, number>();
  const [b, l, r] = [occurrences(base, numbers), occurrences(local, numbers), occurrences(remote, numbers)];
  if (same(l, b)) return { strokes: [...remote.strokes], keptBoth: false };
  if (same(r, b) || same(r, l)) return { strokes: [...local.strokes], keptBoth: false };

  const inBase = new Set(b);
  const inLocal = new Set(l);
  const inRemote = new Set(r);

  // What local alone added, by the stroke in both versions that it follows; START for none.
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
      // The run that follows the previous anchor is over: local's additions close it.
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
 * Is there a gap between surviving strokes of base out of which both sides took a stroke, and into which
 * each put one that the other did not?
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

/** Before the first stroke. */
const START = -1;
/** More than a drawing can hold of one stroke; texts times this stay exact integers. */
const OCCURRENCES = 2 ** 24;

/** For each stroke one number: of its text, and of how many times the text was there before. */
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
