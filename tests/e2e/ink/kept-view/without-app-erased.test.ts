/** What is erased or dropped of what was drawn before the app had loaded stays so, however the page ends. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright/test';
import { crash } from '../../support/crash.ts';
import { keptEarly, pagesKept } from '../../support/ink/early-store.ts';
import { holdStrokes } from '../../support/ink/held.ts';
import { untilSharp } from '../../support/ink/ink-compare.ts';
import { kept, keptView } from '../../support/ink/kept-views.ts';
import { openWithoutApp, sizeOf } from '../../support/ink/without-app.ts';
import { expect, test } from '../../support/site.ts';
import { acknowledged, canvas, openDrawing } from '../../support/studio/studio.ts';

type Place = readonly [x: number, y: number];
/** Of a pen, or of the finger of a number. */
type Step = readonly [
  type: 'pointerdown' | 'pointermove' | 'pointerup',
  place: Place,
  buttons: number,
  finger?: number,
];

const TIP = 1;
/** Its button is 5. */
const ERASER_END = 32;
const OWN = 5;

/** Sends events of a pen or of fingers to what shows the drawing: those of an eraser end do not come over the debugger. */
function pen(page: Page, steps: readonly Step[]): Promise<void> {
  return page.evaluate((steps) => {
    const paper = document.querySelector('.kept-view') ?? document.querySelector('.canvas');
    for (const [type, [clientX, clientY], buttons, finger] of steps) {
      const button = type === 'pointermove' ? -1 : buttons === 32 ? 5 : 0;
      const pointer = { pointerId: finger ?? 7, pointerType: finger ? 'touch' : 'pen' };
      const init = { bubbles: true, cancelable: true, isPrimary: true, width: 20, height: 20, ...pointer };
      const at = { clientX, clientY, button, pressure: type === 'pointerup' ? 0 : 0.5 };
      const isDown = type !== 'pointerup';
      const event = new PointerEvent(type, { ...init, ...at, buttons: isDown ? buttons : 0 });
      (type === 'pointerdown' ? paper : document)?.dispatchEvent(event);
    }
  }, steps);
}

/** A straight line, without its end. */
function begun([x, y]: Place, [toX, toY]: Place, buttons = TIP): Step[] {
  const places = Array.from({ length: 12 }, (_, i): Place => {
    const part = (i + 1) / 12;
    return [x + (toX - x) * part, y + (toY - y) * part];
  });
  const moves = places.map((place): Step => ['pointermove', place, buttons]);
  return [['pointerdown', [x, y], buttons], ...moves];
}

/** A straight line. */
function line(from: Place, to: Place, buttons = TIP): Step[] {
  return [...begun(from, to, buttons), ['pointerup', to, buttons]];
}

/** Widths on the screen of what was drawn on the drawing's own strokes, from left to right. */
async function drawnWidths(page: Page, id: string): Promise<number[]> {
  await expect.poll(() => pagesKept(page, id)).toBe(0);
  const strokes = (await acknowledged(page, id)).slice(OWN);
  const { zoom = 1 } = (await keptView(page, id))?.camera ?? {};
  return strokes.toSorted((a, b) => a.points[0]![0] - b.points[0]![0]).map((one) => sizeOf(one, zoom)[0]!);
}

const LINE = line([400, 300], [700, 300]);
const CUT = line([550, 250], [550, 330], ERASER_END);

test('ink: a line that was cut before the app came is in two halves, and one that was begun then is there, also if the page ends while the drawing opens', async ({
  app,
  site,
}) => {
  const id = await kept(app, site.url, OWN);
  const page = await openWithoutApp(app, site.url, id, holdStrokes);
  await pen(page, [...LINE, ...CUT, ...begun([800, 450], [1000, 450])]);
  await page.evaluate(() => globalThis.letGo());
  await expect(canvas(page)).toBeVisible();
  await expect.poll(() => keptEarly(app, id)).toBe(2);
  await app.close();
  const next = await crash(page);
  await untilSharp(next);
  const [left, right, later] = await drawnWidths(next, id);
  for (const half of [left, right]) assert.ok(half! > 100 && half! < 150, `${half}`);
  assert.equal(later, 200);
});

for (const [mode, count] of [
  ['part', 3],
  ['whole', 1],
] as const) {
  test(`ink: what was erased before the app came stays erased where the page ends before that: ${mode}`, async ({
    app,
    site,
  }) => {
    const id = await kept(app, site.url, OWN);
    await app.evaluate((mode) => {
      const hand = JSON.parse(localStorage.getItem('pleinair.hand') ?? '{}');
      localStorage.setItem('pleinair.hand', JSON.stringify({ ...hand, eraser: { mode, size: 12 } }));
    }, mode);
    const page = await openWithoutApp(app, site.url, id);
    await pen(page, [...LINE, ...line([800, 450], [1000, 450]), ...CUT]);
    await expect.poll(() => pagesKept(app, id)).toBe(1);
    await page.close();
    await openDrawing(app, site.url, id);
    await untilSharp(app);
    const widths = await drawnWidths(app, id);
    assert.equal(widths.length, count, widths.join());
    assert.equal(widths.at(-1), 200);
  });
}

test('ink: a stroke that began before the app came and was dropped does not come back', async ({
  app,
  site,
}) => {
  const id = await kept(app, site.url, OWN);
  const page = await openWithoutApp(app, site.url, id, holdStrokes);
  await pen(page, [...LINE, ...begun([800, 450], [1000, 450])]);
  await page.evaluate(() => globalThis.letGo());
  await expect(canvas(page)).toBeVisible();
  await expect.poll(() => keptEarly(app, id)).toBe(1);
  await canvas(page).focus();
  await page.keyboard.press('Escape');
  await pen(page, [['pointerup', [1000, 450], TIP]]);
  await app.close();
  const next = await crash(page);
  await untilSharp(next);
  assert.deepEqual(await drawnWidths(next, id), [300]);
});

/** So many lines that a device takes longer than a frame to cut them. */
const MANY = 150;
const LINES = Array.from({ length: MANY }, (_, i) => line([400, 300 + 2 * i], [700, 310 + 2 * i])).flat();
const LONG_CUT = line([550, 250], [552, 640], ERASER_END);

test('ink: a stroke that was begun before the app came is there after a crash, also if many were cut meanwhile', async ({
  app,
  site,
}) => {
  const id = await kept(app, site.url, OWN);
  const page = await openWithoutApp(app, site.url, id, holdStrokes);
  await pen(page, [...LINES, ...LONG_CUT, ...begun([800, 450], [1000, 450])]);
  await page.evaluate(() => globalThis.letGo());
  await expect(canvas(page)).toBeVisible();
  await expect.poll(() => keptEarly(app, id)).toBe(2 * MANY);
  await app.close();
  const next = await crash(page);
  await untilSharp(next);
  const widths = await drawnWidths(next, id);
  assert.equal(widths.length, 2 * MANY + 1);
  assert.equal(widths.at(-1), 200);
});

test('ink: an erasing that was undone before the app came stays undone where the page ends before that', async ({
  app,
  site,
}) => {
  const id = await kept(app, site.url, OWN);
  const page = await openWithoutApp(app, site.url, id);
  const fingers = [8, 9] as const;
  await pen(page, [...LINES, ...LONG_CUT]);
  // Sooner, fingers count as the palm of the hand with the pen.
  await page.waitForTimeout(500);
  await pen(page, [
    ...fingers.map((finger): Step => ['pointerdown', [100 * finger, 650], TIP, finger]),
    ...fingers.map((finger): Step => ['pointerup', [100 * finger, 650], TIP, finger]),
  ]);
  await expect.poll(() => pagesKept(app, id)).toBe(1);
  await page.close();
  await openDrawing(app, site.url, id);
  await untilSharp(app);
  const widths = await drawnWidths(app, id);
  assert.deepEqual([widths.length, new Set(widths)], [MANY, new Set([300])]);
});
