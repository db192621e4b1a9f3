import { describe, expect, test } from 'vitest';
import { stroke } from '../../../../tests/support/drawing/any-stroke.ts';
import { SaveServer, saver } from '../../../../tests/support/drawing/save-queue.ts';
import type { Stroke } from '../../../core/drawing/types.ts';
import type { Operation } from '../document/content.ts';
import { MadeElsewhere } from './missed-edit.ts';

const INK: Stroke = { ...stroke(1), at: 1 };
const RED: Stroke = { ...INK, color: '#b3261e' };
const PART: Stroke = { ...INK, points: [[7, 7]] };
const REST: Stroke = { ...INK, points: [[9, 9]] };
const MOVED: Stroke = { ...INK, layer: 'above' };
const OTHER: Stroke = { ...stroke(2), at: 2 };

const recolor: Operation = { kind: 'replace', strokes: [INK], by: [RED] };
const cut: Operation = { kind: 'replace', strokes: [INK], by: [PART] };
const lift: Operation = { kind: 'move', stroke: INK, by: RED, place: [] };
const erasing = (stroke: Stroke): Operation => ({ kind: 'remove', stroke });
const erase = erasing(INK);

/** What the person is told who makes an edit of a stored stroke while others store these strokes. */
async function told(
  edits: readonly Operation[],
  others: readonly Stroke[],
  first: readonly Stroke[] = [INK],
) {
  const server = new SaveServer();
  const { queue, notices, settled } = saver(server);
  queue.push(first.map((stroke): Operation => ({ kind: 'insert', stroke, place: 'top' })));
  await settled();
  server.othersStore(...others);
  queue.push(edits);
  await settled();
  return {
    notices: notices.filter((notice) => notice !== 'changed-elsewhere'),
    strokes: server.drawing?.strokes,
  };
}

describe('studio: an edit of a stroke that others have changed meanwhile', () => {
  test.each([
    { name: 'a new colour', edits: [recolor] },
    { name: 'a cut', edits: [cut] },
    { name: 'a place in the order', edits: [lift] },
    { name: 'an erasing', edits: [erase] },
  ])('$name is told', async ({ edits }) => {
    expect(await told(edits, [MOVED, OTHER])).toEqual({
      notices: ['edit-elsewhere'],
      strokes: [MOVED, OTHER],
    });
  });

  test('is told once for all', async () => {
    const back: Operation = { kind: 'replace', strokes: [RED], by: [PART] };
    expect((await told([recolor, back], [MOVED])).notices).toEqual(['edit-elsewhere']);
  });

  test.each([
    { name: 'is made', others: [INK, OTHER], edits: [recolor] },
    { name: 'was made by them, too', others: [RED], edits: [recolor] },
    { name: 'is of a stroke that is gone', others: [OTHER], edits: [recolor] },
    { name: 'is an erasing that they made, too', others: [OTHER], edits: [erase] },
  ])('is not told where it $name', async ({ others, edits }) => {
    expect((await told(edits, others)).notices).toEqual([]);
  });

  test.each([
    { name: 'one half is erased by both', edits: [erasing(PART)], left: [REST] },
    { name: 'both halves are erased here, and one there', edits: [erasing(PART), erasing(REST)], left: [] },
  ])('is not told where $name', async ({ edits, left }) => {
    expect(await told(edits, [REST], [PART, REST])).toEqual({ notices: [], strokes: left });
  });

  test('is not told of a stroke without a time, which may be another', async () => {
    const { at: _, ...timeless } = INK;
    const edit: Operation = { kind: 'remove', stroke: timeless };
    expect((await told([edit], [{ ...timeless, layer: 'above' }], [timeless])).notices).toEqual([]);
  });
});

describe('studio: an edit in hand, whose strokes others have changed before it was made', () => {
  /** Whether an edit is missed after these states of the drawing, of which others made all but the first. */
  const isMissed = (edit: Operation, ...states: (readonly Stroke[])[]) => {
    const made = new MadeElsewhere();
    for (const [i, state] of states.slice(1).entries()) made.came(states[i]!, state);
    return made.isMissed([edit], states.at(-1)!);
  };

  test.each([
    { name: 'a new colour', edit: recolor },
    { name: 'a cut', edit: cut },
    { name: 'an erasing', edit: erase },
  ])('$name is missed', ({ edit }) => {
    expect(isMissed(edit, [INK, OTHER], [MOVED, OTHER])).toBe(true);
    expect(isMissed(edit, [INK], [MOVED], [{ ...MOVED, size: 9 }])).toBe(true);
  });

  test.each([
    { name: 'they erased it', states: [[INK, OTHER], [OTHER]] },
    { name: 'they erased a half, of which the other was there', states: [[INK, REST], [REST]] },
    { name: 'they made it, too', states: [[INK], [RED]] },
    { name: 'what they made of it is gone', states: [[INK], [MOVED], []] },
  ])('is not missed where $name', ({ states }) => {
    expect(isMissed(recolor, ...states)).toBe(false);
  });

  test('is not missed where nobody knows, as strokes have no time', () => {
    const { at: _, ...timeless } = INK;
    const edit: Operation = { kind: 'remove', stroke: timeless };
    expect(isMissed(edit, [timeless], [{ ...timeless, layer: 'above' }])).toBe(false);
  });
});
