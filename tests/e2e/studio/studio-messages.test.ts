/**
 * Messages in the studio cover neither the air nor the dock, nor the bar of a selection and its handles, nor panels, nor a
 * stamp; and end with the drawing that they are about.
 */

import assert from 'node:assert/strict';
import type { Page } from 'playwright/test';
import { exporting } from '../../../src/app/words/en/exporting.ts';
import { gallery } from '../../../src/app/words/en/gallery/gallery.ts';
import { shell } from '../../../src/app/words/en/shell.ts';
import { clipboard } from '../../../src/app/words/en/studio/clipboard.ts';
import { photo } from '../../../src/app/words/en/studio/photo.ts';
import { replay } from '../../../src/app/words/en/studio/replay.ts';
import { stamp } from '../../../src/app/words/en/studio/stamp.ts';
import { studio } from '../../../src/app/words/en/studio/studio.ts';
import { tools } from '../../../src/app/words/en/studio/tools.ts';
import { strokesBounds } from '../../../src/ink/geometry/bounds.ts';
import { ask } from '../../support/worker.ts';
import { smallDevice } from '../support/quota.ts';
import { expect, openApp, test, WITH_MOTION } from '../support/site.ts';
import { assertNoOverlap, box, WINDOWS } from '../support/studio/overlap.ts';
import {
  choosePhoto,
  jpeg,
  madePhoto,
  newWithPhoto,
  openPhotoPanel,
  replacePhoto,
} from '../support/studio/photos.ts';
import { acknowledged, canvas, drawingId, frames, newDrawing } from '../support/studio/studio.ts';
import { brushButton, colorButton, layersButton, markButton, stroke } from '../support/studio/tools.ts';

/** Phones whose header has one row, with more and less beside the title, and two rows. */
const ON_THEIR_SIDE = {
  'a phone on its side': WINDOWS['a phone on its side'],
  'a small phone on its side': { width: 667, height: 375 },
  'a narrow phone on its side': { width: 600, height: 340 },
};

const LOW = {
  'a low phone': { width: 360, height: 640 },
  'a small phone': WINDOWS['a small phone'],
  'a low window': { width: 1024, height: 600 },
};

declare global {
  /** Lets the browser take what is copied. */
  var letCopy: (() => void) | undefined;
}

test.use(WITH_MOTION);

test('studio: a message covers neither the dock nor the selection bar nor a panel', async ({ app }) => {
  await app.setViewportSize(WINDOWS['a phone']);
  await newDrawing(app);
  await stroke(app, [120, 240], [260, 260]);
  const id = await drawingId(app);
  // Before the air is read there is nothing to stamp.
  await expect(app.getByRole('link', { name: /PSI/ })).toContainText('no figure');
  await app.keyboard.press('a');
  const message = app.getByRole('list', { name: shell.messages }).getByRole('listitem').last();
  const { y } = await box(message);
  const written = strokesBounds((await acknowledged(app, id)).slice(1));
  assert.ok(written && written.maxY < y, 'the message lies over the stamp that it is about');
  await app.keyboard.press('n');
  // A message that has the focus keeps it.
  await message.getByRole('button', { name: shell.dismiss }).focus();
  await app.keyboard.press('Control+a');
  const dock = app.getByRole('toolbar', { name: tools.dock });
  const bar = app.getByRole('toolbar', { name: tools.selection });
  const map = app.getByRole('region', { name: studio.menu.map });
  const air = app.getByRole('link', { name: /PSI/ });
  for (const [where, size] of Object.entries(WINDOWS)) {
    await app.setViewportSize(size);
    await assertNoOverlap(app, where, { dock, bar, map });
    for (const button of [colorButton(app), markButton(app)]) {
      await button.dispatchEvent('click');
      await assertNoOverlap(app, where, { dock, air, panel: app.locator('.dock-panel') });
      await button.dispatchEvent('click');
    }
    // In the bar of a wide window.
    const turn = app.locator('.turn-button');
    if (!(await turn.isVisible())) continue;
    await turn.dispatchEvent('click');
    await assertNoOverlap(app, where, { dock, air, bar, panel: app.locator('.turn-tools.open') });
    await turn.dispatchEvent('click');
  }
  // The brush is in hand again, which ends the selection.
  await brushButton(app).dispatchEvent('click');
  for (const [where, size] of Object.entries(WINDOWS)) {
    await app.setViewportSize(size);
    await brushButton(app).dispatchEvent('click');
    await assertNoOverlap(app, where, { dock, air, panel: app.locator('.dock-panel') });
    await brushButton(app).dispatchEvent('click');
  }
});

test('studio: a message lies below the bar of a selection that is at the top, clear of what is selected', async ({
  app,
}) => {
  await app.setViewportSize(WINDOWS['a phone']);
  await newDrawing(app);
  await stroke(app, [120, 640], [260, 700]);
  await canvas(app).focus();
  await app.keyboard.press('Control+a');
  const bar = app.getByRole('toolbar', { name: tools.selection });
  await expect(bar).toHaveClass(/above/);
  await app.keyboard.press('Control+c');
  const frame = app.locator('.selection-frame');
  await assertNoOverlap(app, 'a phone', { bar, frame, 'handle that turns': app.locator('.selection-turn') });
  await app.locator('.turn-button').dispatchEvent('click');
  await assertNoOverlap(app, 'a phone', { bar, panel: app.locator('.turn-tools.open') });
  await app.locator('.turn-button').dispatchEvent('click');
  for (const button of [layersButton(app), colorButton(app)]) {
    await button.dispatchEvent('click');
    await assertNoOverlap(app, 'a phone', { bar, panel: app.locator('.dock-panel.open') });
    await button.dispatchEvent('click');
  }
});

test('studio: a message or a notice below the header covers no handle of a selection', async ({ app }) => {
  await app.setViewportSize(WINDOWS['a phone']);
  await newDrawing(app);
  await stroke(app, [120, 200], [260, 420]);
  const id = await drawingId(app);
  await acknowledged(app, id);
  await canvas(app).focus();
  await app.keyboard.press('Control+a');
  const turn = app.locator('.selection-turn');
  const free = await box(turn);
  await app.getByRole('toolbar', { name: tools.selection }).getByRole('button', { name: tools.turn }).click();
  await app.keyboard.press('Control+c');
  const message = app.getByRole('list', { name: shell.messages }).getByRole('listitem').last();
  const { y, height } = await box(message);
  assert.ok(y < free.y && free.y < y + height, 'the message comes to where the handle was');
  await assertNoOverlap(app, 'a phone', { 'handle that turns': turn });
  await message.getByRole('button', { name: shell.dismiss }).click();
  await expect.poll(() => box(turn)).toEqual(free);

  // Deleted by another page.
  const other = await app.context().newPage();
  await openApp(other, new URL(app.url()).origin);
  await ask(other, `/api/v1/drawings/${id}`, { method: 'DELETE' });
  await other.close();
  const notice = app.getByRole('region', { name: studio.trashedNow });
  await expect(notice).toBeVisible();
  await expect
    .poll(async () => {
      const [one, handle] = [await box(notice), await box(turn)];
      return handle.y >= one.y + one.height || handle.y + handle.height <= one.y;
    })
    .toBe(true);
});

test('studio: the bar of a selection that goes to the top when the view moves covers no handle', async ({
  app,
}) => {
  await app.setViewportSize(WINDOWS['a phone']);
  await newDrawing(app);
  await stroke(app, [120, 198], [260, 602]);
  await canvas(app).focus();
  await app.keyboard.press('Control+a');
  const bar = app.getByRole('toolbar', { name: tools.selection });
  await expect(bar).toHaveClass(/below/);
  await app.mouse.move(195, 400);
  await app.mouse.wheel(0, -50);
  await expect(bar).toHaveClass(/above/);
  await expect
    .poll(async () => {
      const [one, turn] = [await box(bar), await box(app.locator('.selection-turn'))];
      return turn.y - one.y - one.height;
    })
    .toBeGreaterThanOrEqual(0);
});

test('studio: a message that would lie over a handle at the foot lies below the header', async ({ app }) => {
  for (const [where, size] of Object.entries({
    'a small window': WINDOWS['a small window'],
    'a wide, low window': { width: 1280, height: 640 },
  })) {
    await app.setViewportSize(size);
    await newDrawing(app);
    await stroke(app, [size.width / 2, size.height - 160], [size.width / 2 + 40, size.height - 120]);
    await canvas(app).focus();
    await app.keyboard.press('Control+a');
    const bar = app.getByRole('toolbar', { name: tools.selection });
    await expect(bar).toHaveClass(/below/);
    await app.keyboard.press('Control+c');
    const handles = {
      'handle that turns': app.locator('.selection-turn'),
      'lower corner': app.locator('.selection-corner.se'),
    };
    await assertNoOverlap(app, where, { bar, ...handles });
    await app.keyboard.press('Escape');
    await expect(bar).toBeHidden();
    const { y } = await box(app.locator('.messages .toast'));
    assert.ok(y > size.height / 2, 'at the foot again');
    await app.getByRole('link', { name: studio.drawings }).click();
  }
});

test('studio: a stamp is clear of messages, its own and earlier ones', async ({ app }) => {
  await app.evaluate(() => {
    Object.assign(navigator.clipboard, { write: () => Promise.resolve() });
  });
  for (const [where, size] of Object.entries(WINDOWS)) {
    await app.setViewportSize(size);
    await newDrawing(app);
    await stroke(app, [size.width / 2, size.height / 2], [size.width / 2 + 20, size.height / 2 + 20]);
    await canvas(app).focus();
    const message = app.locator('.messages .toast');
    await app.keyboard.press('Control+a');
    await app.keyboard.press('Control+c');
    await expect(message).toHaveCount(1);
    await app.keyboard.press('Shift+A');
    await expect(message).toHaveCount(2);
    await app.keyboard.press('a');
    await expect(message).toHaveCount(3);
    // Once the bar of the selection has found its place.
    for (let passed = 0; passed < 20; passed++) await frames(app);
    const frame = await box(app.locator('.selection-frame'));
    for (const one of await message.filter({ visible: true }).all()) {
      const { x, y, width, height } = await box(one);
      const beside = x + width <= frame.x || frame.x + frame.width <= x;
      const above = y + height <= frame.y || frame.y + frame.height <= y;
      assert.ok(beside || above, `on ${where} a message lies over the stamp`);
    }
    await app.getByRole('link', { name: studio.drawings }).click();
  }
});

test('studio: a message in a dialog covers none of its buttons', async ({ app }) => {
  await app.evaluate(() => {
    const held = new Promise<void>((resolve) => {
      globalThis.letCopy = resolve;
    });
    Object.assign(navigator.clipboard, { write: () => held });
  });
  await newDrawing(app);
  await stroke(app, [500, 200], [560, 520]);
  await canvas(app).focus();
  await app.keyboard.press('Control+a');
  await app.keyboard.press('Control+c');
  await app.getByRole('button', { name: studio.more, exact: true }).click();
  await app.getByRole('button', { name: new RegExp(`^${replay.menu}`) }).click();
  const dialog = app.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: replay.saveGif })).toBeVisible();
  await app.evaluate(() => globalThis.letCopy?.());
  const message = dialog.getByRole('list', { name: shell.messages }).getByRole('listitem').last();
  await expect(message).toContainText(clipboard.copied(1));
  for (const [where, size] of Object.entries(WINDOWS)) {
    await app.setViewportSize(size);
    // The picture leaves room for both. Only a phone on its side scrolls to its foot.
    const fits = size.height > 800;
    if (!fits) await dialog.evaluate((element) => element.scrollTo(0, element.scrollHeight));
    for (const name of [replay.saveGif, replay.saveVideo]) {
      const [one, button] = [await box(message), await box(dialog.getByRole('button', { name }))];
      const beside = one.x + one.width <= button.x || button.x + button.width <= one.x;
      const above = one.y + one.height <= button.y || button.y + button.height <= one.y;
      assert.ok(beside || above, `on ${where} the message lies over ${name}`);
      assert.ok(one.y + one.height <= size.height && one.y >= 0, `the message lies within ${where}`);
    }
  }
});

test('studio: a message beside an open menu covers neither the menu nor the dock', async ({ app }) => {
  await newDrawing(app);
  await stroke(app, [300, 300], [420, 320]);
  await app.evaluate(() => {
    const write = () => Promise.reject(new DOMException('Denied', 'NotAllowedError'));
    Object.assign(navigator.clipboard, { write });
  });
  await app.getByRole('button', { name: exporting.export, exact: true }).click();
  await app.getByRole('button', { name: exporting.copy, exact: true }).click();
  const message = app.getByRole('list', { name: shell.messages }).getByText(exporting.blocked);
  await expect(message).toBeVisible();
  // It keeps the focus, and so stays.
  await message.locator('..').getByRole('button', { name: shell.dismiss }).hover();
  const dock = app.getByRole('toolbar', { name: tools.dock });
  const menu = app.locator('.export .menu.open');
  const air = app.getByRole('link', { name: /PSI/ });
  for (const [where, size] of Object.entries(WINDOWS)) {
    await app.setViewportSize(size);
    await assertNoOverlap(app, where, { dock, menu, air });
  }
  // In three lines, where the air leaves it little room.
  await message.evaluate((element, text) => {
    element.textContent = text;
  }, exporting.pictureUnsupported);
  await air.evaluate((element) => {
    element.style.minWidth = '16rem';
  });
  for (const [where, size] of Object.entries(ON_THEIR_SIDE)) {
    await app.setViewportSize(size);
    await assertNoOverlap(app, where, { menu, air });
  }
});

test('studio: in a low window a message covers neither a selection, nor its bar at the top, nor a panel', async ({
  app,
}) => {
  for (const [where, size] of Object.entries({ ...ON_THEIR_SIDE, ...LOW })) {
    await app.setViewportSize(size);
    await newDrawing(app);
    await stroke(app, [size.width / 2, size.height - 140], [size.width / 2 + 40, size.height - 130]);
    await canvas(app).focus();
    await app.keyboard.press('Control+a');
    const bar = app.getByRole('toolbar', { name: tools.selection });
    await expect(bar).toHaveClass(/above/);
    await app.keyboard.press('Control+c');
    const air = app.getByRole('link', { name: /PSI/ });
    const frame = app.locator('.selection-frame');
    await assertNoOverlap(app, where, { bar, air, frame });
    for (const [button, open] of [
      [app.locator('.turn-button'), '.turn-tools.open'],
      [layersButton(app), '.dock-panel.open'],
      [colorButton(app), '.dock-panel.open'],
    ] as const) {
      if (!(await button.isVisible())) continue;
      await button.dispatchEvent('click');
      await assertNoOverlap(app, where, { bar, air, panel: app.locator(open) });
      await button.dispatchEvent('click');
    }
    await app.getByRole('link', { name: studio.drawings }).dispatchEvent('click');
  }
});

test('studio: a message about a copy has three lines on a phone, and buttons are in line with a single one', async ({
  app,
}) => {
  await newDrawing(app);
  await stroke(app, [300, 300], [420, 320]);
  await canvas(app).focus();
  // Before the air is read there is nothing to stamp.
  await expect(app.getByRole('link', { name: /PSI/ })).toContainText('no figure');
  await app.keyboard.press('a');
  const message = app.locator('.toast');
  const words = message.locator('.toast-words');
  /** The lower edges of the lines of its words, and of the name of its button: at one moment, because it rises. */
  const linesOfIt = () =>
    message.evaluate((toast) =>
      ['.toast-words', '.button > span'].map((part) => {
        const range = document.createRange();
        range.selectNodeContents(toast.querySelector(part)!);
        return [...range.getClientRects()].map(({ bottom }) => bottom);
      }),
    );
  await expect(words).toHaveText(stamp.addedWithout);
  const [[line], [button]] = (await linesOfIt()) as [number[], number[]];
  assert.ok(Math.abs(line! - button!) <= 1, `${line} px, ${button} px`);

  await app.setViewportSize(WINDOWS['a phone']);
  await words.evaluate(
    (element, text) => {
      element.textContent = text;
    },
    [clipboard.copied(300), clipboard.whole, clipboard.onlyHere].join(' '),
  );
  assert.ok((await linesOfIt())[0]!.length <= 3);
});

test('studio: a message in the row of the header lies beside the title and its state', async ({ app }) => {
  await app.setViewportSize(WINDOWS['a phone on its side']);
  await newWithPhoto(app);
  await replacePhoto(app, { width: 300 });
  await expect(app.getByText(photo.replaced)).toBeVisible();
  const air = app.getByRole('link', { name: /PSI/ });
  await assertNoOverlap(app, 'a phone on its side', {
    air,
    title: app.locator('.studio-head'),
    panel: app.locator('.dock-panel.open'),
  });
});

/** Ways to a message that is about the open drawing. */
const ABOUT_DRAWING: Readonly<Record<string, { does(page: Page): Promise<void>; says: string }>> = {
  'a photo that was not added': {
    async does(page) {
      await openPhotoPanel(page);
      await choosePhoto(page, { name: 'a.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no photo') });
    },
    says: photo.notAdded,
  },
  'a paste of nothing': {
    async does(page) {
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await page.evaluate(() => navigator.clipboard.writeText('a word'));
      await page.keyboard.press('Control+v');
    },
    says: clipboard.nothing,
  },
  'a copy': {
    async does(page) {
      await page.keyboard.press('Control+a');
      await page.keyboard.press('Control+c');
    },
    says: clipboard.copied(1),
  },
  'a stamp without a town': { does: (page) => page.keyboard.press('Shift+A'), says: stamp.noTown },
  'a colour that is not there': {
    async does(page) {
      await page.mouse.move(700, 500);
      await page.keyboard.press('t');
    },
    says: tools.noColor,
  },
};

test('studio: a message beside an open panel covers no notice of what is not saved', async ({
  page,
  site,
}) => {
  const quota = await smallDevice(page, site.url);
  await openApp(page, site.url);
  await page.setViewportSize(WINDOWS['a phone']);
  await newDrawing(page);
  const chosen = jpeg(await madePhoto(page));
  await quota.fill();
  await stroke(page, [120, 240], [260, 260]);
  const notice = page.getByRole('region', { name: studio.notSavedYet });
  await expect(notice).toBeVisible();
  await openPhotoPanel(page);
  await choosePhoto(page, chosen);
  const list = page.getByRole('list', { name: shell.messages });
  await expect(list).toContainText('No photo was added');
  // So it stays.
  await list.getByRole('button', { name: shell.dismiss }).focus();
  const panel = page.locator('.dock-panel.open');
  for (const [where, size] of Object.entries({ ...WINDOWS, ...ON_THEIR_SIDE, ...LOW })) {
    await page.setViewportSize(size);
    await assertNoOverlap(page, where, { notice, panel });
    await expect(async () => {
      const [below, above] = [await box(panel), await box(notice)];
      const beside = above.x + above.width <= below.x || below.x + below.width <= above.x;
      assert.ok(beside || above.y + above.height <= below.y, `on ${where} the panel lies over the notice`);
    }).toPass();
  }
});

test('studio: a message about a drawing ends where the drawing is left', async ({ app }) => {
  for (const [what, { does, says }] of Object.entries(ABOUT_DRAWING)) {
    await newDrawing(app);
    await stroke(app, [300, 300], [420, 320]);
    await drawingId(app);
    await canvas(app).focus();
    await does(app);
    const message = app.getByRole('list', { name: shell.messages }).getByText(says);
    await expect(message, what).toBeVisible();
    await app.getByRole('link', { name: studio.drawings }).click();
    await expect(app.getByRole('button', { name: gallery.newDrawing }).first()).toBeVisible();
    // At once, and not only after its time.
    await frames(app);
    assert.equal(await message.count(), 0, what);
  }
});
