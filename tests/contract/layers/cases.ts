/** Cases: the layers of a drawing. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { DrawingEntry, Layer } from '../../../src/core/drawing/types.ts';
import type { Caller, Case } from '../caller.ts';
import { secretOf, share, sharedPath } from '../cases/shares.ts';
import {
  DRAWINGS,
  drawingOf,
  idOf,
  newDrawing,
  patch,
  path,
  read,
  refused,
  refusedUnchanged,
  strokeNo,
} from '../support.ts';

const BASE: Layer = { id: 'base', name: '', opacity: 1, visible: true, locked: false };
const SKY: Layer = { ...BASE, id: 'sky', name: 'Sky "over" 🌳', opacity: 0.25, blend: 'multiply' };
const NOTES: Layer = { ...BASE, id: 'n0tes', visible: false, locked: true };
const THREE = [SKY, BASE, NOTES];

const content = { title: 'A sketch', strokes: [], thumb: '' };
const replace = (value: unknown) => ({ op: 'replace', path: '/layers', value });
const test = (value: unknown) => ({ op: 'test', path: '/layers', value });

async function layered({ send }: Caller) {
  const json = { ...content, layers: THREE };
  const response = await send('PUT', path(randomUUID()), { headers: { 'If-None-Match': '*' }, json });
  assert.equal(response.status, 201, response.text);
  return drawingOf(response);
}

/** Values that are no layers, each with the place of its fault. */
const BAD: readonly (readonly [unknown, string])[] = [
  [null, ''],
  [[], ''],
  [Array.from({ length: 9 }, (_, n) => ({ ...BASE, id: `l${n}` })), ''],
  [[BASE, SKY, BASE], '/2/id'],
  [[{ ...SKY, opacity: 0 }], '/0/opacity'],
  [[{ ...SKY, opacity: 1.1 }], '/0/opacity'],
  [[BASE, { ...SKY, name: 'x'.repeat(41) }], '/1/name'],
  [[{ ...SKY, blend: 'screen' }], '/0/blend'],
  [[{ ...SKY, mask: 'base' }], '/0/mask'],
];

function faults(response: { readonly json: unknown }): string[] {
  return (response.json as { error: { details: { path: string }[] } }).error.details.map((d) => d.path);
}

export const layerCases: readonly Case[] = [
  {
    name: 'a drawing keeps its layers through POST, PUT and PATCH, the trash and the list',
    async run(caller) {
      const { send } = caller;
      const posted = await send('POST', DRAWINGS, { json: { layers: [BASE, SKY] } });
      assert.deepStrictEqual(drawingOf(posted).layers, [BASE, SKY]);
      assert.deepStrictEqual((await read(caller, idOf(posted))).layers, [BASE, SKY]);
      const { id, layers } = await layered(caller);
      assert.deepStrictEqual(layers, THREE);
      const put = { headers: { 'If-Match': '1' }, json: { ...content, layers: [BASE, SKY] } };
      assert.deepStrictEqual(drawingOf(await send('PUT', path(id), put)).layers, [BASE, SKY]);
      const patched = await patch(caller, id, 2, [test([BASE, SKY]), replace(THREE), test(THREE)]);
      assert.equal(patched.status, 200, patched.text);
      await patch(caller, id, 3, [{ op: 'add', path: '/strokes/-', value: strokeNo(1) }]);
      await send('DELETE', path(id));
      const restored = await send('PUT', path(id, '/restore'));
      assert.deepStrictEqual(drawingOf(restored).layers, THREE);
      const { drawings } = (await send('GET', DRAWINGS)).json as { drawings: DrawingEntry[] };
      const listed = (wanted: string) => drawings.find((entry) => entry.id === wanted)?.layers;
      assert.deepStrictEqual([listed(id), listed(idOf(posted))], [THREE, [BASE, SKY]]);
    },
  },
  {
    name: 'a drawing without layers has the base, and names none',
    async run(caller) {
      const { id } = await newDrawing(caller);
      assert.ok(!('layers' in (await read(caller, id))));
      assert.equal((await patch(caller, id, 1, [test([BASE])])).status, 200);
      refused(await patch(caller, id, 2, [test([SKY])]), 409, 'conflict');
      refused(await patch(caller, id, 2, [test([BASE, SKY])]), 409, 'conflict');
      await patch(caller, id, 2, [replace([SKY])]);
      assert.deepStrictEqual((await read(caller, id)).layers, [SKY]);
    },
  },
  {
    name: 'a PUT that names no layers leaves them, and was applied already if all else is equal',
    async run(caller) {
      const { id } = await layered(caller);
      const send = (rev: string, more = {}) =>
        caller.send('PUT', path(id), { headers: { 'If-Match': rev }, json: { ...content, ...more } });
      assert.deepStrictEqual(drawingOf(await send('1', { title: 'Other' })).layers, THREE);
      const again = await send('1', { title: 'Other' });
      assert.deepEqual([again.status, again.headers['etag']], [200, '"2"']);
      refused(await send('1', { title: 'Other', layers: [BASE] }), 409, 'conflict');
      const same = await send('1', { title: 'Other', layers: THREE });
      assert.deepEqual([same.status, same.headers['etag']], [200, '"2"']);
    },
  },
  {
    name: 'a stroke on a layer that is not there is kept',
    async run(caller) {
      const { id } = await layered(caller);
      const value = { ...strokeNo(1), layer: 'gone' };
      assert.equal((await patch(caller, id, 1, [{ op: 'add', path: '/strokes/-', value }])).status, 200);
      assert.deepStrictEqual((await read(caller, id)).strokes, [value]);
    },
  },
  {
    name: 'other layers are a change by a person, and have its date',
    async run(caller) {
      const { id, updatedAt } = await layered(caller);
      const patched = await patch(caller, id, 1, [replace([SKY])]);
      assert.ok((patched.json as { updatedAt: string }).updatedAt > updatedAt);
    },
  },
  {
    name: 'layers that are none are refused, with their place, and nothing is changed',
    async run(caller) {
      const before = await layered(caller);
      for (const [layers, at] of BAD) {
        const json = { ...content, layers };
        const put = () => caller.send('PUT', path(before.id), { headers: { 'If-Match': '1' }, json });
        await refusedUnchanged(caller, before, put, 400, 'invalid_body');
        assert.deepEqual(faults(await put()), [`/layers${at}`]);
        for (const operation of [replace(layers), test(layers)]) {
          const send = () => patch(caller, before.id, 1, [operation]);
          await refusedUnchanged(caller, before, send, 400, 'invalid_body');
          assert.deepEqual(faults(await send()), [`/0/value${at}`]);
        }
      }
      for (const operation of [
        { op: 'add', path: '/layers/-', value: SKY },
        { op: 'remove', path: '/layers' },
        { op: 'replace', path: '/layers/0', value: SKY },
      ]) {
        const send = () => patch(caller, before.id, 1, [operation]);
        await refusedUnchanged(caller, before, send, 400, 'invalid_body');
      }
    },
  },
  {
    name: 'a link shows the layers, and its tag changes with them',
    mode: 'token',
    async run(caller) {
      const { id } = await layered(caller);
      const at = sharedPath(secretOf(await share(caller, id)));
      const seen = await caller.send('GET', at, { anonymous: true });
      assert.deepStrictEqual((seen.json as { layers: unknown }).layers, THREE);
      // With an earlier date, which leaves the stored one, so that only the layers are others.
      const dated = { op: 'replace', path: '/updatedAt', value: '2020-01-01T00:00:00Z' };
      await patch(caller, id, 1, [replace([BASE, SKY]), dated]);
      const headers = { 'If-None-Match': seen.headers['etag'] ?? '' };
      const next = await caller.send('GET', at, { anonymous: true, headers });
      assert.equal(next.status, 200);
      assert.deepStrictEqual((next.json as { layers: unknown }).layers, [BASE, SKY]);
    },
  },
  {
    name: 'the app says that it knows layers',
    async run({ send }) {
      const { capabilities } = (await send('GET', '/api/v1/app')).json as { capabilities: string[] };
      assert.ok(capabilities.includes('layers'));
    },
  },
];
