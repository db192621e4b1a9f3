/** The stroke being drawn, on the screen: what one sees of it is what stays. */
import assert from 'node:assert/strict';
import type { Browser, Page } from 'playwright/test';
import { expect, test } from 'playwright/test';
import { BASE } from '../../../src/core/drawing/members/layers.ts';
import type { Layer, Point, Stroke } from '../../../src/core/drawing/types.ts';
import { BRUSHES, leavesInk } from '../../../src/ink/brush/brushes.ts';
import type { ToolName } from '../../../src/ink/index.ts';
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

async function screen(page: Page): Promise<string> {
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
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
async function expectStays(page: Page, what: string): Promise<void> {
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
    assert.ok(share < 0.06 && far < 0.002, `${what}: ${JSON.stringify(unlike)}`);
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
      tool === 'wash' || tool === 'chalk' ? 1 : 1.7,
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
