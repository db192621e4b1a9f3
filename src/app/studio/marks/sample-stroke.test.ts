import { describe, expect, test } from 'vitest';
import { paintPixels } from '../../../ink/brush/field/paint-stroke.ts';
import { blankPixels } from '../../../ink/brush/field/pixels.ts';
import { asFlatStroke } from '../../../ink/brush/flat-stroke.ts';
import { BRUSH_TOOLS, type BrushTool } from '../../../ink/index.ts';
import { rangeOf, sliderSizes } from '../tool-settings/sizes.ts';
import { sampleScale, sampleStroke } from './sample-stroke.ts';

/** The sheets of the panel on a desktop and on a phone, CSS px. */
const SHEETS = [
  { width: 230, height: 72 },
  { width: 290, height: 56 },
];

/** How many pixels of its sheet a sample covers, and how many of those lie at an edge of the sheet. */
function covered(tool: BrushTool, size: number, { width, height }: { width: number; height: number }) {
  const pixels = blankPixels(0, 0, width, height);
  const to = sampleScale(size);
  const box = { width: width * to, height: height * to };
  paintPixels(pixels, 1 / to, asFlatStroke(sampleStroke({ tool, color: '#3a76b0', size, opacity: 1 }, box)));
  const found = { all: 0, cut: 0 };
  for (const [i, word] of pixels.words.entries()) {
    if (word === 0) continue;
    const [x, y] = [i % width, Math.floor(i / width)];
    found.all += 1;
    if (x === 0 || y === 0 || x === width - 1 || y === height - 1) found.cut += 1;
  }
  return found;
}

describe('studio: the sample of a brush', () => {
  test('is whole at every size', () => {
    for (const sheet of SHEETS) {
      for (const tool of BRUSH_TOOLS) {
        for (const size of sliderSizes(rangeOf(tool))) {
          expect(covered(tool, size, sheet).cut, `${tool} of ${size} in ${sheet.width}`).toBe(0);
        }
      }
    }
  });

  test('shows each size of the slider larger than the last as long as it fits, and none smaller', () => {
    for (const sheet of SHEETS) {
      for (const tool of ['wash', 'marker', 'pen'] as const) {
        let last = 0;
        for (const size of sliderSizes(rangeOf(tool))) {
          const { all } = covered(tool, size, sheet);
          // The grain of the paper is finer in a smaller picture.
          const least = sampleScale(size) === 1 ? last + 1 : last * 0.98;
          expect(all, `${tool} of ${size} in ${sheet.width}`).toBeGreaterThanOrEqual(least);
          last = all;
        }
      }
    }
  });

  test('has its true size up to one that fits, and is then as wide as that', () => {
    expect([0.5, 12, 40, 80, 145, 160].map(sampleScale)).toEqual([1, 1, 1, 2, 3.625, 4]);
  });
});
