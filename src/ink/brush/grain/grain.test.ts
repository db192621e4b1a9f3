import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { painted } from '../../../../tests/support/painted/goldens.ts';
import type { Stroke } from '../../../core/drawing/types.ts';
import type { Field } from '../brush.ts';
import { grainAt } from './grain.ts';
import { GrainWalk } from './grain-walk.ts';

const KINDS = ['fine', 'coarse', 'cloud'] as const;
const SCALES = [0.3, 0.45, 1, 1.37, 2, 2.73];

describe('brush: the grain of the paper', () => {
  test('brush: each height of the grain is about as frequent as any other, at every scale', () => {
    for (const kind of KINDS) {
      for (const scale of SCALES) {
        const { heights, period } = grainAt(kind, scale);
        expect(heights.length).toBe(period * period);
        const often = Array.from({ length: 8 }, () => 0);
        for (const height of heights) often[height >> 5]! += 8 / heights.length;
        for (const share of often) expect(share).toBeCloseTo(1, 1);
      }
    }
  });

  test('brush: the grain goes on over its edge as it goes on within', () => {
    for (const kind of KINDS) {
      for (const scale of SCALES) {
        const { heights, period } = grainAt(kind, scale);
        // How much rows and columns differ from those next to them, on average.
        const step = (at: (i: number, k: number) => number, k: number) => {
          let sum = 0;
          for (let i = 0; i < period; i++) sum += Math.abs(at(i, k) - at(i, (k + 1) % period));
          return sum / period;
        };
        for (const at of [
          (i: number, k: number) => heights[k * period + i]!,
          (i: number, k: number) => heights[i * period + k]!,
        ]) {
          const inside = Array.from({ length: period - 1 }, (_, k) => step(at, k));
          expect(step(at, period - 1)).toBeLessThan(1.3 * Math.max(...inside));
        }
      }
    }
  });

  test('brush: hills keep their size on the screen, by half and double', () => {
    const periodAt = (scale: number) => grainAt('fine', scale).period;
    expect([0.25, 0.5, 1, 2, 4].map(periodAt)).toEqual([256, 256, 256, 256, 256]);
    expect([1.2, 1.4, 1.5, 3.2].map(periodAt)).toEqual([307, 358, 192, 205]);
    for (let scale = 0.01; scale < 100; scale *= 1.07) {
      expect(periodAt(scale)).toBeGreaterThanOrEqual(181);
      expect(periodAt(scale)).toBeLessThanOrEqual(362);
    }
  });

  test('brush: a height lies where it does on the paper, within a px, however far from the origin', () => {
    const far = 2_000_000;
    const place = fc.integer({ min: -far, max: far });
    const scale = fc.double({ min: 0.05, max: 20, noNaN: true });
    const size = fc.tuple(fc.integer({ min: 1, max: 1200 }), fc.integer({ min: 1, max: 24 }));
    fc.assert(
      fc.property(scale, place, place, size, fc.boolean(), (scale, left, top, [long, short], isTall) => {
        const grain = grainAt('fine', scale);
        const [width, height] = isTall ? [short, long] : [long, short];
        const [halfWidth, halfHeight] = [width >> 1, height >> 1];
        const seen = heightsIn(left, top, width, height, scale);
        const part = heightsIn(
          left + halfWidth,
          top + halfHeight,
          width - halfWidth,
          height - halfHeight,
          scale,
        );
        /** How far the place of a height is from that of its px on the paper, px; both are on a circle. */
        const off = (at: number, on: number) => {
          const by = Math.abs(at - (on - Math.floor(on / grain.size) * grain.size));
          return Math.min(by, Math.abs(by - grain.size));
        };
        for (let y = 0; y < height; y++) {
          const row = Math.floor(seen[y * width]! / grain.period);
          expect(row).toBeLessThan(grain.period);
          expect(off(row, top + y)).toBeLessThan(1.01);
          for (let x = 0; x < width; x++) {
            const index = seen[y * width + x]!;
            expect(Math.floor(index / grain.period)).toBe(row);
            expect(off(index % grain.period, left + x)).toBeLessThan(1.01);
            const [px, py] = [x - halfWidth, y - halfHeight];
            if (px >= 0 && py >= 0) expect(part[py * (width - halfWidth) + px]).toBe(index);
          }
        }
      }),
      {
        numRuns: 20,
        // Across the column 2764 and the row -2535: there a period is a px longer than its heights.
        examples: [
          [0.45, 2600, -2600, [400, 3], false],
          [0.45, 2600, -2700, [400, 3], true],
        ],
      },
    );
  });

  test('brush: a small step of zoom moves no grain, near the origin and far from it', () => {
    for (const tool of ['pencil', 'chalk', 'dry']) {
      for (const from of [0, 600, 5000]) {
        const seen = correlation(paper(tool, 2, from), paper(tool, 2.02, from));
        expect(seen, `${tool} at ${from}`).toBeGreaterThan(0.5);
      }
    }
  });

  test('brush: at twice the zoom hills are where they were, and a little farther in nothing moves at all', () => {
    for (const tool of ['pencil', 'chalk', 'wash']) {
      const whole = paper(tool, 1);
      expect(correlation(whole, paper(tool, 2)), tool).toBeGreaterThan(0.35);
      expect(correlation(whole, paper(tool, 1.3)), tool).toBeGreaterThan(0.75);
      expect(Math.abs(correlation(whole, paper(tool, 1, 37))), `${tool}, elsewhere`).toBeLessThan(0.2);
    }
  });
});

/** Indexes of the heights on which the px of a rectangle lie. */
function heightsIn(left: number, top: number, width: number, height: number, scale: number): number[] {
  // Rows in two runs, as those of a stroke with a hole.
  const runs = Array.from({ length: height }, (_, row) => {
    const [begin, hole] = [row * width, row * width + (width >> 2)];
    return [begin, hole, hole, begin + width];
  }).flat();
  const field = { left, top, width, runs: Int32Array.from(runs), runsEnd: runs.length };
  // The walk reads no other part of a field.
  const walk = new GrainWalk(field as unknown as Field, grainAt('fine', scale));
  const indexes: number[] = [];
  while (walk.next()) for (let i = walk.from; i < walk.to; i++) indexes[i] = i + walk.shift;
  return indexes;
}

const UNITS = 160;

/** The opacity of each unit of paper in the middle of a wide stroke. */
function paper(tool: string, scale: number, from = 0): number[] {
  const points: Stroke['points'] = [
    [from - 500, 100],
    [from + 900, 100],
  ];
  const stroke: Stroke = { tool, color: '#000', size: 500, points };
  const side = Math.ceil(UNITS * scale) + 1;
  const { words } = painted([stroke], scale, Math.round(from * scale), 0, side);
  const units: number[] = [];
  for (let y = 0; y < UNITS; y++) {
    for (let x = 0; x < UNITS; x++) {
      let [sum, count] = [0, 0];
      for (let py = Math.round(y * scale); py < Math.round((y + 1) * scale); py++) {
        for (let px = Math.round(x * scale); px < Math.round((x + 1) * scale); px++) {
          sum += words[py * side + px]! >>> 24;
          count += 1;
        }
      }
      units.push(sum / count);
    }
  }
  return units;
}

function correlation(a: readonly number[], b: readonly number[]): number {
  const mean = (of: readonly number[]) => of.reduce((sum, v) => sum + v, 0) / of.length;
  const [meanA, meanB] = [mean(a), mean(b)];
  let [ab, aa, bb] = [0, 0, 0];
  for (const [i, v] of a.entries()) {
    const [da, db] = [v - meanA, b[i]! - meanB];
    ab += da * db;
    aa += da * da;
    bb += db * db;
  }
  return ab / Math.sqrt(aa * bb);
}
