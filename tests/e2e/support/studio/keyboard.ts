/** Keyboards of other scripts. */
import type { Page } from 'playwright/test';

/** Modifiers, as Chromium counts them. */
export const CTRL = 2;
export const SHIFT = 8;

/** Presses a key as a keyboard of another script does: by what it writes, and where it stands. */
export async function pressAt(page: Page, key: string, code: string, modifiers = 0): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const pressed = { key, code, modifiers, windowsVirtualKeyCode: code.charCodeAt(3) };
  await session.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...pressed });
  await session.send('Input.dispatchKeyEvent', { type: 'keyUp', ...pressed });
  await session.detach();
}
