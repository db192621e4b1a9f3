/** Fingers on the canvas, through CDP: the browser makes pointer events of them as from a real screen. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright/test';
import { canvas } from './studio.ts';

export interface Finger {
  readonly x: number;
  readonly y: number;
}

/** Moves fingers over the canvas, each from its first place to its last. CSS px in the canvas. */
export async function touch(page: Page, fingers: readonly (readonly Finger[])[]): Promise<void> {
  const box = await canvas(page).boundingBox();
  assert.ok(box);
  const session = await page.context().newCDPSession(page);
  const at = (i: number) =>
    fingers.map((places, id) => {
      const { x, y } = places[Math.min(i, places.length - 1)]!;
      return { x: box.x + x, y: box.y + y, id };
    });
  // A tap is brief, however long the page takes to respond.
  const now = Date.now() / 1000;
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0), timestamp: now });
  const moves = Math.max(...fingers.map((places) => places.length));
  for (let i = 1; i < moves; i += 1) {
    await session.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(i) });
  }
  const after = moves === 1 ? { timestamp: now + 0.05 } : {};
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [], ...after });
  await session.detach();
}

/** The places of a finger from one place to another. */
export function line(from: Finger, to: Finger, steps = 10): Finger[] {
  return Array.from({ length: steps + 1 }, (_, i) => ({
    x: Math.round(from.x + ((to.x - from.x) * i) / steps),
    y: Math.round(from.y + ((to.y - from.y) * i) / steps),
  }));
}
