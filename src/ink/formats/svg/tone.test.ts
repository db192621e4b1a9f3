import { describe, expect, test } from 'vitest';
import { painted } from '../../../../tests/support/painted/goldens.ts';
import type { Point, Stroke } from '../../../core/drawing/types.ts';
import { EVEN, UPRIGHT } from '../../brush/brush.ts';
import { BRUSHES, brushOf } from '../../brush/brushes.ts';
import { readText } from '../read.ts';
import { toneOf } from './tone.ts';
import { svgParts } from './write-svg.ts';

const POINTS: readonly Point[] = Array.from({ length: 41 }, (_, i) => [40 + 4 * i, 90]);
const TEXTURED = BRUSHES.filter(({ reads, svg }) => svg.texture !== undefined && reads.includes('pressure'));

const strokeOf = (tool: string, size: number, more: Partial<Stroke>): Stroke => ({
  tool,
  color: '#000',
  size,
  points: POINTS,
  ...more,
});
const all = (value: number) => POINTS.map(() => value);

/** How much ink the painter lays. */
function inkOf(stroke: Stroke): number {
  return painted([stroke], 1, 0, 0, 240).words.reduce((sum, word) => sum + (word >>> 24), 0);
}

describe('svg: the tone of a stroke', () => {
  test.each(TEXTURED.map(({ tool }) => tool))(
    '%s is as dark for its pressure and lean as it is painted',
    (tool) => {
      const brush = brushOf(tool);
      for (const size of [6, 20]) {
        const plain = inkOf(strokeOf(tool, size, {}));
        for (const more of [
          { pressure: all(0.1) },
          { pressure: all(0.9) },
          { pressure: POINTS.map((_, i) => i / 40) },
          { tilt: all(0.8) },
          { pressure: all(0.3), tilt: all(0.4) },
        ]) {
          const stroke = strokeOf(tool, size, more);
          const wider = brush.radius(EVEN, more.tilt?.[0] ?? UPRIGHT) / brush.radius(EVEN, UPRIGHT);
          const written = toneOf(brush, stroke) * wider * plain;
          const ratio = written / inkOf(stroke);
          expect(Math.max(ratio, 1 / ratio), `${size} ${JSON.stringify(Object.keys(more))}`).toBeLessThan(
            1.3,
          );
        }
      }
    },
  );

  test('a pressed line is lighter or darker in the file, and comes back in its colour, without the pressure', () => {
    const area = { minX: 0, minY: 0, maxX: 240, maxY: 240 };
    for (const { tool } of TEXTURED) {
      for (const [color, opacity, pressed] of [
        ['#1d5fa8', undefined, 0.2],
        ['#1d5fa8', 0.5, 0.2],
        ['#1d5fa880', undefined, 0.2],
        ['#1d5fa8', undefined, 1],
      ] as const) {
        const plain = strokeOf(tool, 12, { color, ...(opacity && { opacity }) });
        const write = (stroke: Stroke) =>
          [...svgParts([stroke], { title: '', paper: undefined, area })].join('');
        const text = write({ ...plain, pressure: all(pressed) });
        const cover = (of: string) => Number(/stroke-opacity="([\d.]+)"/.exec(of)?.[1] ?? 1);
        if (pressed < EVEN) expect(cover(text)).toBeLessThan(0.8 * cover(write(plain)));
        expect(readText(text).strokes).toEqual([plain]);
      }
    }
  });
});
