/** How long after each other presses come: the second of two counts as a double click if that is soon. */
import type { Page } from 'playwright/test';

declare global {
  /** From the press before to the last one, ms. */
  var sincePress: number;
}

/** From now on the page notes `sincePress`. */
export async function timePresses(page: Page): Promise<void> {
  await page.evaluate(() => {
    let pressed = 0;
    const note = ({ timeStamp }: Event) => {
      globalThis.sincePress = timeStamp - pressed;
      pressed = timeStamp;
    };
    addEventListener('pointerdown', note, { capture: true });
  });
}

/** From the press before to the last one, ms. */
export function sinceLastPress(page: Page): Promise<number> {
  return page.evaluate(() => globalThis.sincePress);
}
