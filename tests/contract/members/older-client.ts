/** Cases: an older client, which knows no layers, replaces a drawing. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Drawing, Layer, Stroke } from '../../../src/core/drawing/types.ts';
import type { Caller, Case } from '../caller.ts';
import { DRAWINGS, drawingOf, PNG, path, read, refused, strokeNo, textOf } from '../support.ts';

const BASE: Layer = { id: 'base', name: '', opacity: 1, visible: true, locked: false };
const LAYERS: readonly Layer[] = [
  { ...BASE, id: 'sky', opacity: 0.25, blend: 'multiply' },
  BASE,
  { ...BASE, id: 'n0tes', visible: false },
];

/** Each on a layer of its own, and two that differ in nothing else. */
const STROKES: readonly Stroke[] = [
  { ...strokeNo(1), layer: 'sky', at: 0 },
  strokeNo(2),
  { ...strokeNo(3), tilt: [0, 0.5, 1], opacity: 0.5, layer: 'n0tes', at: 71 },
  { ...strokeNo(1), layer: 'n0tes' },
];

/** A stroke as a client sends it back that knows what strokes had at first. */
function older({ tool, color, size, points, pressure }: Stroke): Stroke {
  return { tool, color, size, points, ...(pressure && { pressure }) };
}

interface Put {
  readonly title: string;
  readonly strokes: readonly Stroke[];
  readonly layers?: readonly Layer[];
}

function put(
  { send }: Caller,
  id: string,
  condition: Record<string, string>,
  { title, strokes, layers }: Put,
) {
  const body = textOf({ title, strokes, thumb: PNG, layers });
  return send('PUT', path(id), { headers: condition, body });
}

async function layered(caller: Caller): Promise<string> {
  const id = randomUUID();
  const made = await put(
    caller,
    id,
    { 'If-None-Match': '*' },
    { title: 'New', strokes: STROKES, layers: LAYERS },
  );
  assert.equal(made.status, 201, made.text);
  return id;
}

function assertHas(drawing: Drawing, strokes: readonly Stroke[]): void {
  assert.deepStrictEqual(drawing.strokes, strokes);
  assert.deepStrictEqual(drawing.layers, LAYERS);
}

export const olderClientCases: readonly Case[] = [
  {
    name: 'a PUT of an older client leaves strokes on their layers, with all else that it does not know of them',
    async run(caller) {
      const id = await layered(caller);
      const strokes = [...STROKES.map(older), strokeNo(9)];
      const answer = await put(caller, id, { 'If-Match': '"1"' }, { title: 'Older', strokes });
      assert.equal(answer.status, 200, answer.text);
      assertHas(drawingOf(answer), [...STROKES, strokeNo(9)]);
      assertHas(await read(caller, id), [...STROKES, strokeNo(9)]);
    },
  },
  {
    name: 'a PUT of an older client erases what it leaves out, and keeps its order',
    async run(caller) {
      const id = await layered(caller);
      const strokes = [STROKES[2]!, STROKES[0]!].map(older);
      await put(caller, id, { 'If-Match': '*' }, { title: 'Older', strokes });
      assertHas(await read(caller, id), [STROKES[2]!, STROKES[0]!]);
    },
  },
  {
    name: 'a PUT of an older client that comes again was applied already, with a key and without one',
    async run(caller) {
      const id = await layered(caller);
      const content = { title: 'Older', strokes: [...STROKES, strokeNo(9)].map(older) };
      const keyed = { 'If-Match': '"1"', 'Idempotency-Key': 'older-1' };
      for (const condition of [keyed, keyed, { 'If-Match': '"1"' }]) {
        const answer = await put(caller, id, condition, content);
        assert.deepEqual([answer.status, answer.headers['etag']], [200, '"2"'], answer.text);
        assertHas(drawingOf(answer), [...STROKES, strokeNo(9)]);
      }
      refused(await put(caller, id, { 'If-Match': '"1"' }, { ...content, title: 'Other' }), 409, 'conflict');
    },
  },
  {
    name: 'a PUT that names layers puts strokes on the lowest, and so does one with another stroke on a layer',
    async run(caller) {
      const id = await layered(caller);
      const strokes = STROKES.map(older);
      await put(caller, id, { 'If-Match': '"1"' }, { title: 'Newer', strokes, layers: LAYERS });
      assertHas(await read(caller, id), strokes);
      const mixed = [...strokes, STROKES[2]!];
      const other = await layered(caller);
      await put(caller, other, { 'If-Match': '"1"' }, { title: 'Newer', strokes: mixed });
      assertHas(await read(caller, other), mixed);
    },
  },
  {
    name: 'a PUT without layers is taken as it is where the drawing has none or the base alone, and where it is to create one',
    async run(caller) {
      const strokes = STROKES.map(older);
      for (const layers of [undefined, [BASE]]) {
        const created = await caller.send('POST', DRAWINGS, {
          body: textOf({ title: 'No layers', strokes: STROKES, thumb: PNG, layers }),
        });
        const { id } = drawingOf(created);
        await put(caller, id, { 'If-Match': '"1"' }, { title: 'No layers', strokes });
        assert.deepStrictEqual((await read(caller, id)).strokes, strokes);
      }
      const other = await layered(caller);
      const again = await put(caller, other, { 'If-None-Match': '*' }, { title: 'New', strokes });
      refused(again, 412, 'precondition_failed');
    },
  },
];
