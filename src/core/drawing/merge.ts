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
 * added the new text. If both sides changed it, both new strokes stay; except where both only moved it to a layer: then it
 * stands once (`moveOnce`).
 */
import { erases } from './erasing.ts';
import { LAYERS_MAX } from './limits.ts';
import { BASE, losesLayer } from './members/layers.ts';
import { mergeLayers } from './members/merge-layers.ts';
import { alone, moveOnce, type Numbered } from './members/moved-twice.ts';
import { samePaper } from './members/paper.ts';
import { isPhotoLost, mergeUnderlay } from './members/underlay.ts';
import { strokeJson } from './strokes/stroke-json.ts';
import type { OptionalMembers, Stroke } from './types.ts';

export interface Version extends OptionalMembers {
  readonly title: string;
  readonly strokes: readonly Stroke[];
}

/** Of the paper it has the remote one if both sides changed it; layers: `mergeLayers`, underlay: `mergeUnderlay`. */
export interface MergedVersion extends OptionalMembers {
  readonly title: string;
  readonly strokes: Stroke[];
  /** True if both sides changed the same stroke; both new strokes are kept. */
  readonly keptBoth: boolean;
  /** True if both sides changed the title. `title` is the remote one; the caller offers the local one. */
  readonly titleConflict: boolean;
  /** True if both sides placed another photo. `underlay` is the remote one; the caller keeps the local one. */
  readonly photoConflict: boolean;
  /** True if strokes of local would lie on the lowest layer, because there was no room for theirs; the caller keeps them. */
  readonly lacksLayer: boolean;
}

/**
 * Merges two versions that share `base`. The remote order is kept. What only local added goes above every shared
 * stroke that it was drawn on, and above what remote added there. A stroke that erases goes below every shared
 * stroke that it did not lie on, and below what remote added there (`together`). Only where the order differs can
 * that be another place than right above the stroke that it follows in local.
 */
export function merge(base: Version, local: Version, remote: Version): MergedVersion {
  const merged = mergeStrokes(base, local, remote);
  /** Whether the merged drawing has strokes on a layer that one version never had. */
  const isDrawnBeside = (version: Version) => (layer: string) => {
    const isOn = (stroke: Stroke) => (stroke.layer ?? BASE.id) === layer;
    const known = new Set(version.strokes.filter(isOn).map(strokeJson));
    return merged.strokes.some((stroke) => isOn(stroke) && !known.has(strokeJson(stroke)));
  };
  const underlay = mergeUnderlay(base.underlay, local.underlay, remote.underlay);
  const layers = mergeLayers(
    base.layers,
    { layers: local.layers, drawsOn: isDrawnBeside(remote) },
    { layers: remote.layers, drawsOn: isDrawnBeside(local) },
  );
  return {
    title: remote.title === base.title ? local.title : remote.title,
    titleConflict: base.title !== local.title && base.title !== remote.title && local.title !== remote.title,
    // Only one side changed it, or the remote one stays: nobody is asked about a colour.
    paper: samePaper(remote.paper, base.paper) ? local.paper : remote.paper,
    layers,
    lacksLayer: layers?.length === LAYERS_MAX && losesLayer(merged.strokes, local.layers, layers),
    underlay: underlay ?? undefined,
    photoConflict: isPhotoLost(base.underlay, local.underlay, underlay),
    ...merged,
  };
}

function mergeStrokes(
  base: Version,
  local: Version,
  remote: Version,
): Pick<MergedVersion, 'strokes' | 'keptBoth'> {
  const known = new Map<string, number>();
  const versions = [base, local, remote].map(
    (version): Numbered => ({
      ...version,
      numbers: occurrences(version, known),
    }),
  ) as [Numbered, Numbered, Numbered];
  const [b, l, r] = versions.map(({ numbers }) => numbers) as [number[], number[], number[]];
  // Only local changed them, perhaps their order alone.
  if (r.join() === b.join()) return { strokes: [...local.strokes], keptBoth: false };
  moveOnce(versions);

  const inBase = new Set(b);
  const inLocal = new Set(l);
  const shared = r.filter((occurrence) => inLocal.has(occurrence));
  /** The place of each shared stroke in the remote order, from 1. */
  const places = new Map(shared.map((occurrence, i) => [occurrence, i + 1]));
  const isAdded = (occurrence: number) => !places.has(occurrence) && !inBase.has(occurrence);

  const times = new Set(base.strokes.map(({ at }) => at));
  /** False for another form of a stroke of base, which keeps its time: recoloured, or a part of it. */
  const isNew = ({ at }: Stroke) => at === undefined || !times.has(at);

  // Where new ink of one side lies below what both have, as after undo, what erases on the other side had never been above
  // it. Then local's ink goes above all that only remote's erasers take, and local's erasers below all new ink of remote:
  // what they rubbed may be whole again, and nothing is lost. If nothing was agreed before, all ink of one side is new.
  let [leastInk, mostErased, below] = [0, Infinity, 0];
  for (const [i, occurrence] of r.entries()) {
    const stroke = remote.strokes[i]!;
    below = places.get(occurrence) ?? below;
    if (!isAdded(occurrence)) continue;
    if (erases(stroke)) leastInk = below;
    else if (isNew(stroke)) mostErased = Math.min(mostErased, below);
  }
  /** What only local added, by the place above which it goes; 0 if below them all. */
  const here: Stroke[][] = [0, ...shared].map(() => []);
  let above = shared.length;
  const lowest = l.map(() => above);
  for (let i = l.length; i-- > 0; above = Math.min(above, (places.get(l[i]!) ?? Infinity) - 1))
    lowest[i] = above;
  let highest = 0;
  for (const [i, occurrence] of l.entries()) {
    const stroke = local.strokes[i]!;
    highest = Math.max(highest, places.get(occurrence) ?? 0);
    if (!isAdded(occurrence)) continue;
    const isInk = !erases(stroke);
    if (isInk && isNew(stroke)) highest = Math.max(highest, leastInk);
    here[isInk ? highest : Math.min(lowest[i]!, mostErased)]!.push(stroke);
  }

  const strokes: Stroke[] = [];
  let place = 0;
  let there: Stroke[] = [];
  for (const [i, occurrence] of r.entries()) {
    if (places.has(occurrence)) {
      strokes.push(...together(here[place++]!, there), remote.strokes[i]!);
      there = [];
    } else if (isAdded(occurrence)) there.push(remote.strokes[i]!);
  }
  strokes.push(...together(here[place]!, there));
  return { strokes, keptBoth: changedOnBothSides(versions) };
}

/**
 * What both sides added at one place, bottom first. A stroke that erases goes below what the other side added, because its
 * own device had not seen that; and above the ink of its own side that it lay on, if remote's erasers lie on none.
 * Otherwise local's go to the bottom: what they erased of local's new ink is whole again, and nothing is lost.
 */
function together(local: readonly Stroke[], remote: readonly Stroke[]): Stroke[] {
  const [l, r] = [rubbed(local), rubbed(remote)];
  return r.every(erases)
    ? [...r, ...l, ...remote.slice(r.length), ...local.slice(l.length)]
    : [...local.filter(erases), ...remote, ...local.filter((stroke) => !erases(stroke))];
}

/** The strokes up to the last one that erases. */
function rubbed(strokes: readonly Stroke[]): readonly Stroke[] {
  return strokes.slice(0, strokes.findLastIndex(erases) + 1);
}

/**
 * True if both sides seem to have changed the same stroke. Both erased one of base, and each added one that the other does
 * not have: at whatever place with the time of that one, which a moved, recoloured or cut stroke keeps, or with its points if
 * it has none; or any between two neighbouring strokes that all versions share.
 */
function changedOnBothSides(versions: readonly Numbered[]): boolean {
  const [gone, here, there] = alone<number | string>(versions, ({ at, points }, below) => [
    below,
    String(at ?? points),
  ]);
  return [...gone!.keys()].some((name) => here!.has(name) && there!.has(name));
}

/** One number for each stroke, of its text and how often that occurred before. */
function occurrences({ strokes }: Version, known: Map<string, number>): number[] {
  const seen = new Map<string, number>();
  return strokes.map((stroke) => {
    const text = strokeJson(stroke);
    const before = seen.get(text) ?? 0;
    seen.set(text, before + 1);
    const key = before ? before + text : text;
    const number = known.get(key) ?? known.size;
    known.set(key, number);
    return number;
  });
}
