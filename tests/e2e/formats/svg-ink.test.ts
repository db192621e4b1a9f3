/** SVG as Chromium shows it: as much ink as the painter lays, whatever the brush, its size, pressure and lean. */
import { expect, test } from 'playwright/test';
import type { Point, Stroke } from '../../../src/core/drawing/types.ts';
import { paintPixels } from '../../../src/ink/brush/field/paint-stroke.ts';
import { blankPixels } from '../../../src/ink/brush/field/pixels.ts';
import { asFlatStroke } from '../../../src/ink/brush/flat-stroke.ts';
import { svgParts } from '../../../src/ink/formats/svg/write-svg.ts';

const SIDE = 400;
const TOOLS = ['pencil', 'dry', 'chalk'];
const SIZES = [4, 10, 40];

const across = Array.from({ length: 41 }, (_, i): Point => [50 + 7.5 * i, 200 + 40 * Math.sin(i / 7)]);
const down = across.map(([x, y]): Point => [y, x]);
const even = (value: number) => across.map(() => value);
const rising = across.map((_, i) => i / 40);
const HANDS: Readonly<Record<string, Partial<Stroke>>> = {
  plain: {},
  'up and down': { points: down, at: 300_000 },
  'translucent, light': { opacity: 0.5, pressure: even(0.2) },
  pressed: { pressure: even(1) },
  'rising and leaning': { pressure: rising, tilt: even(0.6) },
};

function painted(stroke: Stroke): number {
  const pixels = blankPixels(0, 0, SIDE, SIDE);
  paintPixels(pixels, 1, asFlatStroke(stroke));
  return pixels.words.reduce((sum, word) => sum + (word >>> 24), 0) / 255;
}

function svgOf(stroke: Stroke): string {
  const area = { minX: 0, minY: 0, maxX: SIDE, maxY: SIDE };
  return [...svgParts([stroke], { title: '', paper: undefined, area })].join('');
}

/** The opacity of all pixels together, for each SVG. Runs in the page. */
async function shown(texts: readonly string[]): Promise<readonly number[]> {
  const sums: number[] = [];
  for (const text of texts) {
    const image = new Image();
    image.src = `data:image/svg+xml,${encodeURIComponent(text)}`;
    await image.decode();
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [image.width, image.height];
    const context = canvas.getContext('2d')!;
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
    sums.push(data.reduce((sum, value, i) => (i % 4 === 3 ? sum + value : sum), 0) / 255);
  }
  return sums;
}

test('brush: an SVG has as much ink as the painted stroke, whatever its size, pressure and lean', async ({
  page,
}) => {
  const strokes = TOOLS.flatMap((tool) =>
    SIZES.flatMap((size) =>
      Object.entries(HANDS).map(([hand, more]) => {
        const stroke: Stroke = { tool, color: '#8a3b1f', size, points: across, at: 20_000, ...more };
        return { name: `${tool} ${size}, ${hand}`, stroke };
      }),
    ),
  );
  const inks = await page.evaluate(
    shown,
    strokes.map(({ stroke }) => svgOf(stroke)),
  );
  const ratios = strokes.map(({ name, stroke }, i) => [name, inks[i]! / painted(stroke)] as const);
  const wrong = ratios.filter(([, ratio]) => !(ratio > 0.8 && ratio < 1.2));
  expect(Object.fromEntries(wrong)).toEqual({});
});
