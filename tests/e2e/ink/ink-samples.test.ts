/** A fast mouse: all samples that the browser hands over in one event are stored. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright/test';
import { assertDrawn, realSamples, type Samples } from '../support/ink/samples.ts';
import { expect, test } from '../support/site.ts';
import { acknowledged, canvas, draw, drawingId, newDrawing, paper } from '../support/studio/studio.ts';

/** Samples a second, as a gaming mouse and a good pen send them. */
const RATE = 240;

interface SeenEvents {
  /** How many samples each event carried, in order. */
  readonly coalesced: number[];
}

declare global {
  var seenSamples: SeenEvents;
}

/** Records what every event on the canvas carries. */
function watch(page: Page): Promise<void> {
  return canvas(page).evaluate((element) => {
    globalThis.seenSamples = { coalesced: [] };
    element.addEventListener('pointermove', (event) => {
      if (!(event instanceof PointerEvent)) return;
      globalThis.seenSamples.coalesced.push(event.getCoalescedEvents().length);
    });
  });
}

/** Sends the samples at their rate over CDP, without waiting for responses, like a device. */
async function rush(page: Page, { points }: Samples): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const box = await canvas(page).boundingBox();
  assert.ok(box);
  const pressed = { button: 'left', buttons: 1, clickCount: 1, pointerType: 'mouse' } as const;
  const at = (i: number) => ({ x: box.x + points[i]![0], y: box.y + points[i]![1] });
  const sent = [session.send('Input.dispatchMouseEvent', { type: 'mousePressed', ...at(0), ...pressed })];
  const began = performance.now();
  for (let i = 1; i < points.length; ) {
    const due = Math.min(points.length - 1, Math.floor(((performance.now() - began) * RATE) / 1000));
    for (; i <= due; i++) {
      sent.push(session.send('Input.dispatchMouseEvent', { type: 'mouseMoved', ...at(i), ...pressed }));
    }
    if (i < points.length) await new Promise((resolve) => setTimeout(resolve, 1));
  }
  const up = { type: 'mouseReleased', ...at(points.length - 1), ...pressed, buttons: 0 } as const;
  sent.push(session.send('Input.dispatchMouseEvent', up));
  await Promise.all(sent);
  await session.detach();
}

test('ink: 240 coalesced samples a second are all on the stored stroke', async ({ app }) => {
  await newDrawing(app);
  await watch(app);
  const long = realSamples(60, await paper(app))
    .filter(({ points }) => points.length >= 40)
    .slice(0, 6)
    .map((samples): Samples => ({ ...samples, pressure: undefined }));
  assert.ok(long.length >= 4, 'there are long strokes to draw');
  for (const samples of long) await rush(app, samples);
  const id = await drawingId(app);
  const stored = await acknowledged(app, id);
  // Within 0.15 px each.
  assertDrawn(stored, long);
  const { coalesced } = await app.evaluate(() => globalThis.seenSamples);
  const sent = long.reduce((sum, { points }) => sum + points.length - 1, 0);
  assert.ok(Math.max(...coalesced) >= 2, `no event carried two samples: ${coalesced.join(' ')}`);
  const carried = coalesced.reduce((sum, count) => sum + count, 0);
  assert.ok(carried >= sent, `${carried} samples arrived of ${sent}`);

  // After a reload, the drawing time goes on after the last stroke.
  await app.reload();
  await expect(canvas(app)).toHaveAttribute('aria-busy', 'false');
  await draw(app, long.slice(0, 1));
  const times = (await acknowledged(app, id)).map(({ at = -1 }) => at);
  assert.deepEqual(
    times,
    [...new Set(times)].toSorted((a, b) => a - b),
    `not in order: ${times.join()}`,
  );
  assert.ok(times[0]! >= 0 && times.at(-1)! - times.at(-2)! >= 5_000, `no pause: ${times.join()}`);
});
