/** Cases: creating, reading and replacing whole drawings. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Case } from '../caller.ts';
import {
  DRAWINGS,
  drawingOf,
  idOf,
  newDrawing,
  PNG,
  patch,
  path,
  read,
  refused,
  refusedUnchanged,
  strokeNo,
  textOf,
} from '../support.ts';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export const documentCases: readonly Case[] = [
  {
    name: 'POST creates a drawing and fills in missing members',
    async run({ send }) {
      const response = await send('POST', DRAWINGS, { json: {} });
      assert.equal(response.status, 201);
      const drawing = drawingOf(response);
      assert.match(drawing.id, UUID);
      assert.equal(response.headers['location'], path(drawing.id));
      assert.equal(response.headers['etag'], '"1"');
      const { title, strokes, thumb, rev, trashed, createdAt, updatedAt } = drawing;
      assert.deepStrictEqual(
        { title, strokes, thumb, rev, trashed },
        { title: '', strokes: [], thumb: '', rev: 1, trashed: false },
      );
      assert.equal(createdAt, updatedAt);
    },
  },
  {
    name: 'POST sent twice with one Idempotency-Key creates one drawing',
    async run(caller) {
      const headers = { 'Idempotency-Key': randomUUID() };
      const json = { title: 'once', strokes: [strokeNo(3)], thumb: PNG };
      const first = await caller.send('POST', DRAWINGS, { headers, json });
      const again = await caller.send('POST', DRAWINGS, { headers, json });
      assert.deepEqual([first.status, again.status], [201, 200]);
      assert.match(idOf(first), /^.{14}8.{4}[89ab]/, 'a UUIDv8 of the key');
      assert.deepStrictEqual(again.json, first.json);
      const other = await caller.send('POST', DRAWINGS, { headers, json: { ...json, title: 'twice' } });
      refused(other, 422, 'key_reused');
      assert.equal((await read(caller, idOf(first))).title, 'once');
    },
  },
  {
    name: 'POST repeated after its key was forgotten still means one drawing, and 409 gone if that is in the trash',
    async run(caller) {
      const headers = { 'Idempotency-Key': randomUUID() };
      const json = { title: 'old', strokes: [], thumb: '' };
      const id = idOf(await caller.send('POST', DRAWINGS, { headers, json }));
      for (let rev = 1; rev <= 33; rev += 1) {
        const body = JSON.stringify([{ op: 'replace', path: '/title', value: 'old' }]);
        await caller.send('PATCH', path(id), {
          headers: { 'If-Match': String(rev), 'Idempotency-Key': `k${rev}` },
          body,
        });
      }
      assert.equal((await caller.send('POST', DRAWINGS, { headers, json })).status, 200, 'equal content');
      refused(
        await caller.send('POST', DRAWINGS, { headers, json: { ...json, title: 'new' } }),
        422,
        'key_reused',
      );
      await caller.send('DELETE', path(id));
      refused(await caller.send('POST', DRAWINGS, { headers, json }), 409, 'gone');
    },
  },
  {
    name: "PUT with If-None-Match: * creates under the client's id",
    async run(caller) {
      const id = randomUUID();
      const headers = { 'If-None-Match': '*' };
      const json = { title: 'mine', strokes: [strokeNo(4)], thumb: '' };
      const created = await caller.send('PUT', path(id), { headers, json });
      assert.equal(created.status, 201);
      assert.equal(created.headers['location'], path(id));
      const again = await caller.send('PUT', path(id), { headers, json });
      assert.equal(again.status, 200, 'the same body again');
      assert.equal(again.headers['etag'], '"1"');
      const other = await caller.send('PUT', path(id), { headers, json: { ...json, title: 'other' } });
      refused(other, 412, 'precondition_failed');
      assert.equal(other.headers['etag'], '"1"');
      await caller.send('DELETE', path(id));
      const trashed = await caller.send('PUT', path(id), { headers, json });
      refused(trashed, 409, 'gone');
      assert.equal(trashed.headers['etag'], '"2"');
    },
  },
  {
    name: 'a stored drawing comes back equal to the last digit',
    async run(caller) {
      const strokes = Array.from({ length: 130 }, (_, n) => strokeNo(n));
      const title = '素描 🎨 "quoted" \\ \u2028 é';
      const drawing = await newDrawing(caller, { title, strokes });
      const stored = await read(caller, drawing.id);
      assert.deepStrictEqual(stored, drawing);
      assert.deepStrictEqual(stored.strokes, strokes);
      assert.equal(stored.title, title);
    },
  },
  {
    name: 'a stroke keeps its tilt, opacity, layer and time through POST, PUT and PATCH',
    async run(caller) {
      const brushed = (n: number) => ({
        ...strokeNo(n),
        tilt: [0, -0, 1],
        opacity: 0.1 + 0.2,
        layer: 'ink2',
        at: n,
      });
      const latest = { ...brushed(2), at: 2 ** 31 - 1 };
      const { id, strokes } = await newDrawing(caller, { strokes: [brushed(0), strokeNo(1)] });
      assert.deepStrictEqual(strokes, [brushed(0), strokeNo(1)]);
      const next = [strokeNo(1), latest];
      const body = textOf({ title: '', strokes: next, thumb: '' });
      const put = await caller.send('PUT', path(id), { headers: { 'If-Match': '1' }, body });
      assert.equal(put.status, 200, put.text);
      const plain = { ...strokeNo(1), layer: 'x' };
      const operations = [
        { op: 'test', path: '/strokes/1', value: latest },
        { op: 'add', path: '/strokes/-', value: plain },
      ];
      const patched = await patch(caller, id, 2, operations);
      assert.equal(patched.status, 200, patched.text);
      const other = [{ op: 'test', path: '/strokes/2', value: strokeNo(1) }];
      refused(await patch(caller, id, 3, other), 409, 'conflict');
      assert.deepStrictEqual((await read(caller, id)).strokes, [...next, plain]);
    },
  },
  {
    name: 'PUT replaces with every form of If-Match that contains the revision',
    async run(caller) {
      const { id } = await newDrawing(caller);
      const forms = ['1', '"2"', 'W/"3"', '"9", "4"', '*', '"7", 6'];
      for (const [index, form] of forms.entries()) {
        const json = { title: `form ${index}`, strokes: [strokeNo(index)], thumb: '' };
        const response = await caller.send('PUT', path(id), { headers: { 'If-Match': form }, json });
        assert.equal(response.status, 200, `${form}: ${response.text}`);
        assert.equal(response.headers['etag'], `"${index + 2}"`);
      }
      assert.equal((await read(caller, id)).title, 'form 5');
    },
  },
  {
    name: 'an accepted PUT always makes a new revision, and updatedAt is later than before',
    async run(caller) {
      const before = await newDrawing(caller);
      const json = { title: before.title, strokes: [], thumb: '' };
      const once = drawingOf(
        await caller.send('PUT', path(before.id), { headers: { 'If-Match': '1' }, json }),
      );
      const twice = drawingOf(
        await caller.send('PUT', path(before.id), { headers: { 'If-Match': '2' }, json }),
      );
      assert.deepEqual([once.rev, twice.rev], [2, 3]);
      assert.ok(before.updatedAt < once.updatedAt && once.updatedAt < twice.updatedAt);
      assert.equal(twice.createdAt, before.createdAt);
    },
  },
  {
    name: 'a PUT that was already applied is a success, with the current ETag',
    async run(caller) {
      const { id } = await newDrawing(caller);
      const send = () =>
        caller.send('PUT', path(id), {
          headers: { 'If-Match': '"1"' },
          body: textOf({ title: 'applied', strokes: [strokeNo(8)], thumb: PNG }),
        });
      assert.equal((await send()).headers['etag'], '"2"');
      const again = await send();
      assert.equal(again.status, 200);
      assert.equal(again.headers['etag'], '"2"');
      assert.equal((await read(caller, id)).rev, 2);
    },
  },
  {
    name: 'a stale PUT with another thumbnail is a conflict, because the thumbnail is content of a PUT',
    async run(caller) {
      const before = await newDrawing(caller);
      const { id, title, strokes } = before;
      const body = (thumb: string) => textOf({ title, strokes, thumb });
      const stale = (thumb: string) => () =>
        caller.send('PUT', path(id), { headers: { 'If-Match': '"7"' }, body: body(thumb) });
      await refusedUnchanged(caller, before, stale(''), 409, 'conflict');
      const again = (thumb: string) => () =>
        caller.send('PUT', path(id), { headers: { 'If-None-Match': '*' }, body: body(thumb) });
      await refusedUnchanged(caller, before, again(''), 412, 'precondition_failed');
      for (const send of [stale(PNG), again(PNG)]) assert.equal((await send()).status, 200);
      assert.deepStrictEqual(await read(caller, id), before);
    },
  },
  {
    name: 'a PUT repeated with its Idempotency-Key answers like the first time, even after other changes',
    async run(caller) {
      const { id } = await newDrawing(caller);
      const headers = { 'If-Match': '1', 'Idempotency-Key': randomUUID() };
      const json = { title: 'keyed', strokes: [strokeNo(5)], thumb: '' };
      const first = await caller.send('PUT', path(id), { headers, json });
      await caller.send('PUT', path(id), { headers: { 'If-Match': '2' }, json: { ...json, title: 'later' } });
      await caller.send('DELETE', path(id));
      const again = await caller.send('PUT', path(id), { headers, json });
      assert.equal(again.status, 200);
      assert.deepStrictEqual(again.json, first.json);
      assert.equal(again.headers['etag'], '"2"');
      const other = await caller.send('PUT', path(id), { headers, json: { ...json, title: 'else' } });
      refused(other, 422, 'key_reused');
    },
  },
  {
    name: 'PUT without a condition is 428, with both conditions 400',
    async run(caller) {
      const { id } = await newDrawing(caller);
      const json = { title: '', strokes: [], thumb: '' };
      refused(await caller.send('PUT', path(id), { json }), 428, 'precondition_required');
      const both = { 'If-Match': '1', 'If-None-Match': '*' };
      refused(await caller.send('PUT', path(id), { headers: both, json }), 400, 'invalid_parameter');
      const tag = { 'If-None-Match': '"1"' };
      refused(await caller.send('PUT', path(id), { headers: tag, json }), 400, 'invalid_parameter');
    },
  },
  {
    name: 'Prefer: return=minimal answers the list entry without the thumb',
    async run({ send }) {
      const id = randomUUID();
      const headers = { 'If-None-Match': '*', Prefer: 'respond-async, return=minimal' };
      const json = { title: 'short', strokes: [strokeNo(1)], thumb: PNG };
      const response = await send('PUT', path(id), { headers, json });
      assert.equal(response.headers['preference-applied'], 'return=minimal');
      const { createdAt, updatedAt, ...rest } = response.json as Record<string, unknown>;
      assert.deepStrictEqual(rest, { id, rev: 1, title: 'short', strokeCount: 1, thumb: '', trashed: false });
      assert.equal(createdAt, updatedAt);
    },
  },
  {
    name: "the body of a GET can be PUT: the host's members are ignored, but another id is refused",
    async run(caller) {
      const before = await newDrawing(caller);
      const body = textOf({ ...before, rev: 77, strokeCount: 9, title: 'again' });
      const response = await caller.send('PUT', path(before.id), { headers: { 'If-Match': '1' }, body });
      assert.equal(response.status, 200, response.text);
      assert.equal(drawingOf(response).rev, 2);
      const other = { ...before, id: randomUUID() };
      refused(
        await caller.send('PUT', path(before.id), { headers: { 'If-Match': '2' }, body: textOf(other) }),
        400,
        'invalid_body',
      );
    },
  },
  {
    name: 'GET and HEAD of a drawing have its revision as ETag, and answer 304',
    async run(caller) {
      const { id } = await newDrawing(caller);
      const get = await caller.send('GET', path(id));
      const head = await caller.send('HEAD', path(id));
      assert.equal(get.headers['etag'], '"1"');
      assert.equal(head.headers['etag'], '"1"');
      assert.equal(head.headers['content-type'], get.headers['content-type']);
      assert.equal(head.headers['content-length'], String(new TextEncoder().encode(get.text).length));
      for (const held of ['"1"', 'W/"1"', '"0", "1"', '*']) {
        const response = await caller.send('GET', path(id), { headers: { 'If-None-Match': held } });
        assert.equal(response.status, 304, held);
        assert.equal(response.headers['etag'], '"1"');
      }
      assert.equal((await caller.send('GET', path(id), { headers: { 'If-None-Match': '"2"' } })).status, 200);
    },
  },
];
