import assert from 'node:assert/strict';
import type { Page } from 'playwright/test';
import { gallery } from '../../../src/app/words/en/gallery/gallery.ts';
import { settings } from '../../../src/app/words/en/settings.ts';
import { shared } from '../../../src/app/words/en/shared.ts';
import { shell } from '../../../src/app/words/en/shell.ts';
import { realSamples } from '../support/ink/samples.ts';
import { storedStrokes } from '../support/ink/stored.ts';
import { expect, openApp, test } from '../support/site.ts';
import {
  acknowledged,
  canvas,
  draw,
  drawAndSave,
  drawingId,
  newDrawing,
  paper,
} from '../support/studio/studio.ts';

const stopped = (page: Page) => page.getByRole('alert').filter({ hasText: shell.viewStopped });
const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).first();

/** Addresses of pages, their headings, and the names of their scripts. */
const PAGES = [
  ['/air', shell.air, 'AirView'],
  ['/air/guide', shell.guide, 'GuideView'],
  ['/supplies', shell.supplies, 'SuppliesView'],
  ['/settings', shell.settings, 'SettingsView'],
  ['/docs', shell.reference, 'ReferenceView'],
] as const;

/** Holds the script of a view back until the function that it returns is called. */
async function holdScript(page: Page, name: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(new RegExp(`/assets/${name}-`), async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

/** From now on the view with this document title throws in an effect. */
async function breakTitle(page: Page, title: string): Promise<void> {
  await page.evaluate((breaks) => {
    const setter = Object.getOwnPropertyDescriptor(Document.prototype, 'title')?.set;
    Object.defineProperty(document, 'title', {
      configurable: true,
      set(text: string) {
        if (text.startsWith(breaks)) throw new TypeError(`${breaks} is not a function`);
        setter?.call(document, text);
      },
    });
  }, title);
}

test.describe('page: a view that throws', () => {
  test('says that the drawings are safe, and other views work', async ({ app }) => {
    const places = [
      ['Settings', 'Settings'],
      ['Outdoors', 'Outdoors'],
      ['Drawings', 'Drawings'],
    ] as const;
    for (const [name, title] of places) {
      const other = name === 'Settings' ? 'Outdoors' : 'Settings';
      await breakTitle(app, title);
      await link(app, other).click();
      await expect(app.getByRole('heading', { level: 1, name: other })).toBeVisible();
      await link(app, name).click();
      await expect(stopped(app)).toContainText(shell.safe);
      await expect(app.getByRole('heading', { level: 1 })).toHaveCount(0);
      await link(app, other).click();
      await expect(app.getByRole('heading', { level: 1, name: other })).toBeVisible();
      await expect(stopped(app)).toHaveCount(0);
    }
    await link(app, 'Drawings').click();
    await stopped(app).getByRole('button', { name: shell.reload }).click();
    await expect(app.getByRole('button', { name: 'New drawing' })).toBeVisible();
  });

  test('an unexpected response breaks only the view that renders it', async ({ page, site }) => {
    site.change('/api/v1/openapi.json', (body) => {
      const document = JSON.parse(body);
      return JSON.stringify({ ...document, paths: { '/nothing': { get: { tags: ['Drawings'] } } } });
    });
    await page.goto(`${site.url}/docs?transport=inline`);
    await expect(stopped(page)).toBeVisible();
    await link(page, 'Outdoors').click();
    await expect(page.getByRole('heading', { level: 1, name: 'Outdoors' })).toBeVisible();
  });

  test('in the studio, the stroke being drawn is stored', async ({ app, site }) => {
    await newDrawing(app);
    await drawAndSave(app, 1);
    const id = await drawingId(app);
    const [inHand] = realSamples(1, await paper(app));
    assert.ok(inHand);
    await draw(app, [inHand], { lift: false });
    await breakTitle(app, 'Renamed');
    const other = await app.context().newPage();
    await openApp(other, site.url);
    await other.evaluate(async (id) => {
      const path = `/api/v1/drawings/${id}`;
      // The studio may store the thumbnail meanwhile, which changes the revision.
      for (let done = false; !done; ) {
        const { rev } = await (await fetch(path)).json();
        const response = await fetch(path, {
          method: 'PATCH',
          headers: {
            'Content-Type': 'application/json-patch+json',
            'If-Match': `"${rev}"`,
            'Idempotency-Key': crypto.randomUUID(),
          },
          body: JSON.stringify([{ op: 'replace', path: '/title', value: 'Renamed' }]),
        });
        done = response.ok;
      }
    }, id);
    await app.bringToFront();
    await expect(stopped(app)).toBeVisible();
    await expect(stopped(app)).toContainText(shell.safe);
    await expect.poll(async () => (await storedStrokes(other, id)).length).toBe(2);
    await link(app, shell.allDrawings).click();
    await expect(app.getByRole('list', { name: 'Drawings' }).getByRole('listitem')).toHaveCount(1);
  });

  test('a part of the studio that throws disappears alone, and drawing continues', async ({ app }) => {
    await newDrawing(app);
    await app.evaluate(() => {
      navigator.canShare = () => {
        throw new TypeError('canShare is broken');
      };
    });
    const before = await drawAndSave(app, 1);
    await app.getByRole('button', { name: 'Export', exact: true }).click();
    const messages = app.getByRole('list', { name: shell.messages });
    await expect(messages).toContainText(`${shell.partStopped} ${shell.safe}`);
    await expect(canvas(app)).toBeVisible();
    const id = await drawingId(app);
    await drawAndSave(app, 1);
    assert.deepEqual((await acknowledged(app, id)).slice(0, 1), before);
  });

  test('an error in an event handler is shown', async ({ app }) => {
    await link(app, 'Settings').click();
    await app.evaluate(() => {
      navigator.storage.persist = () => {
        throw new TypeError('persist is broken');
      };
    });
    await app.getByRole('button', { name: settings.keepSafe }).click();
    await expect(app.getByRole('list', { name: shell.messages })).toContainText(shell.somethingWrong);
    await expect(app.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  });

  test('a view whose code does not load says so, and works after a reload', async ({ page, site }) => {
    await page.route(/assets\/AirView-.*\.js$/, (route) => route.abort());
    await page.goto(`${site.url}/air?transport=inline`);
    const alert = page.getByRole('alert').filter({ hasText: shell.viewMissing });
    await expect(alert).toContainText(`${shell.safe} ${shell.tryAgain}`);
    await link(page, 'Settings').click();
    await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
    await link(page, 'Outdoors').click();
    await expect(alert).toBeVisible();
    await page.unroute(/assets\/AirView-.*\.js$/);
    await alert.getByRole('button', { name: shell.reload }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Outdoors' })).toBeVisible();
  });
});

test.describe('page: a view whose code is late', () => {
  for (const [path, heading, script] of PAGES) {
    test(`at ${path} has its heading before its code, and after a moment says that it loads`, async ({
      page,
      site,
    }) => {
      const release = await holdScript(page, script);
      await page.clock.install();
      await page.goto(`${site.url}${path}?transport=inline`);
      const title = page.getByRole('heading', { level: 1 });
      await expect(title).toHaveText(heading);
      await expect(page).toHaveTitle(shell.documentTitle(heading));
      await page.clock.fastForward(1_000);
      const main = page.getByRole('main');
      await expect(main.getByRole('status')).toHaveText(shell.loading);
      const before = await title.boundingBox();
      release();
      await expect(main.getByText(shell.loading)).toHaveCount(0);
      assert.deepEqual((await title.boundingBox())?.y, before?.y);
    });
  }

  test('at a link it says that its drawing is being opened, and no more', async ({ page, site }) => {
    const release = await holdScript(page, 'SharedView');
    await page.clock.install();
    await page.goto(`${site.url}/s/nothing?transport=inline`);
    const main = page.getByRole('main');
    await expect(main.getByRole('heading', { level: 1 })).toHaveText(gallery.opening);
    await page.clock.fastForward(1_000);
    await expect(main).toHaveText(gallery.opening);
    release();
    await expect(main.getByRole('button', { name: shared.retry })).toBeVisible();
  });

  test('says nothing of loading when the code comes soon', async ({ page, site }) => {
    const release = await holdScript(page, 'AirView');
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    await page.goto(`${site.url}/air?transport=inline`);
    await page.clock.runFor(300);
    const main = page.getByRole('main');
    await expect(main.getByRole('heading', { level: 1 })).toHaveText(shell.air);
    await expect(main.getByRole('status')).toHaveText('');
    release();
    await expect(main.getByRole('button', { name: 'Refresh' })).toBeVisible();
  });
});
