/** A hash of a stroke's content, and of its form. */
import type { Stroke } from '../../../core/drawing/types.ts';

const keys = new WeakMap<Stroke, string>();
const number = new Float64Array(1);
const halves = new Uint32Array(number.buffer);

/**
 * The key of a stroke. Equal strokes have equal keys; different ones collide with a chance of 1 in 2^64. Not a
 * cryptographic hash.
 */
export function strokeKey(stroke: Stroke): string {
  const known = keys.get(stroke);
  if (known !== undefined) return known;
  let a = 0x9e3779b1;
  let b = 0x85ebca6b;
  const mix = (v: number) => {
    a = Math.imul(a ^ v, 0x01000193);
    a ^= a >>> 15;
    b = Math.imul(b ^ v, 0x5bd1e995);
    b ^= b >>> 13;
  };
  const mixNumber = (v: number) => {
    // Adding 0 turns -0 into 0, since JSON writes both alike.
    number[0] = v + 0;
    mix(halves[0]!);
    mix(halves[1]!);
  };
  const mixText = (text: string) => {
    for (let i = 0; i < text.length; i++) mix(text.charCodeAt(i));
    mix(-1);
  };
  mixText(stroke.tool);
  mixText(stroke.color);
  mixNumber(stroke.size);
  for (const [x, y] of stroke.points) {
    mixNumber(x);
    mixNumber(y);
  }
  mix(stroke.pressure ? 1 : 0);
  for (const pressure of stroke.pressure ?? []) mixNumber(pressure);
  mix(stroke.tilt ? 1 : 0);
  for (const tilt of stroke.tilt ?? []) mixNumber(tilt);
  mixNumber(stroke.opacity ?? 0);
  mixText(stroke.layer ?? '');
  mixNumber(stroke.at ?? -1);
  const key = `${(a >>> 0).toString(36)}.${(b >>> 0).toString(36)}.${stroke.points.length}`;
  keys.set(stroke, key);
  return key;
}

/** The key of a stroke on whatever layer and of whatever opacity: a stroke that is moved to another layer keeps it. */
export function formKey(stroke: Stroke): string {
  const { layer, opacity, ...form } = stroke;
  return strokeKey(layer === undefined && opacity === undefined ? stroke : form);
}

/** Numbers of strokes by form. Of the others there is none. */
export type FormCounts = Readonly<Record<string, number>>;

/** How many strokes there are beside those that go, of each form of those that come. */
export function formsBeside(
  strokes: readonly Stroke[],
  gone: readonly Stroke[],
  come: readonly Stroke[],
): FormCounts {
  // Mostly no other was drawn at the same time or begins at the same place: the rest is looked at once.
  const names = new Set(come.map(roughName));
  const left = new Set(gone);
  const beside = strokes.filter((stroke) => names.has(roughName(stroke)) && !left.delete(stroke));
  if (beside.length === 0) return {};
  const copies = new Map<string, number>();
  for (const stroke of left) {
    if (!names.has(roughName(stroke))) continue;
    copies.set(strokeKey(stroke), (copies.get(strokeKey(stroke)) ?? 0) + 1);
  }
  const counts: Record<string, number> = {};
  for (const stroke of beside) {
    const equal = copies.get(strokeKey(stroke)) ?? 0;
    copies.set(strokeKey(stroke), equal - 1);
    if (equal > 0) continue;
    const form = formKey(stroke);
    counts[form] = (counts[form] ?? 0) + 1;
  }
  return counts;
}

/** Equal for strokes of one form, and seldom for others. A number: to make texts of 20,000 takes a slow phone three frames. */
function roughName(stroke: Stroke): number {
  if (stroke.at !== undefined) return stroke.at;
  const first = stroke.points[0]!;
  return first[0] * Math.SQRT2 + first[1];
}
