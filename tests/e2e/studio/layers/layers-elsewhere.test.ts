/** The layers of a drawing are changed elsewhere, while it is drawn on and while a page has not saved its own. */
import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright/test';
import { layers as words } from '../../../../src/app/words/en/studio/layers.ts';
import { studio } from '../../../../src/app/words/en/studio/studio.ts';
import { tools } from '../../../../src/app/words/en/studio/tools.ts';
import { LAYERS_MAX } from '../../../../src/core/drawing/limits.ts';
import { onLayer } from '../../../../src/core/drawing/members/change-layers.ts';
import { BASE } from '../../../../src/core/drawing/members/layers.ts';
import type { Drawing, Layer, Stroke } from '../../../../src/core/drawing/types.ts';
import { realStrokes } from '../../../support/drawing/strokes.ts';
import { ask } from '../../../support/worker.ts';
import { holdDatabase } from '../../support/ink/held.ts';
import { cameraOf, differenceFromRepaint, storeDrawing, untilSharp } from '../../support/ink/ink-compare.ts';
import { expect, test } from '../../support/site.ts';
import { draw, drawingId, drawReal, liftPen, openDrawing, paper } from '../../support/studio/studio.ts';
import { layersButton, pathThrough, pick } from '../../support/studio/tools.ts';

async function stored(page: Page, id: string): Promise<Drawing> {
  return JSON.parse((await ask(page, `/api/v1/drawings/${id}`)).text);
}

test('layer: a new one for which others left no room before it was saved is kept in a copy, and the page says so', async ({
  app,
  site,
}) => {
  const before = Array.from(
    { length: LAYERS_MAX - 1 },
    (_, n): Layer => ({ ...BASE, id: `l${n}`, name: `l${n}` }),
  );
  const strokes = realStrokes(1).map((stroke) => ({ ...stroke, layer: 'l3' }));
  const id = await storeDrawing(app, strokes, before);
  /** The names of its layers, and of the layer of each stroke. */
  const shown = async (id: string) => {
    const { layers = [], strokes } = await stored(app, id);
    const name = (wanted = BASE.id) => layers.find((one) => one.id === wanted)?.name ?? 'none';
    return `${layers.map((one) => one.name).join(' ')}: ${strokes.map(({ layer }) => name(layer)).join(' ')}`;
  };
  await openDrawing(app, site.url, id);
  await expect.poll(async () => (await stored(app, id)).thumb).not.toBe('');
  const { rev } = await stored(app, id);
  await holdDatabase(app);
  // This waits before what the page saves.
  const theirs = ask(app, `/api/v1/drawings/${id}`, {
    method: 'PATCH',
    headers: {
      'Content-Type': 'application/json-patch+json',
      'If-Match': `"${rev}"`,
      'Idempotency-Key': 'theirs',
    },
    body: JSON.stringify([
      { op: 'replace', path: '/layers', value: [...before, { ...BASE, id: 'theirs', name: 'theirs' }] },
    ]),
  });
  await layersButton(app).click();
  const panel = app.getByRole('region', { name: words.title, exact: true });
  await panel.getByRole('button', { name: words.add, exact: true }).click();
  await app.keyboard.press('Escape');
  await drawReal(app, 1);
  await app.evaluate(() => globalThis.letGo());
  expect((await theirs).status).toBe(200);
  await expect(app.getByText(words.drawnElsewhere)).toBeVisible();
  const names = before.map(({ name }) => name).join(' ');
  await expect.poll(() => shown(id)).toBe(`${names} theirs: l3 none`);
  await app.getByRole('button', { name: words.openCopy }).click();
  await expect(app.getByRole('textbox', { name: studio.title })).toHaveValue(words.keptCopy('Sample'));
  const copy = await drawingId(app);
  expect(copy).not.toBe(id);
  await expect
    .poll(() => shown(copy))
    .toMatch(new RegExp(`^l0.* Layer ${LAYERS_MAX}.*: l3 Layer ${LAYERS_MAX}$`));
});

/** Others change the drawing as it is stored. */
async function patch(page: Page, id: string, change: (stored: Drawing) => readonly object[]): Promise<void> {
  const send = async () => {
    const now = await stored(page, id);
    const headers = {
      'Content-Type': 'application/json-patch+json',
      'If-Match': `"${now.rev}"`,
      'Idempotency-Key': randomUUID(),
    };
    const body = JSON.stringify(change(now));
    return (await ask(page, `/api/v1/drawings/${id}`, { method: 'PATCH', headers, body })).status;
  };
  // The studio may save a thumbnail meanwhile.
  await expect.poll(send).toBe(200);
}

/** Others merge the highest layer into the one below. */
function mergeTop(page: Page, id: string): Promise<void> {
  return patch(page, id, ({ layers = [], strokes }) => {
    const [below, top] = layers.slice(-2).map((one) => one.id);
    const moved = strokes.map((stroke) => (stroke.layer === top ? onLayer(stroke, below!) : stroke));
    return [
      ...moved.map((value, i) => ({ op: 'replace', path: `/strokes/${i}`, value })),
      { op: 'replace', path: '/layers', value: layers.slice(0, -1) },
    ];
  });
}

test('layer: when others lock or hide the one that is drawn on, the stroke lands on the nearest open one and the page says so, as it does after a loop', async ({
  app,
  site,
}) => {
  const [mid, top] = ['mid', 'top'].map((name): Layer => ({ ...BASE, id: name, name }));
  const id = await storeDrawing(app, [], [BASE, mid!, top!]);
  await openDrawing(app, site.url, id);
  await untilSharp(app);
  await layersButton(app).click();
  await app.locator('.layer-row', { hasText: 'top' }).locator('.layer-name').click();
  await app.keyboard.press('Escape');
  const { x, y, width, height } = await paper(app);
  const path = pathThrough([x, y + height / 2], [x + width, y + height / 2]);
  /** Others close the layer in the middle of a gesture. Its new name shows that the page has heard of it. */
  const closeUnder = async (closed: Partial<Layer>) => {
    const closer: Layer = { ...top!, ...closed };
    await draw(app, [path], { lift: false });
    await patch(app, id, () => [{ op: 'replace', path: '/layers', value: [BASE, mid, closer] }]);
    await expect(layersButton(app)).toHaveAccessibleName(words.now(closer.name));
    await liftPen(app, path);
  };
  const open = async (said: string, opens: string) => {
    await expect(app.getByText(said, { exact: true })).toBeVisible();
    await app.getByRole('button', { name: opens, exact: true }).click();
    await expect(app.getByText(said, { exact: true })).toHaveCount(0);
  };

  await closeUnder({ name: 'one', locked: true });
  await open(words.landedLocked('one', 'mid'), words.unlock);
  await closeUnder({ name: 'two', visible: false });
  await open(words.landedHidden('two', 'mid'), words.show);
  await expect
    .poll(async () => (await stored(app, id)).strokes.map(({ layer }) => layer))
    .toEqual(['mid', 'mid']);
  await pick(app, tools.names.lasso);
  await closeUnder({ name: 'three', locked: true });
  await open(words.isLockedNow('three'), words.unlock);
});

test('layer: when others merge the one that is drawn on, ink lands on the one that took it, in view, and the page says so', async ({
  app,
  site,
}) => {
  const above = ['mid', 'top', 'over'].map((name): Layer => ({ ...BASE, id: name, name }));
  // Ink without a choice would land on the base.
  const all = [BASE, ...above];
  const cover: Stroke = {
    tool: 'pen',
    color: '#ffcc00',
    size: 200,
    points: [
      [300, 400],
      [900, 400],
    ],
    layer: 'over',
  };
  const id = await storeDrawing(app, [cover], all);
  await openDrawing(app, site.url, id);
  await untilSharp(app);
  await layersButton(app).click();
  await app.locator('.layer-row', { hasText: 'over' }).locator('.layer-name').click();
  await app.keyboard.press('Escape');
  const { x, y, width, height } = await paper(app);
  const across = (at: number) => pathThrough([x, y + at * height], [x + width, y + at * height]);
  const on = async () => (await stored(app, id)).strokes.map(({ layer }) => layer).join(' ');

  // In the middle of a stroke.
  const first = across(0.3);
  await draw(app, [first], { lift: false });
  await mergeTop(app, id);
  await expect(layersButton(app)).toHaveAccessibleName(words.now('top'));
  await expect(app.getByText(words.gone('over', 'top'))).toBeVisible();
  await liftPen(app, first);
  await expect.poll(on).toBe('top top');

  // And afterwards.
  await mergeTop(app, id);
  await expect(app.getByText(words.gone('top', 'mid'))).toBeVisible();
  await draw(app, [across(0.7)]);
  await expect.poll(on).toBe('mid mid mid');
  const { strokes, layers } = await stored(app, id);
  const camera = await cameraOf(app, id);
  await expect.poll(async () => (await differenceFromRepaint(app, strokes, camera, layers)).greatest).toBe(0);
  const { greatest } = await differenceFromRepaint(app, strokes.slice(0, 1), camera, layers);
  expect(greatest, 'the strokes are seen on the ink').toBeGreaterThan(50);
});
