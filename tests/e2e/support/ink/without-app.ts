/** What is drawn on the kept view of a drawing, before the app has loaded. */
import type { Page } from 'playwright/test';
import { expect } from 'playwright/test';
import type { Stroke } from '../../../../src/core/drawing/types.ts';
import { holdStudio } from './held.ts';

type PenEvent = 'mousePressed' | 'mouseMoved' | 'mouseReleased';

/** Sends events of a pen to the page. */
export async function penOf(page: Page): Promise<(type: PenEvent, x: number, y: number) => Promise<unknown>> {
  const session = await page.context().newCDPSession(page);
  return (type, x, y) =>
    session.send('Input.dispatchMouseEvent', {
      type,
      x,
      y,
      button: 'left',
      buttons: type === 'mouseReleased' ? 0 : 1,
      clickCount: 1,
      pointerType: 'pen',
      force: 0.4,
    });
}

/**
 * A new page of the browser, in which the app does not come until `letGo`: opens a drawing, which shows its kept view.
 * @param prepare what else is to be held in it
 */
export async function openWithoutApp(
  app: Page,
  url: string,
  id: string,
  prepare?: (page: Page) => Promise<void>,
): Promise<Page> {
  const page = await app.context().newPage();
  await prepare?.(page);
  await holdStudio(page);
  await page.goto(`${url}/drawings/${id}`);
  await expect(page.locator('.kept-view')).toBeVisible();
  return page;
}

/** The same, with a stroke drawn on the kept view. */
export async function drawnWithoutApp(
  app: Page,
  url: string,
  id: string,
  y = 300,
  prepare?: (page: Page) => Promise<void>,
): Promise<Page> {
  const page = await openWithoutApp(app, url, id, prepare);
  const send = await penOf(page);
  await send('mousePressed', 400, y);
  for (let x = 410; x <= 500; x += 10) await send('mouseMoved', x, y + 0.02 * (x - 400) ** 2);
  await send('mouseReleased', 500, y + 200);
  return page;
}

/** From where a stroke begins to where it ends, CSS px. */
export function sizeOf({ points }: Pick<Stroke, 'points'>, zoom: number): number[] {
  const [begin, end] = [points[0]!, points.at(-1)!];
  return [(end[0] - begin[0]) * zoom, (end[1] - begin[1]) * zoom].map(Math.round);
}
