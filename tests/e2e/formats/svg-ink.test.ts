/** SVG as Chromium shows it: as much ink as the painter lays, whatever the brush, and in its colours on any paper. */
import { expect, test } from 'playwright/test';
import { PAPERS } from '../../../src/app/paper/papers.ts';
import { BASE } from '../../../src/core/drawing/members/layers.ts';
import type { Layer, Point, Stroke } from '../../../src/core/drawing/types.ts';
import { paintCoats } from '../../../src/ink/brush/field/paint-coats.ts';
import { paintPixels } from '../../../src/ink/brush/field/paint-stroke.ts';
import { blankPixels } from '../../../src/ink/brush/field/pixels.ts';
import { asFlatStroke } from '../../../src/ink/brush/flat-stroke.ts';
import { coatsOf } from '../../../src/ink/brush/wet-wash.ts';
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

/** The side of what is compared, and how far its mean may be from the painted one: the grain of a wash is imitated. */
const PATCH = 30;
const GRAIN = 20;
const WASH = { tool: 'wash', size: 80 };
const lying = (y: number, more: Partial<Stroke>): Stroke => ({
  tool: 'pen',
  color: '#bf3b2b',
  size: 60,
  points: [
    [40, y],
    [360, y],
  ],
  ...more,
});
const GLAZE: Layer = { ...BASE, id: 'glaze', name: 'Glaze', opacity: 0.8, blend: 'multiply' };
/** Bands of ink below, with one standing band over all of them, which multiplies. */
const BANDS = [80, 200, 320];
const below = [lying(200, {}), lying(320, { ...WASH, color: '#d2962a' })];
const across200 = {
  points: [
    [200, 30],
    [200, 370],
  ] as Point[],
};
const GLAZED: Readonly<Record<string, { strokes: readonly Stroke[]; layers?: readonly Layer[] }>> = {
  'a wash': { strokes: [...below, lying(0, { ...WASH, ...across200, color: '#2f86b8', at: 300_000 })] },
  'a wash, erased in part': {
    strokes: [
      ...below,
      lying(0, { ...WASH, ...across200, color: '#2f86b8', at: 300_000 }),
      lying(140, { tool: 'eraser', size: 10 }),
    ],
  },
  'a layer that multiplies': {
    strokes: [...below, lying(0, { ...across200, color: '#2f86b8', size: 80, layer: GLAZE.id })],
    layers: [BASE, GLAZE],
  },
};

/** The mean colour of each patch, with what lies below an SVG where it is blank. Runs in the page. */
async function means({
  text,
  patches,
  side,
}: {
  readonly text: string;
  readonly patches: readonly Point[];
  readonly side: number;
}): Promise<readonly (readonly number[])[]> {
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(text)}`;
  await image.decode();
  const canvas = new OffscreenCanvas(image.width, image.height);
  const context = canvas.getContext('2d')!;
  context.drawImage(image, 0, 0);
  return patches.map(([x, y]) => {
    const { data } = context.getImageData(x - side / 2, y - side / 2, side, side);
    const alphas = data.filter((_, i) => i % 4 === 3);
    const sums = [0, 1, 2].map((c) =>
      alphas.reduce((sum, alpha, i) => sum + (data[4 * i + c]! * alpha) / 255, 0),
    );
    return [...sums, alphas.reduce((sum, alpha) => sum + alpha, 0)].map((sum) => sum / side ** 2);
  });
}

for (const [name, { strokes, layers }] of Object.entries(GLAZED)) {
  test(`brush: ${name} has the colours of the painted one in an SVG on any paper`, async ({ page }) => {
    const pixels = blankPixels(0, 0, SIDE, SIDE);
    paintCoats(pixels, 1, coatsOf(strokes), asFlatStroke, layers);
    const patches = BANDS.map((y): Point => [200, y]);
    const area = { minX: 0, minY: 0, maxX: SIDE, maxY: SIDE };
    const papers = { ...PAPERS, none: undefined };
    const wrong: unknown[] = [];
    for (const [on, paper] of Object.entries(papers)) {
      const text = [...svgParts(strokes, { title: '', paper: paper?.color, area, layers })].join('');
      const shown = await page.evaluate(means, { text, patches, side: PATCH });
      for (const [i, [x, y]] of patches.entries()) {
        const painted = meanOn(paper?.color, pixels.words, x, y);
        if (painted.some((value, c) => Math.abs(value - shown[i]![c]!) > GRAIN))
          wrong.push([on, y, painted.map(Math.round), shown[i]!.map(Math.round)]);
      }
    }
    expect(wrong).toEqual([]);
  });
}

/** The mean colour of painted ink over the paper, about a point. */
function meanOn(paper: string | undefined, words: Uint32Array, atX: number, atY: number): readonly number[] {
  const ground = paper ? [1, 3, 5].map((at) => Number.parseInt(paper.slice(at, at + 2), 16)) : [0, 0, 0];
  const sums = [0, 0, 0, 0];
  for (let y = atY - PATCH / 2; y < atY + PATCH / 2; y++) {
    for (let x = atX - PATCH / 2; x < atX + PATCH / 2; x++) {
      const word = words[y * SIDE + x]!;
      const rest = 1 - (word >>> 24) / 255;
      for (const [c, below] of [...ground, paper ? 255 : 0].entries())
        sums[c]! += ((word >>> (8 * c)) & 255) + rest * below;
    }
  }
  return sums.map((sum) => sum / PATCH ** 2);
}
