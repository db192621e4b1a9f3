/** Earlier versions: looked at, taken back, undone and copied. */
import type { Locator, Page } from 'playwright/test';
import { settings } from '../../../../src/app/words/en/settings.ts';
import { layers } from '../../../../src/app/words/en/studio/layers.ts';
import { photo } from '../../../../src/app/words/en/studio/photo.ts';
import { studio } from '../../../../src/app/words/en/studio/studio.ts';
import { tools } from '../../../../src/app/words/en/studio/tools.ts';
import { versions as words } from '../../../../src/app/words/en/studio/versions.ts';
import { limitSize, relativeTime, size } from '../../../../src/app/words/format.ts';
import { BASE } from '../../../../src/core/drawing/members/layers.ts';
import { WHITE } from '../../../../src/core/drawing/members/paper.ts';
import type { Drawing, Stroke } from '../../../../src/core/drawing/types.ts';
import { realStrokes } from '../../../support/drawing/strokes.ts';
import { ask } from '../../../support/worker.ts';
import { allInEitherScheme } from '../../support/axe.ts';
import { cameraOf, inkShows, storeDrawing, untilSharp } from '../../support/ink/ink-compare.ts';
import { expect, test } from '../../support/site.ts';
import { box } from '../../support/studio/overlap.ts';
import {
  keptPhoto,
  newWithPhoto,
  openPhotoPanel,
  photoOnPaper,
  replacePhoto,
} from '../../support/studio/photos.ts';
import { drawingId, drawReal, newDrawing, openDrawing, savedDrawing } from '../../support/studio/studio.ts';
import { layersButton } from '../../support/studio/tools.ts';

declare global {
  /** How requests for earlier versions end. */
  var versionsAre: 'held' | 'refused' | 'answered' | 'gone';
}

const dialog = (page: Page) => page.getByRole('dialog', { name: words.title });
const pictures = (page: Page): Locator => dialog(page).getByRole('listitem').getByRole('button');
const button = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true });
const more = (page: Page) => page.getByRole('button', { name: studio.more, exact: true });
const undo = (page: Page) => page.getByRole('button', { name: tools.undo, exact: true }).first();
const redo = (page: Page) => page.getByRole('button', { name: tools.redo, exact: true }).first();

async function openVersions(page: Page): Promise<void> {
  await more(page).click();
  await page.getByRole('button', { name: words.title }).click();
  await expect(dialog(page)).toBeVisible();
}

async function stored(page: Page, id: string): Promise<Drawing> {
  return JSON.parse((await ask(page, `/api/v1/drawings/${id}`)).text);
}

async function patch(page: Page, id: string, operations: readonly unknown[]): Promise<void> {
  const { rev } = await stored(page, id);
  const headers = {
    'Content-Type': 'application/json-patch+json',
    'If-Match': `"${rev}"`,
    'Idempotency-Key': crypto.randomUUID(),
  };
  const body = JSON.stringify(operations);
  const response = await ask(page, `/api/v1/drawings/${id}`, { method: 'PATCH', headers, body });
  expect(response.status, response.text).toBe(200);
}

const points = ({ strokes }: Pick<Drawing, 'strokes'>) => strokes.map((stroke: Stroke) => stroke.points[0]);

/** What is in an element of a photo. */
const inPhoto = (image: Locator) =>
  image.evaluate((element) => {
    const { complete, naturalWidth } = element as HTMLImageElement;
    return { complete, width: naturalWidth };
  });

/** Erases everything, as a person does. */
async function eraseAll(page: Page, id: string): Promise<void> {
  await untilSharp(page);
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Delete');
  await expect.poll(async () => (await stored(page, id)).strokes.length).toBe(0);
}

test('versions: what was drawn and erased is looked at, taken back as one step, undone and done again after a reload', async ({
  app,
}) => {
  test.slow();
  const { id, before } = await savedDrawing(app, 3);
  await eraseAll(app, id);
  await openVersions(app);
  await expect(pictures(app)).toHaveCount(1);
  await expect(pictures(app).first()).toContainText(words.strokes(3));
  await expect(pictures(app).locator('img')).toBeVisible();
  await pictures(app).first().click();
  await expect(dialog(app).getByRole('img')).toBeVisible();
  await button(app, words.takeBack).click();
  await expect(dialog(app)).toBeHidden();
  await expect(app.getByText(words.takenBack)).toBeVisible();
  await expect.poll(async () => (await stored(app, id)).strokes).toEqual(before);
  expect(await inkShows(app)).toBe(true);

  await app.reload();
  await expect(undo(app)).toBeEnabled();
  await undo(app).click();
  await expect.poll(async () => (await stored(app, id)).strokes.length).toBe(0);
  await app.reload();
  await expect(redo(app)).toBeEnabled();
  await redo(app).click();
  await expect.poll(async () => (await stored(app, id)).strokes).toEqual(before);
  await openVersions(app);
  await pictures(app).first().click();
  await button(app, words.takeBack).click();
  await expect(app.getByText(words.same)).toBeVisible();
});

test('versions: a drawing that is taken back out of sight is shown whole, and one that is seen stays where it is', async ({
  app,
}) => {
  const { id } = await savedDrawing(app, 3);
  const takeBack = async () => {
    await openVersions(app);
    await pictures(app).first().click();
    await expect(dialog(app).getByRole('img')).toBeVisible();
    await button(app, words.takeBack).click();
    await expect.poll(async () => (await stored(app, id)).strokes.length).toBe(3);
  };
  const moveAway = async (x: number) => {
    await app.mouse.move(640, 400);
    await app.mouse.wheel(x, 0);
    await untilSharp(app);
  };
  await eraseAll(app, id);
  await moveAway(40);
  const before = await cameraOf(app, id);
  await takeBack();
  expect(await inkShows(app)).toBe(true);
  expect(await cameraOf(app, id)).toEqual(before);
  await undo(app).click();
  await expect.poll(async () => (await stored(app, id)).strokes.length).toBe(0);
  await moveAway(9000);
  await takeBack();
  await expect.poll(() => inkShows(app)).toBe(true);
});

test('versions: taking back brings layers and paper, keeps the title, and loses nothing that others drew meanwhile', async ({
  app,
  site,
}) => {
  const both = [BASE, { ...BASE, id: 'sky', name: 'Sky' }];
  const old = realStrokes(5).map((one, i): Stroke => (i > 2 ? { ...one, layer: 'sky' } : one));
  const [kept, , , , , fresh, late] = realStrokes(7);
  const id = await storeDrawing(app, old, both);
  const gone = [4, 3, 2, 1].map((i) => ({ op: 'remove', path: `/strokes/${i}` }));
  const night = { color: '#1d232f' };
  await patch(app, id, [
    ...gone,
    { op: 'replace', path: '/layers', value: [BASE] },
    { op: 'replace', path: '/paper', value: night },
    { op: 'replace', path: '/title', value: 'Now' },
    { op: 'add', path: '/strokes/-', value: fresh },
  ]);
  await openDrawing(app, site.url, id);
  await untilSharp(app);
  await openVersions(app);
  // A white one lies on white, whatever the drawing lies on now.
  await expect(dialog(app).locator('.version-picture')).toHaveCSS('background-color', 'rgb(255, 253, 248)');
  await pictures(app).first().click();
  await expect(dialog(app).getByText(words.stays('Sample'))).toBeVisible();
  await button(app, words.takeBack).click();
  await expect.poll(async () => points(await stored(app, id))).toEqual(points({ strokes: old }));
  const taken = await stored(app, id);
  expect([taken.title, taken.layers, taken.paper]).toEqual(['Now', both, WHITE]);

  // Another device draws, and then the step is undone here.
  await patch(app, id, [{ op: 'add', path: '/strokes/-', value: late }]);
  await untilSharp(app);
  await undo(app).click();
  await expect
    .poll(async () => new Set(points(await stored(app, id)).map(String)))
    .toEqual(new Set(points({ strokes: [kept!, fresh!, late!] }).map(String)));
  const undone = await stored(app, id);
  expect([undone.title, undone.layers, undone.paper]).toEqual(['Now', [BASE], night]);
});

test('versions: a layer that is deleted with its strokes is found in a version, and taken back with them', async ({
  app,
  site,
}) => {
  const drawn = [BASE, { ...BASE, id: 'sky', name: 'Sky' }];
  const before = realStrokes(9).map((one, i): Stroke => (i === 8 ? { ...one, layer: 'sky' } : one));
  const id = await storeDrawing(app, before, drawn);
  await openDrawing(app, site.url, id);
  await untilSharp(app);
  await layersButton(app).click();
  const panel = app.getByRole('region', { name: layers.title, exact: true });
  await panel.getByText('Sky', { exact: true }).first().click();
  await panel.getByRole('button', { name: layers.delete, exact: true }).click();
  await expect.poll(async () => (await stored(app, id)).strokes.length).toBe(8);
  await app.keyboard.press('Escape');
  await openVersions(app);
  await expect(pictures(app)).toHaveCount(1);
  await expect(pictures(app).first()).toContainText(words.strokes(9));
  await pictures(app).first().click();
  await button(app, words.takeBack).click();
  await expect.poll(async () => points(await stored(app, id))).toEqual(points({ strokes: before }));
  expect((await stored(app, id)).layers).toEqual(drawn);
});

test('versions: what was erased twice within a minute is there both times, also if more was drawn between', async ({
  app,
}) => {
  test.slow();
  const { id, before } = await savedDrawing(app, 2);
  await eraseAll(app, id);
  // Select all has taken the pen away.
  await app.keyboard.press('p');
  await drawReal(app, 3);
  await expect.poll(async () => (await stored(app, id)).strokes.length).toBe(3);
  await eraseAll(app, id);
  await openVersions(app);
  await expect(pictures(app)).toHaveCount(2);
  await expect(pictures(app).first()).toContainText(words.strokes(3));
  await expect(pictures(app).last()).toContainText(words.strokes(2));
  await pictures(app).last().click();
  await button(app, words.takeBack).click();
  await expect.poll(async () => points(await stored(app, id))).toEqual(points({ strokes: before }));
});

test('versions: offline, one is looked at and saved as a copy of its own', async ({ app, site }) => {
  const { id, before } = await savedDrawing(app, 2);
  await eraseAll(app, id);
  await site.offline(app.context());
  await openVersions(app);
  await pictures(app).first().click();
  await button(app, words.copy).click();
  await expect(dialog(app)).toBeHidden();
  await app.getByRole('button', { name: words.open, exact: true }).click();
  await expect.poll(() => drawingId(app)).not.toBe(id);
  const copy = await stored(app, await drawingId(app));
  expect(copy.strokes).toEqual(before);
  expect(copy.thumb).not.toBe('');
  expect((await stored(app, id)).strokes).toEqual([]);
  await site.online(app.context());
});

test('versions: a copy has the photo that the version names, or says that it is not here', async ({
  app,
}) => {
  const id = await newWithPhoto(app);
  await app.getByRole('button', { name: photo.close, exact: true }).click();
  await drawReal(app, 2);
  await expect.poll(async () => (await stored(app, id)).strokes.length).toBe(2);
  const { underlay } = await stored(app, id);
  await eraseAll(app, id);
  const copied = async (said: string, images: number) => {
    await openVersions(app);
    // The strokes, over the photo if it is there.
    await expect(pictures(app).first().locator('img')).toHaveCount(images);
    await pictures(app).first().click();
    await expect(button(app, words.takeBack)).toBeEnabled();
    await expect(app.getByText(words.photoStays)).toHaveCount(0);
    await expect(app.getByText(words.photoAway)).toHaveCount(2 - images);
    await button(app, words.copy).click();
    await expect(app.getByText(said)).toBeVisible();
    await app.getByRole('button', { name: words.open, exact: true }).click();
    await expect.poll(() => drawingId(app)).not.toBe(id);
    return drawingId(app);
  };
  const copy = await copied(words.copied, 2);
  expect((await stored(app, copy)).underlay).toEqual(underlay);
  await expect(photoOnPaper(app)).toHaveClass(/seen/);
  expect((await keptPhoto(app, copy)).bytes).toEqual((await keptPhoto(app, id)).bytes);

  // Without the bytes there is nothing to place.
  await patch(app, id, [{ op: 'replace', path: '/underlay', value: null }]);
  await ask(app, `/api/v1/drawings/${id}/underlay`, { method: 'DELETE' });
  expect((await keptPhoto(app, id)).status).toBe(404);
  await ask(app, `/api/v1/drawings/${copy}/underlay`, { method: 'DELETE', headers: { 'If-Match': '*' } });
  expect((await keptPhoto(app, copy)).status).toBe(404);
  await app.goto(app.url().replace(copy, id));
  await app.reload();
  await untilSharp(app);
  const bare = await copied(words.noPhoto, 1);
  expect((await stored(app, bare)).underlay ?? null).toBeNull();
});

test('versions: a copy has the photo of the version also if another was put in its place since', async ({
  app,
}) => {
  const id = await newWithPhoto(app);
  await app.getByRole('button', { name: photo.close, exact: true }).click();
  await drawReal(app, 2);
  await expect.poll(async () => (await stored(app, id)).strokes.length).toBe(2);
  const { underlay } = await stored(app, id);
  const { bytes } = await keptPhoto(app, id);
  await eraseAll(app, id);
  await openPhotoPanel(app);
  await replacePhoto(app, { width: 300 });
  await app.reload();
  await untilSharp(app);
  await openVersions(app);
  await expect(pictures(app).first().locator('img')).toHaveCount(2);
  await pictures(app).first().click();
  // Large, too, it lies under the ink, and the view shows all of both.
  const large = dialog(app).locator('.version-large');
  const around = (await large.boundingBox())!;
  const photoBox = async () => (await large.locator('.version-photo').boundingBox())!;
  await expect
    .poll(async () => {
      const { x, y, width, height } = await photoBox();
      const [right, bottom] = [around.x + around.width, around.y + around.height];
      return x >= around.x && y >= around.y && x + width <= right && y + height <= bottom;
    })
    .toBe(true);
  const { width, height } = await photoBox();
  expect(Math.abs(width / height - 4 / 3)).toBeLessThan(0.01);
  await expect.poll(() => inPhoto(large.locator('.version-photo'))).toEqual({ complete: true, width: 400 });
  await expect(app.getByText(words.photoStays)).toBeVisible();
  await button(app, words.copy).click();
  await expect(app.getByText(words.copied, { exact: true })).toBeVisible();
  await app.getByRole('button', { name: words.open, exact: true }).click();
  await expect.poll(() => drawingId(app)).not.toBe(id);
  const copy = await drawingId(app);
  expect((await stored(app, copy)).underlay).toEqual(underlay);
  expect((await keptPhoto(app, copy)).bytes).toEqual(bytes);
});

test('versions: two of the same minute are told apart in the list and when one is looked at, and an old one says its date once', async ({
  app,
}) => {
  const { id } = await savedDrawing(app, 2);
  await eraseAll(app, id);
  await app.evaluate(() => {
    const send = globalThis.fetch;
    globalThis.fetch = async (...args: Parameters<typeof fetch>) => {
      const response = await send(...args);
      const [input] = args;
      if (!(input instanceof Request && input.url.endsWith('/versions'))) return response;
      const found = await response.json();
      // As if there were three of it.
      const [one] = found.versions;
      const times = ['2026-03-04T05:06:41Z', '2026-03-04T05:06:09Z', '2026-03-04T04:00:07Z'];
      return Response.json({ ...found, versions: times.map((updatedAt) => ({ ...one, updatedAt })) });
    };
  });
  await openVersions(app);
  await expect(pictures(app)).toHaveCount(3);
  // No larger than what it shows.
  const [all, last] = [await box(dialog(app)), await box(pictures(app).last())];
  expect(all.x + all.width - last.x - last.width).toBeLessThan(40);
  expect(all.y + all.height - last.y - last.height).toBeLessThan(90);
  const listed = await pictures(app).locator('time').allTextContents();
  expect((await pictures(app).last().textContent())?.match(/4 Mar/g)).toHaveLength(1);
  expect(listed.slice(0, 2).map((time) => /:06:(41|09)/.exec(time)?.[1])).toEqual(['41', '09']);
  for (const [i, seconds] of [':41', ':09'].entries()) {
    await pictures(app).nth(i).click();
    await expect(dialog(app).locator('.version-head time')).toContainText(seconds);
    await button(app, words.back).click();
  }
  await pictures(app).nth(2).click();
  await expect(dialog(app).locator('.version-head time')).not.toContainText(':07');
});

test('versions: Settings say what all take, and at most', async ({ app, site }) => {
  const { id } = await savedDrawing(app, 2);
  await eraseAll(app, id);
  const { bytes, bytesMax } = JSON.parse((await ask(app, `/api/v1/drawings/${id}/versions`)).text);
  expect(bytes).toBeGreaterThan(0);
  await app.goto(`${site.url}/settings`);
  await expect(app.getByText(settings.versionsTake(size(bytes), limitSize(bytesMax)))).toBeVisible();
});

test('versions: keys open it, walk through it and close it, and the focus returns', async ({ app }) => {
  const { id } = await savedDrawing(app, 2);
  await eraseAll(app, id);
  await more(app).focus();
  await app.keyboard.press('Enter');
  await app.getByRole('button', { name: words.title }).press('Enter');
  await expect(pictures(app)).toHaveCount(1);
  await expect(button(app, words.close)).toBeFocused();
  await app.keyboard.press('Tab');
  await expect(pictures(app).first()).toBeFocused();
  expect(await allInEitherScheme(app, 'dialog')).toEqual([]);
  await app.keyboard.press('Enter');
  await expect(button(app, words.back)).toBeFocused();
  await expect(button(app, words.takeBack)).toBeEnabled();
  expect(await allInEitherScheme(app, 'dialog')).toEqual([]);
  await app.keyboard.press('Enter');
  await expect(pictures(app).first()).toBeFocused();
  await app.keyboard.press('Escape');
  await expect(dialog(app)).toBeHidden();
  await expect(more(app)).toBeFocused();
});

test('versions: says while it looks, when there are none yet, and when they cannot be read', async ({
  app,
}) => {
  await app.evaluate(() => {
    const send = globalThis.fetch;
    globalThis.versionsAre = 'held';
    globalThis.fetch = async (...args: Parameters<typeof fetch>) => {
      const [input] = args;
      if (!(input instanceof Request && input.url.includes('/versions'))) return send(...args);
      while (globalThis.versionsAre === 'held') await new Promise(requestAnimationFrame);
      const gone = { versions: [], leftOutAt: null, gaveWayAt: new Date(), bytes: 9, bytesMax: 9 };
      if (globalThis.versionsAre === 'gone') return Response.json(gone);
      return globalThis.versionsAre === 'refused' ? new Response('{}', { status: 503 }) : send(...args);
    };
  });
  await newDrawing(app);
  await openVersions(app);
  await expect(dialog(app).getByRole('status')).toHaveText(words.loading);
  await app.evaluate(() => {
    globalThis.versionsAre = 'refused';
  });
  await expect(dialog(app).getByRole('alert')).toContainText(words.failed);
  expect(await allInEitherScheme(app, 'dialog')).toEqual([]);
  await app.evaluate(() => {
    globalThis.versionsAre = 'answered';
  });
  await button(app, words.retry).click();
  await expect(dialog(app)).toContainText(words.empty);
  await expect(button(app, words.close)).toBeFocused();
  await button(app, words.close).click();

  await app.evaluate(() => {
    globalThis.versionsAre = 'gone';
  });
  await openVersions(app);
  await expect(dialog(app)).toContainText(words.noneLeft);
  await expect(dialog(app)).toContainText(
    words.noneLeftText(relativeTime(new Date().toISOString(), Date.now())),
  );
  await expect(dialog(app)).not.toContainText(words.empty);
  await button(app, words.close).click();
  await app.evaluate(() => {
    globalThis.versionsAre = 'answered';
  });

  await drawReal(app, 2);
  const id = await drawingId(app);
  await expect.poll(async () => (await stored(app, id)).strokes.length).toBe(2);
  await eraseAll(app, id);
  await openVersions(app);
  await expect(pictures(app)).toHaveCount(1);
  await app.evaluate(() => {
    globalThis.versionsAre = 'refused';
  });
  await pictures(app).first().click();
  await expect(dialog(app).getByRole('alert')).toContainText(words.notRead);
  await expect(button(app, words.takeBack)).toBeDisabled();
  await app.evaluate(() => {
    globalThis.versionsAre = 'answered';
  });
  await button(app, words.retry).click();
  await expect(button(app, words.back)).toBeFocused();
  await expect(button(app, words.takeBack)).toBeEnabled();
});

test.describe('a phone', () => {
  test.use({ viewport: { width: 320, height: 640 } });

  test('versions: the dialog lies in the window, and nothing is wider than it', async ({ app }) => {
    const { id } = await savedDrawing(app, 2);
    await eraseAll(app, id);
    await openVersions(app);
    await expect(pictures(app)).toHaveCount(1);
    const fits = async () => {
      const { x, y, width, height } = (await dialog(app).boundingBox())!;
      expect(Math.min(x, y)).toBeGreaterThanOrEqual(0);
      expect(Math.max(x + width - 320, y + height - 640)).toBeLessThanOrEqual(0);
      expect(await dialog(app).evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true);
    };
    await fits();
    await pictures(app).first().click();
    await expect(button(app, words.takeBack)).toBeEnabled();
    await fits();
    for (const name of [words.back, words.takeBack, words.copy, words.close]) {
      const box = (await button(app, name).boundingBox())!;
      expect(box.height, name).toBeGreaterThanOrEqual(44);
      expect(box.y + box.height, name).toBeLessThanOrEqual(640);
    }
  });
});
