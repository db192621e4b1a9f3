/** The stroke being drawn and the selection being carried, on the screen: what one sees of them is what stays. */
import assert from 'node:assert/strict';
import type { Browser, Page } from 'playwright/test';
import { expect, test } from 'playwright/test';
import { BASE } from '../../../src/core/drawing/members/layers.ts';
import type { Layer, Point, Stroke } from '../../../src/core/drawing/types.ts';
import { BRUSHES, leavesInk } from '../../../src/ink/brush/brushes.ts';
import type { ToolName } from '../../../src/ink/index.ts';
import { FRAME_GAP } from '../../../src/ink/selection/frame.ts';
import { bundle } from '../../support/bundle.ts';
import type { HandPage } from '../support/ink/hand-page.ts';

declare global {
  var handPage: HandPage;
}

const TOOLS = BRUSHES.map(({ tool }) => tool).filter(leavesInk) as ToolName[];
/** Something to cross: a line of each kind of blending, below what is drawn. */
const BELOW: readonly Stroke[] = ['pen', 'marker', 'wash'].map((tool, i) => ({
  tool,
  color: ['#a03020', '#c8a000', '#2060a0'][i]!,
  size: 22,
  points: [
    [70 + 90 * i, 10],
    [90 + 90 * i, 150],
    [60 + 90 * i, 290],
  ],
}));
const WAY: readonly Point[] = [
  [30, 60],
  [330, 90],
  [180, 200],
  [60, 180],
  [340, 250],
];

async function twoFrames(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
}

async function screen(page: Page): Promise<string> {
  await twoFrames(page);
  return (await page.screenshot()).toString('base64');
}

async function bare(browser: Browser): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 400, height: 300 } });
  await page.route('**/*', (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }));
  await page.goto('http://127.0.0.1:9/');
  await page.addScriptTag({ content: await bundle('tests/e2e/support/ink/hand-page.ts'), type: 'module' });
  await page.waitForFunction(() => 'handPage' in globalThis);
  return page;
}

async function untilSettled(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => handPage.settled())).toBe(true);
}

async function drawAlong(page: Page, way: readonly Point[]): Promise<void> {
  await page.mouse.move(...way[0]!);
  await page.mouse.down();
  for (const place of way.slice(1)) await page.mouse.move(...place, { steps: 16 });
}

/** Lifts the pointer, and expects the screen to stay as it was: at once, and once tiles show the stroke. */
async function expectStays(page: Page, what: string, most = { share: 0.06, far: 0.002 }): Promise<void> {
  const wet = await screen(page);
  await page.mouse.up();
  const laid = await screen(page);
  await untilSettled(page);
  const landed = await screen(page);
  const unlike = await page.evaluate(
    async ([wet, laid, landed]) => [await handPage.compare(wet, laid), await handPage.compare(wet, landed)],
    [wet, laid, landed] as const,
  );
  // Stored points lie within a tenth of a pixel of the samples, which some edges show.
  for (const { inked, share, far } of unlike) {
    assert.ok(inked > 10_000, `there is ink: ${what}`);
    assert.ok(share < most.share && far < most.far, `${what}: ${JSON.stringify(unlike)}`);
  }
}

test('ink: a stroke does not change when the pointer is lifted, with any brush', async ({ browser }) => {
  test.slow();
  const page = await bare(browser);
  for (const [i, tool] of TOOLS.entries()) {
    const brush = { tool, color: '#3a5f3a', size: 18, opacity: tool === 'pen' ? 0.5 : 1 };
    const zoom = i % 2 === 0 ? 1 : 1.7;
    await page.evaluate(([strokes, brush, zoom]) => handPage.open(strokes, brush, zoom), [
      BELOW,
      brush,
      zoom,
    ] as const);
    await untilSettled(page);
    await drawAlong(page, WAY);
    await expectStays(page, tool);
    assert.equal(await page.evaluate(() => handPage.strokes().length), BELOW.length + 1);
  }
  await page.close();
});

const layer = (id: string, more: Partial<Layer> = {}): Layer => ({ ...BASE, id, ...more });
const [INK, TOP] = [layer('ink'), layer('top', { opacity: 0.8 })];
const GLAZE = layer('glaze', { blend: 'multiply', opacity: 0.7 });

/** Layers, brush and opacity; a line of each kind of blending is on each layer. */
const BENEATH: readonly (readonly [string, readonly Layer[], ToolName, number?])[] = [
  ['an opaque layer', [BASE, INK], 'pen'],
  ['an opaque layer', [BASE, INK], 'wash'],
  ['a layer that only multiplies', [BASE, GLAZE], 'wash'],
  ['a translucent layer', [BASE, layer('ink', { opacity: 0.5 })], 'pen', 0.6],
  ['a layer that multiplies', [BASE, GLAZE], 'pen'],
  ['a layer that multiplies', [BASE, GLAZE], 'marker'],
  ['several layers', [layer('low'), BASE, GLAZE, INK, TOP], 'chalk'],
  ['several, on one that multiplies', [layer('low'), { ...BASE, blend: 'multiply' }, INK, GLAZE], 'ink'],
  ['a hidden layer', [layer('low'), BASE, layer('ink', { visible: false })], 'pen'],
];

/** Nothing need be known of what lies above: the browser blends them as tiles do. */
const FREE = new Set(['pen a hidden layer', 'wash a layer that only multiplies']);

/** Lines on each layer but the base, so that nothing of its own shows through. */
function lines(layers: readonly Layer[]): Stroke[] {
  return layers
    .filter(({ id }) => id !== BASE.id)
    .flatMap(({ id }, k) =>
      BELOW.map(({ points, ...stroke }) => ({
        ...stroke,
        points: points.map(([x, y]): Point => [x + 25 * k, y]),
        layer: id,
      })),
    );
}

/** Where the way crosses the first of the lines. */
const CROSSING = [82, 65] as const;

test('layer: a stroke below other layers is drawn where it will lie', async ({ browser }) => {
  test.slow();
  const page = await bare(browser);
  const veiled = page.locator('canvas[data-veiled]');
  for (const [i, [name, layers, tool, opacity = 1]] of BENEATH.entries()) {
    const brush = { tool, color: '#8a5fd0', size: 24, opacity };
    await page.evaluate(([strokes, brush, zoom, layers]) => handPage.open(strokes, brush, zoom, layers), [
      lines(layers),
      brush,
      1.7,
      layers,
    ] as const);
    await untilSettled(page);
    if (i % 3 === 1) await page.evaluate(() => handPage.panBy(-23, 17));
    await drawAlong(page, WAY);
    const isFree = FREE.has(`${tool} ${name}`);
    await expect(veiled).toHaveAttribute('data-veiled', String(!isFree));
    await expectStays(page, `${tool} below ${name}`);
  }
  await page.close();
});

/** Opens these strokes, on a layer and one above it, and draws with a pen on the lower one. The pen stays down. */
async function drawBelow(page: Page, strokes: readonly Stroke[]): Promise<void> {
  const brush = { tool: 'pen', color: '#8a5fd0', size: 24, opacity: 1 } as const;
  await page.evaluate(([strokes, brush, layers]) => handPage.open(strokes, brush, 1, layers), [
    strokes,
    brush,
    [BASE, INK],
  ] as const);
  await untilSettled(page);
  await drawAlong(page, WAY);
}

test('layer: among more ink than a frame paints it also stays there when the pointer is lifted', async ({
  browser,
}) => {
  const page = await bare(browser);
  const one = lines([BASE, INK])[0]!;
  const thin = (i: number): Stroke => ({
    ...one,
    color: '#f0e0c0',
    size: 1,
    points: Array.from({ length: 150 }, (_, k): Point => [10 + 5 * i + (k % 2), 10 + 2 * k]),
  });
  const strokes = [...Array.from({ length: 70 }, (_, i) => thin(i)), one];
  await drawBelow(page, strokes);
  await expect(page.locator('canvas[data-veiled]')).toHaveAttribute('data-veiled', 'true');
  const inNextFrame = page.evaluate(
    ([x, y]) =>
      new Promise<string>((resolve) => {
        const read = () => {
          const tiles = document.querySelector<HTMLCanvasElement>('canvas[data-tiles]')!;
          resolve(tiles.getContext('2d')!.getImageData(x, y, 1, 1).data.join(' '));
        };
        addEventListener('pointerup', () => requestAnimationFrame(() => setTimeout(read)), { once: true });
      }),
    CROSSING,
  );
  await expectStays(page, 'pen among much ink');
  expect(await inNextFrame).toBe('160 48 32 255');
  await page.close();
});

test('layer: what is undone above a stroke while it is drawn no longer lies over it', async ({ browser }) => {
  const page = await bare(browser);
  const strokes = lines([BASE, INK]);
  await drawBelow(page, strokes);
  const wet = page.locator('canvas[data-veiled]');
  await expect(wet).toHaveAttribute('data-veiled', 'true');
  /** The stroke being drawn where it crosses the first line. */
  const crossing = () =>
    wet.evaluate(
      (element: HTMLCanvasElement, [x, y]) =>
        element.getContext('2d')!.getImageData(x, y, 1, 1).data.join(' '),
      CROSSING,
    );
  expect(await crossing()).toBe('160 48 32 255');
  await page.evaluate((strokes) => handPage.setStrokes(strokes), strokes.slice(1));
  await expect.poll(crossing).toBe('138 95 208 255');
  await untilSettled(page);
  await expectStays(page, 'pen below what was undone');
  await page.close();
});

test('layer: while the eraser goes over a lower layer, what lies above stays', async ({ browser }) => {
  const page = await bare(browser);
  const eraser = { tool: 'eraser', color: '#000', size: 1, opacity: 1 } as const;
  const shown = (at: readonly [number, number]) =>
    page.evaluate(([x, y]) => {
      const tiles = document.querySelector<HTMLCanvasElement>('canvas[data-tiles]')!;
      return tiles.getContext('2d')!.getImageData(x, y, 1, 1).data.join(' ');
    }, at);
  const beside = [220, 78] as const;
  // A pen's stroke is cut at once; a wash is erased once the eraser is lifted.
  for (const tool of ['pen', 'wash']) {
    await page.evaluate(([strokes, eraser, layers]) => handPage.open(strokes, eraser, 1, layers), [
      [{ tool, color: '#1f4fae', size: 30, points: WAY }, ...lines([BASE, INK])],
      eraser,
      [BASE, INK],
    ] as const);
    await untilSettled(page);
    const before = await shown(beside);
    await page.mouse.move(30, 62);
    await page.mouse.down();
    for (let x = 40; x <= 330; x += 10) {
      await page.mouse.move(x, 60 + x / 11);
      await twoFrames(page);
      expect(await shown(CROSSING)).toBe('160 48 32 255');
    }
    if (tool === 'pen') expect(await shown(beside)).not.toBe(before);
    await page.mouse.up();
    await untilSettled(page);
    expect([await shown(CROSSING), await shown(beside)]).toEqual(['160 48 32 255', '0 0 0 0']);
  }
  await page.close();
});

/** Layers of the strokes that are carried, and where these lie in the end: nothing is known above `free` ones. */
const CARRIED: readonly (readonly [string, readonly Layer[], 'free'?])[] = [
  ['an opaque layer', [BASE, INK]],
  ['a translucent layer, on another', [{ ...BASE, opacity: 0.6 }, layer('ink', { opacity: 0.5 })]],
  ['a layer that multiplies', [BASE, GLAZE]],
  ['several layers', [layer('low'), BASE, GLAZE, INK, layer('hidden', { visible: false }), TOP]],
  ['several, on one that multiplies', [layer('low'), { ...BASE, blend: 'multiply' }, INK, GLAZE]],
  ['one that multiplies, on another', [layer('low'), { ...BASE, blend: 'multiply' }, GLAZE], 'free'],
  ['a hidden layer', [layer('low'), BASE, layer('ink', { visible: false })], 'free'],
  ['none', [{ ...BASE, opacity: 0.5 }], 'free'],
];

/** Strokes of several colours and opacities over each other, on the base. Grain would lie still on the paper. */
const PICKED: readonly Stroke[] = [
  { tool: 'pen', color: '#8a5fd0', size: 24, points: WAY },
  {
    tool: 'marker',
    color: '#e0d060',
    size: 30,
    points: [
      [40, 210],
      [330, 130],
    ],
  },
  {
    tool: 'pen',
    color: '#206040',
    size: 26,
    opacity: 0.5,
    points: [
      [60, 100],
      [320, 220],
    ],
  },
];

test('layer: a selection below other layers is carried where it will lie', async ({ browser }) => {
  test.slow();
  const page = await bare(browser);
  const carried = page.locator('[data-below]');
  const brush = { tool: 'lasso', color: '#000', size: 1, opacity: 1 } as const;
  for (const [i, [name, layers, free]] of CARRIED.entries()) {
    await page.evaluate(([strokes, brush, layers]) => handPage.open(strokes, brush, 1, layers), [
      [...lines(layers), ...PICKED],
      brush,
      layers,
    ] as const);
    await untilSettled(page);
    await page.evaluate(() => handPage.selectAll());
    await expect(carried).toHaveAttribute('data-below', String(!free));
    await page.mouse.move(200, 150);
    await page.mouse.down();
    await page.mouse.move(190, 140);
    await page.mouse.move(200 - 7 * i, 150 + 5 * i, { steps: 3 });
    await expectStays(page, `a selection below ${name}`);
    assert.equal(await page.evaluate(() => handPage.strokes().length), lines(layers).length + PICKED.length);
  }
  await page.close();
});

test('layer: a selection is below other layers as soon as what they show is known, also scaled', async ({
  browser,
}) => {
  const page = await bare(browser);
  const brush = { tool: 'lasso', color: '#000', size: 1, opacity: 1 } as const;
  await page.evaluate(
    ([strokes, brush, layers]) => {
      handPage.open(strokes, brush, 1, layers);
      handPage.selectAll();
    },
    [[...lines([BASE, INK]), ...PICKED], brush, [BASE, INK]] as const,
  );
  // Nothing is known yet: the tiles come first.
  await page.mouse.move(200, 150);
  await page.mouse.down();
  await page.mouse.move(190, 140);
  await page.mouse.move(200, 150);
  await expect(page.locator('[data-below]')).toHaveAttribute('data-below', 'true');
  /** The picture of the selection where it crosses the first line. */
  const screenOfSelection = page.locator('[data-below] canvas:last-child');
  const colorAt = (at: readonly [number, number]) =>
    screenOfSelection.evaluate(
      (element: HTMLCanvasElement, [x, y]) =>
        element.getContext('2d')!.getImageData(x, y, 1, 1).data.join(' '),
      at,
    );
  await expect.poll(() => colorAt(CROSSING)).toBe('160 48 32 255');
  await page.mouse.up();
  await untilSettled(page);

  // The lower right corner of its frame is dragged towards the middle.
  const { maxX, maxY } = await page.evaluate(() => handPage.selected()!);
  const corner = [maxX + 4 + FRAME_GAP, maxY - 2 + FRAME_GAP] as const;
  await page.mouse.move(...corner);
  await page.mouse.down();
  await page.mouse.move(corner[0] - 80, corner[1] - 60, { steps: 5 });
  await expect.poll(() => colorAt([84, 60])).toBe('160 48 32 255');
  // The edges of a picture of another scale are softer.
  await expectStays(page, 'a selection that is scaled', { share: 0.2, far: 0.1 });
  await page.close();
});
