/** The studio as a person uses it: by roles and names, with a pen that sends what a device sends. */
import assert from 'node:assert/strict';
import type { CDPSession, Locator, Page } from 'playwright/test';
import { expect } from 'playwright/test';
import { gallery } from '../../../../src/app/words/en/gallery/gallery.ts';
import { saving } from '../../../../src/app/words/en/saving.ts';
import { studio } from '../../../../src/app/words/en/studio/studio.ts';
import type { Stroke } from '../../../../src/core/drawing/types.ts';
import { assertDrawn, realSamples, type Samples } from '../ink/samples.ts';
import { storedStrokes } from '../ink/stored.ts';

export interface PenOptions {
  readonly device?: 'pen' | 'mouse';
  /** False leaves the pen on the paper at the end. */
  readonly lift?: boolean;
}

export function canvas(page: Page): Locator {
  return page.getByLabel(studio.canvas, { exact: true });
}

export function saveState(page: Page): Locator {
  return page.getByRole('status').first();
}

/** Makes a new drawing from the gallery, and waits for its canvas. */
export async function newDrawing(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: gallery.newDrawing }).first();
  await expect(button).toBeVisible();
  // Once its drawings are there, an empty gallery has the button in another place.
  await expect(page.locator('.skeleton')).toHaveCount(0);
  await button.click();
  await expect(canvas(page)).toBeVisible();
}

/** Opens a drawing by its URL, and waits until it can be drawn on. */
export async function openDrawing(page: Page, url: string, id: string): Promise<void> {
  await page.goto(`${url}/drawings/${id}`);
  await expect(canvas(page)).toBeVisible();
}

/** The id in the URL, once the drawing has one. */
export async function drawingId(page: Page): Promise<string> {
  await page.waitForURL(/\/drawings\/[0-9a-f-]{36}$/);
  return new URL(page.url()).pathname.slice('/drawings/'.length);
}

/** Draws `n` real strokes one after another. Returns their samples. */
export async function drawReal(page: Page, n: number, options: PenOptions = {}): Promise<Samples[]> {
  const samples = realSamples(n, await paper(page));
  await draw(page, samples, options);
  return samples;
}

/** The part of the canvas that nothing floats over. */
export async function paper(page: Page) {
  const box = await canvas(page).boundingBox();
  assert.ok(box);
  const [side, top, foot] = [Math.min(160, box.width * 0.2), box.height * 0.28, box.height * 0.3];
  return { x: side, y: top, width: box.width - 2 * side, height: box.height - top - foot };
}

/** Draws through CDP what a device would send: the browser makes pointer events of it as from a real device. */
export async function draw(page: Page, strokes: readonly Samples[], options: PenOptions = {}): Promise<void> {
  const session = await page.context().newCDPSession(page);
  try {
    const box = await canvas(page).boundingBox();
    assert.ok(box);
    for (const samples of strokes) {
      await assertBare(page, samples, box);
      await drawOne(session, samples, box, options);
    }
  } finally {
    await session.detach();
  }
}

/** Expects that nothing floats over the stroke's first place, where a pen would not draw. */
async function assertBare(page: Page, { points }: Samples, corner: { x: number; y: number }): Promise<void> {
  const [x, y] = points[0]!;
  const over = await page.evaluate(
    ([x, y, name]) => {
      const element = document.elementFromPoint(x, y);
      return element?.closest(`[aria-label="${name}"]`) ? undefined : element?.outerHTML.slice(0, 200);
    },
    [corner.x + x, corner.y + y, studio.canvas] as const,
  );
  assert.equal(over, undefined, 'something lies over the canvas where the pen comes down');
}

async function drawOne(
  session: CDPSession,
  { points, pressure }: Samples,
  corner: { readonly x: number; readonly y: number },
  { device = 'pen', lift = true }: PenOptions,
): Promise<void> {
  const at = (i: number) => {
    const [x, y] = points[i]!;
    const force = device === 'pen' ? { force: pressure?.[i] ?? 0.5 } : {};
    return { x: corner.x + x, y: corner.y + y, pointerType: device, ...force } as const;
  };
  const pressed = { button: 'left', buttons: 1, clickCount: 1 } as const;
  // Sent without waiting for each, so that the browser coalesces them as with a fast pen.
  const sent: Promise<unknown>[] = [
    session.send('Input.dispatchMouseEvent', { type: 'mousePressed', ...at(0), ...pressed }),
  ];
  for (let i = 1; i < points.length; i++) {
    sent.push(session.send('Input.dispatchMouseEvent', { type: 'mouseMoved', ...at(i), ...pressed }));
  }
  if (lift) {
    const up = { type: 'mouseReleased', ...at(points.length - 1), ...pressed, buttons: 0 } as const;
    sent.push(session.send('Input.dispatchMouseEvent', up));
  }
  await Promise.all(sent);
}

/** Lifts a pen that `draw` with `lift: false` left on the paper. */
export async function liftPen(page: Page, samples: Samples, options: PenOptions = {}): Promise<void> {
  const last = samples.points.length - 1;
  const box = await canvas(page).boundingBox();
  assert.ok(box);
  const session = await page.context().newCDPSession(page);
  try {
    const [x, y] = samples.points[last]!;
    await session.send('Input.dispatchMouseEvent', {
      type: 'mouseReleased',
      x: box.x + x,
      y: box.y + y,
      button: 'left',
      buttons: 0,
      clickCount: 1,
      pointerType: options.device ?? 'pen',
    });
  } finally {
    await session.detach();
  }
}

/** Waits until the page has drawn everything it knows. */
export async function frames(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
}

/**
 * Waits until the page says that everything is saved. The text is read after the page has drawn everything it
 * knows.
 */
export async function saved(page: Page): Promise<void> {
  await frames(page);
  await expect(saveState(page)).toContainText(saving.saved);
}

/** Presses Try again, unless the page has retried by itself: then the button is gone. */
export async function tryAgain(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: studio.retry, exact: true });
  await button.evaluateAll((elements) => {
    for (const element of elements) if (element instanceof HTMLElement) element.click();
  });
}

/** Waits until the page says that everything is saved, and at once reads what is stored. */
export async function acknowledged(page: Page, id: string): Promise<readonly Stroke[]> {
  await saved(page);
  return storedStrokes(page, id);
}

/**
 * Draws `n` real strokes on top of the others, and checks the storage when the page says that they are saved.
 */
export async function drawAndSave(
  page: Page,
  n: number,
  options: PenOptions = {},
): Promise<readonly Stroke[]> {
  const before = /[0-9a-f-]{36}$/.test(page.url()) ? await storedStrokes(page, await drawingId(page)) : [];
  const drawn = await drawReal(page, n, options);
  const id = await drawingId(page);
  const strokes = await acknowledged(page, id);
  assertAdded(strokes, before, drawn);
  return strokes;
}

/** Expects the stored strokes to be those before, unchanged, followed by the drawn ones, and nothing else. */
export function assertAdded(
  stored: readonly Stroke[],
  before: readonly Stroke[],
  drawn: readonly Samples[],
): void {
  assert.deepStrictEqual(stored.slice(0, before.length), before);
  assertDrawn(stored, drawn, before.length);
}

/**
 * Makes a new drawing from the gallery with `n` real strokes, and waits until they are saved: the start of many
 * tests.
 */
export async function savedDrawing(
  page: Page,
  n: number,
): Promise<{ readonly id: string; readonly before: readonly Stroke[] }> {
  await newDrawing(page);
  const before = await drawAndSave(page, n);
  return { id: await drawingId(page), before };
}
