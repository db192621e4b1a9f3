import assert from 'node:assert/strict';
import { clipboard as words } from '../../../src/app/words/en/studio/clipboard.ts';
import { tools } from '../../../src/app/words/en/studio/tools.ts';
import type { Stroke } from '../../../src/core/drawing/types.ts';
import { assertMirrored, assertTurned } from '../../e2e/support/studio/turned.ts';
import type { Engine, Place } from '../engine.ts';
import { click, until } from '../page.ts';
import { controlled, openApp, openSite } from '../site.ts';
import { drawAndSave, drawingId, newDrawing, storedStrokes, stores, storesStrokes } from '../studio.ts';
import type { Check } from './check.ts';

export const selectionChecks: readonly Check[] = [
  {
    name: 'selection: it is copied, cut and pasted, within a drawing and into others, turned by its handle and mirrored by a key',
    async run(engine, kind) {
      await using site = await openSite(kind);
      await openApp(engine, `${site.url}/`);
      await newDrawing(engine);
      const own = await drawAndSave(engine, 3);
      const id = await drawingId(engine);
      await engine.press('a', 'Control');
      await engine.press('c', 'Control');
      await says(engine, words.copied(3));
      await engine.press('v', 'Control');
      const both = await storesStrokes(engine, id, 6);
      assert.deepStrictEqual(both.slice(0, 3), own);
      assertMoved(both.slice(3), own, [16, 16]);
      // What was pasted is selected.
      await engine.press('x', 'Control');
      await stores(engine, id, own);
      await engine.press('v', 'Control');
      const back = await storesStrokes(engine, id, 6);
      assertMoved(back.slice(3), both.slice(3), [0, 0]);

      await click(engine, 'link', 'Drawings');
      await newDrawing(engine);
      await engine.press('v', 'Control');
      assertMoved(await storesStrokes(engine, await drawingId(engine), 3), own);

      // Another page has only what lies in the system's clipboard.
      await engine.goto(`${site.url}/`);
      await controlled(engine);
      await newDrawing(engine);
      await engine.press('v', 'Control');
      const last = await drawingId(engine);
      const before = await storesStrokes(engine, last, 3);
      assertMoved(before, own);

      const [handle, middle] = await until('the selection has a handle', () => engine.run(handleAndMiddle));
      const arm = handle[1] - middle[1];
      // A quarter, clockwise.
      const beside: Place = [middle[0] - arm, middle[1]];
      const corner: Place = [beside[0], handle[1]];
      const half: Place = [(corner[0] + beside[0]) >> 1, (corner[1] + beside[1]) >> 1];
      await engine.stroke('mouse', [handle, corner, half, beside], () =>
        until('the angle is shown', async () => (await engine.run(angle)) === '90°'),
      );
      await until('it is stored', async () => {
        const after = await storedStrokes(engine, last);
        return after[0]?.points[0]?.[0] !== before[0]?.points[0]?.[0];
      });
      assertTurned(await storedStrokes(engine, last), before, 90);
      await click(engine, 'button', 'Undo');
      await stores(engine, last, before);

      await engine.press('a', 'Control');
      await engine.press('H', 'Shift');
      await until('it is mirrored', async () => {
        const after = await storedStrokes(engine, last);
        return after.length === 3 && after[0]?.points[0]?.[0] !== before[0]?.points[0]?.[0];
      });
      assertMirrored(await storedStrokes(engine, last), before);
      await engine.press('H', 'Shift');
      await stores(engine, last, before);
      await says(engine, tools.selected(3));
    },
  },
];

/** Waits until the page shows a text. */
async function says(engine: Engine, text: string): Promise<void> {
  await until(`it says ${text}`, () =>
    engine.run((text) => document.body.textContent?.includes(text) ?? false, text),
  );
}

/** Expects the same strokes elsewhere; `by`: exactly so far. */
function assertMoved(
  after: readonly Stroke[],
  before: readonly Stroke[],
  by?: readonly [number, number],
): void {
  const [[x, y], [wasX, wasY]] = [after[0]!.points[0]!, before[0]!.points[0]!];
  const [dx, dy] = [x - wasX, y - wasY];
  if (by) assert.deepEqual([dx, dy].map(Math.round), by);
  assert.equal(after.length, before.length);
  for (const [i, { points, at: _at, ...rest }] of after.entries()) {
    const { points: was, at: _was, ...all } = before[i]!;
    assert.deepStrictEqual(rest, all);
    assert.equal(points.length, was.length);
    for (const [k, [px, py]] of points.entries()) {
      assert.ok(Math.abs(px - was[k]![0] - dx) < 0.01 && Math.abs(py - was[k]![1] - dy) < 0.01);
    }
  }
}

/** Runs in the page: the middles of the handle that turns and of the frame; null without a selection. */
function handleAndMiddle(): readonly [Place, Place] | false {
  const [handle, frame] = ['.selection-turn', '.selection-frame'].map((name) => document.querySelector(name));
  if (!handle || !frame) return false;
  const middle = (element: Element): Place => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return [Math.round(x + width / 2), Math.round(y + height / 2)];
  };
  return [middle(handle), middle(frame)];
}

/** Runs in the page. */
function angle(): string {
  return document.querySelector('.selection-angle')?.textContent ?? '';
}
