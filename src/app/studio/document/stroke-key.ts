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
export function formKey({ layer: _, opacity: __, ...form }: Stroke): string {
  return strokeKey(form);
}

/** How many of the strokes have each form of those that are wanted. */
export function formCounts(strokes: readonly Stroke[], wanted: readonly Stroke[]): Map<string, number> {
  const counts = new Map<string, number>();
  // Equal strokes have the same time, which is read faster.
  const times = new Set(wanted.map(({ at }) => at));
  for (const stroke of strokes) {
    if (!times.has(stroke.at)) continue;
    const form = formKey(stroke);
    counts.set(form, (counts.get(form) ?? 0) + 1);
  }
  return counts;
}
