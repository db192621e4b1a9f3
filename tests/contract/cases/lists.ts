/** Cases: the list, the trash, and the feed of changes. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { DrawingEntry } from '../../../src/core/drawing/types.ts';
import type { Caller, Case } from '../caller.ts';
import { DRAWINGS, newDrawing, PNG, patch, path, read, refused, refusedUnchanged } from '../support.ts';

interface List {
  readonly drawings: readonly DrawingEntry[];
  readonly next?: string | null;
}

interface Changes {
  readonly changes: readonly { id: string; rev: number; trashed: boolean; updatedAt: string }[];
  readonly cursor: string;
  readonly has_more: boolean;
}

async function list({ send }: Caller, query = ''): Promise<List> {
  const response = await send('GET', `${DRAWINGS}${query}`);
  assert.equal(response.status, 200, response.text);
  return response.json as List;
}

async function changes({ send }: Caller, query = ''): Promise<Changes> {
  const response = await send('GET', `${DRAWINGS}/changes${query}`);
  assert.equal(response.status, 200, response.text);
  return response.json as Changes;
}

async function allChanges(
  caller: Caller,
  since: string | undefined,
  limit: number,
): Promise<Changes['changes']> {
  const all: Changes['changes'][number][] = [];
  let from = since;
  for (;;) {
    const page = await changes(
      caller,
      `?limit=${limit}${from === undefined ? '' : `&since=${encodeURIComponent(from)}`}`,
    );
    all.push(...page.changes);
    from = page.cursor;
    if (!page.has_more) return all;
  }
}

export const listCases: readonly Case[] = [
  {
    name: 'the list is newest first, with thumbs and counts and without strokes',
    async run(caller) {
      const older = await newDrawing(caller, { title: 'older' });
      const newer = await newDrawing(caller, { title: 'newer', strokes: [], thumb: '' });
      const { drawings, ...rest } = await list(caller);
      assert.deepEqual(rest, {}, 'without limit there is no next');
      const mine = drawings.filter(({ id }) => id === older.id || id === newer.id);
      const entry = ({ strokes, ...drawing }: typeof older) => ({ ...drawing, strokeCount: strokes.length });
      assert.deepStrictEqual(
        mine.map((drawing) => drawing.id),
        [newer, older]
          .sort((a, b) => b.updatedAt.localeCompare(a.updatedAt) || a.id.localeCompare(b.id))
          .map(({ id }) => id),
      );
      assert.deepStrictEqual(
        mine.find(({ id }) => id === older.id),
        entry(older),
      );
      const sorted = [...drawings].sort(
        (a, b) => b.updatedAt.localeCompare(a.updatedAt) || a.id.localeCompare(b.id),
      );
      assert.deepStrictEqual(drawings, sorted);
      assert.ok(drawings.every(({ trashed }) => !trashed));
    },
  },
  {
    name: 'with Prefer: return=minimal the list has no thumbs, and a tag of its own',
    async run(caller) {
      const { id } = await newDrawing(caller, { thumb: PNG });
      for (const query of ['', '?limit=2']) {
        const whole = await caller.send('GET', `${DRAWINGS}${query}`);
        const headers = { Prefer: 'return=minimal' };
        const bare = await caller.send('GET', `${DRAWINGS}${query}`, { headers });
        assert.equal(bare.status, 200);
        assert.equal(whole.headers['preference-applied'], undefined);
        assert.equal(bare.headers['preference-applied'], 'return=minimal');
        const { drawings, ...rest } = whole.json as List;
        if (query === '') assert.equal(drawings.find((entry) => entry.id === id)?.thumb, PNG);
        assert.deepStrictEqual(bare.json, {
          drawings: drawings.map((entry) => ({ ...entry, thumb: '' })),
          ...rest,
        });
        const tag = String(bare.headers['etag']);
        assert.notEqual(tag, whole.headers['etag']);
        const again = await caller.send('GET', `${DRAWINGS}${query}`, {
          headers: { ...headers, 'If-None-Match': tag },
        });
        assert.equal(again.status, 304);
        const other = await caller.send('GET', `${DRAWINGS}${query}`, { headers: { 'If-None-Match': tag } });
        assert.equal(other.status, 200);
      }
    },
  },
  {
    name: 'the pages of the list make the whole list, and next is null at the end',
    async run(caller) {
      for (let n = 0; n < 5; n += 1) await newDrawing(caller, { strokes: [] });
      const { drawings: whole } = await list(caller);
      const paged: DrawingEntry[] = [];
      let query = '?limit=2';
      for (;;) {
        const { drawings, next } = await list(caller, query);
        assert.ok(drawings.length <= 2);
        paged.push(...drawings);
        assert.notEqual(next, undefined);
        if (next === null) break;
        query = `?limit=2&cursor=${encodeURIComponent(String(next))}`;
      }
      assert.deepStrictEqual(paged, whole);
    },
  },
  {
    name: 'an invalid cursor of the list, or one without a limit, is 400',
    async run({ send }) {
      refused(await send('GET', `${DRAWINGS}?limit=2&cursor=nonsense`), 400, 'invalid_parameter');
      refused(await send('GET', `${DRAWINGS}?cursor=abc`), 400, 'invalid_parameter');
    },
  },
  {
    name: 'DELETE is recoverable: the drawing is in the trash, readable, and restored unchanged',
    async run(caller) {
      const before = await newDrawing(caller);
      const trash = await caller.send('DELETE', path(before.id));
      assert.deepStrictEqual([trash.status, trash.json], [200, { ok: true, recoverable: true }]);
      assert.equal(trash.headers['etag'], '"2"');
      assert.ok((await list(caller)).drawings.every(({ id }) => id !== before.id));
      const inTrash = (await list(caller, '?trashed=true')).drawings;
      assert.ok(inTrash.every(({ trashed }) => trashed));
      assert.ok(inTrash.some(({ id }) => id === before.id));
      const trashed = await read(caller, before.id);
      assert.deepStrictEqual({ ...trashed, rev: 1, trashed: false, updatedAt: before.updatedAt }, before);
      assert.ok(trashed.trashed);

      const restored = await caller.send('PUT', path(before.id, '/restore'));
      assert.equal(restored.status, 200);
      assert.equal(restored.headers['etag'], '"3"');
      assert.deepStrictEqual(restored.json, await read(caller, before.id));
      assert.deepStrictEqual({ ...(restored.json as object), rev: 1, updatedAt: before.updatedAt }, before);
      assert.ok((await list(caller)).drawings.some(({ id }) => id === before.id));
    },
  },
  {
    name: 'DELETE and restore sent twice answer alike and keep the revision',
    async run(caller) {
      const { id } = await newDrawing(caller);
      for (const [method, rest, tag] of [
        ['DELETE', '', '"2"'],
        ['PUT', '/restore', '"3"'],
      ] as const) {
        const first = await caller.send(method, path(id, rest));
        const again = await caller.send(method, path(id, rest), { headers: { 'If-Match': '"77"' } });
        assert.deepEqual([first.status, again.status], [200, 200]);
        assert.deepEqual([first.headers['etag'], again.headers['etag']], [tag, tag]);
      }
    },
  },
  {
    name: 'DELETE and restore honour If-Match and keys',
    async run(caller) {
      const { id } = await newDrawing(caller);
      for (const [method, rest, rev] of [
        ['DELETE', '', 1],
        ['PUT', '/restore', 2],
      ] as const) {
        const stale = await caller.send(method, path(id, rest), { headers: { 'If-Match': '"9"' } });
        refused(stale, 409, 'conflict');
        assert.equal(stale.headers['etag'], `"${rev}"`);
        const headers = { 'If-Match': `"${rev}"`, 'Idempotency-Key': randomUUID() };
        const first = await caller.send(method, path(id, rest), { headers });
        const again = await caller.send(method, path(id, rest), { headers });
        assert.deepStrictEqual(
          [again.status, again.json, again.headers['etag']],
          [200, first.json, first.headers['etag']],
        );
        const other = rest === '' ? path(id, '/restore') : path(id);
        refused(await caller.send(rest === '' ? 'PUT' : 'DELETE', other, { headers }), 422, 'key_reused');
      }
      const minimal = await caller.send('PUT', path(id, '/restore'), {
        headers: { Prefer: 'return=minimal' },
      });
      assert.equal((minimal.json as DrawingEntry).strokeCount, 2);
    },
  },
  {
    name: 'a restore repeated with its key after other changes answers with the short form of that time',
    async run(caller) {
      const { id } = await newDrawing(caller);
      await caller.send('DELETE', path(id));
      const headers = { 'Idempotency-Key': randomUUID() };
      await caller.send('PUT', path(id, '/restore'), { headers });
      await patch(caller, id, 3, [{ op: 'replace', path: '/title', value: 'moved on' }]);
      const again = await caller.send('PUT', path(id, '/restore'), { headers });
      assert.equal(again.headers['etag'], '"3"');
      assert.equal((again.json as DrawingEntry).title, 'A sketch');
      assert.equal((again.json as DrawingEntry).strokeCount, 2);
    },
  },
  {
    name: 'a trashed drawing refuses PUT and PATCH as gone, and stays unchanged',
    async run(caller) {
      const { id } = await newDrawing(caller);
      await caller.send('DELETE', path(id));
      const before = await read(caller, id);
      const json = { title: '', strokes: [], thumb: '' };
      const put = () => caller.send('PUT', path(id), { headers: { 'If-Match': '2' }, json });
      await refusedUnchanged(caller, before, put, 409, 'gone');
      const bare = () => caller.send('PUT', path(id), { json });
      await refusedUnchanged(caller, before, bare, 409, 'gone');
      const change = () => patch(caller, id, 2, [{ op: 'replace', path: '/thumb', value: PNG }]);
      await refusedUnchanged(caller, before, change, 409, 'gone');
    },
  },
  {
    name: 'the feed has the latest state of each changed drawing, in commit order',
    async run(caller) {
      const { cursor: start } = await changes(caller, '?limit=1000');
      const a = await newDrawing(caller, { strokes: [] });
      const b = await newDrawing(caller, { strokes: [] });
      const c = await newDrawing(caller, { strokes: [] });
      await patch(caller, a.id, 1, [{ op: 'replace', path: '/title', value: 'again' }]);
      await caller.send('DELETE', path(b.id));
      for (const limit of [1, 2, 1000]) {
        const all = await allChanges(caller, start, limit);
        assert.deepEqual(
          all.map(({ id, rev, trashed }) => [id, rev, trashed]),
          [
            [c.id, 1, false],
            [a.id, 2, false],
            [b.id, 2, true],
          ],
        );
      }
      const { cursor } = await changes(caller, `?since=${start}`);
      assert.deepEqual(await allChanges(caller, cursor, 10), []);
      await caller.send('DELETE', path(b.id));
      assert.deepEqual(await allChanges(caller, cursor, 10), [], 'asked twice it is no change');
      const everything = await allChanges(caller, undefined, 100);
      assert.deepEqual(
        everything.slice(-3).map(({ id }) => id),
        [c.id, a.id, b.id],
      );
    },
  },
  {
    name: 'a cursor of another epoch, malformed, or beyond the counter is 410',
    async run(caller) {
      const { cursor } = await changes(caller, '?limit=1000');
      const [epoch, counter] = cursor.split('.');
      for (const bad of [
        `x${epoch}.0`,
        'nonsense',
        `${epoch}.`,
        `${epoch}.-1`,
        `${epoch}.01`,
        `${epoch}.${Number(counter) + 1}`,
      ]) {
        const response = await caller.send('GET', `${DRAWINGS}/changes?since=${encodeURIComponent(bad)}`);
        refused(response, 410, 'cursor_expired');
      }
      assert.equal((await caller.send('GET', `${DRAWINGS}/changes?since=${epoch}.0`)).status, 200);
    },
  },
];
