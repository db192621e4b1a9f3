/** Cases: JSON Patch. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Case } from '../caller.ts';
import { newDrawing, PNG, patch, path, read, refused, refusedUnchanged, strokeNo } from '../support.ts';

const add = (at: number | '-', n: number) => ({ op: 'add', path: `/strokes/${at}`, value: strokeNo(n) });

export const patchCases: readonly Case[] = [
  {
    name: 'PATCH appends, inserts, removes, replaces and tests, with indices after the earlier operations',
    async run(caller) {
      const { id } = await newDrawing(caller, { strokes: [strokeNo(0), strokeNo(1), strokeNo(2)] });
      const response = await patch(caller, id, 1, [
        { op: 'test', path: '/title', value: 'A sketch' },
        { op: 'test', path: '/strokes/2', value: strokeNo(2) },
        { op: 'remove', path: '/strokes/0' },
        add('-', 3),
        add(0, 4),
        add(4, 5),
        { op: 'replace', path: '/strokes/1', value: strokeNo(6) },
        { op: 'replace', path: '/title', value: 'patched' },
        { op: 'replace', path: '/thumb', value: '' },
      ]);
      assert.equal(response.status, 200, response.text);
      const { updatedAt, ...rest } = response.json as Record<string, unknown>;
      assert.deepStrictEqual(rest, { id, rev: 2, title: 'patched', strokeCount: 5 });
      const stored = await read(caller, id);
      assert.deepStrictEqual(stored.strokes, [4, 6, 2, 3, 5].map(strokeNo));
      assert.deepEqual([stored.thumb, stored.updatedAt, stored.rev], ['', updatedAt, 2]);
    },
  },
  {
    name: 'a PATCH repeated with its key is applied once and answers like the first time',
    async run(caller) {
      const { id } = await newDrawing(caller);
      const headers = { 'Idempotency-Key': randomUUID() };
      const first = await patch(caller, id, 1, [add('-', 7)], headers);
      const again = await patch(caller, id, 1, [add('-', 7)], headers);
      assert.deepStrictEqual(again.json, first.json);
      await patch(caller, id, 2, [{ op: 'replace', path: '/title', value: 'since' }]);
      await caller.send('DELETE', path(id));
      const late = await patch(caller, id, 1, [add('-', 7)], headers);
      assert.deepStrictEqual([late.status, late.json], [200, first.json], 'after the trash too');
      await caller.send('PUT', path(id, '/restore'));
      assert.deepStrictEqual((await patch(caller, id, 1, [add('-', 7)], headers)).json, first.json);
      assert.equal((await read(caller, id)).strokes.length, 3);
    },
  },
  {
    name: 'a drawing remembers its last 32 keys',
    async run(caller) {
      const { id } = await newDrawing(caller, { strokes: [] });
      const key = (n: number) => ({ 'Idempotency-Key': `key ${n} of ${id}` });
      for (let n = 1; n <= 33; n += 1) await patch(caller, id, n, [add('-', n)], key(n));
      const remembered = await patch(caller, id, 2, [add('-', 2)], key(2));
      assert.deepEqual([remembered.status, (remembered.json as { rev: number }).rev], [200, 3]);
      refused(await patch(caller, id, 1, [add('-', 1)], key(1)), 409, 'conflict');
      assert.equal((await read(caller, id)).strokes.length, 33);
    },
  },
  {
    name: 'a PATCH is all or nothing: a failed test is a conflict, an index out of range is 400',
    async run(caller) {
      const before = await newDrawing(caller);
      const failing = [add('-', 1), { op: 'test', path: '/strokes/0', value: strokeNo(9) }];
      await refusedUnchanged(caller, before, () => patch(caller, before.id, 1, failing), 409, 'conflict');
      const title = [add('-', 1), { op: 'test', path: '/title', value: 'else' }];
      await refusedUnchanged(caller, before, () => patch(caller, before.id, 1, title), 409, 'conflict');
      for (const operation of [
        add(3, 1),
        { op: 'remove', path: '/strokes/2' },
        { op: 'replace', path: '/strokes/2', value: strokeNo(1) },
      ]) {
        const send = () =>
          patch(caller, before.id, 1, [{ op: 'replace', path: '/title', value: 'x' }, operation]);
        await refusedUnchanged(caller, before, send, 400, 'invalid_body');
      }
    },
  },
  {
    name: 'a PATCH accepts only the documented paths and operations',
    async run(caller) {
      const before = await newDrawing(caller);
      const bad: unknown[] = [
        { op: 'add', path: '/title', value: 'x' },
        { op: 'remove', path: '/thumb' },
        { op: 'test', path: '/thumb', value: PNG },
        { op: 'replace', path: '/rev', value: 9 },
        { op: 'replace', path: '/strokes', value: [] },
        { op: 'add', path: '/strokes/01', value: strokeNo(1) },
        { op: 'add', path: '/strokes/-1', value: strokeNo(1) },
        { op: 'remove', path: '/strokes/-' },
        { op: 'move', from: '/strokes/0', path: '/strokes/1' },
        { op: 'copy', from: '/strokes/0', path: '/strokes/1' },
        { op: 'add', path: '/strokes/-' },
        { op: 'add', path: '/strokes/-', value: { ...strokeNo(1), extra: 1 } },
        { op: 'replace', path: '/title', value: 'x', more: 1 },
        'add',
        null,
      ];
      for (const operation of bad) {
        await refusedUnchanged(
          caller,
          before,
          () => patch(caller, before.id, 1, [operation]),
          400,
          'invalid_body',
        );
      }
      await refusedUnchanged(caller, before, () => patch(caller, before.id, 1, {}), 400, 'invalid_body');
    },
  },
  {
    name: 'a PATCH needs exactly one revision and a key',
    async run(caller) {
      const before = await newDrawing(caller);
      const send = (headers: Record<string, string>) => () =>
        caller.send('PATCH', path(before.id), { headers, json: [add('-', 1)] });
      const key = { 'Idempotency-Key': 'k' };
      await refusedUnchanged(caller, before, send(key), 428, 'precondition_required');
      for (const condition of ['*', '1, 2', '"1", "2"']) {
        await refusedUnchanged(
          caller,
          before,
          send({ ...key, 'If-Match': condition }),
          400,
          'invalid_parameter',
        );
      }
      await refusedUnchanged(caller, before, send({ 'If-Match': '1' }), 400, 'invalid_parameter');
      const long = { 'If-Match': '1', 'Idempotency-Key': 'k'.repeat(256) };
      await refusedUnchanged(caller, before, send(long), 400, 'invalid_parameter');
    },
  },
  {
    name: 'a drawing can grow by PATCH beyond one body',
    async run(caller) {
      const { id } = await newDrawing(caller, { strokes: [] });
      const points = Array.from({ length: 8000 }, (_, i) => [i + 0.123456789, -i - 0.987654321]);
      const big = { tool: 'pen', color: '#000', size: 1, points };
      let bytes = 0;
      for (let rev = 1; bytes < 6 * 1024 * 1024; rev += 1) {
        const operations = Array.from({ length: 9 }, () => ({ op: 'add', path: '/strokes/-', value: big }));
        const response = await patch(caller, id, rev, operations);
        assert.equal(response.status, 200, response.text.slice(0, 300));
        bytes += JSON.stringify(operations).length;
      }
      const whole = await caller.send('GET', path(id));
      assert.ok(whole.text.length > 5 * 1024 * 1024);
      assert.deepStrictEqual((whole.json as { strokes: unknown[] }).strokes.at(-1), big);
    },
  },
];
