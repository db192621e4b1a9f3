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

  test('shows each size of the slider larger than the last of the same scale', () => {
    for (const sheet of SHEETS) {
      for (const tool of ['wash', 'marker', 'pen'] as const) {
        let last = { all: 0, to: 0 };
        for (const size of sliderSizes(rangeOf(tool))) {
          const { all } = covered(tool, size, sheet);
          const to = sampleScale(size);
          expect(to > last.to || all > last.all, `${tool} of ${size} in ${sheet.width}`).toBe(true);
          last = { all, to };
        }
      }
    }
  });

  test('has its true size up to one that fits, then half of it, then a quarter', () => {
    expect([0.5, 12, 40, 41, 80, 81, 145, 160].map(sampleScale)).toEqual([1, 1, 1, 2, 2, 4, 4, 4]);
  });
});
