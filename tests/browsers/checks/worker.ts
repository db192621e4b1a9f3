import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Drawing, Stroke } from '../../../src/core/drawing/types.ts';
import { PNG } from '../../support/drawing/archives.ts';
import { realStrokes } from '../../support/drawing/strokes.ts';
import { ask, type PageRequest } from '../api.ts';
import type { Engine } from '../engine.ts';
import { openApp, openSite } from '../site.ts';
import { storedIds, storedStrokes } from '../studio.ts';
import type { Check } from './check.ts';

const BODY_MAX = 5 * 1024 * 1024;

export const workerChecks: readonly Check[] = [
  {
    name: 'worker: it takes control on the first visit and answers the API without the server',
    async run(engine, kind) {
      await using site = await openSite(kind);
      await openApp(engine, site.url);
      const health = await engine.run(async () => (await fetch('/health')).text());
      assert.deepEqual(JSON.parse(health), { ok: true });
      const { text } = await ask(engine, 'GET', '/app');
      assert.equal(JSON.parse(text).auth.mode, 'origin');
      assert.deepEqual(await storedIds(engine), []);
      const ofApi = site.asked.filter((line) =>
        /^\w+ \/(health|api\/v1\/(app|drawings|profile|status))/.test(line),
      );
      assert.deepEqual(ofApi, []);
    },
  },
  {
    name: 'worker: a drawing is created, read, patched, listed, trashed and restored, each with its revision',
    async run(engine, kind) {
      await using site = await openSite(kind);
      await openApp(engine, site.url);
      const [path, strokes] = [`/drawings/${randomUUID()}`, realStrokes(40)];
      const made = await ask(engine, 'PUT', path, {
        json: { title: 'Kopi, 榕树', strokes: strokes.slice(0, 30), thumb: '' },
        headers: { 'If-None-Match': '*' },
      });
      assert.deepEqual([made.status, made.headers['etag']], [201, '"1"'], made.text);

      const operations = strokes.slice(30).map((value) => ({ op: 'add', path: '/strokes/-', value }));
      const patch = {
        json: [...operations, { op: 'replace', path: '/title', value: 'Teh' }],
        headers: { 'If-Match': '"1"', 'Idempotency-Key': randomUUID() },
      };
      const patched = await ask(engine, 'PATCH', path, patch);
      assert.deepEqual([patched.status, patched.headers['etag']], [200, '"2"'], patched.text);
      assert.deepEqual(await ask(engine, 'PATCH', path, patch), patched, 'sent again, it is answered again');
      const stale = await ask(engine, 'PATCH', path, {
        json: patch.json,
        headers: { 'If-Match': '"1"', 'Idempotency-Key': randomUUID() },
      });
      assert.deepEqual([stale.status, code(stale.text), stale.headers['etag']], [409, 'conflict', '"2"']);

      const drawing = await read(engine, path);
      assert.deepEqual([drawing.title, drawing.rev, drawing.trashed], ['Teh', 2, false]);
      assert.deepStrictEqual(drawing.strokes, strokes);
      assert.deepStrictEqual(await storedStrokes(engine, drawing.id), strokes);
      assert.equal((await ask(engine, 'GET', path, { headers: { 'If-None-Match': '"2"' } })).status, 304);
      assert.deepEqual(await storedIds(engine), [drawing.id]);

      const trashed = await ask(engine, 'DELETE', path);
      assert.deepEqual([trashed.status, JSON.parse(trashed.text)], [200, { ok: true, recoverable: true }]);
      assert.deepEqual([await storedIds(engine), await storedIds(engine, true)], [[], [drawing.id]]);
      const put = { json: { title: '', strokes: [], thumb: '' }, headers: { 'If-Match': '"3"' } };
      assert.equal(code((await ask(engine, 'PUT', path, put)).text), 'gone');
      assert.equal((await ask(engine, 'PUT', `${path}/restore`)).status, 200);
      assert.deepEqual([await storedIds(engine), await storedIds(engine, true)], [[drawing.id], []]);
      assert.deepStrictEqual((await read(engine, path)).strokes, strokes);
    },
  },
  {
    name: 'worker: a body of 5 MB comes back unchanged, and one byte more is refused with nothing stored',
    async run(engine, kind) {
      await using site = await openSite(kind);
      await openApp(engine, site.url);
      const path = `/drawings/${randomUUID()}`;
      const body = fullBody();
      const { strokes }: { strokes: Stroke[] } = JSON.parse(body);
      const made = await ask(engine, 'PUT', path, { body, headers: { 'If-None-Match': '*' } });
      assert.equal(made.status, 201, made.text.slice(0, 300));
      assert.deepStrictEqual((await read(engine, path)).strokes, strokes);

      const tooLarge = await ask(engine, 'PUT', path, { body: `${body} `, headers: { 'If-Match': '"1"' } });
      assert.deepEqual([tooLarge.status, code(tooLarge.text)], [413, 'too_large']);
      assert.equal((await read(engine, path)).rev, 1);
    },
  },
  {
    name: 'worker: errors are in JSON: 400, 404, 405, 415',
    async run(engine, kind) {
      await using site = await openSite(kind);
      await openApp(engine, site.url);
      const path = `/drawings/${randomUUID()}`;
      const json = { title: '', strokes: [], thumb: '' };
      const refusals: [number, string, string, string, PageRequest?][] = [
        [404, 'not_found', 'GET', '/nothing-here'],
        [404, 'not_found', 'GET', path],
        [404, 'not_found', 'GET', '/drawings/not-an-id'],
        [405, 'method_not_allowed', 'DELETE', '/drawings'],
        [400, 'invalid_parameter', 'GET', '/drawings?colour=red'],
        [400, 'invalid_json', 'PUT', path, { body: '{', headers: { 'If-None-Match': '*' } }],
        [415, 'unsupported_media_type', 'PUT', path, { json, headers: { 'Content-Type': 'text/plain' } }],
      ];
      for (const [status, name, method, target, asked] of refusals) {
        const response = await ask(engine, method, target, asked);
        assert.deepEqual([response.status, code(response.text)], [status, name]);
        assert.match(String(response.headers['content-type']), /^application\/json/);
        if (status === 405) assert.equal(response.headers['allow'], 'GET, HEAD, POST');
      }
      assert.deepEqual(await storedIds(engine), []);
    },
  },
];

async function read(engine: Engine, path: string): Promise<Drawing> {
  const { status, text } = await ask(engine, 'GET', path);
  assert.equal(status, 200, text.slice(0, 300));
  return JSON.parse(text);
}

function code(text: string): string {
  const { error }: { error: { code: string; message: string } } = JSON.parse(text);
  assert.ok(error.message.length > 0);
  return error.code;
}

/**
 * A drawing of real strokes whose JSON is exactly as long as a body may be. With a thumbnail, because the gallery
 * would soon add a missing one as a revision of its own.
 */
function fullBody(): string {
  const all = realStrokes(12_000).map((stroke) => JSON.stringify(stroke));
  const [head, foot] = [`{"title":"Full, 満","thumb":"${PNG}","strokes":[`, ']}'];
  let size = Buffer.byteLength(head + foot);
  const fit = all.findIndex((text) => {
    size += Buffer.byteLength(text) + 1;
    return size > BODY_MAX;
  });
  assert.ok(fit > 0, 'there are strokes enough for 5 MB');
  const body = `${head}${all.slice(0, fit).join(',')}${foot}`;
  return body + ' '.repeat(BODY_MAX - Buffer.byteLength(body));
}
