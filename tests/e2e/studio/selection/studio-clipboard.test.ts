/** Copy, cut and paste of strokes, with the browser's own clipboard. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright/test';
import { imports } from '../../../../src/app/words/en/import.ts';
import { clipboard as words } from '../../../../src/app/words/en/studio/clipboard.ts';
import { studio } from '../../../../src/app/words/en/studio/studio.ts';
import { tools } from '../../../../src/app/words/en/studio/tools.ts';
import type { Stroke } from '../../../../src/core/drawing/types.ts';
import { ALL_POINTS_MAX } from '../../../../src/ink/formats/common/limits.ts';
import { strokesBounds } from '../../../../src/ink/geometry/bounds.ts';
import { storedStrokes } from '../../support/ink/stored.ts';
import { expect, test } from '../../support/site.ts';
import {
  acknowledged,
  canvas,
  drawAndSave,
  drawingId,
  newDrawing,
  savedDrawing,
} from '../../support/studio/studio.ts';
import { moved, timeless } from '../../support/studio/tools.ts';

const bar = (page: Page) => page.getByRole('toolbar', { name: tools.selection });
const menuItem = (page: Page) => page.getByRole('button', { name: new RegExp(`^${words.paste}`) });
const says = (page: Page, text: string, timeout = 15_000) =>
  expect(page.getByText(text).first()).toBeVisible({ timeout });

/** Lets the page read and write the clipboard. */
async function allow(page: Page): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
}

/** Makes the browser refuse, as it does where a person or an organisation has denied the permission. */
async function refuse(page: Page): Promise<void> {
  await page.evaluate(() => {
    const no = () => Promise.reject(new DOMException('Denied', 'NotAllowedError'));
    Object.assign(navigator.clipboard, { write: no, read: no });
  });
}

/** Puts a text into the system's clipboard, as another program does. */
async function putText(page: Page, text: string): Promise<void> {
  await page.evaluate((text) => navigator.clipboard.writeText(text), text);
}

/** Expects `added` to be the strokes somewhere else, drawn later than the drawing's own. */
function assertCopies(added: readonly Stroke[], strokes: readonly Stroke[], own: readonly Stroke[]): void {
  assert.equal(added.length, strokes.length);
  const [[x, y], [wasX, wasY]] = [added[0]!.points[0]!, strokes[0]!.points[0]!];
  assert.deepStrictEqual(timeless(added), timeless(moved(strokes, x - wasX, y - wasY)));
  const latest = Math.max(-1, ...own.map(({ at = -1 }) => at));
  for (const [i, { at = -1 }] of added.entries()) {
    assert.ok(at > latest, 'it is new ink in this drawing');
    assert.equal(at - added[0]!.at!, strokes[i]!.at! - strokes[0]!.at!);
  }
}

async function openMenu(page: Page): Promise<void> {
  await page.getByRole('button', { name: studio.more, exact: true }).click();
}

/** Goes to a new drawing without loading the page again. */
async function another(page: Page): Promise<void> {
  await page.getByRole('link', { name: studio.drawings }).click();
  await newDrawing(page);
}

test.describe('studio: copy, cut and paste', () => {
  test('strokes go from one drawing to another by keys, into the middle of the view, with one step of undo', async ({
    app,
  }) => {
    await allow(app);
    const { id: from, before } = await savedDrawing(app, 4);
    await canvas(app).press('Control+a');
    await app.keyboard.press('Control+c');
    await says(app, words.copied(4));
    await another(app);
    await canvas(app).press('p');
    const own = await drawAndSave(app, 2);
    const id = await drawingId(app);
    await app.keyboard.press('Control+v');
    await says(app, words.pasted(4));
    await says(app, tools.selected(4));
    const after = await acknowledged(app, id);
    assert.deepStrictEqual(after.slice(0, 2), own);
    assertCopies(after.slice(2), before, own);
    const bounds = strokesBounds(after.slice(2));
    const view = await canvas(app).boundingBox();
    assert.ok(bounds && view);
    assert.ok(Math.abs((bounds.minX + bounds.maxX) / 2 - view.width / 2) < view.width / 6);
    await app.keyboard.press('Control+z');
    assert.deepStrictEqual(await acknowledged(app, id), own);
    assert.deepStrictEqual(await storedStrokes(app, from), before);
  });

  test('what was cut and came back by undo is pasted beside itself', async ({ app }) => {
    await allow(app);
    const { id, before } = await savedDrawing(app, 2);
    await canvas(app).press('Control+a');
    await app.keyboard.press('Control+x');
    await says(app, words.cutOut(2));
    await app.keyboard.press('Control+z');
    assert.deepStrictEqual(await acknowledged(app, id), before);
    await app.keyboard.press('Control+v');
    await says(app, words.pasted(2));
    const after = await acknowledged(app, id);
    assert.deepStrictEqual(after.slice(0, 2), before);
    assertCopies(after.slice(2), before, before);
    assert.notDeepStrictEqual(after[2]!.points[0], before[0]!.points[0]);
  });

  test('to pan with the middle button pastes nothing', async ({ app }) => {
    await allow(app);
    const { id, before } = await savedDrawing(app, 2);
    await canvas(app).press('Control+a');
    await app.keyboard.press('Control+c');
    await says(app, words.copied(2));
    for (const x of [400, 500]) {
      await app.mouse.move(x, 500);
      await app.mouse.down({ button: 'middle' });
      await app.mouse.move(x + 40, 540, { steps: 4 });
      await app.mouse.up({ button: 'middle' });
    }
    assert.deepStrictEqual(await acknowledged(app, id), before);
    await app.keyboard.press('Control+v');
    await says(app, words.pasted(2));
    assert.equal((await acknowledged(app, id)).length, 4);
  });

  test('in the same drawing a copy lies beside its original, and what was cut comes back to its place', async ({
    app,
  }) => {
    await allow(app);
    const { id, before } = await savedDrawing(app, 3);
    await canvas(app).press('Control+a');
    await bar(app).getByRole('button', { name: words.copy, exact: true }).click();
    await says(app, words.copied(3));
    await app.keyboard.press('Control+v');
    await says(app, words.pasted(3));
    const copied = await acknowledged(app, id);
    assert.deepStrictEqual(timeless(copied), timeless([...before, ...moved(before, 16, 16)]));
    // The copies are selected.
    await bar(app).getByRole('button', { name: words.cut, exact: true }).click();
    await says(app, words.cutOut(3));
    assert.deepStrictEqual(await acknowledged(app, id), before);
    await app.keyboard.press('Control+z');
    await expect(app.getByText(words.cutOut(3))).toHaveCount(0, { timeout: 2000 });
    assert.deepStrictEqual(await acknowledged(app, id), copied);
    await app.keyboard.press('Control+Shift+z');
    assert.deepStrictEqual(await acknowledged(app, id), before);
    await openMenu(app);
    await menuItem(app).click();
    await says(app, tools.selected(3));
    assert.deepStrictEqual(timeless(await acknowledged(app, id)), timeless(copied));
  });

  test('the system clipboard has an SVG, as text and as a picture, from which another page reads the same strokes', async ({
    app,
    site,
  }) => {
    await allow(app);
    const { before } = await savedDrawing(app, 3);
    await canvas(app).press('Control+a');
    await app.keyboard.press('Control+c');
    await says(app, words.copied(3));
    const held = await app.evaluate(async () => {
      const [item] = await navigator.clipboard.read();
      const parse = async (type: string) => {
        const text = await (await item!.getType(type)).text();
        const { documentElement } = new DOMParser().parseFromString(text, 'image/svg+xml');
        return [documentElement.localName, documentElement.querySelectorAll('path').length > 0];
      };
      return [item!.types.toSorted(), await parse('text/plain'), await parse('image/svg+xml')];
    });
    expect(held).toEqual([
      ['image/svg+xml', 'text/plain'],
      ['svg', true],
      ['svg', true],
    ]);
    // The page forgets what was copied, but for the clipboard of the system.
    await app.goto(`${site.url}/drawings/new`);
    await expect(canvas(app)).toBeVisible();
    await openMenu(app);
    await menuItem(app).click();
    await says(app, words.pasted(3));
    assertCopies(await acknowledged(app, await drawingId(app)), before, []);
  });

  test('an SVG of another program is pasted as its lines, and what was left out is named', async ({
    app,
  }) => {
    await allow(app);
    await newDrawing(app);
    const line = '<path d="M10 10L90 50" fill="none" stroke="#bf3b2b" stroke-width="6"/>';
    await putText(app, `<svg xmlns="http://www.w3.org/2000/svg">${line}<text>Hi</text></svg>`);
    await canvas(app).press('Control+v');
    const left = imports.leftOut([imports.things.text(1)]);
    await says(app, `${words.pasted(1)} ${left}`);
    const [stroke] = await acknowledged(app, await drawingId(app));
    expect([stroke?.color, stroke?.size, stroke?.points.length]).toEqual(['#bf3b2b', 6, 2]);
  });
});

test.describe('studio: a clipboard that is refused, or has something else', () => {
  test('where the browser refuses, strokes are pasted within the app, and the page says so', async ({
    app,
  }) => {
    const { before } = await savedDrawing(app, 2);
    await refuse(app);
    await openMenu(app);
    await menuItem(app).click();
    await says(app, words.refused('Ctrl+V'));
    await canvas(app).press('Control+a');
    await app.keyboard.press('Control+x');
    await says(app, `${words.cutOut(2)} ${words.onlyHere}`);
    await another(app);
    await openMenu(app);
    await menuItem(app).click();
    await says(app, words.pasted(2));
    const id = await drawingId(app);
    assertCopies(await acknowledged(app, id), before, []);
    await app.keyboard.press('Control+v');
    await expect.poll(async () => (await storedStrokes(app, id)).length).toBe(4);
    // What is said of pasting goes with the first paste: it would come back from behind later messages.
    await app.keyboard.press('Control+c');
    const copied = app.getByText(`${words.copied(2)} ${words.onlyHere}`);
    await expect(copied).toBeVisible();
    await app.keyboard.press('Control+v');
    await expect.poll(async () => (await storedStrokes(app, id)).length).toBe(6);
    // At once: later it would be gone by itself.
    assert.equal(await copied.count(), 0);
  });

  test('a hostile text, a large one and a letter add nothing, say why, and stop nothing', async ({ app }) => {
    await allow(app);
    const { id, before } = await savedDrawing(app, 1);
    const dialogs: string[] = [];
    app.on('dialog', (dialog) => {
      dialogs.push(dialog.message());
      void dialog.dismiss();
    });
    const line = '<path d="M0 0L9 9" stroke="red"/>';
    const svg = (inside: string) => `<svg xmlns="http://www.w3.org/2000/svg">${inside}</svg>`;
    const laughs = `<!DOCTYPE svg [<!ENTITY a "lol"><!ENTITY b "&a;&a;">]>${svg(`<text>&b;</text>${line}`)}`;
    const cases: readonly (readonly [text: string, reason: string])[] = [
      [svg(`${line}<script>alert(1)</script>`), words.refusals.script],
      [svg(`<a href="javascript:alert(1)">${line}</a>`), words.refusals.script],
      [`<svg onload="alert(1)">${line}</svg>`, words.refusals.script],
      [laughs, words.refusals.entities],
      [svg('<g>'.repeat(5_000) + line + '</g>'.repeat(5_000)), words.refusals.too_deep],
      [svg(`<path stroke="red" d="M0 0${'l1 1'.repeat(ALL_POINTS_MAX + 1)}"/>`), words.refusals.too_many],
      ['{"strokes":[{"tool":"pen"}]}', words.refusals.damaged],
      [svg('<path d="M0 0L9'), words.refusals.bad_xml],
      ['Dear diary', words.nothing],
    ];
    for (const [text, reason] of cases) {
      await putText(app, text);
      await canvas(app).press('Control+v');
      // A busy machine reads four million points for longer than other things take.
      await says(app, `${words.notPasted} ${reason}`, 45_000);
    }
    assert.deepStrictEqual(await storedStrokes(app, id), before);
    assert.deepStrictEqual(dialogs, []);
    // The page still works.
    await drawAndSave(app, 1);
  });

  test('more strokes than the drawing has room for are refused with both numbers', async ({ app }) => {
    await allow(app);
    await savedDrawing(app, 2);
    const line = '<path d="M0 0L9 9" stroke="red"/>';
    await putText(app, `<svg xmlns="http://www.w3.org/2000/svg">${line.repeat(19_999)}</svg>`);
    await canvas(app).press('Control+v');
    await says(app, `${words.notPasted} ${words.noRoom(19_999, 19_998)}`);
  });

  test('a paste into the title is text, and draws nothing', async ({ app }) => {
    await allow(app);
    const { id, before } = await savedDrawing(app, 1);
    await putText(app, 'Kallang');
    await app.getByRole('textbox', { name: studio.title }).focus();
    await app.keyboard.press('Control+v');
    await expect(app.getByRole('textbox', { name: studio.title })).toHaveValue('Kallang');
    assert.deepStrictEqual(await storedStrokes(app, id), before);
  });
});
