import { describe, expect, test } from 'vitest';
import { paintPixels } from '../../../ink/brush/field/paint-stroke.ts';
import { blankPixels } from '../../../ink/brush/field/pixels.ts';
import { asFlatStroke } from '../../../ink/brush/flat-stroke.ts';
import type { BrushTool } from '../../../ink/index.ts';
import { rangeOf, sliderSizes } from '../tool-settings/sizes.ts';
import { sampleStroke } from './sample-stroke.ts';

/** The sheets of the panel on a desktop and on a phone, CSS px. */
const SHEETS = [
  { width: 230, height: 72 },
  { width: 290, height: 56 },
];

/** How many pixels of its sheet a sample covers, and how many of those lie at the upper and lower edge. */
function covered(tool: BrushTool, size: number, { width, height }: { width: number; height: number }) {
  const pixels = blankPixels(0, 0, width, height);
  const stroke = sampleStroke({ tool, color: '#3a76b0', size, opacity: 1 }, { width, height });
  paintPixels(pixels, 1, asFlatStroke(stroke));
  const isInk = (word: number) => word !== 0;
  const rows = [pixels.words.subarray(0, width), pixels.words.subarray(-width)];
  return {
    all: pixels.words.filter(isInk).length,
    cut: rows.reduce((sum, row) => sum + row.filter(isInk).length, 0),
  };
}

describe('studio: the sample of a brush', () => {
  test('shows each size of the slider larger than the last, until the mark fills the sheet', () => {
    for (const sheet of SHEETS) {
      for (const tool of ['wash', 'marker', 'pen'] as const) {
        let last = 0;
        for (const size of sliderSizes(rangeOf(tool))) {
          const { all } = covered(tool, size, sheet);
          const isFull = last > 0.97 * sheet.width * sheet.height;
          expect(isFull || all > last, `${tool} of ${size} in ${sheet.width}`).toBe(true);
          last = all;
        }
      }
    }
  });

  test('is whole where it fits, and cut off above and below where it does not', () => {
    for (const sheet of SHEETS) {
      expect(covered('wash', 40, sheet).cut).toBe(0);
      expect(covered('wash', 80, sheet).cut).toBeGreaterThan(0);
      expect(covered('wash', 140, sheet).all).toBeGreaterThan(0.9 * sheet.width * sheet.height);
    }
  });
});
