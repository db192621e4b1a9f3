import { describe, expect, test } from 'vitest';
import { painted } from '../../../../tests/support/painted/goldens.ts';
import type { Point, Stroke } from '../../../core/drawing/types.ts';
import { type Brush, EVEN } from '../../brush/brush.ts';
import { BRUSHES, brushOf } from '../../brush/brushes.ts';
import { paintPixels } from '../../brush/field/paint-stroke.ts';
import { blankPixels } from '../../brush/field/pixels.ts';
import { asFlatStroke } from '../../brush/flat-stroke.ts';
import { FLAT_DEPTH, shadeFlat } from '../../brush/kinds/flat-shade.ts';
import { readText } from '../read.ts';
import { toneOf } from './tone.ts';
import { svgParts } from './write-svg.ts';

const SIDE = 256;
const LINE: readonly Point[] = Array.from({ length: 41 }, (_, i) => [
  48 + 4 * i,
  128 + Math.round(20 * Math.sin(i / 6)),
]);
const TONED = BRUSHES.filter(({ svg }) => svg.leaves !== undefined);

const strokeOf = (tool: string, size: number, more: Partial<Stroke>): Stroke => ({
  tool,
  color: '#000',
  size,
  points: LINE,
  ...more,
});
const all = (value: number) => LINE.map(() => value);
const rising = LINE.map((_, i) => i / 40);

const HANDS: Readonly<Record<string, Partial<Stroke>>> = {
  'without pressure': {},
  light: { pressure: all(0.2) },
  hard: { pressure: all(1) },
  'harder and harder': { pressure: rising },
  leaning: { tilt: all(0.8) },
  'leaning more and more, lightly': { pressure: all(0.4), tilt: rising },
  'from one point to another': { points: [LINE[0]!, LINE[40]!], pressure: [0, 1] },
  'two points at each place': { points: LINE.map((_, i) => LINE[i - (i % 2)]!), pressure: rising },
  'other bristles': { at: 300_000 },
};

/** How much ink the painter lays. */
function inkOf(stroke: Stroke): number {
  return sumOf(painted([stroke], 1, 0, 0, SIDE).words);
}

/** How much ink the shape of a stroke takes without a texture. */
function shapeOf(stroke: Stroke): number {
  const pixels = blankPixels(0, 0, SIDE, SIDE);
  const flat: Brush = { ...brushOf(stroke.tool), reads: [], shade: shadeFlat, depth: () => FLAT_DEPTH };
  paintPixels(pixels, 1, asFlatStroke(stroke), flat);
  return sumOf(pixels.words);
}

function sumOf(words: Uint32Array): number {
  return words.reduce((sum, word) => sum + (word >>> 24), 0);
}

describe('svg: the tone of a stroke', () => {
  test.each(TONED.map(({ tool }) => tool))(
    '%s leaves as much ink of its shape as the painter lays',
    (tool) => {
      const brush = brushOf(tool);
      const { leaves = 0, opacity = 1 } = brush.svg;
      const ratios: Record<string, number> = {};
      for (const size of [4, 12, 40]) {
        for (const [hand, more] of Object.entries(HANDS)) {
          const stroke = strokeOf(tool, size, more);
          const ratio = (toneOf(brush, stroke) * leaves * opacity * shapeOf(stroke)) / inkOf(stroke);
          ratios[`${size}, ${hand}`] = Math.round(100 * ratio) / 100;
        }
      }
      const wrong = Object.entries(ratios).filter(([, ratio]) => !(ratio > 0.85 && ratio < 1.2));
      expect(Object.fromEntries(wrong)).toEqual({});
    },
  );

  test('a pressed line is lighter or darker in the file, and comes back in its colour, without the pressure', () => {
    const area = { minX: 0, minY: 0, maxX: SIDE, maxY: SIDE };
    for (const { tool } of TONED) {
      for (const [color, opacity, pressed] of [
        ['#1d5fa8', undefined, 0.2],
        ['#1d5fa8', 0.5, 0.2],
        ['#1d5fa880', undefined, 0.2],
        ['#1d5fa8', undefined, 1],
      ] as const) {
        const points: Point[] = [LINE[0]!, LINE[40]!];
        const plain = strokeOf(tool, 12, { color, points, ...(opacity && { opacity }) });
        const write = (stroke: Stroke) =>
          [...svgParts([stroke], { title: '', paper: undefined, area })].join('');
        const text = write({ ...plain, pressure: [pressed, pressed] });
        const cover = (of: string) => Number(/stroke-opacity="([\d.]+)"/.exec(of)?.[1] ?? 1);
        if (pressed < EVEN) expect(cover(text)).toBeLessThan(0.8 * cover(write(plain)));
        else expect(cover(text)).toBeGreaterThan(cover(write(plain)));
        expect(readText(text).strokes).toEqual([plain]);
      }
    }
  });
});
