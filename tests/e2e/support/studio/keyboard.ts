/** Keyboards of other scripts. */
import type { Page } from 'playwright/test';

/** Modifiers, by Chromium's numbers. */
export const CTRL = 2;
export const SHIFT = 8;

/** Presses a key of a keyboard for another script: by the text it writes, and by its position. */
export async function pressAt(page: Page, key: string, code: string, modifiers = 0): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const pressed = { key, code, modifiers, windowsVirtualKeyCode: code.charCodeAt(3) };
  await session.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...pressed });
  await session.send('Input.dispatchKeyEvent', { type: 'keyUp', ...pressed });
  await session.detach();
}
