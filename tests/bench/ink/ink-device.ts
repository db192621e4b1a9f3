/**
 * A mouse that, like a real device, sends its moves without waiting for responses, over the browser's own
 * protocol.
 */
import type { CDPSession, Page } from 'playwright';
import { realStrokes } from '../../support/drawing/strokes.ts';
import type { Bench, Passage } from './ink-page.ts';

/** Samples a second. */
export const RATE = 240;
/** Strokes to draw: enough for the slowest hundredth of their moves to be several. */
const LINES = 14;

export type Line = readonly (readonly [x: number, y: number])[];

declare const bench: Bench;

/** Real strokes, moved into the view. */
export function lines(): Line[] {
  const within = (v: number, from: number, to: number) => Math.min(to, Math.max(from, v));
  return realStrokes(400)
    .filter(({ points }) => points.length >= 60)
    .slice(0, LINES)
    .map(({ points }) => {
      const [x, y] = points[0]!;
      return points.map(
        ([px, py]) => [within(px - x + 600, 200, 1100), within(py - y + 380, 160, 620)] as const,
      );
    });
}

/** A stroke to and fro across the view. */
export function sweep(): Line {
  return Array.from({ length: 240 }, (_, i) => [300 + i * 2.5, 380 + 160 * Math.sin(i / 14)] as const);
}

/** A loop around the middle of the view. */
export function loop(): Line {
  return Array.from(
    { length: 200 },
    (_, i) => [640 + 200 * Math.cos(i / 32), 380 + 160 * Math.sin(i / 32)] as const,
  );
}

/** Draws the lines one after another, at RATE, and records the page meanwhile. */
export async function passage(page: Page, session: CDPSession, all: readonly Line[]): Promise<Passage> {
  await page.evaluate(() => bench.watch());
  for (const points of all) await drawLine(session, points);
  return page.evaluate(() => bench.stop());
}

/** Draws a line at RATE. Resolves when the page has taken all of it. */
export async function drawLine(session: CDPSession, points: Line): Promise<void> {
  const sent: Promise<unknown>[] = [];
  const send = (type: 'mousePressed' | 'mouseMoved' | 'mouseReleased', i: number) => {
    const [x, y] = points[i]!;
    const buttons = type === 'mouseReleased' ? 0 : 1;
    const event = { type, x, y, button: 'left', buttons, clickCount: 1, pointerType: 'mouse' } as const;
    sent.push(session.send('Input.dispatchMouseEvent', event));
  };
  const began = performance.now();
  send('mousePressed', 0);
  for (let i = 1; i < points.length; ) {
    const due = Math.floor(((performance.now() - began) * RATE) / 1000);
    for (; i < points.length && i <= due; i++) send('mouseMoved', i);
    // This delay is the device's own clock.
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  send('mouseReleased', points.length - 1);
  await Promise.all(sent);
}
