/**
 * Pictures that must have the same bytes everywhere, as digests. They run in Node and in pages, so strokes are made
 * from whole numbers only: browsers differ in sin and cos.
 */
import type { Point, Stroke } from '../../../src/core/drawing/types.ts';
import { BRUSHES, leavesInk } from '../../../src/ink/brush/brushes.ts';
import { paintPixels } from '../../../src/ink/brush/field/paint-stroke.ts';
import { blankPixels, type Pixels } from '../../../src/ink/brush/field/pixels.ts';
import { asFlatStroke } from '../../../src/ink/brush/flat-stroke.ts';

const SIDE = 256;
const SIZES = { fine: [0.3, 1, 2.5, 4], middle: [5, 6, 8, 12], wide: [10, 18, 27, 40] } as const;
const SCALES = [0.45, 2.73] as const;
const TOOLS = BRUSHES.map(({ tool }) => tool).filter(leavesInk);
/** Drawing units. Here strokes cross the px by which a period of the grain is longer than its heights. */
const FAR: Point = [6000, -5760];
const COLORS = ['#1b1b1f', '#b3261e', '#1d5fa880', '#2e7d32', '#fa08'];
/** Numerical Recipes' generator. */
const STEP = { by: 1_664_525, add: 1_013_904_223 };

/** Wandering strokes, some with pressure, tilt and a time, some of one point, a few that erase. */
export function wanderers(tool: string, sizes: readonly number[], n = 60): Stroke[] {
  let state = 7;
  const next = (below: number) => {
    state = (Math.imul(state, STEP.by) + STEP.add) >>> 0;
    return state % below;
  };
  return Array.from({ length: n }, (_, i): Stroke => {
    const length = i % 9 === 0 ? 1 : 2 + next(30);
    let [x, y] = [next(30_000) - 2_000, next(30_000) - 2_000];
    const points = Array.from({ length }, (): Point => {
      x += next(2_400) - 1_200;
      y += next(2_400) - 1_200;
      return [x / 100, y / 100];
    });
    const pressure = points.map(() => next(101) / 100);
    const stroke = {
      tool: i % 13 === 12 ? 'eraser' : tool,
      color: COLORS[i % COLORS.length]!,
      size: sizes[i % sizes.length]!,
      points,
      ...(i % 3 === 0 && { pressure }),
      ...(i % 5 === 0 && { tilt: pressure }),
      ...(i % 2 === 0 && { at: 1000 * i }),
    };
    return stroke;
  });
}

/** The strokes on one rectangle of the grid. */
export function painted(
  strokes: readonly Stroke[],
  scale: number,
  left: number,
  top: number,
  side = SIDE,
): Pixels {
  const pixels = blankPixels(left, top, side, side);
  for (const stroke of strokes) paintPixels(pixels, scale, asFlatStroke(stroke));
  return pixels;
}

/** FNV-1a, 32 bits, as eight digits. */
export function digestOf({ words }: Pick<Pixels, 'words'>): string {
  let hash = 0x811c9dc5;
  for (const byte of new Uint8Array(words.buffer)) hash = Math.imul(hash ^ byte, 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, '0');
}

/** The digest of each golden picture, by brush, sizes and scale. */
export function goldenDigests(): Record<string, string> {
  const digests: Record<string, string> = {};
  for (const tool of TOOLS) {
    for (const name of ['fine', 'middle', 'wide'] as const) {
      for (const scale of SCALES) {
        const picture = painted(wanderers(tool, SIZES[name]), scale, -16, 8);
        digests[`${tool}, ${name}, at ${scale}`] = digestOf(picture);
      }
    }
  }
  const [farX, farY] = FAR;
  for (const tool of TOOLS) {
    const strokes = wanderers(tool, SIZES.middle).map((stroke) => ({
      ...stroke,
      points: stroke.points.map(([x, y]): Point => [x + farX, y + farY]),
    }));
    for (const scale of SCALES) {
      const picture = painted(strokes, scale, Math.round(farX * scale) - 16, Math.round(farY * scale) + 8);
      digests[`${tool}, far away, at ${scale}`] = digestOf(picture);
    }
  }
  return digests;
}

/** One digest of all golden pictures: another one once a stroke of any brush gets other pixels. */
export function goldenLook(): string {
  const digests = Object.values(goldenDigests()).map((digest) => Number.parseInt(digest, 16));
  return digestOf({ words: Uint32Array.from(digests) });
}
