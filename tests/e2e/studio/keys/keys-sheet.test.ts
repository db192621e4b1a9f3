import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright/test';
import { shortcuts } from '../../../../src/app/words/en/studio/shortcuts.ts';
import { studio } from '../../../../src/app/words/en/studio/studio.ts';
import { tools } from '../../../../src/app/words/en/studio/tools.ts';
import { expect, test } from '../../support/site.ts';
import { canvas, newDrawing } from '../../support/studio/studio.ts';
import { toolButton } from '../../support/studio/tools.ts';

const keysPage = readFileSync(new URL('../../../../docs/keys.md', import.meta.url), 'utf8');

async function pick(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: studio.more, exact: true }).click();
  await page.getByRole('button', { name: new RegExp(`^${name}`) }).click();
}

test.describe('studio: the sheet of keys', () => {
  test('lists the same keys as the documentation, opens by key and by menu, and returns the focus', async ({
    app,
  }) => {
    await newDrawing(app);
    await canvas(app).focus();
    await app.keyboard.press('?');
    const dialog = app.getByRole('dialog', { name: shortcuts.title });
    await expect(dialog).toBeVisible();
    const documented = [...keysPage.matchAll(/^\| ([^|]+) \| `/gm)].map((match) => match[1] ?? '');
    assert.ok(documented.length > 15);
    assert.deepEqual(
      (await dialog.locator('.keys-list:not(.by-hand) dt').allTextContents()).toSorted(),
      documented.toSorted(),
    );
    // A key of the studio does nothing while the dialog is open.
    await app.keyboard.press('e');
    await app.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(canvas(app)).toBeFocused();
    await expect(toolButton(app, tools.names.pen)).toHaveAttribute('aria-pressed', 'true');
    // Back to the button after keys, to the paper after a pointer.
    const more = app.getByRole('button', { name: studio.more, exact: true });
    await more.press('Enter');
    await app.getByRole('button', { name: studio.menu.keys }).press('Enter');
    await dialog.getByRole('button', { name: 'Close', exact: true }).press('Enter');
    await expect(more).toBeFocused();
    await pick(app, studio.menu.keys);
    await dialog.getByRole('button', { name: 'Close', exact: true }).click();
    await expect(canvas(app)).toBeFocused();
  });

  test('has every key named by a control of the studio', async ({ app }) => {
    await newDrawing(app);
    await app.getByRole('button', { name: studio.more, exact: true }).click();
    const named = await app
      .locator('[aria-keyshortcuts]:visible')
      .evaluateAll((elements) =>
        elements.flatMap((element) => (element.getAttribute('aria-keyshortcuts') ?? '').split(' ')),
      );
    assert.ok(named.includes('Control+Z') && named.includes('P') && named.includes('?'));
    const listed = [...keysPage.matchAll(/`([^`]+)`/g)].map((match) => match[1]?.replace('Ctrl', 'Control'));
    assert.deepEqual(
      named.filter((key) => !listed.includes(key)),
      [],
    );
  });
});

test.describe('studio: the sheet of keys on a phone', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  test('lists gestures first, undo and redo among them, then keys', async ({ app }) => {
    await newDrawing(app);
    await app.getByRole('button', { name: studio.more, exact: true }).tap();
    await app.getByRole('button', { name: studio.menu.keys }).tap();
    const dialog = app.getByRole('dialog', { name: shortcuts.titleByTouch });
    const first = dialog.getByRole('region').first();
    await expect(first).toHaveAccessibleName(shortcuts.groups.touch);
    await expect(first).toContainText(`${tools.undo}${shortcuts.touch.undo}`);
    await expect(first).toContainText(`${tools.redo}${shortcuts.touch.redo}`);
    await expect(dialog.getByRole('region').nth(1)).toHaveAccessibleName(shortcuts.groups.tools);
    await expect(dialog.getByRole('region').last()).toHaveAccessibleName(shortcuts.groups.mouse);
  });
});
