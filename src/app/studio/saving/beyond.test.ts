import { describe, expect, test } from 'vitest';
import { numbers, stroke } from '../../../../tests/support/drawing/any-stroke.ts';
import { draw, SaveServer, saver } from '../../../../tests/support/drawing/save-queue.ts';
import { ERASER_TOOL } from '../../../core/drawing/erasing.ts';
import { STROKES_MAX } from '../../../core/drawing/limits.ts';
import { BASE } from '../../../core/drawing/members/layers.ts';
import type { Stroke } from '../../../core/drawing/types.ts';
import type { Operation } from '../document/content.ts';

const FULL: readonly Stroke[] = Array.from({ length: STROKES_MAX }, (_, i) => stroke(i));
const FIRST = FULL[0]!;
const red = (n: number): Stroke => ({ ...stroke(n), color: '#b3261e' });
const rub: Stroke = { ...stroke(-9), tool: ERASER_TOOL };
const insert = (one: Stroke): Operation => ({ kind: 'insert', stroke: one, place: 'top' });
const remove = (one: Stroke): Operation => ({ kind: 'remove', stroke: one });
const replace = (one: Stroke, ...by: [Stroke, ...Stroke[]]): Operation => ({
  kind: 'replace',
  strokes: [one],
  by,
});

/** A page with a drawing of one stroke, which others fill, but for some room, before it sends anything more. */
async function page(room = 0) {
  const server = new SaveServer();
  const saved = saver(server);
  saved.queue.push([draw(0)]);
  await saved.settled();
  server.othersStore(...FULL.slice(0, STROKES_MAX - room));
  const push = async (...operations: Operation[]) => {
    for (const operation of operations) saved.queue.push([operation]);
    await saved.settled();
  };
  const told = () => saved.notices.filter((notice) => notice !== 'changed-elsewhere');
  return { server, ...saved, push, told };
}

describe('studio: what has no room because others filled the drawing', () => {
  test.each([
    { name: 'one stroke', room: 0, made: [draw(-1)], beyond: [stroke(-1)] },
    { name: 'several', room: 0, made: [draw(-1), draw(-2)], beyond: [stroke(-1), stroke(-2)] },
    {
      name: 'those after the last that fits',
      room: 1,
      made: [draw(-1), draw(-2), draw(-3)],
      beyond: [stroke(-2), stroke(-3)],
    },
    {
      name: 'as it was changed since',
      room: 0,
      made: [draw(-1), replace(stroke(-1), red(-1), red(-2)), draw(-3), remove(stroke(-3))],
      beyond: [red(-1), red(-2)],
    },
  ])('is kept: $name', async ({ room, made, beyond }) => {
    const it = await page(room);
    await it.push(...made);
    expect(it.beyond).toEqual([beyond]);
    expect(it.server.drawing?.strokes).toHaveLength(STROKES_MAX);
    expect(it.queue.content.strokes).toEqual(it.server.drawing?.strokes);
    expect([it.queue.unsaved, it.told()]).toEqual([false, []]);
  });

  test('is nothing where it fits, or was taken back', async () => {
    const it = await page(1);
    await it.push(remove(FIRST), draw(-1), draw(-2), draw(-3), remove(stroke(-3)));
    expect(it.beyond).toEqual([]);
    expect(numbers(it.server.drawing?.strokes.slice(-2) ?? [])).toEqual([-1, -2]);
  });

  test('is kept once, also while a request is in doubt', async () => {
    const it = await page(2);
    const { patch } = it.server;
    it.server.patch = (...request) => {
      // So that only the strokes tell whether an earlier try has arrived.
      it.server.forgetKeys();
      return patch(...request);
    };
    it.server.fates.push('arrives', 'arrives', 'others draw after, answer lost');
    await it.push(draw(-1));
    await it.push(draw(-2), draw(-3));
    expect(it.beyond.flat()).toEqual([stroke(-2), stroke(-3)]);
    expect(it.server.drawing?.strokes).toHaveLength(STROKES_MAX);
    expect(numbers(it.server.drawing?.strokes ?? []).filter((n = 0) => n < 0)).toEqual([-1]);
  });

  test('is kept, too, where the drawing is known to be full', async () => {
    const it = await page();
    await it.push(remove(FIRST));
    await it.push(draw(-1), draw(-2));
    expect(numbers(it.server.drawing?.strokes.slice(-1) ?? [])).toEqual([-1]);
    expect(it.beyond).toEqual([[stroke(-2)]]);
    expect(it.queue.content.strokes).toHaveLength(STROKES_MAX);
  });

  test.each([
    { name: 'a cut', made: replace(FIRST, red(-1), red(-2)) },
    { name: 'a trace that erases', made: replace(FIRST, FIRST, rub) },
  ])('is no ink where it was $name: the stroke stays whole, and the page says so', async ({ made }) => {
    const it = await page();
    await it.push(made);
    expect([it.beyond, it.told()]).toEqual([[], ['no-room']]);
    expect(it.server.drawing?.strokes).toEqual(FULL);
    expect(it.queue.content.strokes).toEqual(FULL);
  });

  test('is not kept twice where all that was seen is kept, because its layer is gone as well', async () => {
    const layers = [BASE, { ...BASE, id: 'mine' }];
    const it = await page(1);
    it.server.othersLayer(Array.from({ length: 8 }, (_, i) => ({ ...BASE, id: `their${i}` })));
    const mine = { ...stroke(-1), layer: 'mine' };
    await it.push({ kind: 'layers', from: [BASE], to: layers }, insert(mine), draw(-2));
    expect(it.kept.map(({ strokes }) => strokes)).toEqual([[stroke(0), mine, stroke(-2)]]);
    expect(it.beyond).toEqual([]);
  });
});
