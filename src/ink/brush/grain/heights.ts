/**
 * The heights of paper: a square that repeats in both directions, made of whole numbers. Its octaves are one noise at
 * growing sizes, so that the paper of the next finer scale has its hills and valleys where this one has them.
 */

/** Texels of a side. */
export const SIDE = 256;
/** How much more a texel counts than one beside it, where noise is made soft. */
const OWN = 3;
/** Steps in which heights are counted. */
const STEPS = 4096;

/** A hash of three whole numbers, 32 bits. */
export function hash(x: number, y: number, z: number): number {
  let h = mixed(Math.imul(z, 0x9e3779b1) + x);
  h = mixed(h + Math.imul(y, 0x85ebca6b));
  return h >>> 0;
}

function mixed(value: number): number {
  let h = Math.imul(value ^ (value >>> 16), 0x7feb352d);
  h = Math.imul(h ^ (h >>> 15), 0x846ca68b);
  return h ^ (h >>> 16);
}

/**
 * Heights from 0 to 255, each about as often as any other, in rows.
 * @param octaves how strong each is; the first has hills of about two texels, each other twice the size
 */
export function heightsOf(octaves: readonly number[], seed: number): Uint8Array {
  const side = SIDE >> (octaves.length - 1);
  const noise = softNoise(side, seed);
  const sums = new Float64Array(SIDE * SIDE);
  for (let octave = 0; octave < octaves.length; octave++) {
    if (octaves[octave]! > 0) addStretched(sums, SIDE, noise, side, 1 << octave, octaves[octave]!);
  }
  return equalised(sums);
}

/** Noise of this side that repeats, each number mixed with its neighbours so that no grid is seen. */
function softNoise(side: number, seed: number): Float64Array {
  const mask = side - 1;
  const raw = new Float64Array(side * side);
  for (let i = 0; i < raw.length; i++) raw[i] = hash(i & mask, Math.floor(i / side), seed) / 2 ** 32;
  const wide = new Float64Array(side * side);
  for (let y = 0; y < side; y++) {
    const row = y * side;
    for (let x = 0; x < side; x++) {
      wide[row + x] = raw[row + ((x - 1) & mask)]! + OWN * raw[row + x]! + raw[row + ((x + 1) & mask)]!;
    }
  }
  const soft = new Float64Array(side * side);
  for (let y = 0; y < side; y++) {
    const [above, row, below] = [((y - 1) & mask) * side, y * side, ((y + 1) & mask) * side];
    for (let x = 0; x < side; x++) soft[row + x] = wide[above + x]! + OWN * wide[row + x]! + wide[below + x]!;
  }
  return soft;
}

/**
 * Adds numbers that repeat, `times` as large, `strength` as strong, to a square that repeats: between two of them, what
 * lies on the line from one to the other.
 */
export function addStretched(
  sums: Float64Array,
  wide: number,
  from: ArrayLike<number>,
  side: number,
  times: number,
  strength: number,
): void {
  const mask = side - 1;
  for (let y = 0; y < wide; y++) {
    const atY = y / times;
    const y0 = Math.floor(atY);
    const fy = atY - y0;
    const upper = (y0 & mask) * side;
    const lower = ((y0 + 1) & mask) * side;
    for (let x = 0; x < wide; x++) {
      const atX = x / times;
      const x0 = Math.floor(atX);
      const fx = atX - x0;
      const left = x0 & mask;
      const right = (x0 + 1) & mask;
      const above = from[upper + left]! + fx * (from[upper + right]! - from[upper + left]!);
      const below = from[lower + left]! + fx * (from[lower + right]! - from[lower + left]!);
      sums[y * wide + x]! += strength * (above + fy * (below - above));
    }
  }
}

/** The same order of heights, but from 0 to 255, each about as often as any other. */
export function equalised(heights: Float64Array): Uint8Array {
  const count = heights.length;
  let least = heights[0]!;
  let most = least;
  for (let i = 1; i < count; i++) {
    const height = heights[i]!;
    if (height < least) least = height;
    else if (height > most) most = height;
  }
  const per = most > least ? (STEPS - 1) / (most - least) : 0;
  const often = new Uint32Array(STEPS);
  for (let i = 0; i < count; i++) often[Math.floor((heights[i]! - least) * per)]! += 1;
  const heightOf = new Uint8Array(STEPS);
  let below = 0;
  for (let step = 0; step < STEPS; step++) {
    heightOf[step] = Math.floor(((below + often[step]! / 2) / count) * 256);
    below += often[step]!;
  }
  const even = new Uint8Array(count);
  for (let i = 0; i < count; i++) even[i] = heightOf[Math.floor((heights[i]! - least) * per)]!;
  return even;
}
