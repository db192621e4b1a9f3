/** Cases: deleting for good one drawing or the whole trash, and what follows. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Drawing, DrawingEntry } from '../../../src/core/drawing/types.ts';
import type { Caller, Case } from '../caller.ts';
import { DRAWINGS, newDrawing, PNG, patch, path, read, refused, strokeNo, TRASH } from '../support.ts';
import type { TestResponse } from '../target.ts';

interface Changes {
  readonly changes: readonly Readonly<Record<string, unknown>>[];
  readonly cursor: string;
  readonly has_more: boolean;
}

const purgePath = (id: string) => `${TRASH}/${id}`;

/** All changes since a cursor, and the cursor at their end. */
async function changes({ send }: Caller, since = ''): Promise<Pick<Changes, 'changes' | 'cursor'>> {
  const all: Changes['changes'][number][] = [];
  for (let cursor = since; ; ) {
    const query = cursor === '' ? '' : `&since=${encodeURIComponent(cursor)}`;
    const page = (await send('GET', `${DRAWINGS}/changes?limit=1000${query}`)).json as Changes;
    all.push(...page.changes);
    cursor = page.cursor;
    if (!page.has_more) return { changes: all, cursor };
  }
}

async function trashed(caller: Caller, content: Parameters<typeof newDrawing>[1] = {}): Promise<Drawing> {
  const { id } = await newDrawing(caller, content);
  await caller.send('DELETE', path(id));
  return read(caller, id);
}

function deleted(response: TestResponse, count: number): void {
  assert.deepStrictEqual(
    [response.status, response.json],
    [200, { ok: true, deleted: count }],
    response.text,
  );
}

async function trashIds({ send }: Caller): Promise<string[]> {
  const { json } = await send('GET', `${DRAWINGS}?trashed=true`);
  return (json as { drawings: DrawingEntry[] }).drawings.map(({ id }) => id);
}

export const purgeCases: readonly Case[] = [
  {
    name: 'a trashed drawing is deleted for good: not listed, not readable, not restorable, but in the feed',
    async run(caller) {
      const { send } = caller;
      const { id } = await trashed(caller);
      const { cursor } = await changes(caller);
      const before = (await send('GET', '/api/v1/status')).json as { trashed: number };
      deleted(await send('DELETE', purgePath(id)), 1);
      const after = (await send('GET', '/api/v1/status')).json as { trashed: number };
      assert.equal(after.trashed, before.trashed - 1);
      assert.ok(!(await trashIds(caller)).includes(id));
      refused(await send('GET', path(id)), 404, 'not_found');
      refused(await send('PUT', path(id, '/restore')), 404, 'not_found');
      refused(await send('DELETE', path(id)), 404, 'not_found');
      refused(await patch(caller, id, 2, [{ op: 'replace', path: '/title', value: '' }]), 404, 'not_found');
      const json = { title: '', strokes: [], thumb: '' };
      refused(await send('PUT', path(id), { headers: { 'If-Match': '*' }, json }), 404, 'not_found');
      assert.deepStrictEqual((await changes(caller, cursor)).changes, [{ id, deleted: true }]);
      const everything = (await changes(caller)).changes.filter((change) => change['id'] === id);
      assert.deepStrictEqual(everything, [{ id, deleted: true }]);
    },
  },
  {
    name: 'deleting for good is 409 outside the trash and 404 for an unknown drawing, and changes nothing',
    async run(caller) {
      const drawing = await newDrawing(caller);
      const { cursor } = await changes(caller);
      const response = await caller.send('DELETE', purgePath(drawing.id));
      refused(response, 409, 'conflict');
      assert.equal(response.headers['etag'], '"1"');
      assert.deepStrictEqual(await read(caller, drawing.id), drawing);
      refused(await caller.send('DELETE', purgePath(randomUUID())), 404, 'not_found');
      refused(await caller.send('DELETE', purgePath('not-an-id')), 404, 'not_found');
      assert.deepStrictEqual((await changes(caller, cursor)).changes, []);
    },
  },
  {
    name: 'untrashed deletes a drawing for good outside the trash, at the given revision',
    async run(caller) {
      const { send } = caller;
      const { id } = await newDrawing(caller);
      const { cursor } = await changes(caller);
      refused(await send('DELETE', `${purgePath(id)}?untrashed=false`), 409, 'conflict');
      refused(await send('DELETE', `${purgePath(id)}?untrashed=yes`), 400, 'invalid_parameter');
      const anyway = `${purgePath(id)}?untrashed=true`;
      refused(await send('DELETE', anyway, { headers: { 'If-Match': '"7"' } }), 409, 'conflict');
      deleted(await send('DELETE', anyway, { headers: { 'If-Match': '"1"' } }), 1);
      refused(await send('GET', path(id)), 404, 'not_found');
      assert.deepStrictEqual((await changes(caller, cursor)).changes, [{ id, deleted: true }]);
      deleted(await send('DELETE', anyway), 0);
      const other = await trashed(caller);
      deleted(await send('DELETE', `${purgePath(other.id)}?untrashed=true`), 1);
      refused(await send('DELETE', `${TRASH}?untrashed=true`), 400, 'invalid_parameter');
    },
  },
  {
    name: 'deleting for good sent twice answers 200, counts 0 the second time and is one change',
    async run(caller) {
      const { id } = await trashed(caller);
      const headers = { 'Idempotency-Key': randomUUID() };
      deleted(await caller.send('DELETE', purgePath(id), { headers }), 1);
      const { cursor } = await changes(caller);
      deleted(await caller.send('DELETE', purgePath(id), { headers }), 0);
      deleted(await caller.send('DELETE', purgePath(id), { headers: { 'If-Match': '"99"' } }), 0);
      assert.deepStrictEqual((await changes(caller, cursor)).changes, []);
    },
  },
  {
    name: 'deleting for good honours If-Match, and a cursor of another store; malformed headers are 400',
    async run(caller) {
      const drawing = await trashed(caller);
      const one = purgePath(drawing.id);
      const stale = await caller.send('DELETE', one, { headers: { 'If-Match': '"1"' } });
      refused(stale, 409, 'conflict');
      assert.equal(stale.headers['etag'], '"2"');
      refused(
        await caller.send('DELETE', one, { headers: { 'If-Match': 'nonsense' } }),
        400,
        'invalid_parameter',
      );
      refused(
        await caller.send('DELETE', one, { headers: { 'Idempotency-Key': '' } }),
        400,
        'invalid_parameter',
      );
      refused(await caller.send('DELETE', `${one}?all=true`), 400, 'invalid_parameter');
      const { cursor } = await changes(caller);
      for (const bad of ['nonsense', `x${cursor}`, `${cursor}0000`]) {
        refused(await caller.send('DELETE', `${one}?cursor=${bad}`), 410, 'cursor_expired');
        refused(await caller.send('DELETE', `${TRASH}?cursor=${bad}`), 410, 'cursor_expired');
        refused(
          await caller.send('DELETE', `${purgePath(randomUUID())}?cursor=${bad}`),
          410,
          'cursor_expired',
        );
      }
      const kept = await newDrawing(caller);
      refused(await caller.send('DELETE', `${path(kept.id)}?cursor=nonsense`), 410, 'cursor_expired');
      refused(await caller.send('DELETE', `${path(kept.id)}?cursor=x${cursor}`), 410, 'cursor_expired');
      refused(
        await caller.send('DELETE', `${path(kept.id)}?cursor=${cursor}&cursor=${cursor}`),
        400,
        'invalid_parameter',
      );
      assert.equal((await read(caller, kept.id)).trashed, false);
      const trash = await caller.send('DELETE', `${path(kept.id)}?cursor=${cursor}`);
      assert.equal(trash.status, 200, trash.text);
      refused(await caller.send('DELETE', TRASH, { headers: { 'If-Match': '*' } }), 400, 'invalid_parameter');
      assert.deepStrictEqual(await read(caller, drawing.id), drawing);
      deleted(await caller.send('DELETE', `${one}?cursor=${cursor}`, { headers: { 'If-Match': '"2"' } }), 1);
    },
  },
  {
    name: 'the trash itself has only DELETE',
    async run(caller) {
      for (const route of [TRASH, purgePath(randomUUID())]) {
        for (const method of ['GET', 'HEAD', 'POST', 'OPTIONS']) {
          const response = await caller.send(method, route);
          assert.deepEqual(
            [response.status, response.headers['allow']],
            [405, 'DELETE'],
            `${method} ${route}`,
          );
        }
      }
    },
  },
  {
    name: 'a deleted drawing can be created again under its id, and no revision is reused',
    async run(caller) {
      const { id } = await trashed(caller);
      await caller.send('DELETE', purgePath(id));
      const { cursor } = await changes(caller);
      const json = { title: 'anew', strokes: [strokeNo(7)], thumb: '' };
      const headers = { 'If-None-Match': '*', 'Idempotency-Key': randomUUID() };
      const made = await caller.send('PUT', path(id), { headers, json });
      assert.deepEqual([made.status, made.headers['etag']], [201, '"3"']);
      const drawing = await read(caller, id);
      assert.deepEqual(
        [drawing.title, drawing.strokes.length, drawing.thumb, drawing.trashed],
        ['anew', 1, '', false],
      );
      const rows = (await changes(caller, cursor)).changes;
      assert.deepEqual(
        rows.map((row) => [row['id'], row['rev'], row['deleted']]),
        [[id, 3, undefined]],
      );
      // A delete meant for the earlier drawing finds that this is another one.
      await caller.send('DELETE', path(id));
      const late = await caller.send('DELETE', purgePath(id), { headers: { 'If-Match': '"2"' } });
      refused(late, 409, 'conflict');
      assert.equal((await read(caller, id)).rev, 4);
    },
  },
  {
    name: 'a request applied before a deletion for good creates nothing again',
    async run(caller) {
      const id = randomUUID();
      const json = { title: 'late', strokes: [strokeNo(1)], thumb: PNG };
      const create = { 'If-None-Match': '*', 'Idempotency-Key': randomUUID() };
      assert.equal((await caller.send('PUT', path(id), { headers: create, json })).status, 201);
      const change = { 'Idempotency-Key': randomUUID() };
      const operations = [{ op: 'remove', path: '/strokes/0' }];
      assert.equal((await patch(caller, id, 1, operations, change)).status, 200);
      const key = randomUUID();
      const post = await caller.send('POST', DRAWINGS, { headers: { 'Idempotency-Key': key }, json });
      const posted = (post.json as Drawing).id;
      for (const one of [id, posted]) {
        await caller.send('DELETE', path(one));
        deleted(await caller.send('DELETE', purgePath(one)), 1);
      }
      for (const response of [
        await caller.send('PUT', path(id), { headers: create, json }),
        await patch(caller, id, 1, operations, change),
        await caller.send('POST', DRAWINGS, { headers: { 'Idempotency-Key': key }, json }),
      ]) {
        refused(response, 404, 'not_found');
        const { details } = (response.json as { error: { details: { path: string }[] } }).error;
        assert.deepEqual(
          details.map(({ path }) => path),
          ['Idempotency-Key'],
        );
      }
      const never = await patch(caller, id, 1, operations);
      refused(never, 404, 'not_found');
      assert.equal((never.json as { error: { details?: unknown } }).error.details, undefined);
      for (const one of [id, posted]) refused(await caller.send('GET', path(one)), 404, 'not_found');
    },
  },
  {
    name: 'emptying the trash deletes all of it and nothing else, and nothing the second time',
    async run(caller) {
      const kept = await newDrawing(caller);
      const gone = [await trashed(caller), await trashed(caller, { strokes: [], thumb: '' })];
      const { cursor } = await changes(caller);
      const inTrash = await trashIds(caller);
      assert.ok(gone.every(({ id }) => inTrash.includes(id)));
      deleted(await caller.send('DELETE', TRASH), inTrash.length);
      assert.deepEqual(await trashIds(caller), []);
      const rows = (await changes(caller, cursor)).changes;
      assert.deepStrictEqual(
        new Set(rows.map((row) => JSON.stringify(row))),
        new Set(inTrash.map((id) => JSON.stringify({ id, deleted: true }))),
      );
      assert.deepStrictEqual(await read(caller, kept.id), kept);
      deleted(await caller.send('DELETE', TRASH), 0);
      assert.deepEqual((await changes(caller, cursor)).changes.length, inTrash.length);
    },
  },
  {
    name: 'emptying the trash up to a cursor keeps later drawings and changes',
    async run(caller) {
      const [seen, moved] = [await trashed(caller), await trashed(caller)];
      const { cursor } = await changes(caller);
      const later = await trashed(caller);
      await caller.send('PUT', path(moved.id, '/restore'));
      await caller.send('DELETE', path(moved.id));
      const empty = `${TRASH}?cursor=${encodeURIComponent(cursor)}`;
      assert.equal((await caller.send('DELETE', empty)).status, 200);
      assert.deepEqual((await trashIds(caller)).sort(), [later.id, moved.id].sort());
      refused(await caller.send('GET', path(seen.id)), 404, 'not_found');
      // Sent again, as a browser may after stopping the worker: it still deletes only what it was asked to.
      deleted(await caller.send('DELETE', empty), 0);
      await caller.send('DELETE', TRASH);
    },
  },
  {
    name: 'a trash of more than one transaction is emptied in one request',
    async run(caller) {
      await caller.send('DELETE', TRASH);
      const { cursor } = await changes(caller);
      const some = await Promise.all(Array.from({ length: 120 }, () => trashed(caller, { thumb: '' })));
      deleted(await caller.send('DELETE', TRASH), some.length);
      assert.deepEqual(await trashIds(caller), []);
      const rows = (await changes(caller, cursor)).changes;
      assert.equal(rows.length, some.length);
      assert.ok(rows.every((row) => row['deleted'] === true));
    },
  },
];
