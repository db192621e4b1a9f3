/** What is chosen in the dock and drawn by a pen is what is stored, with every brush. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright/test';
import type { Stroke } from '../../../src/core/drawing/types.ts';
import { BRUSH_TOOLS } from '../../../src/ink/index.ts';
import { DAY } from '../../support/painting/house.ts';
import { easelFor, paint } from '../../support/painting/painter.ts';
import { SCENE, shophouse } from '../../support/painting/shophouse.ts';
import type { Mark } from '../../support/painting/sketch.ts';
import { storedStrokes } from '../support/ink/stored.ts';
import { expect, test } from '../support/site.ts';
import { acknowledged, canvas, drawingId, newDrawing } from '../support/studio/studio.ts';
import { zoomButton } from '../support/studio/tools.ts';

/** So many marks of each tool. */
const EACH = 3;
const LEANING: ReadonlySet<string> = new Set(['pencil', 'chalk']);

/** The first marks of each tool: all take their colours, sizes and opacities from the dock. */
function beginning(): Mark[] {
  const taken = new Map<string, number>();
  return shophouse(DAY).filter(({ tool }) => {
    const n = (taken.get(tool) ?? 0) + 1;
    taken.set(tool, n);
    return n <= EACH;
  });
}

const lookOf = ({ tool, color, size, opacity = 1 }: Stroke | Mark) => [tool, color, size, opacity] as const;

/** The pixels of the tiles, once they do not change any more. */
async function picture(page: Page): Promise<string> {
  let last = '';
  await expect(canvas(page)).toHaveAttribute('aria-busy', 'false');
  const tiles = canvas(page).locator('canvas').first();
  await expect(async () => {
    const now = await tiles.evaluate((element) => (element as HTMLCanvasElement).toDataURL());
    const isStill = now === last;
    last = now;
    expect(isStill).toBe(true);
  }).toPass();
  return last;
}

test('ink: a painting with every brush is stored as it was drawn, and is the same after a reload', async ({
  app,
}) => {
  test.slow();
  await newDrawing(app);
  // The scene is higher than the window.
  for (const percent of ['80%', '64%']) {
    await app.keyboard.press('-');
    await expect(zoomButton(app)).toHaveText(percent);
  }
  const marks = beginning();
  await paint(app, marks, await easelFor(app, SCENE, 0.64, { top: 60, bottom: 0 }));
  const id = await drawingId(app);
  const strokes = await acknowledged(app, id);
  const drawn = strokes.filter(({ tool }) => tool !== 'eraser');
  assert.deepEqual(drawn.map(lookOf), marks.filter(({ tool }) => tool !== 'eraser').map(lookOf));
  assert.deepEqual(new Set(drawn.map(({ tool }) => tool)), new Set(BRUSH_TOOLS));
  assert.equal(strokes.length - drawn.length, EACH, 'the washes are erased by strokes');
  for (const { tool, pressure, tilt } of drawn) {
    assert.ok(new Set(pressure).size > 1, `the pressure of the ${tool} varies`);
    if (!LEANING.has(tool)) assert.equal(tilt, undefined, tool);
  }
  assert.ok(
    drawn.some(({ tool, tilt }) => tool === 'pencil' && tilt),
    'the pencil leans',
  );

  const before = await picture(app);
  await app.reload();
  assert.deepEqual(await storedStrokes(app, id), strokes);
  await expect(async () => expect((await picture(app)) === before).toBe(true)).toPass();
});
