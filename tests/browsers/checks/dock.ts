import assert from 'node:assert/strict';
import { tools as words } from '../../../src/app/words/en/studio/tools.ts';
import type { Stroke } from '../../../src/core/drawing/types.ts';
import { BRUSH_TOOLS } from '../../../src/ink/index.ts';
import type { Engine, Place } from '../engine.ts';
import { click, reads, until } from '../page.ts';
import { openApp, openSite } from '../site.ts';
import { drawingId, newDrawing, SAVED, storesStrokes } from '../studio.ts';
import type { Check } from './check.ts';

const [INK, GRAPHITE, GULA_MELAKA, MONSOON] = ['#1f1b16', '#77716a', '#7b4a2d', '#6c7985'];

export const dockChecks: readonly Check[] = [
  {
    name: 'dock: each brush is chosen and draws, and keeps its size, opacity and colour',
    async run(engine, kind) {
      await using site = await openSite(kind);
      await openApp(engine, `${site.url}/`);
      await newDrawing(engine);
      let held: keyof typeof words.names = 'pen';
      for (const [i, brush] of BRUSH_TOOLS.entries()) {
        await click(engine, 'button', words.brush(words.names[held]));
        await click(engine, 'choice', words.names[brush]);
        await line(engine, 200 + 40 * i);
        held = brush;
      }
      await drew(engine, BRUSH_TOOLS.length, (strokes) => strokes.map(({ tool }) => tool), [...BRUSH_TOOLS]);

      // By pointer, then by keyboard from there.
      await click(engine, 'button', await markOf(engine));
      await click(engine, 'slider', words.size, [0.5, 0.5]);
      const [half] = await figures(engine);
      await engine.press('ArrowRight');
      await until('an arrow key makes it larger', async () => (await figures(engine))[0]! > half!);
      await click(engine, 'slider', words.opacity, [0.5, 0.5]);
      await engine.press('Home');
      for (let i = 0; i < 4; i++) await engine.press('ArrowRight');
      await until('the opacity is 5 %', async () => (await figures(engine))[1] === 5);
      const [size] = await figures(engine);
      await engine.press('Escape');
      await line(engine, 500);

      await click(engine, 'button', words.colorNow(words.colors.ink));
      await click(engine, 'slider', words.shade, [0.9, 0.1]);
      await click(engine, 'slider', words.hue, [0.5, 0.5]);
      await engine.press('Escape');
      await line(engine, 540);
      const strokes = await drew(
        engine,
        BRUSH_TOOLS.length + 2,
        (all) => all.slice(-2).map(({ tool }) => tool),
        [held, held],
      );
      const [before, mixed] = strokes.slice(-2);
      assert.deepEqual([before?.size, before?.opacity, before?.color], [size, 0.05, INK]);
      // Bright, and of the hue in the middle.
      const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(mixed!.color.slice(at, at + 2), 16));
      assert.ok(red! < 60 && green! > 200 && blue! > 200, mixed?.color);

      // Another brush has its own. Of a palette, the colours lie beside it.
      await engine.press('p');
      await click(engine, 'button', words.colorNow(words.colors.ink));
      await until('the palettes have the focus', () => engine.run(focusSelect));
      await engine.press('ArrowDown');
      // Those that do not lie beside the brush.
      await click(engine, 'choice', words.colors.gulaMelaka);
      await click(engine, 'choice', words.colors.monsoon);
      await engine.press('Escape');
      await line(engine, 580);
      // And the colour before comes back.
      await engine.press('x');
      await line(engine, 600);
      const all = await drew(
        engine,
        BRUSH_TOOLS.length + 4,
        (all) => all.slice(-2).map(({ color }) => color),
        [MONSOON!, GULA_MELAKA!],
      );
      assert.deepEqual(
        all.slice(-2).map(({ tool, opacity }) => [tool, opacity]),
        [
          ['pen', undefined],
          ['pen', undefined],
        ],
      );
    },
  },
  {
    name: 'eyedropper: Alt, and a pointer that holds still, take the colour under it',
    async run(engine, kind) {
      await using site = await openSite(kind);
      await openApp(engine, `${site.url}/`);
      await newDrawing(engine);
      for (const key of [']', ']', 'c']) await engine.press(key);
      await line(engine, 300);
      const on: Place = [600, 302];
      const shows = () => until('the ring shows grey', () => engine.run(ring, '#77716a'));
      await engine.press('C', 'Shift');
      await engine.holding('Alt', () => engine.stroke('mouse', [on], shows));
      await line(engine, 400);
      await drew(engine, 2, (all) => all.map(({ color }) => color), [GRAPHITE!, GRAPHITE!]);

      // A mouse that holds still draws.
      const device = engine.devices.find((one) => one !== 'mouse');
      assert.ok(device);
      await engine.press('C', 'Shift');
      await line(engine, 500);
      await drew(engine, 3, (all) => all.map(({ color }) => color), [GRAPHITE!, GRAPHITE!, INK!]);
      if (device === 'touch') await engine.stroke(device, [on], shows);
      else {
        await engine.stroke('mouse', [on, [on[0] + 1, on[1]]]);
        await engine.press('t');
      }
    },
  },
];

/** Draws a line, CSS px from the top of the window. */
async function line(engine: Engine, down: number): Promise<void> {
  const places = [450, 550, 650, 750, 850].map((across, i) => [across, down + (i % 2) * 4] as const);
  await engine.stroke('mouse', places);
}

/** Waits until so many strokes are stored, and expects this of them. */
async function drew<T>(
  engine: Engine,
  count: number,
  look: (strokes: readonly Stroke[]) => T,
  expected: T,
): Promise<readonly Stroke[]> {
  const id = await drawingId(engine);
  await reads(engine, 'status', SAVED);
  const strokes = await storesStrokes(engine, id, count);
  assert.deepStrictEqual(look(strokes), expected);
  return strokes;
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
