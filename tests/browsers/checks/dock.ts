import assert from 'node:assert/strict';
import { tools as words } from '../../../src/app/words/en/studio/tools.ts';
import type { Stroke } from '../../../src/core/drawing/types.ts';
import { BRUSH_TOOLS } from '../../../src/ink/index.ts';
import type { Engine, Place } from '../engine.ts';
import { click, reads, until } from '../page.ts';
import { openApp, openSite } from '../site.ts';
import { drawingId, newDrawing, SAVED, storesStrokes } from '../studio.ts';
import type { Check } from './check.ts';

const INK = '#1f1b16';
const GULA_MELAKA = '#7b4a2d';
const MONSOON = '#6c7985';

export const dockChecks: readonly Check[] = [
  {
    name: 'dock: brushes, sizes, opacities and colours are chosen by pointer and by keys, and a colour is taken from the drawing',
    async run(engine, kind) {
      await using site = await openSite(kind);
      await openApp(engine, `${site.url}/`);
      await newDrawing(engine);
      let held: keyof typeof words.names = 'pen';
      for (const [i, brush] of BRUSH_TOOLS.entries()) {
        await click(engine, 'button', words.brush(words.names[held]));
        await click(engine, 'choice', words.names[brush]);
        await line(engine, 180 + 40 * i);
        held = brush;
      }

      // By pointer, then by keyboard from there.
      await click(engine, 'button', await markOf(engine));
      await click(engine, 'slider', words.size);
      const [half] = await figures(engine);
      await engine.press('ArrowRight');
      await until('an arrow key makes it larger', async () => (await figures(engine))[0]! > half!);
      await click(engine, 'slider', words.opacity);
      await engine.press('Home');
      for (let i = 0; i < 4; i++) await engine.press('ArrowRight');
      await until('the opacity is 5 %', async () => (await figures(engine))[1] === 5);
      const [size] = await figures(engine);
      await engine.press('Escape');
      await line(engine, 480);

      await click(engine, 'button', words.colorNow(words.colors.ink));
      await click(engine, 'slider', words.shade, [0.9, 0.1]);
      await click(engine, 'slider', words.hue);
      await engine.press('Escape');
      await line(engine, 510);

      // Another brush has its own. Of a palette, the colours lie beside it.
      await engine.press('p');
      await click(engine, 'button', words.colorNow(words.colors.ink));
      await until('the palettes have the focus', () => engine.run(focusSelect));
      await engine.press('ArrowDown');
      // Those that do not lie beside the brush.
      await click(engine, 'choice', words.colors.gulaMelaka);
      await click(engine, 'choice', words.colors.monsoon);
      await engine.press('Escape');
      for (const key of [']', ']', ']']) await engine.press(key);
      await line(engine, 550);
      // The colour before comes back.
      await engine.press('x');
      await line(engine, 590);

      // From the line of monsoon.
      const on: Place = [650, 550];
      const shows = () => until('the ring shows its colour', () => engine.run(ring, MONSOON));
      await engine.holding('Alt', () => engine.stroke('mouse', [on], shows));
      await line(engine, 620);
      if (engine.devices.includes('touch')) {
        await engine.press('x');
        await engine.stroke('touch', [on], shows);
        await line(engine, 640);
      }

      const id = await drawingId(engine);
      await reads(engine, 'status', SAVED);
      const taken = engine.devices.includes('touch') ? 2 : 1;
      const strokes = await storesStrokes(engine, id, BRUSH_TOOLS.length + 4 + taken);
      assert.deepEqual(
        strokes.slice(0, BRUSH_TOOLS.length).map(({ tool }) => tool),
        BRUSH_TOOLS,
      );
      const [sized, mixed, ...rest] = strokes.slice(BRUSH_TOOLS.length);
      const look = ({ tool, size, opacity, color }: Stroke) => [tool, size, opacity, color];
      assert.deepEqual(look(sized!), [held, size, 0.05, INK]);
      assert.deepEqual(look(mixed!).slice(0, 3), [held, size, 0.05]);
      // Bright, and of the hue in the middle.
      const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(mixed!.color.slice(at, at + 2), 16));
      assert.ok(red! < 60 && green! > 200 && blue! > 200, mixed?.color);
      assert.deepEqual(
        rest.map(({ tool, opacity, color }) => [tool, opacity, color]),
        [MONSOON, GULA_MELAKA, MONSOON, MONSOON]
          .slice(0, rest.length)
          .map((color) => ['pen', undefined, color]),
      );
    },
  },
];

/** Draws a line, CSS px from the top of the window. */
async function line(engine: Engine, down: number): Promise<void> {
  const places = [450, 550, 650, 750, 850].map((across, i) => [across, down + (i % 2) * 4] as const);
  await engine.stroke('mouse', places);
}

/** Runs in the page. */
function focusSelect(): boolean {
  const select = document.querySelector('select');
  select?.focus();
  return select !== null && document.activeElement === select;
}

/** The name of the button with the mark of the brush. */
function markOf(engine: Engine): Promise<string> {
  return engine.run(() => document.querySelector('.mark-button')?.getAttribute('aria-label') ?? '');
}

/** Size and opacity in per cent, as the button says. */
async function figures(engine: Engine): Promise<number[]> {
  return ((await markOf(engine)).match(/[\d.]+/g) ?? []).map(Number);
}

/** Runs in the page: true if the ring of the eyedropper shows this colour. */
function ring(color: string): boolean {
  return document.querySelector('.eyedropper')?.textContent?.includes(color) ?? false;
}
