/** The panel of layers: what is drawn where, and what is done with layers, undone and done again. */
import type { Locator, Page } from 'playwright/test';
import { layers as words } from '../../../../src/app/words/en/studio/layers.ts';
import { tools } from '../../../../src/app/words/en/studio/tools.ts';
import { LAYER_NAME_MAX } from '../../../../src/core/drawing/limits.ts';
import { BASE, ONE_LAYER } from '../../../../src/core/drawing/members/layers.ts';
import type { Drawing, Layer, Stroke } from '../../../../src/core/drawing/types.ts';
import { realStrokes } from '../../../support/drawing/strokes.ts';
import { ask } from '../../../support/worker.ts';
import { holdStrokes } from '../../support/ink/held.ts';
import { storeDrawing, untilSharp } from '../../support/ink/ink-compare.ts';
import { expect, test } from '../../support/site.ts';
import { drawReal, openDrawing, savedDrawing } from '../../support/studio/studio.ts';
import { layersButton } from '../../support/studio/tools.ts';

const layer = (id: string, more: Partial<Layer> = {}): Layer => ({ ...BASE, id, name: id, ...more });

async function stored(page: Page, id: string): Promise<Drawing> {
  return JSON.parse((await ask(page, `/api/v1/drawings/${id}`)).text);
}

/** The strokes of each layer that is stored, the lowest first. */
function counts({ layers = ONE_LAYER, strokes }: Drawing): string {
  const on = (id: string) => strokes.filter(({ layer = BASE.id }) => layer === id).length;
  return layers.map(({ id, name }) => `${name || 'base'} ${on(id)}`).join(', ');
}

function panel(page: Page): Locator {
  return page.getByRole('region', { name: words.title, exact: true });
}

async function openPanel(page: Page): Promise<void> {
  if (await panel(page).isVisible()) return;
  await layersButton(page).click();
  await expect(panel(page).getByRole('radio').first()).toBeAttached();
}

/** Closes it: nothing may lie where the pen comes down. */
async function closePanel(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await expect(panel(page)).toBeHidden();
}

/** On a phone: more than five layers, all settings of the active one, and its name with the panel closed. */
async function expectPhone(page: Page, active: string): Promise<void> {
  const size = page.viewportSize()!;
  await page.setViewportSize({ width: 390, height: 844 });
  await page.keyboard.press('Control+a');
  const rows = panel(page).locator('.layer-row');
  const list = (await panel(page).locator('.layer-list').boundingBox())!;
  expect(list.height).toBeGreaterThan(5 * (await rows.first().boundingBox())!.height);
  const field = (await panel(page).getByLabel(words.name, { exact: true }).boundingBox())!;
  expect(field.y).toBeGreaterThanOrEqual(list.y + list.height);
  for (const one of [panel(page).getByLabel(words.moveTo), button(page, words.delete)])
    await expect(one).toBeInViewport({ ratio: 1 });
  await expect(layersButton(page).getByText(active, { exact: true })).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('Escape');
  await page.setViewportSize(size);
  await openPanel(page);
}

const button = (page: Page, name: string) => panel(page).getByRole('button', { name, exact: true });
const undo = (page: Page) => page.getByRole('button', { name: tools.undo, exact: true }).first().click();
const redo = (page: Page) => page.getByRole('button', { name: tools.redo, exact: true }).first().click();

test('layer: what is drawn goes to the layer that was chosen, also after a reload, and each change is undone and redone', async ({
  app,
}) => {
  test.slow();
  const { id } = await savedDrawing(app, 1);
  const becomes = (text: string) => expect.poll(async () => counts(await stored(app, id))).toBe(text);
  await openPanel(app);
  await button(app, words.add).click();
  await closePanel(app);
  await drawReal(app, 2);
  await becomes('base 1, Layer 2 2');
  await app.reload();
  await expect(app.getByRole('button', { name: tools.undo, exact: true }).first()).toBeEnabled();
  await drawReal(app, 1);
  await becomes('base 1, Layer 2 3');

  await openPanel(app);
  await expect(panel(app)).not.toContainText(words.nameFull(LAYER_NAME_MAX));
  await panel(app)
    .getByLabel(words.name, { exact: true })
    .fill('🌳'.repeat(LAYER_NAME_MAX + 1));
  await expect(panel(app).getByLabel(words.name, { exact: true })).toHaveValue('🌳'.repeat(LAYER_NAME_MAX));
  await expect(panel(app)).toContainText(words.nameFull(LAYER_NAME_MAX));
  await panel(app).getByLabel(words.name, { exact: true }).fill('Sky');
  await expect(panel(app)).not.toContainText(words.nameFull(LAYER_NAME_MAX));
  await panel(app).getByLabel(words.name, { exact: true }).press('Enter');
  await becomes('base 1, Sky 3');
  await expect(panel(app).getByLabel(words.name, { exact: true })).toBeFocused();
  const slider = panel(app).getByRole('slider', { name: words.opacity });
  await slider.fill('40');
  await expect.poll(async () => (await stored(app, id)).layers?.[1]?.opacity).toBe(0.4);
  await expect(button(app, words.delete)).not.toBeFocused();
  await button(app, words.delete).press('Enter');
  await becomes('base 1');
  // Another layer is active now: the keys stay where they were.
  await expect(button(app, words.delete)).toBeFocused();
  await undo(app);
  await becomes('base 1, Sky 3');
  // The panel shows what came back.
  await expect(panel(app).getByRole('radio', { name: 'Sky' })).toBeVisible();
  expect((await stored(app, id)).layers?.[1]?.opacity).toBe(0.4);
  // The steps are there after a reload, as others are.
  await app.reload();
  await expect(app.getByRole('button', { name: tools.redo, exact: true }).first()).toBeEnabled();
  await redo(app);
  await becomes('base 1');
  await undo(app);
  await openPanel(app);
  await panel(app).getByRole('radio', { name: 'Sky' }).check({ force: true });
  await button(app, words.mergeDown).click();
  await becomes('base 4');
  for (const text of ['base 1, Sky 3', 'base 1, Sky 3', 'base 1, Layer 2 3', 'base 1, Layer 2 2']) {
    await undo(app);
    await becomes(text);
  }
});

test('layer: a ninth is refused in words, and so is a tool on a layer that is hidden or locked', async ({
  app,
  site,
}) => {
  const eight = Array.from({ length: 8 }, (_, n) => layer(`l${n}`));
  const [one] = realStrokes(1);
  const id = await storeDrawing(app, [{ ...one!, layer: 'l7' }], eight);
  await openDrawing(app, site.url, id);
  await openPanel(app);
  await expect(panel(app).getByRole('radio')).toHaveCount(8);
  await expectPhone(app, 'l7');
  await button(app, words.add).click();
  await expect(app.getByText(words.most(8))).toBeVisible();
  await button(app, words.visible('l7')).click();
  await expect.poll(async () => (await stored(app, id)).layers?.at(-1)?.visible).toBe(false);
  await closePanel(app);
  await drawReal(app, 1);
  await expect(app.getByText(words.isHidden('l7'))).toBeVisible();
  expect((await stored(app, id)).strokes).toHaveLength(1);
  await app.getByRole('button', { name: words.show, exact: true }).click();
  await drawReal(app, 1);
  await expect.poll(async () => (await stored(app, id)).strokes.at(-1)?.layer).toBe('l7');
  await openPanel(app);
  await button(app, words.add).click();
  await expect(app.getByText(words.most(8))).toBeVisible();
  // It lies beside the panel, which shows all eight.
  const list = panel(app).locator('.layer-list');
  expect(await list.evaluate((all) => all.scrollHeight - all.clientHeight)).toBeLessThanOrEqual(0);
});

test('layer: the selection moves to another layer and stays selected, and keys move a layer', async ({
  app,
  site,
}) => {
  const strokes = realStrokes(3).map((one, i): Stroke => (i === 0 ? { ...one, layer: 'sky' } : one));
  const id = await storeDrawing(app, strokes, [BASE, layer('sky')]);
  await openDrawing(app, site.url, id);
  await untilSharp(app);
  const becomes = (text: string) => expect.poll(async () => counts(await stored(app, id))).toBe(text);
  await app.keyboard.press('Control+a');
  // The base is active: what lies on others is not selected.
  await expect(app.getByText(tools.selected(2)).first()).toBeAttached();
  await expect(app.getByText(words.onlyActive(words.base))).toBeVisible();
  await openPanel(app);
  await panel(app).getByLabel(words.moveTo).selectOption('sky');
  await becomes('base 0, sky 3');
  await expect(app.getByText(words.onlyActive(words.base))).toHaveCount(0);
  await expect(app.getByText(tools.selected(2)).first()).toBeAttached();
  await expect(panel(app).getByRole('radio', { name: 'sky' })).toBeChecked();
  // Nothing is chosen until a person chooses again.
  await expect(panel(app).getByLabel(words.moveTo)).toHaveValue('');
  await panel(app).getByRole('radio', { name: 'sky' }).press('Alt+ArrowDown');
  await becomes('sky 3, base 0');
  await undo(app);
  await undo(app);
  await becomes('base 2, sky 1');
});

test('layer: the selection moves to a new layer, and stays selected', async ({ app }) => {
  const { id } = await savedDrawing(app, 2);
  await app.keyboard.press('Control+a');
  await openPanel(app);
  await panel(app).getByLabel(words.moveTo).selectOption(words.newLayer);
  const becomes = (text: RegExp) => expect.poll(async () => counts(await stored(app, id))).toMatch(text);
  await becomes(/^base 0, .+ 2$/);
  await expect(app.getByText(tools.selected(2)).first()).toBeAttached();
  await expect(panel(app).getByRole('radio', { name: words.numbered(2) })).toBeChecked();
  await undo(app);
  await becomes(/^base 2, .+ 0$/);
  await undo(app);
  await becomes(/^base 2$/);
});

test('layer: a name that is being typed is kept when the page is left, as one step of undo', async ({
  app,
}) => {
  const { id } = await savedDrawing(app, 1);
  await openPanel(app);
  await panel(app).getByLabel(words.name, { exact: true }).fill('Roof');
  await app.reload();
  const name = async () => (await stored(app, id)).layers?.[0]?.name;
  await expect.poll(name).toBe('Roof');
  // The page may have read the drawing before that was saved: until it hears of it, there is no name to undo.
  await openPanel(app);
  await expect(panel(app).getByLabel(words.name, { exact: true })).toHaveValue('Roof');
  await undo(app);
  await expect.poll(name).toBe('');
});

test('layer: what is drawn while a drawing opens goes to the layer that takes ink', async ({ app, site }) => {
  const own = realStrokes(3);
  const id = await storeDrawing(app, own, [layer('top'), { ...BASE, visible: false }]);
  await holdStrokes(app);
  await openDrawing(app, site.url, id);
  await drawReal(app, 2);
  await app.evaluate(() => globalThis.letGo());
  await untilSharp(app);
  await expect.poll(async () => counts(await stored(app, id))).toBe('top 2, base 3');
  // Their steps of undo are of the same strokes.
  await undo(app);
  await expect.poll(async () => counts(await stored(app, id))).toBe('top 1, base 3');
});

test('studio: on a phone the panel lets the drawing be seen while an opacity slides', async ({ app }) => {
  await app.setViewportSize({ width: 390, height: 844 });
  const id = await storeDrawing(app, realStrokes(6));
  await openDrawing(app, new URL(app.url()).origin, id);
  await openPanel(app);
  const slider = panel(app).getByLabel(words.opacity);
  const name = panel(app).getByLabel(words.name, { exact: true });
  const seen = () =>
    name
      .evaluate((element) => element.checkVisibility({ opacityProperty: true }))
      .then((shown) => shown && 'panel');
  const { x, y, width, height } = (await slider.boundingBox())!;
  await app.mouse.move(x + width - height / 2, y + height / 2);
  await app.mouse.down();
  expect(await seen()).toBe('panel');
  await app.mouse.move(x + width / 2, y + height / 2, { steps: 3 });
  await expect.poll(seen).toBe(false);
  expect(await slider.evaluate((element) => element.checkVisibility({ opacityProperty: true }))).toBe(true);
  await app.mouse.up();
  await expect.poll(seen).toBe('panel');
  // By keys, while one is down.
  await slider.focus();
  await app.keyboard.down('ArrowLeft');
  await expect.poll(seen).toBe(false);
  await app.keyboard.up('ArrowLeft');
  await expect.poll(seen).toBe('panel');
});
