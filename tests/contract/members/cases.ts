/** Cases: the paper and the layers of a drawing, which are kept, left and refused alike. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Drawing, DrawingEntry, Layer } from '../../../src/core/drawing/types.ts';
import { placed } from '../../support/underlay/photos.ts';
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

const NIGHT = { color: '#25211c' };
const RULED = {
  color: '#d9c2a0',
  pattern: 'isometric',
  step: 24.5,
  guide: [
    [-300, 0],
    [1e6, 12.25],
  ],
};
const BASE: Layer = { id: 'base', name: '', opacity: 1, visible: true, locked: false };
const SKY: Layer = { ...BASE, id: 'sky', name: 'Sky "over" 🌳', opacity: 0.25, blend: 'multiply' };
const NOTES: Layer = { ...BASE, id: 'n0tes', visible: false, locked: true };
const THREE = [SKY, BASE, NOTES];

const content = { title: 'A sketch', strokes: [], thumb: '' };

/** A member that a drawing need not name. */
interface Member {
  readonly name: 'paper' | 'layers';
  /** What a drawing shows that names none. */
  readonly none: unknown;
  readonly first: unknown;
  readonly second: unknown;
  readonly third: unknown;
  /** Values that it cannot have, each with the place of its fault. */
  readonly bad: readonly (readonly [value: unknown, at: string])[];
  /** A part of it, which no operation can change by itself. */
  readonly part: { readonly path: string; readonly value: unknown };
}

const MEMBERS: readonly Member[] = [
  {
    name: 'paper',
    none: { color: '#fffdf8' },
    first: NIGHT,
    second: { color: '#d9c2a0' },
    third: RULED,
    bad: [
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
      [{ ...RULED, guide: [[0]] }, '/guide'],
    ],
    part: { path: '/color', value: '#000000' },
  },
  {
    name: 'layers',
    none: [BASE],
    first: THREE,
    second: [BASE, SKY],
    third: [SKY],
    bad: [
      [null, ''],
      [[], ''],
      [Array.from({ length: 9 }, (_, n) => ({ ...BASE, id: `l${n}` })), ''],
      [[BASE, SKY, BASE], '/2/id'],
      [[{ ...SKY, opacity: 0 }], '/0/opacity'],
      [[{ ...SKY, opacity: 1.1 }], '/0/opacity'],
      [[BASE, { ...SKY, name: 'x'.repeat(41) }], '/1/name'],
      [[{ ...SKY, blend: 'screen' }], '/0/blend'],
      [[{ ...SKY, mask: 'base' }], '/0/mask'],
    ],
    part: { path: '/0', value: SKY },
  },
];

async function created({ send }: Caller, members: object): Promise<Drawing> {
  const json = { ...content, ...members };
  const response = await send('PUT', path(randomUUID()), { headers: { 'If-None-Match': '*' }, json });
  assert.equal(response.status, 201, response.text);
  return drawingOf(response);
}

function faults(response: { readonly json: unknown }): string[] {
  return (response.json as { error: { details: { path: string }[] } }).error.details.map((d) => d.path);
}

function casesOf({ name, none, first, second, third, bad, part }: Member): readonly Case[] {
  const withFirst = (caller: Caller) => created(caller, { [name]: first });
  const replace = (value: unknown) => ({ op: 'replace', path: `/${name}`, value });
  const test = (value: unknown) => ({ op: 'test', path: `/${name}`, value });
  return [
    {
      name: `a drawing keeps its ${name} through POST, PUT and PATCH, the trash and the list`,
      async run(caller) {
        const { send } = caller;
        const posted = await send('POST', DRAWINGS, { json: { [name]: second } });
        assert.deepStrictEqual(drawingOf(posted)[name], second);
        assert.deepStrictEqual((await read(caller, idOf(posted)))[name], second);
        const { id, [name]: value } = await withFirst(caller);
        assert.deepStrictEqual(value, first);
        const put = { headers: { 'If-Match': '1' }, json: { ...content, [name]: third } };
        assert.deepStrictEqual(drawingOf(await send('PUT', path(id), put))[name], third);
        assert.deepStrictEqual((await read(caller, id))[name], third);
        refused(await patch(caller, id, 2, [test(second)]), 409, 'conflict');
        const patched = await patch(caller, id, 2, [test(third), replace(first), test(first)]);
        assert.equal(patched.status, 200, patched.text);
        await patch(caller, id, 3, [{ op: 'add', path: '/strokes/-', value: strokeNo(1) }]);
        await send('DELETE', path(id));
        const restored = await send('PUT', path(id, '/restore'));
        assert.deepStrictEqual(drawingOf(restored)[name], first);
        const { drawings } = (await send('GET', DRAWINGS)).json as { drawings: DrawingEntry[] };
        const listed = (wanted: string) => drawings.find((entry) => entry.id === wanted)?.[name];
        assert.deepStrictEqual([listed(id), listed(idOf(posted))], [first, second]);
      },
    },
    {
      name: `a drawing without ${name} is shown as the plainest, and names none`,
      async run(caller) {
        const { id } = await newDrawing(caller);
        assert.ok(!(name in (await read(caller, id))));
        assert.equal((await patch(caller, id, 1, [test(none)])).status, 200);
        for (const other of [first, second, third]) {
          refused(await patch(caller, id, 2, [test(other)]), 409, 'conflict');
        }
        await patch(caller, id, 2, [replace(none)]);
        assert.deepStrictEqual((await read(caller, id))[name], none);
      },
    },
    {
      name: `a PUT that names no ${name} leaves the old, and was applied already if all else is equal`,
      async run(caller) {
        const { id } = await withFirst(caller);
        const send = (rev: string, more = {}) =>
          caller.send('PUT', path(id), { headers: { 'If-Match': rev }, json: { ...content, ...more } });
        assert.deepStrictEqual(drawingOf(await send('1', { title: 'Other' }))[name], first);
        const again = await send('1', { title: 'Other' });
        assert.deepEqual([again.status, again.headers['etag']], [200, '"2"']);
        refused(await send('1', { title: 'Other', [name]: second }), 409, 'conflict');
        const same = await send('1', { title: 'Other', [name]: first });
        assert.deepEqual([same.status, same.headers['etag']], [200, '"2"']);
      },
    },
    {
      name: `a new drawing without ${name} is not one that has some`,
      async run(caller) {
        const { id } = await withFirst(caller);
        const create = (json: object) =>
          caller.send('PUT', path(id), { headers: { 'If-None-Match': '*' }, json });
        refused(await create(content), 412, 'precondition_failed');
        assert.equal((await create({ ...content, [name]: first })).status, 200);
      },
    },
    {
      name: `other ${name} is a change by a person, and has its date`,
      async run(caller) {
        const { id, updatedAt } = await withFirst(caller);
        const patched = await patch(caller, id, 1, [replace(second)]);
        assert.ok((patched.json as { updatedAt: string }).updatedAt > updatedAt);
      },
    },
    {
      name: `${name} that cannot be is refused, with its place, and nothing is changed`,
      async run(caller) {
        const before = await withFirst(caller);
        for (const [value, at] of bad) {
          const json = { ...content, [name]: value };
          const put = () => caller.send('PUT', path(before.id), { headers: { 'If-Match': '1' }, json });
          await refusedUnchanged(caller, before, put, 400, 'invalid_body');
          assert.deepEqual(faults(await put()), [`/${name}${at}`]);
          const posted = await caller.send('POST', DRAWINGS, { json });
          refused(posted, 400, 'invalid_body');
          assert.deepEqual(faults(posted), [`/${name}${at}`]);
          for (const operation of [replace(value), test(value)]) {
            const send = () => patch(caller, before.id, 1, [operation]);
            await refusedUnchanged(caller, before, send, 400, 'invalid_body');
            assert.deepEqual(faults(await send()), [`/0/value${at}`]);
          }
        }
        for (const operation of [
          { ...replace(second), op: 'add' },
          { op: 'remove', path: `/${name}` },
          { op: 'add', path: `/${name}/-`, value: part.value },
          { op: 'replace', path: `/${name}${part.path}`, value: part.value },
        ]) {
          const send = () => patch(caller, before.id, 1, [operation]);
          await refusedUnchanged(caller, before, send, 400, 'invalid_body');
        }
      },
    },
    {
      name: `a link shows the ${name}, and its tag changes with it`,
      mode: 'token',
      async run(caller) {
        const { id } = await withFirst(caller);
        const at = sharedPath(secretOf(await share(caller, id)));
        const seen = await caller.send('GET', at, { anonymous: true });
        assert.deepStrictEqual(drawingOf(seen)[name], first);
        // With an earlier date, which leaves the stored one, so that nothing else is another.
        const dated = { op: 'replace', path: '/updatedAt', value: '2020-01-01T00:00:00Z' };
        await patch(caller, id, 1, [replace(second), dated]);
        const headers = { 'If-None-Match': seen.headers['etag'] ?? '' };
        const next = await caller.send('GET', at, { anonymous: true, headers });
        assert.equal(next.status, 200);
        assert.deepStrictEqual(drawingOf(next)[name], second);
      },
    },
    {
      name: `the app says that it knows ${name}`,
      async run({ send }) {
        const { capabilities } = (await send('GET', '/api/v1/app')).json as { capabilities: string[] };
        assert.ok(capabilities.includes(name));
      },
    },
  ];
}

export const memberCases: readonly Case[] = [
  ...MEMBERS.flatMap(casesOf),
  {
    name: 'a PUT of an older client, which knows no paper, layers and underlay, leaves all three',
    async run(caller) {
      const members = { paper: RULED, layers: THREE, underlay: placed('a1'.repeat(32)) };
      const { id } = await created(caller, members);
      const json = { title: 'Older', strokes: [strokeNo(1)], thumb: '' };
      const put = await caller.send('PUT', path(id), { headers: { 'If-Match': '1' }, json });
      assert.equal(put.status, 200, put.text);
      const { title, strokes, paper, layers, underlay } = await read(caller, id);
      assert.deepStrictEqual([title, strokes.length], ['Older', 1]);
      assert.deepStrictEqual({ paper, layers, underlay }, members);
    },
  },
  {
    name: 'a stroke on a layer that is not there is kept',
    async run(caller) {
      const { id } = await created(caller, { layers: THREE });
      const value = { ...strokeNo(1), layer: 'gone' };
      assert.equal((await patch(caller, id, 1, [{ op: 'add', path: '/strokes/-', value }])).status, 200);
      assert.deepStrictEqual((await read(caller, id)).strokes, [value]);
    },
  },
  {
    name: 'guides of the paper that are one point are kept',
    async run(caller) {
      const paper = { ...RULED, guide: [1, 2, 3].map(() => [5, -1e6]) };
      const { id } = await created(caller, { paper });
      assert.deepStrictEqual((await read(caller, id)).paper, paper);
    },
  },
];
