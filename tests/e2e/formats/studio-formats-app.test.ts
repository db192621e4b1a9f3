import assert from 'node:assert/strict';
import type { Page } from 'playwright/test';
import { imports as words } from '../../../src/app/words/en/import.ts';
import { shell } from '../../../src/app/words/en/shell.ts';
import { limitSize } from '../../../src/app/words/format.ts';
import { FILE_MAX } from '../../../src/ink/formats/common/limits.ts';
import { controlled } from '../../support/worker.ts';
import { importCard, LINE, listed, svgFile, type TestFile } from '../support/files.ts';
import { storedList, storedStrokes } from '../support/ink/stored.ts';
import { expect, test } from '../support/site.ts';
import { canvas, drawingId, savedDrawing } from '../support/studio/studio.ts';

test.describe('studio: files of the installed app', () => {
  /** Posts a file as the system does when it is shared: as a navigation from outside. */
  async function share(page: Page, url: string, file: TestFile): Promise<Page> {
    const outside = await page.context().newPage();
    await outside.setContent(
      `<form method="post" enctype="multipart/form-data" action="${url}/share"><input type="file" name="file"><button>Share</button></form>`,
    );
    const { name, type = '', text } = file;
    await outside.setInputFiles('input', { name, mimeType: type, buffer: Buffer.from(text) });
    const answered = outside.waitForResponse((response) => response.url() === `${url}/share`);
    await outside.click('button');
    const response = await answered;
    expect([response.status(), response.fromServiceWorker()]).toEqual([303, true]);
    return outside;
  }

  test('share_target: a shared file is imported and shown, also offline, and not again after a reload', async ({
    app,
    site,
  }) => {
    await site.offline(app.context());
    const page = await share(app, site.url, svgFile('Shared leaf.svg', LINE));
    await expect(canvas(page)).toBeVisible();
    const id = await drawingId(page);
    const [entry] = await listed(page, 1);
    expect([entry?.id, entry?.title]).toEqual([id, 'Shared leaf']);
    await page.goto(`${site.url}/?import=shared`);
    await expect(page.getByRole('list', { name: 'Drawings', exact: true }).getByRole('listitem')).toHaveCount(
      1,
    );
    await expect(page).toHaveURL(`${site.url}/`);
    expect(await page.evaluate(async () => (await (await caches.open('shared')).keys()).length)).toBe(0);
  });

  test('share_target: a hostile share is refused with a sentence, and one that is too large is not stored', async ({
    app,
    site,
  }) => {
    const page = await share(app, site.url, svgFile('Bad.svg', `${LINE}<script/>`));
    await expect(importCard(page).getByText(words.script)).toBeVisible();
    expect(await storedList(page)).toEqual([]);
    await page.close();
    const answer = await app.evaluate(async () => {
      const form = new FormData();
      form.set('file', new File([new Uint8Array(81 * 1024 * 1024)], 'large.svg'));
      const response = await fetch('/share', { method: 'POST', body: form });
      return [
        response.redirected,
        new URL(response.url).search,
        (await (await caches.open('shared')).keys()).length,
      ];
    });
    expect(answer).toEqual([true, '?import=too-large', 0]);
    await app.goto(`${site.url}/?import=too-large`);
    await expect(app.getByText(words.shareTooLarge(limitSize(FILE_MAX)))).toBeVisible();
  });

  /** Simulates Chromium's launch queue: launches before the page asks wait for it. */
  async function withLaunches(page: Page): Promise<void> {
    await page.addInitScript(() => {
      const waiting: unknown[] = [];
      let consumer: ((params: unknown) => void) | undefined;
      const launch = (params: unknown) => (consumer ? consumer(params) : waiting.push(params));
      const launchQueue = {
        setConsumer(given: (params: unknown) => void) {
          consumer = given;
          for (const params of waiting.splice(0)) given(params);
        },
      };
      Object.defineProperty(window, 'launchQueue', { value: launchQueue });
      Object.assign(window, { launch });
    });
  }

  /** Opens the app with a real file of the browser's own file system. */
  async function launch(page: Page, file: TestFile): Promise<void> {
    await page.evaluate(async ({ name, text }) => {
      const folder = await navigator.storage.getDirectory();
      const handle = await folder.getFileHandle(name, { create: true });
      const writable = await handle.createWritable();
      await writable.write(text);
      await writable.close();
      Reflect.get(window, 'launch')({ targetURL: `${location.origin}/`, files: [handle] });
    }, file);
  }

  /** An app with launches, and an open drawing with a stroke on it. */
  async function drawingInHand(page: Page, url: string) {
    await withLaunches(page);
    await page.goto(`${url}/`);
    await controlled(page);
    return savedDrawing(page, 2);
  }

  test('launchQueue: a file that opens the app is imported, and an open drawing stays', async ({
    app,
    site,
  }) => {
    const { id, before } = await drawingInHand(app, site.url);
    await launch(app, svgFile('Opened.svg', LINE));
    await expect(importCard(app).getByText(words.imported(1))).toBeVisible();
    expect((await listed(app, 2)).map(({ title }) => title)).toContain('Opened');
    assert.deepStrictEqual(await storedStrokes(app, id), before);
  });

  test('launch_handler: focus-existing keeps an open drawing for the start address, and follows a shortcut', async ({
    app,
    site,
  }) => {
    const { id } = await drawingInHand(app, site.url);
    const go = (path: string) =>
      app.evaluate((path) => {
        Reflect.get(window, 'launch')({ targetURL: `${location.origin}${path}`, files: [] });
      }, path);
    await go('/');
    expect(await drawingId(app)).toBe(id);
    await go('/air');
    await expect(app.getByRole('heading', { level: 1, name: 'Outdoors', exact: true })).toBeVisible();
    await go('/drawings/new');
    await expect(canvas(app)).toBeVisible();
    // The page was not reloaded.
    expect(await app.evaluate(() => performance.getEntriesByType('navigation').length)).toBe(1);
  });

  test("Chromium accepts the manifest's file_handlers, share_target and launch_handler", async ({
    app,
    site,
  }) => {
    const session = await app.context().newCDPSession(app);
    const { errors, manifest, data } = await session.send('Page.getAppManifest');
    assert.deepEqual(errors, []);
    expect(manifest.launchHandler?.clientMode).toBe('kFocusExisting');
    const { file_handlers, share_target, launch_handler } = JSON.parse(data ?? '{}');
    expect(launch_handler.client_mode).toEqual(['focus-existing', 'auto']);
    const [handler, ...others] = file_handlers;
    assert.deepEqual(others, []);
    // Inside the scope, and an address that the app shows.
    expect(new URL(handler.action, site.url).href).toBe(`${site.url}/`);
    for (const [type, endings] of Object.entries<string[]>(handler.accept)) {
      expect(type).toMatch(/^[a-z]+\/[a-z.+-]+$/);
      for (const ending of endings) expect(ending).toMatch(/^\.[a-z]+$/);
    }
    expect(Object.values<string[]>(handler.accept).flat().sort()).toEqual([
      '.excalidraw',
      '.excalidrawlib',
      '.json',
      '.svg',
    ]);
    expect(share_target).toMatchObject({ action: '/share', method: 'POST', enctype: 'multipart/form-data' });
    const { files } = share_target.params;
    expect(files.map(({ name }: { readonly name: string }) => name)).toEqual(['file']);
    for (const one of files[0].accept) expect(one).toMatch(/^(?:\.[a-z]+|[a-z]+\/[a-z.+-]+)$/);
    // Somebody who types the address gets a page that says there is nothing.
    await app.goto(`${site.url}/share`);
    await expect(app.getByRole('heading', { level: 1, name: shell.notFound })).toBeVisible();
  });
});
