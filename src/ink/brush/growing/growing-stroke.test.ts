import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Stroke } from '../../../core/drawing/types.ts';
import { BRUSHES, brushOf, leavesInk } from '../brushes.ts';
import { paintPixels } from '../field/paint-stroke.ts';
import { type Box, blankPixels, straightBytes, wholeOf } from '../field/pixels.ts';
import { asFlatStroke } from '../flat-stroke.ts';
import { runBelow } from '../wet-wash.ts';
import { BLOCK, type Block } from './block.ts';
import { GrowingStroke } from './growing-stroke.ts';

const VIEW: Box = { left: -37, top: 11, width: 300, height: 270 };

interface Samples {
  x: number[];
  y: number[];
  pressure: number[];
  tilt: number[];
}

const empty = (): Samples => ({ x: [], y: [], pressure: [], tilt: [] });

/** Samples `from` to `to`, without the latter. */
function cut(all: Samples, from: number, to: number): Samples {
  const { x, y, pressure, tilt } = all;
  return {
    x: x.slice(from, to),
    y: y.slice(from, to),
    pressure: pressure.slice(from, to),
    tilt: tilt.slice(from, to),
  };
}

function append(to: Samples, from: Samples): void {
  for (const key of ['x', 'y', 'pressure', 'tilt'] as const) to[key].push(...from[key]);
}

function strokeOf(style: Pick<Stroke, 'tool' | 'color' | 'size' | 'opacity' | 'at'>, line: Samples): Stroke {
  return {
    ...style,
    points: line.x.map((x, i) => [x, line.y[i]!]),
    ...(line.pressure.length > 0 && { pressure: line.pressure }),
    ...(line.tilt.length > 0 && { tilt: line.tilt }),
  };
}

/** What a canvas takes of the stroke's tiles, on blank paper. */
function finished(stroke: Stroke, scale: number): Uint8ClampedArray<ArrayBuffer> {
  const pixels = blankPixels(VIEW.left, VIEW.top, VIEW.width, VIEW.height);
  paintPixels(pixels, scale, asFlatStroke(stroke), { ...brushOf(stroke.tool), blend: 'over' });
  const bytes = new Uint8ClampedArray(4 * VIEW.width * VIEW.height);
  straightBytes(pixels, wholeOf(pixels), bytes);
  return bytes;
}

/** Puts what has changed of a block where a canvas would. */
function put(screen: Uint32Array, { left, top, words, changed }: Block): void {
  for (let y = changed.top; y < changed.bottom; y++) {
    for (let x = changed.left; x < changed.right; x++) {
      const [at, row] = [left - VIEW.left + x, top - VIEW.top + y];
      if (at < VIEW.width && row < VIEW.height) screen[row * VIEW.width + at] = words[y * BLOCK + x]!;
    }
  }
}

const place = fc.oneof(fc.double({ min: -30, max: 160, noNaN: true }), fc.integer({ min: -60, max: 160 }));
const unit = fc.double({ min: 0, max: 1, noNaN: true });
const lines = fc
  .array(fc.tuple(place, place, unit, unit), { minLength: 1, maxLength: 40 })
  .chain((samples) =>
    fc.record({
      pressed: fc.boolean(),
      tilted: fc.boolean(),
      isFine: fc.boolean(),
      samples: fc.constant(samples),
    }),
  )
  .map(({ pressed, tilted, isFine, samples }): Samples => {
    // Fine: as close together as a slow hand makes them, so that most are left out.
    const [x0, y0] = [samples[0]![0], samples[0]![1]];
    const at = (v: number, from: number) => (isFine ? from + (v - from) / 40 : v);
    return {
      x: samples.map(([x]) => at(x, x0)),
      y: samples.map(([, y]) => at(y, y0)),
      pressure: pressed ? samples.map(([, , pressure]) => pressure) : [],
      tilt: tilted ? samples.map(([, , , tilt]) => tilt) : [],
    };
  });
const styles = fc.record({
  tool: fc.constantFrom(...BRUSHES.map(({ tool }) => tool).filter(leavesInk)),
  color: fc.constantFrom('#1d5fa8', '#1d5fa880'),
  size: fc.oneof(fc.double({ min: 0.1, max: 8, noNaN: true }), fc.double({ min: 8, max: 90, noNaN: true })),
  opacity: fc.constantFrom(1, 0.4),
  at: fc.nat(),
});
const scales = fc.oneof(fc.constantFrom(0.45, 1, 2), fc.double({ min: 0.1, max: 4, noNaN: true }));

const moves = fc.array(
  fc.record({
    samples: fc.integer({ min: 1, max: 6 }),
    predicted: fc.array(fc.tuple(place, place), { maxLength: 3 }),
    hasEnd: fc.boolean(),
  }),
  { minLength: 1, maxLength: 12 },
);

describe('brush: a stroke being drawn', () => {
  test('brush: it has the bytes of the finished stroke after every move, whatever was predicted', () => {
    const stroke = new GrowingStroke();
    fc.assert(
      fc.property(styles, scales, lines, moves, (style, scale, line, moves) => {
        stroke.begin(style, scale, VIEW);
        const shown = new Uint32Array(VIEW.width * VIEW.height);
        const settled = empty();
        let drawn = 0;
        for (const { samples, predicted, hasEnd } of moves) {
          if (drawn === line.x.length) break;
          drawn = Math.min(line.x.length, drawn + samples);
          const isLoose = hasEnd && drawn > settled.x.length + 1;
          append(settled, cut(line, settled.x.length, isLoose ? drawn - 1 : drawn));
          const end = isLoose ? cut(line, drawn - 2, drawn) : empty();
          for (const [x, y] of isLoose ? predicted : []) {
            append(end, { x: [x], y: [y], pressure: end.pressure.slice(-1), tilt: end.tilt.slice(-1) });
          }
          stroke.draw(settled, end, (block) => put(shown, block));
          const all = cut(settled, 0, settled.x.length);
          append(all, cut(end, 1, end.x.length));
          const wanted = finished(strokeOf(style, all), scale);
          expect(Buffer.compare(Buffer.from(shown.buffer), Buffer.from(wanted.buffer))).toBe(0);
        }
      }),
      { numRuns: 300 },
    );
  });

  test('brush: a wash that is drawn into a wet one adds to it only where that is not', () => {
    const band = (y: number) => ({ x: [0, 60, 120, 180], y: [y, y, y, y], pressure: [], tilt: [] });
    const style = { tool: 'wash', color: '#3a76b0', size: 40, at: 0 };
    const before = strokeOf(style, band(60));
    const drawn = (run: readonly Stroke[]) => {
      const stroke = new GrowingStroke();
      const shown = new Uint32Array(VIEW.width * VIEW.height);
      stroke.begin({ ...style, at: 2_000 }, 1, VIEW, run);
      for (let n = 1; n <= 4; n++) {
        const end = n < 4 ? cut(band(90), n - 1, n + 1) : empty();
        stroke.draw(cut(band(90), 0, n), end, (block) => put(shown, block));
      }
      return (y: number) => {
        let sum = 0;
        for (let x = 40; x < 140; x++) sum += shown[(y - VIEW.top) * VIEW.width + x - VIEW.left]! >>> 24;
        return sum / 100;
      };
    };
    const [joined, alone] = [drawn([before]), drawn([])];
    // The first covers 40 to 80, the second 70 to 110.
    expect(alone(75)).toBeGreaterThan(60);
    expect(joined(75)).toBeLessThan(0.25 * alone(75));
    expect(joined(50)).toBe(0);
    expect(Math.abs(joined(95) - alone(95))).toBeLessThan(0.1 * alone(95));
    expect(runBelow([before], { ...style, at: 2_000 })).toEqual([before]);
    expect(runBelow([before], { ...style, at: 90_000 })).toEqual([]);
    expect(runBelow([before], { ...style, tool: 'marker', at: 2_000 })).toEqual([]);
  });
});
