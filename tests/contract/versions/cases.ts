/** Cases: the earlier versions of a drawing. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { ONE_LAYER } from '../../../src/core/drawing/members/layers.ts';
import { WHITE } from '../../../src/core/drawing/members/paper.ts';
import type { Layer, OptionalMembers, Stroke } from '../../../src/core/drawing/types.ts';
import { placed } from '../../support/underlay/photos.ts';
import type { Caller, Case } from '../caller.ts';
import { newDrawing, PNG, patch, path, read, refused, strokeNo, TRASH, textOf } from '../support.ts';

interface Entry extends OptionalMembers {
  readonly id: string;
  readonly rev: number;
  readonly title: string;
  readonly strokeCount: number;
  readonly updatedAt: string;
  readonly bytes: number;
}
interface Versions {
  readonly versions: readonly Entry[];
  readonly leftOutAt: string | null;
  readonly gaveWayAt: string | null;
  readonly bytes: number;
  readonly bytesMax: number;
}
interface Version extends OptionalMembers {
  readonly id: string;
  readonly drawing: string;
  readonly rev: number;
  readonly title: string;
  readonly strokes: readonly Stroke[];
  readonly updatedAt: string;
}

const LAYERS: readonly Layer[] = [{ id: 'base', name: 'Ink', opacity: 0.5, visible: true, locked: false }];
const clear = (strokes: number) =>
  Array.from({ length: strokes }, () => ({ op: 'remove', path: '/strokes/0' }));

async function versionsOf({ send }: Caller, id: string): Promise<Versions> {
  const response = await send('GET', path(id, '/versions'));
  assert.equal(response.status, 200, response.text);
  return response.json as Versions;
}

async function versionOf({ send }: Caller, id: string, version: string): Promise<Version> {
  const response = await send('GET', path(id, `/versions/${version}`));
  assert.equal(response.status, 200, response.text);
  return response.json as Version;
}

export const versionCases: readonly Case[] = [
  {
    name: 'a new drawing has no earlier version, and what is erased becomes one, whole',
    async run(caller) {
      const { id } = await newDrawing(caller, { title: 'House', strokes: [1, 2, 3].map(strokeNo) });
      const none = await versionsOf(caller, id);
      assert.deepStrictEqual([none.versions, none.leftOutAt, none.gaveWayAt], [[], null, null]);
      await patch(caller, id, 1, [
        { op: 'replace', path: '/paper', value: { color: '#25211c' } },
        { op: 'replace', path: '/layers', value: LAYERS },
      ]);
      const { updatedAt } = await read(caller, id);
      await patch(caller, id, 2, [...clear(3), { op: 'replace', path: '/title', value: 'Empty' }]);
      const { versions, bytes, bytesMax } = await versionsOf(caller, id);
      const [entry, ...more] = versions;
      assert.ok(entry);
      const { bytes: own, ...rest } = entry;
      const members = { paper: { color: '#25211c' }, layers: LAYERS };
      const named = { id: '2', rev: 2, title: 'House' };
      assert.deepStrictEqual(rest, { ...named, strokeCount: 3, ...members, updatedAt });
      assert.deepStrictEqual(more, []);
      // The drawing no longer has its strokes.
      assert.ok(own > textOf([1, 2, 3].map(strokeNo)).length && own <= bytes && bytes <= bytesMax);
      assert.deepStrictEqual(await versionOf(caller, id, entry.id), {
        ...named,
        drawing: id,
        strokes: [1, 2, 3].map(strokeNo),
        thumb: '',
        ...members,
        underlay: null,
        updatedAt,
      });
    },
  },
  {
    name: 'strokes that are added share what was there, and make no version at once',
    async run(caller) {
      const { id } = await newDrawing(caller);
      await patch(caller, id, 1, [{ op: 'add', path: '/strokes/-', value: strokeNo(3) }]);
      await patch(caller, id, 2, [{ op: 'replace', path: '/thumb', value: '' }]);
      assert.deepStrictEqual((await versionsOf(caller, id)).versions, []);
      const many = Array.from({ length: 40 }, (_, n) => strokeNo(n));
      const large = await newDrawing(caller, { strokes: many });
      const json = { ...large, strokes: [...many, strokeNo(41)] };
      const headers = { 'If-Match': '1' };
      assert.equal((await caller.send('PUT', path(large.id), { headers, body: textOf(json) })).status, 200);
      assert.deepStrictEqual((await versionsOf(caller, large.id)).versions, []);
    },
  },
  {
    name: 'a version is taken back by a PUT, which keeps the state before it',
    async run(caller) {
      const { id } = await newDrawing(caller, { strokes: [1, 2, 3].map(strokeNo) });
      const headers = { 'If-Match': '1' };
      const other = { title: 'Other', strokes: [strokeNo(9)], thumb: '' };
      assert.equal((await caller.send('PUT', path(id), { headers, body: textOf(other) })).status, 200);
      const { title, strokes } = await versionOf(caller, id, '1');
      const back = { title, strokes, thumb: '', paper: { color: '#fffdf8' } };
      const put = await caller.send('PUT', path(id), { headers: { 'If-Match': '2' }, body: textOf(back) });
      assert.equal(put.status, 200, put.text);
      assert.deepStrictEqual((await read(caller, id)).strokes, [1, 2, 3].map(strokeNo));
      const { versions } = await versionsOf(caller, id);
      assert.deepStrictEqual(
        versions.map(({ rev, title, strokeCount }) => [rev, title, strokeCount]),
        [
          [2, 'Other', 1],
          [1, 'A sketch', 3],
        ],
      );
      assert.deepStrictEqual((await versionOf(caller, id, '2')).strokes, [strokeNo(9)]);
    },
  },
  {
    name: 'a version is taken back by sending what GET answers, as it is, and becomes all that it was, now',
    async run(caller) {
      const { send } = caller;
      const { id } = await newDrawing(caller, { title: 'House', strokes: [1, 2, 3].map(strokeNo) });
      const later = { title: 'Night', strokes: [strokeNo(9)], thumb: PNG };
      const there = placed('a1'.repeat(32));
      const changed = { ...later, paper: { color: '#25211c' }, layers: LAYERS, underlay: there };
      const put = (rev: number, body: string, to = id) =>
        send('PUT', path(to), { headers: { 'If-Match': String(rev) }, body });
      assert.equal((await put(1, textOf(changed))).status, 200);
      const before = await read(caller, id);
      // A version of white paper, one layer and no photo.
      const plain = (await send('GET', path(id, '/versions/1'))).text;
      const back = await put(2, plain);
      assert.equal(back.status, 200, back.text);
      const { createdAt, rev, updatedAt, ...now } = await read(caller, id);
      const members = { paper: WHITE, layers: ONE_LAYER };
      const was = { title: 'House', strokes: [1, 2, 3].map(strokeNo), thumb: '', ...members };
      assert.deepStrictEqual(now, { id, trashed: false, ...was });
      assert.deepStrictEqual([rev, createdAt], [3, before.createdAt]);
      assert.ok(updatedAt > before.updatedAt, 'it is changed now');
      // And the other way, after a lost response too.
      const dark = (await send('GET', path(id, '/versions/2'))).text;
      for (const expected of [200, 200]) assert.equal((await put(3, dark)).status, expected);
      const again = await read(caller, id);
      assert.deepStrictEqual({ ...again, thumb: PNG }, { ...before, rev: 4, updatedAt: again.updatedAt });
      const other = await newDrawing(caller);
      const refusal = await put(1, dark, other.id);
      refused(refusal, 400, 'invalid_body');
      assert.ok(refusal.text.includes('"/drawing"'));
    },
  },
  {
    name: 'each state of which a patch replaces all strokes is kept, however soon the next comes',
    async run(caller) {
      const { id } = await newDrawing(caller, { strokes: [1, 2, 3].map(strokeNo) });
      for (const rev of [1, 2]) {
        const operations = [0, 1, 2].map((index) => ({
          op: 'replace',
          path: `/strokes/${index}`,
          value: strokeNo(10 * rev + index),
        }));
        await patch(caller, id, rev, operations);
      }
      const { versions } = await versionsOf(caller, id);
      assert.deepStrictEqual(
        versions.map(({ rev, strokeCount }) => [rev, strokeCount]),
        [
          [2, 3],
          [1, 3],
        ],
      );
      assert.deepStrictEqual((await versionOf(caller, id, '1')).strokes, [1, 2, 3].map(strokeNo));
      assert.deepStrictEqual((await versionOf(caller, id, '2')).strokes, [10, 11, 12].map(strokeNo));
    },
  },
  {
    name: 'a drawing that is erased a quarter at a time is kept whole',
    async run(caller) {
      const strokes = Array.from({ length: 100 }, (_, n) => strokeNo(n));
      const { id } = await newDrawing(caller, { strokes });
      let left = strokes.length;
      for (let rev = 1; rev <= 6; rev++) {
        const gone = Math.floor(left * 0.24);
        await patch(caller, id, rev, clear(gone));
        left -= gone;
      }
      assert.ok(left < 25, `${left} are left`);
      const { versions } = await versionsOf(caller, id);
      assert.ok(versions.some(({ rev, strokeCount }) => rev === 1 && strokeCount === 100));
      assert.deepStrictEqual((await versionOf(caller, id, '1')).strokes, strokes);
    },
  },
  {
    name: 'what a layer had is in a version when it is deleted, with the layer',
    async run(caller) {
      const on = (n: number, layer?: string) => ({ ...strokeNo(n), ...(layer !== undefined && { layer }) });
      const layers: readonly Layer[] = [...ONE_LAYER, { ...ONE_LAYER[0]!, id: 'sky', name: 'Sky' }];
      const strokes = [...Array.from({ length: 9 }, (_, n) => on(n)), on(9, 'sky')];
      const { id } = await newDrawing(caller, { strokes });
      await patch(caller, id, 1, [{ op: 'replace', path: '/layers', value: layers }]);
      await patch(caller, id, 2, [
        { op: 'remove', path: '/strokes/9' },
        { op: 'replace', path: '/layers', value: ONE_LAYER },
      ]);
      const { versions } = await versionsOf(caller, id);
      assert.deepStrictEqual(
        versions.map(({ rev, layers: had }) => [rev, had]),
        [[2, layers]],
      );
      assert.deepStrictEqual((await versionOf(caller, id, '2')).strokes, strokes);
    },
  },
  {
    name: 'a version and the list have tags, and a HEAD',
    async run(caller) {
      const { send } = caller;
      const { id } = await newDrawing(caller);
      await patch(caller, id, 1, clear(2));
      for (const rest of ['/versions', '/versions/1']) {
        const got = await send('GET', path(id, rest));
        const tag = String(got.headers['etag']);
        const head = await send('HEAD', path(id, rest));
        assert.deepStrictEqual([head.status, head.headers['etag'], head.text], [200, tag, '']);
        const again = await send('GET', path(id, rest), { headers: { 'If-None-Match': tag } });
        assert.deepStrictEqual([again.status, again.text], [304, '']);
        const other = await send('GET', path(id, rest), { headers: { 'If-None-Match': '"other"' } });
        assert.equal(other.text, got.text);
        refused(
          await send('GET', path(id, rest), { headers: { 'If-None-Match': 'no' } }),
          400,
          'invalid_parameter',
        );
      }
      assert.equal((await send('GET', path(id, '/versions/1'))).headers['etag'], '"1"');
    },
  },
  {
    name: 'an unknown drawing or version is 404, a parameter 400, another method 405',
    async run(caller) {
      const { send } = caller;
      const { id } = await newDrawing(caller);
      await patch(caller, id, 1, clear(2));
      for (const wrong of ['2', '0', '01', '1.0', 'a', '%2E', '9'.repeat(40)]) {
        refused(await send('GET', path(id, `/versions/${wrong}`)), 404, 'not_found');
      }
      for (const wrong of [randomUUID(), 'x', id.toUpperCase()]) {
        refused(await send('GET', path(wrong, '/versions')), 404, 'not_found');
        refused(await send('GET', path(wrong, '/versions/1')), 404, 'not_found');
      }
      for (const rest of ['/versions?limit=1', '/versions/1?x=']) {
        refused(await send('GET', path(id, rest)), 400, 'invalid_parameter');
      }
      for (const rest of ['/versions', '/versions/1']) {
        const response = await send('DELETE', path(id, rest));
        refused(response, 405, 'method_not_allowed');
        assert.equal(response.headers['allow'], 'GET, HEAD');
      }
      assert.equal((await versionsOf(caller, id)).versions.length, 1);
    },
  },
  {
    name: 'versions stay in the trash, and go with the drawing when it is deleted for good',
    async run(caller) {
      const { send } = caller;
      const drawing = await newDrawing(caller);
      const { id } = drawing;
      await patch(caller, id, 1, clear(2));
      await send('DELETE', path(id));
      assert.equal((await versionOf(caller, id, '1')).strokes.length, 2);
      const before = (await versionsOf(caller, id)).bytes;
      const own = (await versionsOf(caller, id)).versions[0]?.bytes ?? 0;
      await send('DELETE', `${TRASH}/${id}`);
      refused(await send('GET', path(id, '/versions')), 404, 'not_found');
      refused(await send('GET', path(id, '/versions/1')), 404, 'not_found');
      const body = textOf({ title: '', strokes: [], thumb: '' });
      await send('PUT', path(id), { headers: { 'If-None-Match': '*' }, body });
      const { versions, bytes } = await versionsOf(caller, id);
      assert.deepStrictEqual([versions, bytes], [[], before - own]);
    },
  },
];
