/** The stroke being drawn, on the screen: what one sees of it is what stays. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright/test';
import { expect, test } from 'playwright/test';
import type { Point, Stroke } from '../../../src/core/drawing/types.ts';
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

test('ink: a stroke does not change when the pointer is lifted, with any brush', async ({ browser }) => {
  test.slow();
  const page = await browser.newPage({ viewport: { width: 400, height: 300 } });
  await page.route('**/*', (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }));
  await page.goto('http://127.0.0.1:9/');
  await page.addScriptTag({ content: await bundle('tests/e2e/support/ink/hand-page.ts'), type: 'module' });
  await page.waitForFunction(() => 'handPage' in globalThis);
  const settled = () => expect.poll(() => page.evaluate(() => handPage.settled())).toBe(true);
  for (const [i, tool] of TOOLS.entries()) {
    const brush = { tool, color: '#3a5f3a', size: 18, opacity: tool === 'pen' ? 0.5 : 1 };
    const zoom = i % 2 === 0 ? 1 : 1.7;
    await page.evaluate(([strokes, brush, zoom]) => handPage.open(strokes, brush, zoom), [
      BELOW,
      brush,
      zoom,
    ] as const);
    await settled();
    await page.mouse.move(...WAY[0]!);
    await page.mouse.down();
    for (const place of WAY.slice(1)) await page.mouse.move(...place, { steps: 16 });
    const wet = await screen(page);
    await page.mouse.up();
    const laid = await screen(page);
    await settled();
    const landed = await screen(page);
    assert.equal(await page.evaluate(() => handPage.strokes().length), BELOW.length + 1);
    const unlike = await page.evaluate(
      async ([wet, laid, landed]) => [await handPage.compare(wet, laid), await handPage.compare(wet, landed)],
      [wet, laid, landed] as const,
    );
    // Stored points lie within a tenth of a pixel of the samples, which some edges show.
    for (const { inked, share, far } of unlike) {
      assert.ok(inked > 10_000, `there is ink of the ${tool}`);
      assert.ok(share < 0.06 && far < 0.002, `${tool}: ${JSON.stringify(unlike)}`);
    }
  }
  await page.close();
});
