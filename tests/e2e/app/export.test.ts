import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright/test';
import { settings } from '../../../src/app/words/en/settings.ts';
import type { Drawing } from '../../../src/core/drawing/types.ts';
import { apiOf, readDrawing, runPleinair } from '../../server/program.ts';
import { startAppServer } from '../../support/app-server.ts';
import { realStrokes } from '../../support/drawing/strokes.ts';
import { expect, openApp, test } from '../support/site.ts';
import { drawAndSave, newDrawing } from '../support/studio/studio.ts';

const PNG =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';
const TITLES = ['Rain trees', 'Ñandú 🎨', '雨の木', 'ما', ''];

let dir = '';
test.beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'pleinair-export-'));
});
test.afterEach(() => rm(dir, { recursive: true, force: true }));

/** Stores drawings through the page's own API; some are changed since, some are in the trash. */
async function fill(page: Page, count: number): Promise<void> {
  const strokes = realStrokes(count + 12);
  const bodies = Array.from({ length: count }, (_, n) => ({
    title: TITLES[n % TITLES.length],
    strokes: strokes.slice(n, n + (n % 12)),
    thumb: n % 2 === 0 ? PNG : '',
  }));
  await page.evaluate(async (all) => {
    const send = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
      fetch(`/api/v1${path}`, {
        method,
        headers: { 'Content-Type': 'application/json', Prefer: 'return=minimal', ...headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
    for (const [n, body] of all.entries()) {
      const path = `/drawings/${crypto.randomUUID()}`;
      await send('PUT', path, body, { 'If-None-Match': '*' });
      if (n % 4 === 0) await send('PUT', path, { ...body, title: 'Again' }, { 'If-Match': '1' });
      if (n % 5 === 0) await send('DELETE', path);
    }
    // One that was deleted for good stays in the change feed, and is nowhere else.
    const deleted = `/drawings/${crypto.randomUUID()}`;
    await send('PUT', deleted, all[0], { 'If-None-Match': '*' });
    await send('DELETE', deleted);
    await send('DELETE', `/trash${deleted.slice('/drawings'.length)}`, undefined, { 'If-Match': '*' });
    await send('PUT', '/profile', { displayName: 'Ada 🎨', avatarSeed: 'seed' });
  }, bodies);
}

/** All drawings from the page's API, in the order of their changes. */
async function everything(page: Page): Promise<{ drawings: Drawing[]; profile: unknown }> {
  const text = await page.evaluate(async () => {
    const get = async (path: string) => (await fetch(`/api/v1${path}`)).text();
    const { changes } = JSON.parse(await get('/drawings/changes?limit=1000'));
    const drawings: string[] = [];
    for (const { id, deleted } of changes) if (!deleted) drawings.push(await get(`/drawings/${id}`));
    return `{"drawings":[${drawings.join(',')}],"profile":${await get('/profile')}}`;
  });
  return JSON.parse(text);
}

async function openSettings(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Settings' }).first().click();
  await expect(page.getByRole('button', { name: settings.exportAll })).toBeVisible();
}

/** By a download, as in browsers without a file picker. */
async function exportTo(page: Page, file: string): Promise<void> {
  await page.evaluate(() => Reflect.deleteProperty(window, 'showSaveFilePicker'));
  const downloaded = page.waitForEvent('download');
  await page.getByRole('button', { name: settings.exportAll }).click();
  const download = await downloaded;
  expect(download.suggestedFilename()).toMatch(/^pleinair-\d{4}-\d\d-\d\d\.zip$/);
  await download.saveAs(file);
}

const says = (page: Page, words: string) =>
  expect(page.getByRole('status').filter({ hasText: words })).toBeVisible();

async function emptyPage(browser: Browser | null, url: string): Promise<Page> {
  assert.ok(browser);
  const page = await (await browser.newContext()).newPage();
  await openApp(page, url);
  return page;
}

test.describe('export: everything on the device', () => {
  test('offline, everything is exported and imported into an empty device unchanged, once', async ({
    app,
    site,
  }) => {
    await newDrawing(app);
    await drawAndSave(app, 4);
    // Settings writes nothing by itself. The gallery would make missing thumbnails.
    await app.getByRole('link', { name: 'Drawings' }).first().click();
    await openSettings(app);
    await fill(app, 30);
    const other = await emptyPage(app.context().browser(), site.url);
    await site.offline(app.context());
    await other.context().setOffline(true);

    const before = await everything(app);
    expect(before.drawings).toHaveLength(31);
    const file = join(dir, 'all.zip');
    await exportTo(app, file);
    await says(app, settings.saved(31));
    assert.deepStrictEqual(await everything(app), before);

    await openSettings(other);
    const input = other.getByLabel(settings.importFile);
    await input.setInputFiles(file);
    await says(other, `${settings.imported(31)} ${settings.profileTaken}`);
    await expect(other.getByLabel(settings.name)).toHaveValue('Ada 🎨');
    assert.deepStrictEqual(await everything(other), before);

    await input.setInputFiles(file);
    await says(other, `${settings.imported(0)} ${settings.hereAlready(31)}`);
    assert.deepStrictEqual(await everything(other), before);
    await other.getByRole('link', { name: 'Drawings' }).first().click();
    await expect(other.getByRole('list', { name: 'Drawings' }).getByRole('listitem')).toHaveCount(25);
    await other.context().close();
  });

  test("page and server import each other's files", async ({ app, site }) => {
    await openSettings(app);
    await fill(app, 12);
    const before = await everything(app);
    const file = join(dir, 'page.zip');
    await exportTo(app, file);
    const dataDir = join(dir, 'data');
    const imported = await runPleinair(['import', file], { DATA_DIR: dataDir });
    expect(imported).toMatchObject({ code: 0, stderr: '' });
    {
      await using server = await startAppServer({ build: false, dataDir });
      for (const one of before.drawings) {
        assert.deepStrictEqual(await readDrawing(apiOf(server), one.id), one);
      }
    }
    const back = join(dir, 'server.zip');
    expect((await runPleinair(['export', back], { DATA_DIR: dataDir })).code).toBe(0);
    const other = await emptyPage(app.context().browser(), site.url);
    await openSettings(other);
    await other.getByLabel(settings.importFile).setInputFiles(back);
    await says(other, `${settings.imported(12)} ${settings.profileTaken}`);
    assert.deepStrictEqual(await everything(other), before);
    await other.context().close();
  });

  test('goes straight to the disk if the browser allows it, and leaves nothing when cancelled', async ({
    app,
  }) => {
    await openSettings(app);
    await fill(app, 20);
    // A real file and stream of the browser. Only the person who picks, and a slow disk, are simulated.
    await app.evaluate(() => {
      const played = { slow: false, go: () => {} };
      const showSaveFilePicker = async () => {
        const folder = await navigator.storage.getDirectory();
        const handle = await folder.getFileHandle('picked.zip', { create: true });
        return {
          async createWritable() {
            const file = await handle.createWritable();
            return {
              async write(bytes: BufferSource) {
                if (played.slow) await new Promise<void>((resolve) => Object.assign(played, { go: resolve }));
                await file.write(bytes);
              },
              close: () => file.close(),
              abort: () => file.abort(),
            };
          },
        };
      };
      Object.assign(window, { showSaveFilePicker, played });
    });
    const sizeOfFile = () =>
      app.evaluate(async () => {
        const folder = await navigator.storage.getDirectory();
        return (await (await folder.getFileHandle('picked.zip', { create: true })).getFile()).size;
      });

    await app.evaluate(() => Object.assign(Reflect.get(window, 'played'), { slow: true }));
    await app.getByRole('button', { name: settings.exportAll }).click();
    await expect(app.locator('#archive-progress')).toBeVisible();
    // By key: it may stand where the other button stood, and takes no second half of a double click.
    await app.getByRole('button', { name: settings.cancel }).press('Enter');
    await app.evaluate(() => {
      const played = Reflect.get(window, 'played');
      played.slow = false;
      played.go();
    });
    await says(app, settings.cancelled);
    await expect(app.getByRole('button', { name: settings.exportAll })).toBeFocused();
    expect(await sizeOfFile()).toBe(0);

    await app.getByRole('button', { name: settings.exportAll }).click();
    await says(app, settings.saved(20));
    expect(await sizeOfFile()).toBeGreaterThan(1000);
  });

  test('truncated and foreign files are refused with a sentence and change nothing', async ({ app }) => {
    await fill(app, 3);
    await openSettings(app);
    const file = join(dir, 'all.zip');
    await exportTo(app, file);
    const before = await everything(app);
    const whole = await readFile(file);
    const input = app.getByLabel(settings.importFile);
    const pick = (buffer: Buffer) =>
      input.setInputFiles({ name: 'picked.zip', mimeType: 'application/zip', buffer });
    await pick(whole.subarray(0, -20));
    await says(app, settings.refused.cut_off);
    await pick(Buffer.from('Dear diary'));
    await says(app, settings.refused.no_zip);
    const damaged = Buffer.from(whole);
    // Inside the data of the first entry.
    damaged.fill(0xff, 80, 90);
    await pick(damaged);
    await says(app, settings.things(1));
    const [first] = before.drawings;
    await expect(app.getByText(settings.entries.damaged(`drawings/${first?.id}.json`))).toBeVisible();
    assert.deepStrictEqual(await everything(app), before);
  });
});
