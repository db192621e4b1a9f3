/** Makes marks in the studio as a person does: takes brush, colour, size and opacity from the dock, and draws. */
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CDPSession, Locator, Page } from 'playwright/test';
import { colorName, EVERYDAY, SINGAPORE } from '../../../src/app/studio/tool-settings/palettes.ts';
import { studio } from '../../../src/app/words/en/studio/studio.ts';
import { tools } from '../../../src/app/words/en/studio/tools.ts';
import type { Kit, Mark, Touch } from './sketch.ts';

/** Where the scene lies in the window. */
export interface Easel {
  /** CSS px of the window where the scene's origin is. */
  readonly left: number;
  readonly top: number;
  /** CSS px for one unit; the studio's zoom, so that sizes fit. */
  readonly zoom: number;
}

export interface PaintOptions {
  readonly device?: 'pen' | 'mouse' | 'touch';
  /** From one moment of the hand to the next, ms; 0 as fast as the browser takes them. */
  readonly pace?: number;
  /** Called before each mark. */
  readonly before?: (mark: Mark, index: number) => Promise<void> | void;
}

export async function paint(
  page: Page,
  marks: readonly Mark[],
  easel: Easel,
  { device = 'pen', pace = 0, before }: PaintOptions = {},
): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const dock = new DockHand(page);
  try {
    for (const [i, mark] of marks.entries()) {
      await before?.(mark, i);
      await dock.take(mark);
      if (device === 'touch') await drag(session, mark.touches, easel, pace);
      else await draw(session, mark.touches, easel, device, pace);
    }
  } finally {
    await session.detach();
  }
}

async function draw(
  session: CDPSession,
  touches: readonly Touch[],
  easel: Easel,
  device: 'pen' | 'mouse',
  pace: number,
): Promise<void> {
  const sent: Promise<unknown>[] = [];
  const send = (type: 'mousePressed' | 'mouseMoved' | 'mouseReleased', touch: Touch) => {
    const { x, y } = onScreen(touch, easel);
    const isPen = device === 'pen';
    sent.push(
      session.send('Input.dispatchMouseEvent', {
        type,
        x,
        y,
        button: 'left',
        buttons: type === 'mouseReleased' ? 0 : 1,
        clickCount: 1,
        pointerType: isPen ? 'pen' : 'mouse',
        ...(isPen && { force: touch.pressure, tiltX: touch.lean, tiltY: Math.round(touch.lean / 3) }),
      }),
    );
  };
  send('mousePressed', touches[0]!);
  for (const touch of touches.slice(1)) {
    if (pace > 0) await sleep(pace);
    send('mouseMoved', touch);
  }
  send('mouseReleased', touches.at(-1)!);
  await Promise.all(sent);
}

async function drag(
  session: CDPSession,
  touches: readonly Touch[],
  easel: Easel,
  pace: number,
): Promise<void> {
  const sent: Promise<unknown>[] = [];
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: readonly Touch[]) => {
    const touchPoints = points.map((touch) => ({ ...onScreen(touch, easel), id: 1 }));
    sent.push(session.send('Input.dispatchTouchEvent', { type, touchPoints }));
  };
  send('touchStart', touches.slice(0, 1));
  for (const touch of touches.slice(1)) {
    if (pace > 0) await sleep(pace);
    send('touchMove', [touch]);
  }
  send('touchEnd', []);
  await Promise.all(sent);
}

function onScreen({ x, y }: Touch, { left, top, zoom }: Easel): { x: number; y: number } {
  return { x: left + x * zoom, y: top + y * zoom };
}

/** Takes things from the dock, by their roles and names. */
class DockHand {
  readonly #page: Page;
  readonly #dock: Locator;
  /** What each tool was last given: it keeps that. */
  readonly #kits = new Map<string, Kit>();
  #held: Kit['tool'] | undefined;

  constructor(page: Page) {
    this.#page = page;
    this.#dock = page.getByRole('toolbar', { name: tools.dock, exact: true });
  }

  async take(kit: Kit): Promise<void> {
    const { tool, color, size, opacity } = kit;
    if (this.#held !== tool) await this.#takeTool(tool);
    const known = this.#kits.get(tool);
    if (tool !== 'eraser') {
      if (known?.color !== color) await this.#takeColor(color);
      if (known?.size !== size || known.opacity !== opacity) await this.#takeMark(kit);
    }
    this.#kits.set(tool, kit);
    this.#held = tool;
  }

  async #takeTool(tool: Kit['tool']): Promise<void> {
    if (tool === 'eraser')
      return this.#press(this.#dock.getByRole('button', { name: tools.names.eraser, exact: true }));
    const button = this.#dock.getByRole('button', { name: startOf(tools.brush('')) });
    if ((await button.getAttribute('aria-pressed')) !== 'true') await this.#press(button);
    if ((await button.getAttribute('aria-label')) === tools.brush(tools.names[tool])) return;
    await this.#press(button);
    const choice = this.#page.getByRole('radio', { name: tools.names[tool], exact: true });
    await this.#press(this.#page.locator('.brush-choice', { has: choice }));
  }

  async #takeColor(color: string): Promise<void> {
    const button = this.#dock.getByRole('button', { name: startOf(tools.colorNow('')) });
    await this.#press(button);
    const found = [SINGAPORE, EVERYDAY].find(({ colors }) => colors.some((one) => one.color === color));
    if (found) await this.#page.getByLabel(tools.palette, { exact: true }).selectOption(found.name);
    const name = colorName(color);
    const radio = this.#page.getByRole('radio', { name, exact: true });
    // The palette comes before the last colours. On dark paper it has no ink.
    const swatch = this.#page.locator('.color-choices .swatch', { has: radio }).first();
    if (await swatch.isVisible()) {
      await this.#press(swatch);
    } else {
      const code = this.#page.getByLabel(tools.hex, { exact: true });
      await code.fill(color);
      await code.press('Enter');
    }
    await this.#close(button);
  }

  async #takeMark({ size, opacity }: Kit): Promise<void> {
    const button = this.#dock.getByRole('button', { name: startOf(tools.mark('', '').split(':')[0]!) });
    await this.#press(button);
    const field = this.#page.getByRole('textbox', { name: tools.size, exact: true });
    await field.fill(String(size));
    await field.press('Enter');
    await slide(
      this.#page.getByRole('slider', { name: tools.opacity, exact: true }),
      Math.round(opacity * 100),
    );
    await this.#close(button);
  }

  async #close(button: Locator): Promise<void> {
    if ((await button.getAttribute('aria-expanded')) === 'true') await this.#press(button);
    await this.#page.locator('.dock-panel').waitFor({ state: 'detached' });
  }

  /** With a finger where the screen is touched. */
  async #press(target: Locator): Promise<void> {
    const touches = await this.#page.evaluate(() => navigator.maxTouchPoints > 0);
    await (touches ? target.tap() : target.click());
  }
}

/** Presses a slider where the value is, and goes on by keys to the very value. */
async function slide(slider: Locator, value: number): Promise<void> {
  const now = async () => Number(await slider.inputValue());
  if ((await now()) === value) return;
  const box = await slider.boundingBox();
  assert.ok(box);
  await slider.click({
    position: { x: Math.min(box.width - 2, (box.width * value) / 100), y: box.height / 2 },
  });
  for (let last = await now(); last !== value; last = await now()) {
    await slider.press(last < value ? 'ArrowRight' : 'ArrowLeft');
    assert.notEqual(await now(), last, 'a key moves the slider');
  }
}

function startOf(text: string): RegExp {
  return new RegExp(`^${text.trim()}`);
}

/** Where the scene is in the middle of what the dock and the header leave free, at this zoom. */
export async function easelFor(
  page: Page,
  scene: { readonly width: number; readonly height: number },
  zoom: number,
  free: { readonly top: number; readonly bottom: number },
): Promise<Easel> {
  const canvas = await page.getByLabel(studio.canvas, { exact: true }).boundingBox();
  assert.ok(canvas);
  const middle = canvas.y + free.top + (canvas.height - free.top - free.bottom) / 2;
  return {
    left: Math.round(canvas.x + canvas.width / 2 - (scene.width * zoom) / 2),
    top: Math.round(middle - (scene.height * zoom) / 2),
    zoom,
  };
}
