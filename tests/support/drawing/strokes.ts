/**
 * Strokes for tests and benchmarks. Real ones if the recorded sketches are available (Google's Quick, Draw!,
 * raw), else generated ones that are as dense as people draw.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Point, Stroke } from '../../../src/core/drawing/types.ts';
import { sharedFile } from '../shared.ts';

const WORLD = { width: 2400, height: 1600 };
const TOOLS = ['pen', 'pen', 'pen', 'marker'];
const COLORS = ['#1b1b1f', '#b3261e', '#1d5fa8', '#2e7d32', '#8a5a00', '#6a1b9a'];
const SIZES = [2, 3, 4.5, 8];

export interface Ink {
  readonly strokes: Stroke[];
  readonly source: 'quickdraw' | 'generated';
  /** Printed beside every figure: `quickdraw: 20000 strokes, mean 44.0 points`. */
  readonly label: string;
}

/**
 * `n` strokes spread over the paper: sketches by real people, each copy moved and scaled by its own amount,
 * with every recorded point at 0.01 px; or those of `realLikeStrokes`.
 */
export function ink(n: number): Ink {
  const drawings = recorded();
  const strokes = drawings === undefined ? realLikeStrokes(n) : copies(drawings, n);
  const source = drawings === undefined ? 'generated' : 'quickdraw';
  const points = strokes.reduce((sum, stroke) => sum + stroke.points.length, 0);
  const mean = n === 0 ? 0 : points / n;
  return { strokes, source, label: `${source}: ${strokes.length} strokes, mean ${mean.toFixed(1)} points` };
}

/** The strokes of `ink(n)`. */
export function realStrokes(n: number): Stroke[] {
  return ink(n).strokes;
}

type Sketch = readonly Point[][];

let cached: Sketch[] | undefined;

function recorded(): Sketch[] | undefined {
  const folder = sharedFile('strokes/quickdraw');
  if (folder === undefined) return undefined;
  cached ??= readdirSync(folder)
    .filter((name) => name.endsWith('.ndjson'))
    .sort()
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').trim().split('\n'))
    .map((line) => sketch(JSON.parse(line).drawing));
  return cached;
}

/** A stroke is recorded as `[[x…], [y…], [ms…]]`. */
function sketch(drawing: readonly (readonly number[])[][]): Sketch {
  return drawing.map(([xs = [], ys = []]) => xs.map((x, i): Point => [x, ys[i] ?? 0]));
}

function copies(sketches: readonly Sketch[], n: number): Stroke[] {
  const random = generator(20_000);
  const strokes: Stroke[] = [];
  for (let i = 0; strokes.length < n; i++) {
    const lines = sketches[i % sketches.length]!;
    const scale = 0.4 + random() * 0.8;
    const [dx, dy] = [random() * WORLD.width, random() * WORLD.height];
    const origin = lines[0]?.[0] ?? [0, 0];
    for (const line of lines) {
      if (strokes.length === n) break;
      const points = line.map(
        ([x, y]): Point => [hundredth((x - origin[0]) * scale + dx), hundredth((y - origin[1]) * scale + dy)],
      );
      if (points.length > 0) strokes.push(styled(points, strokes.length));
    }
  }
  return strokes;
}

/**
 * Generated strokes: lines that turn smoothly, slow down in curves and are sampled at even intervals. Strokes
 * have 2 to 240 points, most are short, the mean is about 61; every third has pressure. The same `seed` gives
 * the same strokes.
 */
export function realLikeStrokes(n: number, seed = 1): Stroke[] {
  const random = generator(seed);
  return Array.from({ length: n }, (_, i) => {
    // -ln of a uniform number is distributed exponentially: many short strokes, few long ones.
    const length = Math.max(2, Math.min(240, Math.round(-Math.log(1 - random()) * 63)));
    const points: Point[] = [];
    const pressure: number[] = [];
    let [x, y] = [random() * WORLD.width, random() * WORLD.height];
    let heading = random() * 2 * Math.PI;
    let turning = 0;
    for (let k = 0; k < length; k++) {
      points.push([hundredth(x), hundredth(y)]);
      turning = turning * 0.85 + (random() - 0.5) * 0.3;
      heading += turning;
      const speed = 5 / (1 + 8 * Math.abs(turning));
      pressure.push(hundredth(0.9 - 0.1 * speed));
      x += Math.cos(heading) * speed;
      y += Math.sin(heading) * speed;
    }
    return i % 3 === 0 ? { ...styled(points, i), pressure } : styled(points, i);
  });
}

function styled(points: readonly Point[], i: number): Stroke {
  return {
    tool: TOOLS[i % TOOLS.length]!,
    color: COLORS[Math.floor(i / 3) % COLORS.length]!,
    size: SIZES[Math.floor(i / 5) % SIZES.length]!,
    points,
  };
}

function hundredth(v: number): number {
  return Math.round(v * 100) / 100;
}

/** Random numbers in [0, 1), the same for the same seed: a 32-bit xorshift (Marsaglia, 2003). */
export function generator(seed: number): () => number {
  let state = seed * 2_654_435_761 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}
