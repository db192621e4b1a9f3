import assert from 'node:assert/strict';
import type { Page } from 'playwright/test';
import { settings } from '../../../src/app/words/en/settings.ts';
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
