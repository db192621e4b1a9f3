/** Exports from the gallery, of one drawing by its card and of several together, and the actions of a card. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { Download, Page } from 'playwright/test';
import { exporting } from '../../../src/app/words/en/exporting.ts';
import { copies } from '../../../src/app/words/en/gallery/copies.ts';
import { gallery as words } from '../../../src/app/words/en/gallery/gallery.ts';
import { readEntry, readZip } from '../../../src/core/archive/zip-read.ts';
import { bar, cards, link, messages, select } from '../support/gallery/gallery.ts';
import { seedDrawings, seeds } from '../support/gallery/many.ts';
import { holdDatabase } from '../support/ink/held.ts';
import { expect, test, WITH_MOTION } from '../support/site.ts';

test.use(WITH_MOTION);

/** Leaves only downloads, as in some browsers: a test cannot use a system's dialog. */
async function downloadsOnly(page: Page): Promise<void> {
  await page.evaluate(() => Reflect.deleteProperty(window, 'showSaveFilePicker'));
}

async function bytesOf(download: Download): Promise<Uint8Array<ArrayBuffer>> {
  return Uint8Array.from(readFileSync(await download.path()));
}

/** The files of a zip, read by an independent library. */
async function unpacked(bytes: Uint8Array<ArrayBuffer>) {
  const source = {
    size: bytes.length,
    read: async (at: number, length: number) => bytes.slice(at, at + length),
  };
  const files: { name: string; text: string }[] = [];
  for (const entry of await readZip(source)) {
    files.push({ name: entry.name, text: new TextDecoder().decode(await readEntry(source, entry, 1e7)) });
  }
  return files;
}

const dialog = (page: Page) => page.getByRole('dialog', { name: /^Export/ });

test('gallery: a card has one menu with all actions, by finger and by key', async ({ app }) => {
  const [seed] = seeds(1);
  assert.ok(seed);
  await seedDrawings(app, [{ ...seed, title: 'Kallang' }]);
  await app.setViewportSize({ width: 390, height: 844 });
  const buttons = cards(app).getByRole('button');
  await expect(buttons).toHaveCount(1);
  await expect(buttons).toHaveAccessibleName(words.more);
  await expect(buttons).toHaveAccessibleDescription('Kallang');
  await link(app, 'Kallang').focus();
  await app.keyboard.press('Tab');
  await app.keyboard.press('Enter');
  const items = app.getByRole('menu', { name: 'Kallang' }).getByRole('menuitem');
  const names = [words.open, words.rename, words.duplicate, words.export, words.select, words.trash];
  await expect(items).toHaveText(names.map((name) => new RegExp(`^${name}`)));
  for (const item of await items.all()) {
    // Once it has stopped moving.
    await expect
      .poll(async () => {
        const box = await item.boundingBox();
        return box !== null && box.height >= 44 && box.x >= 0 && box.x + box.width <= 390;
      })
      .toBe(true);
  }
  // With a pointer, the quick actions show beside it. None of them is called "draw".
  await app.keyboard.press('Escape');
  await app.setViewportSize({ width: 1280, height: 800 });
  await expect(buttons).toHaveCount(3);
  for (const [i, name] of [words.export, words.trash, words.more].entries()) {
    await expect(buttons.nth(i)).toHaveAccessibleName(name);
    await expect(buttons.nth(i)).toHaveAccessibleDescription('Kallang');
  }
});

test('gallery: a drawing is exported from its card without opening it', async ({ app }) => {
  const [seed] = seeds(1);
  assert.ok(seed);
  await seedDrawings(app, [{ ...seed, title: 'Kallang' }]);
  await cards(app).hover();
  const button = cards(app).getByRole('button', { name: 'Export', exact: true });
  await button.click();
  await expect(dialog(app)).toContainText(exporting.formats.png.note);
  await dialog(app).getByRole('button', { name: exporting.cancel, exact: true }).click();
  await expect(dialog(app)).toHaveCount(0);
  await expect(button).toBeFocused();
  await button.click();
  await expect(dialog(app)).toContainText(exporting.formats.png.note);
  const [download] = await Promise.all([
    app.waitForEvent('download'),
    dialog(app).getByRole('button', { name: exporting.save, exact: true }).click(),
  ]);
  assert.equal(download.suggestedFilename(), 'Kallang.png');
  assert.deepEqual([...(await bytesOf(download)).subarray(1, 4)], [...Buffer.from('PNG')]);
  await expect(dialog(app)).toHaveCount(0);
  await expect(cards(app).getByRole('button', { name: 'Export', exact: true })).toBeFocused();
});

test('gallery: several drawings are exported as files in one zip, or not at all', async ({ app }) => {
  const drawings = seeds(3).map((seed, i) => ({ ...seed, title: ['Kallang', 'kallang', ''][i] ?? '' }));
  await seedDrawings(app, drawings);
  await expect(cards(app)).toHaveCount(3);
  await select(app);
  await app.keyboard.press('Control+a');
  await bar(app).getByRole('button', { name: 'Export', exact: true }).click();
  await dialog(app).getByRole('radio', { name: exporting.formats.json.label }).check();
  await expect(dialog(app)).toContainText(copies.export(3, ''));
  await expect(dialog(app)).toContainText(copies.oneZip);

  // Stopped while the first is being read: no file.
  await app.evaluate(async () => {
    const handle = await (await navigator.storage.getDirectory()).getFileHandle('out.zip', { create: true });
    globalThis.showSaveFilePicker = async () => handle;
  });
  await holdDatabase(app);
  await dialog(app).getByRole('button', { name: exporting.save, exact: true }).click();
  await expect(dialog(app)).toContainText(copies.exporting(1, 3));
  // By key: it stands where Save stood, and takes no second half of a double click.
  await dialog(app).getByRole('button', { name: exporting.cancel, exact: true }).press('Enter');
  await expect(messages(app)).toContainText(copies.cancelled);
  await app.evaluate(() => globalThis.letGo());
  // A file that is still being written cannot be removed.
  await expect(() =>
    app.evaluate(async () => (await navigator.storage.getDirectory()).removeEntry('out.zip')),
  ).toPass({ timeout: 10_000 });
  await downloadsOnly(app);

  await bar(app).getByRole('button', { name: 'Export', exact: true }).click();
  const [download] = await Promise.all([
    app.waitForEvent('download'),
    dialog(app).getByRole('button', { name: exporting.save, exact: true }).click(),
  ]);
  assert.match(download.suggestedFilename(), /^pleinair-drawings-[-0-9]{10}\.zip$/);
  await expect(messages(app)).toContainText(copies.exported(3));
  const files = await unpacked(await bytesOf(download));
  assert.deepEqual(files.map(({ name }) => name.toLowerCase()).sort(), [
    'drawing.json',
    'kallang (2).json',
    'kallang.json',
  ]);
  for (const { title, strokes } of drawings) {
    const file = files.map(({ text }) => JSON.parse(text)).find((one) => one.title === title);
    assert.deepEqual(file?.strokes, strokes);
  }
});
