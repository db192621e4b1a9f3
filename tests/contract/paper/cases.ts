/** Cases: the paper of a drawing. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { DrawingEntry } from '../../../src/core/drawing/types.ts';
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

const WHITE = { color: '#fffdf8' };
const NIGHT = { color: '#25211c' };
const TONED = { color: '#d9c2a0' };
const RULED = {
  color: '#d9c2a0',
  pattern: 'isometric',
  step: 24.5,
  guide: [
    [-300, 0],
    [1e6, 12.25],
  ],
};

const content = { title: 'A sketch', strokes: [], thumb: '' };
const replace = (value: unknown) => ({ op: 'replace', path: '/paper', value });
const test = (value: unknown) => ({ op: 'test', path: '/paper', value });

async function onNight({ send }: Caller) {
  const json = { ...content, paper: NIGHT };
  const response = await send('PUT', path(randomUUID()), { headers: { 'If-None-Match': '*' }, json });
  assert.equal(response.status, 201, response.text);
  return drawingOf(response);
}

/** Values that are no paper, each with the place of its fault. */
const BAD: readonly (readonly [unknown, string])[] = [
  [null, ''],
  ['#25211c', ''],
  [{}, '/color'],
  [{ color: 'black' }, '/color'],
  [{ color: '#25211C' }, '/color'],
  [{ ...NIGHT, grain: 'rough' }, '/grain'],
  [{ ...NIGHT, pattern: 'hexagons' }, '/pattern'],
  [{ ...RULED, step: 3 }, '/step'],
  [{ ...RULED, guide: [] }, '/guide'],
  [{ ...RULED, guide: [1, 2, 3, 4].map((x) => [x, 0]) }, '/guide'],
  [{ ...RULED, guide: [[0, 1e6 + 1]] }, '/guide'],
];

function faults(response: { readonly json: unknown }): string[] {
  return (response.json as { error: { details: { path: string }[] } }).error.details.map((d) => d.path);
}

export const paperCases: readonly Case[] = [
  {
    name: 'a drawing keeps its paper through POST, PUT and PATCH, the trash and the list',
    async run(caller) {
      const { send } = caller;
      const posted = await send('POST', DRAWINGS, { json: { paper: TONED } });
      assert.deepStrictEqual(drawingOf(posted).paper, TONED);
      assert.deepStrictEqual((await read(caller, idOf(posted))).paper, TONED);
      const { id, paper } = await onNight(caller);
      assert.deepStrictEqual(paper, NIGHT);
      const put = { headers: { 'If-Match': '1' }, json: { ...content, paper: RULED } };
      assert.deepStrictEqual(drawingOf(await send('PUT', path(id), put)).paper, RULED);
      assert.deepStrictEqual((await read(caller, id)).paper, RULED);
      refused(await patch(caller, id, 2, [test(TONED)]), 409, 'conflict');
      const patched = await patch(caller, id, 2, [test(RULED), replace(NIGHT), test(NIGHT)]);
      assert.equal(patched.status, 200, patched.text);
      await patch(caller, id, 3, [{ op: 'add', path: '/strokes/-', value: strokeNo(1) }]);
      await send('DELETE', path(id));
      const restored = await send('PUT', path(id, '/restore'));
      assert.deepStrictEqual(drawingOf(restored).paper, NIGHT);
      const { drawings } = (await send('GET', DRAWINGS)).json as { drawings: DrawingEntry[] };
      const listed = (wanted: string) => drawings.find((entry) => entry.id === wanted)?.paper;
      assert.deepStrictEqual([listed(id), listed(idOf(posted))], [NIGHT, TONED]);
    },
  },
  {
    name: 'a drawing without paper is white, and names none',
    async run(caller) {
      const { id } = await newDrawing(caller);
      assert.ok(!('paper' in (await read(caller, id))));
      assert.equal((await patch(caller, id, 1, [test(WHITE)])).status, 200);
      refused(await patch(caller, id, 2, [test(NIGHT)]), 409, 'conflict');
      await patch(caller, id, 2, [replace(WHITE)]);
      assert.deepStrictEqual((await read(caller, id)).paper, WHITE);
    },
  },
  {
    name: 'a PUT that names no paper leaves it, and was applied already if all else is equal',
    async run(caller) {
      const { id } = await onNight(caller);
      const send = (rev: string, more = {}) =>
        caller.send('PUT', path(id), { headers: { 'If-Match': rev }, json: { ...content, ...more } });
      assert.deepStrictEqual(drawingOf(await send('1', { title: 'Other' })).paper, NIGHT);
      const again = await send('1', { title: 'Other' });
      assert.deepEqual([again.status, again.headers['etag']], [200, '"2"']);
      refused(await send('1', { title: 'Other', paper: TONED }), 409, 'conflict');
      const same = await send('1', { title: 'Other', paper: NIGHT });
      assert.deepEqual([same.status, same.headers['etag']], [200, '"2"']);
    },
  },
  {
    name: 'a new drawing without paper is not one that has another',
    async run(caller) {
      const { id } = await onNight(caller);
      const create = (json: object) =>
        caller.send('PUT', path(id), { headers: { 'If-None-Match': '*' }, json });
      refused(await create(content), 412, 'precondition_failed');
      assert.equal((await create({ ...content, paper: NIGHT })).status, 200);
    },
  },
  {
    name: 'another paper is a change by a person, and has its date',
    async run(caller) {
      const { id, updatedAt } = await onNight(caller);
      const patched = await patch(caller, id, 1, [replace(TONED)]);
      assert.ok((patched.json as { updatedAt: string }).updatedAt > updatedAt);
    },
  },
  {
    name: 'a paper that is none is refused, with its place, and nothing is changed',
    async run(caller) {
      const before = await onNight(caller);
      for (const [paper, at] of BAD) {
        const json = { ...content, paper };
        const put = () => caller.send('PUT', path(before.id), { headers: { 'If-Match': '1' }, json });
        await refusedUnchanged(caller, before, put, 400, 'invalid_body');
        assert.deepEqual(faults(await put()), [`/paper${at}`]);
        const posted = await caller.send('POST', DRAWINGS, { json });
        refused(posted, 400, 'invalid_body');
        assert.deepEqual(faults(posted), [`/paper${at}`]);
        for (const operation of [replace(paper), test(paper)]) {
          const send = () => patch(caller, before.id, 1, [operation]);
          await refusedUnchanged(caller, before, send, 400, 'invalid_body');
          assert.deepEqual(faults(await send()), [`/0/value${at}`]);
        }
      }
      for (const operation of [
        { op: 'add', path: '/paper', value: NIGHT },
        { op: 'remove', path: '/paper' },
        { op: 'replace', path: '/paper/color', value: '#000000' },
      ]) {
        const send = () => patch(caller, before.id, 1, [operation]);
        await refusedUnchanged(caller, before, send, 400, 'invalid_body');
      }
    },
  },
  {
    name: 'a link shows the paper, and its tag changes with it',
    mode: 'token',
    async run(caller) {
      const { id } = await onNight(caller);
      const at = sharedPath(secretOf(await share(caller, id)));
      const seen = await caller.send('GET', at, { anonymous: true });
      assert.deepStrictEqual((seen.json as { paper: unknown }).paper, NIGHT);
      // With an earlier date, which leaves the stored one, so that only the paper is another.
      const dated = { op: 'replace', path: '/updatedAt', value: '2020-01-01T00:00:00Z' };
      await patch(caller, id, 1, [replace(TONED), dated]);
      const headers = { 'If-None-Match': seen.headers['etag'] ?? '' };
      const next = await caller.send('GET', at, { anonymous: true, headers });
      assert.equal(next.status, 200);
      assert.deepStrictEqual((next.json as { paper: unknown }).paper, TONED);
    },
  },
  {
    name: 'the app says that it knows paper',
    async run({ send }) {
      const { capabilities } = (await send('GET', '/api/v1/app')).json as { capabilities: string[] };
      assert.ok(capabilities.includes('paper'));
    },
  },
];
