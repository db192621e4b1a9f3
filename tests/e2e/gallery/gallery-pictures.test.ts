/** Thumbnails of drawings that nobody has opened: the gallery makes them while it is idle. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright/test';
import { gallery as words } from '../../../src/app/words/en/gallery/gallery.ts';
import { realStrokes } from '../../support/drawing/strokes.ts';
import { ask } from '../../support/worker.ts';
import { crash } from '../support/crash.ts';
import { cards, link } from '../support/gallery/gallery.ts';
import { seedDrawings, seeds } from '../support/gallery/many.ts';
import { addStrokes } from '../support/ink/large.ts';
import { stored, storedList } from '../support/ink/stored.ts';
import { expect, test } from '../support/site.ts';
import { drawReal, saved, savedDrawing } from '../support/studio/studio.ts';

/** Stores a drawing without a thumbnail through the API. */
async function putBare(page: Page, title: string): Promise<string> {
  const id = crypto.randomUUID();
  const answer = await ask(page, `/api/v1/drawings/${id}`, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json', 'If-None-Match': '*' },
    body: JSON.stringify({ title, strokes: realStrokes(40), thumb: '' }),
  });
  assert.equal(answer.status, 201);
  return id;
}

const entryOf = async (page: Page, id: string) => (await storedList(page)).find((entry) => entry.id === id);
const pictureOf = (page: Page, title: string) => link(page, title).locator('img');

test('gallery: missing and outdated thumbnails are made without opening the drawing', async ({
  app,
  site,
}) => {
  // One made by a script, one with a thumbnail that a script changed since, and one whose page was killed.
  const bare = await putBare(app, 'By a script');
  const [seed] = seeds(1);
  assert.ok(seed);
  await seedDrawings(app, [{ ...seed, title: 'Drawn on' }]);
  const old = await entryOf(app, seed.id);
  const made = await entryOf(app, bare);
  const empty = await ask(app, `/api/v1/drawings/${crypto.randomUUID()}`, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json', 'If-None-Match': '*' },
    body: JSON.stringify({ title: 'Empty', strokes: [], thumb: '' }),
  });
  assert.equal(empty.status, 201);
  const { id } = await savedDrawing(app, 1);
  await app.getByRole('link', { name: 'Drawings', exact: true }).click();
  await expect(pictureOf(app, 'By a script')).toBeVisible();
  await expect.poll(async () => (await entryOf(app, id))?.thumb).not.toBe('');
  const killed = await entryOf(app, id);
  await addStrokes(app, seed.id, realStrokes(60).slice(40));
  await link(app, 'Untitled').click();
  await drawReal(app, 3);
  await saved(app);
  const next = await crash(app, `${site.url}/`);

  await expect.poll(async () => (await entryOf(next, id))?.thumb).not.toBe(killed?.thumb);
  await expect.poll(async () => (await entryOf(next, seed.id))?.thumb).not.toBe(old?.thumb);
  for (const title of ['By a script', 'Drawn on', 'Untitled']) {
    await expect
      .poll(() => pictureOf(next, title).getAttribute('src'))
      .toBe((await storedList(next)).find((entry) => (entry.title || 'Untitled') === title)?.thumb);
  }
  await expect(cards(next)).toHaveCount(4);
  // Nothing else of them has changed, and no thumbnail is made twice.
  const drawing = await stored(next, bare);
  assert.deepEqual([drawing.title, drawing.strokes, drawing.rev], ['By a script', realStrokes(40), 2]);
  assert.deepEqual(
    [drawing.createdAt, drawing.updatedAt],
    [made?.createdAt, made?.updatedAt],
    'a picture is no change that a person made',
  );
  assert.equal((await stored(next, seed.id)).strokes.length, seed.strokes.length + 20);
});

test('gallery: the trash shows a picture of a drawing that was trashed before it had one', async ({
  app,
  site,
}) => {
  await app.goto(`${site.url}/settings`);
  const id = await putBare(app, 'Trashed at once');
  assert.equal((await ask(app, `/api/v1/drawings/${id}`, { method: 'DELETE' })).status, 200);
  await app.goto(`${site.url}/`);
  const tab = (name: string) => app.getByRole('tab', { name }).click();
  const picture = app.getByRole('link', { name: 'Trashed at once', exact: true }).locator('img');
  await tab(words.tabs.trash);
  await expect(picture).toBeVisible();

  // It stays when the list is read again, and nothing was stored.
  await putBare(app, 'Another');
  await tab(words.tabs.all);
  await expect(pictureOf(app, 'Another')).toBeVisible();
  await tab(words.tabs.trash);
  await expect(picture).toBeVisible();
  const [entry] = await storedList(app, true);
  assert.deepEqual([entry?.id, entry?.thumb, entry?.rev], [id, '', 2]);
});

/**
 * Runs in the page: stores drawings with thumbnails of the greatest size that the API accepts, more than a page
 * caches.
 */
async function putHuge(count: number): Promise<number[]> {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [320, 240];
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser has no canvas.');
  context.font = '120px sans-serif';
  const statuses: number[] = [];
  for (let n = 1; n <= count; n++) {
    context.clearRect(0, 0, 320, 240);
    context.fillText(String(n), 40, 160);
    // Bytes after a PNG's end are ignored.
    const thumb = canvas.toDataURL('image/png').replace(/=+$/, '').padEnd(409_598, 'A');
    const response = await fetch(`/api/v1/drawings/${crypto.randomUUID()}`, {
      method: 'PUT',
      headers: { 'Content-Type': 'application/json', 'If-None-Match': '*', Prefer: 'return=minimal' },
      body: JSON.stringify({ title: `Huge ${n}`, strokes: [], thumb }),
    });
    statuses.push(response.status);
  }
  return statuses;
}

test('gallery: with more thumbnails than fit in memory, those in view are shown', async ({ app, site }) => {
  // The gallery would read its list again after each of them.
  await app.goto(`${site.url}/settings`);
  assert.deepEqual(new Set(await app.evaluate(putHuge, 120)), new Set([201]));
  await app.goto(`${site.url}/`);
  const stored = new Map((await storedList(app)).map(({ title, thumb }) => [title, thumb]));
  const isRight = async (title: string) => {
    await expect(link(app, title)).toBeInViewport();
    await expect
      .poll(async () => (await pictureOf(app, title).getAttribute('src')) === stored.get(title))
      .toBe(true);
  };
  await isRight('Huge 120');
  await app.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  await isRight('Huge 1');
  await app.evaluate(() => scrollTo(0, document.documentElement.scrollHeight / 2));
  await expect.poll(() => cards(app).locator('.paper:not(:has(img))').count()).toBe(0);
  await app.evaluate(() => scrollTo(0, 0));
  await isRight('Huge 120');
});
