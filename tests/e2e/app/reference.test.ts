import assert from 'node:assert/strict';
import type { Page } from 'playwright/test';
import { reference as words } from '../../../src/app/words/en/reference.ts';
import { shell } from '../../../src/app/words/en/shell.ts';
import { ask } from '../../support/worker.ts';
import { seriousInEitherScheme } from '../support/axe.ts';
import { expect, openApp, test } from '../support/site.ts';
import { fits } from '../support/studio/reach.ts';

interface ServedDocument {
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { operationId: string; responses: Record<string, unknown> }>>>
  >;
  readonly components: { readonly schemas: Readonly<Record<string, unknown>> };
}

async function described(page: Page): Promise<ServedDocument> {
  return JSON.parse((await ask(page, '/api/v1/openapi.json')).text);
}

function operation(page: Page, id: string) {
  return page.locator(`section#${id}`);
}

/** Waits until an element is at the top of the window. */
async function atTop(page: Page, selector: string): Promise<void> {
  const distance = () =>
    page.locator(selector).evaluate((element) => Math.abs(element.getBoundingClientRect().top));
  await expect.poll(distance).toBeLessThan(100);
}

async function openReference(page: Page, url: string, hash = ''): Promise<void> {
  await openApp(page, url);
  await page.goto(`${url}/docs${hash}`);
  await whole(page);
}

/** Waits for the whole page, which loads in parts: the last part is its foot. */
async function whole(page: Page): Promise<void> {
  await expect(page.locator('.reference')).toHaveAttribute('aria-busy', 'false');
}

test.describe('api reference: its page', () => {
  test('is linked from Settings, and shows every operation, response and schema of the document', async ({
    app,
  }) => {
    await app.getByRole('link', { name: 'Settings', exact: true }).click();
    await app.getByRole('link', { name: /API/ }).click();
    await expect(app.getByRole('heading', { level: 1, name: shell.reference })).toBeVisible();
    await whole(app);
    const { paths, components } = await described(app);
    const ids: string[] = [];
    for (const [path, item] of Object.entries(paths)) {
      for (const [method, { operationId, responses }] of Object.entries(item)) {
        ids.push(operationId);
        const section = operation(app, operationId);
        await expect(section.locator('.call')).toHaveText(`${method.toUpperCase()} ${path}`);
        assert.deepEqual(await section.locator('.answer .status').allTextContents(), Object.keys(responses));
        await expect(section.locator('.code')).toHaveCount(2);
        await expect(section.locator('.code pre').first()).toContainText(new URL(app.url()).origin);
      }
    }
    const shown = await app
      .locator('.reference-main section[id]')
      .evaluateAll((all) => all.map(({ id }) => id));
    const schemas = Object.keys(components.schemas).map((name) => `schema-${name}`);
    assert.deepEqual([...shown].sort(), [...ids, ...schemas].sort());
  });

  test('shows parameters, bodies and errors of an operation', async ({ visitor: page, site }) => {
    await openReference(page, site.url);
    const readings = operation(page, 'getReadings');
    await expect(readings).toContainText('region');
    await expect(readings).toContainText('north, south, east, west, central');
    await expect(readings).toContainText('rate_limited');
    await expect(readings).toContainText('Retry-After');
    const patch = operation(page, 'patchDrawing');
    await expect(patch).toContainText('application/json-patch+json');
    await expect(patch.getByRole('link', { name: 'Patched' })).toHaveAttribute('href', '#schema-Patched');
    await expect(page.locator('#schema-Source')).toContainText('The hour of the reading');
  });

  test('follows a link to an operation, also after a reload, and back', async ({ visitor: page, site }) => {
    await openReference(page, site.url, '#restoreDrawing');
    await atTop(page, '#restoreDrawing');
    await page.reload();
    await expect(operation(page, 'restoreDrawing')).toBeVisible();
    await atTop(page, '#restoreDrawing');

    await page
      .getByRole('navigation', { name: words.contents })
      .getByRole('link', { name: '/readings' })
      .click();
    await expect(page).toHaveURL(/\/docs#getReadings$/);
    await atTop(page, '#getReadings');
    await page.goBack();
    await atTop(page, '#restoreDrawing');
  });

  test('finds operations by path, word and error code, counts them, and a link ends the search', async ({
    page,
    site,
  }) => {
    await openReference(page, site.url);
    const find = page.getByRole('searchbox', { name: words.find });
    await find.fill('cursor_expired');
    // Operations with this error: the changes, the trash, and both ways of deleting for good, which take a cursor.
    await expect(page.locator('.operation .call')).toHaveText([
      'GET /api/v1/drawings/changes',
      'DELETE /api/v1/drawings/{id}',
      'DELETE /api/v1/trash/{id}',
      'DELETE /api/v1/trash',
    ]);
    await expect(page.getByRole('status').filter({ hasText: words.found(4, 0) })).toBeVisible();
    await find.fill('drawings/changes cursor_expired');
    await expect(page.locator('.operation .call')).toHaveText(['GET /api/v1/drawings/changes']);
    await expect(page.getByRole('status').filter({ hasText: words.found(1, 0) })).toBeVisible();
    await find.fill('no such words');
    await expect(page.locator('.operation')).toHaveCount(0);
    await expect(page.getByRole('status').filter({ hasText: words.found(0, 0) })).toBeVisible();
    await find.fill('cursor_expired');
    await operation(page, 'listChanges').getByRole('link', { name: 'Changes', exact: true }).click();
    await expect(find).toHaveValue('');
    await atTop(page, '#schema-Changes');
  });

  test('an example is copied unchanged, by keyboard alone', async ({ page, site, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await openReference(page, site.url);
    const example = operation(page, 'patchDrawing').locator('.code').first();
    const copy = example.getByRole('button', {
      name: words.copyExample('curl', 'Change a drawing in place'),
    });
    await copy.focus();
    await page.keyboard.press('Enter');
    await expect(example.getByRole('status')).toHaveText(words.copied);
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    assert.equal(copied, await example.locator('pre').textContent());
    assert.match(copied, /^curl -X PATCH 'http:\/\/127\.0\.0\.1:\d+\/api\/v1\/drawings\/[0-9a-f-]{36}' \\\n/);
  });

  test('renders in parts, none of which blocks the page', async ({ visitor: page, site }) => {
    await page.addInitScript(() => {
      const parts: number[] = [];
      Object.assign(globalThis, { parts });
      new MutationObserver((changes) => {
        const added = changes.flatMap(({ addedNodes }) => [...addedNodes]);
        parts.push(
          added.reduce(
            (sum, node) => sum + (node instanceof Element ? 1 + node.querySelectorAll('*').length : 0),
            0,
          ),
        );
      }).observe(document, { childList: true, subtree: true });
    });
    await openReference(page, site.url);
    const { parts, all } = await page.evaluate(() => ({
      parts: (globalThis as { parts?: number[] }).parts ?? [],
      all: document.querySelectorAll('*').length,
    }));
    // The largest part is one section, or the contents.
    assert.ok(Math.max(...parts) < 400, `${Math.max(...parts)} elements at once`);
    assert.ok(parts.filter((count) => count > 10).length > 20, String(parts));
    const sections = await page.locator('.reference-main .operation').count();
    assert.ok(sections > 40);
    assert.ok(all < 70 * sections, `${all} elements in ${sections} sections`);
  });

  test('lays out only what is near the screen, and prints everything', async ({ visitor: page, site }) => {
    await openReference(page, site.url);
    const laidOut = () =>
      page
        .locator('.operation')
        .evaluateAll((all) =>
          all.map((one) => one.firstElementChild?.checkVisibility({ contentVisibilityAuto: true }) ?? false),
        );
    await expect.poll(async () => (await laidOut()).filter(Boolean).length).toBeLessThan(8);
    assert.ok((await laidOut()).length > 40);
    await page.emulateMedia({ media: 'print' });
    await expect.poll(async () => (await laidOut()).every(Boolean)).toBe(true);
  });

  test('opens without a server and a network', async ({ app, site }) => {
    await site.offline(app.context());
    await app.goto(`${site.url}/docs#getReadings`);
    await expect(operation(app, 'getReadings')).toContainText('24-hour PSI');
    await atTop(app, '#getReadings');
    await app.reload();
    await expect(operation(app, 'patchDrawing').locator('.code')).toHaveCount(2);
  });

  test('fits screens of 320, 390 and 820 px', async ({ visitor: page, site }) => {
    await page.setViewportSize({ width: 820, height: 844 });
    await openReference(page, site.url);
    await page.getByText(words.contents, { exact: true }).click();
    for (const width of [820, 390, 320]) {
      await page.setViewportSize({ width, height: 844 });
      await fits(page, width);
    }
  });

  // With its contents closed the page, and all the rest of it, is one of the states in accessibility.test.ts.
  test('has no serious violation with its contents open on a phone, light and dark', async ({
    visitor: page,
    site,
  }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await openReference(page, site.url);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByText(words.contents, { exact: true }).click();
    assert.deepEqual(await seriousInEitherScheme(page, '.contents'), []);
  });
});
