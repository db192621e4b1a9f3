/**
 * Cases: bad input gets a clear error with the right status, and nothing is stored, changed or half written.
 */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Stroke } from '../../../src/core/drawing/types.ts';
import type { Caller, Case, SendOptions } from '../caller.ts';
import {
  DRAWINGS,
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
import type { TestResponse } from '../target.ts';

const MB5 = 5 * 1024 * 1024;

type Body = Pick<SendOptions, 'json' | 'body'>;

/** Sends each body in every way of writing a drawing. Each way must refuse each, and in the end nothing has changed. */
async function everywhere(
  caller: Caller,
  bodies: readonly Body[],
  status: number,
  code: string,
): Promise<void> {
  const before = await newDrawing(caller);
  const count = async () =>
    ((await caller.send('GET', '/api/v1/status')).json as { drawings: number }).drawings;
  const drawings = await count();
  for (const body of bodies) {
    const [replace, createOnly] = [{ 'If-Match': '"1"' }, { 'If-None-Match': '*' }];
    refused(await caller.send('PUT', path(before.id), { ...body, headers: replace }), status, code);
    refused(await caller.send('PUT', path(randomUUID()), { ...body, headers: createOnly }), status, code);
    refused(await caller.send('POST', DRAWINGS, body), status, code);
  }
  assert.deepStrictEqual(await read(caller, before.id), before);
  assert.equal(await count(), drawings, 'nothing was created');
}

/** The same for a valid body with one member changed. */
function content(
  caller: Caller,
  member: 'title' | 'strokes' | 'thumb',
  values: readonly unknown[],
): Promise<void> {
  const bodies = values.map((value) => ({
    body: textOf({ title: 't', strokes: [], thumb: '', [member]: value }),
  }));
  return everywhere(caller, bodies, 400, 'invalid_body');
}

const stroke = (change: object) => [{ ...strokeNo(0), ...change }];

export const badInputCases: readonly Case[] = [
  {
    name: 'malformed JSON',
    async run(caller) {
      const texts = ['', '{', '{"title":"a"', "{'title':1}", '[1,]', '\u0000'];
      const bodies = [...texts, new Uint8Array([0x22, 0xff, 0x22])].map((body) => ({ body }));
      await everywhere(caller, bodies, 400, 'invalid_json');
      const before = await newDrawing(caller);
      const headers = { 'If-Match': '1', 'Idempotency-Key': 'malformed' };
      const send = () => caller.send('PATCH', path(before.id), { headers, body: '[{' });
      await refusedUnchanged(caller, before, send, 400, 'invalid_json');
      refused(await caller.send('PUT', '/api/v1/profile', { body: '{' }), 400, 'invalid_json');
    },
  },
  {
    name: 'wrong types',
    async run(caller) {
      const bodies = [null, [], 'drawing', 7].map((json) => ({ json }));
      await everywhere(caller, bodies, 400, 'invalid_body');
      await content(caller, 'title', [1, null, ['t'], {}]);
      await content(caller, 'thumb', [1, null, {}]);
      await content(caller, 'strokes', [
        {},
        'x',
        [null],
        [[]],
        stroke({ tool: 5 }),
        stroke({ tool: 'Pen' }),
        stroke({ color: 'red' }),
        stroke({ color: '#12345' }),
        stroke({ size: '2' }),
        stroke({ size: 0 }),
        stroke({ size: 512.1 }),
        stroke({ points: [] }),
        stroke({ points: [[1]] }),
        stroke({ points: [[1, 2, 3]] }),
        stroke({ points: [['1', 2]] }),
        stroke({ points: [[1_000_000.1, 0]] }),
        stroke({ points: { length: 3 } }),
        stroke({ pressure: [0.5] }),
        stroke({ pressure: [0, 1, 1.1] }),
        stroke({ tilt: [0.5] }),
        stroke({ tilt: [0, 1, 1.1] }),
        stroke({ tilt: 0.5 }),
        stroke({ opacity: 0 }),
        stroke({ opacity: 1.1 }),
        stroke({ layer: 'Ink' }),
        stroke({ layer: '123456789' }),
        stroke({ at: -1 }),
        stroke({ at: 0.5 }),
        stroke({ at: 2 ** 31 }),
      ]);
      refused(
        await caller.send('PUT', '/api/v1/profile', { json: { displayName: 1, avatarSeed: '' } }),
        400,
        'invalid_body',
      );
      refused(
        await caller.send('PUT', '/api/v1/profile', { json: { displayName: 'only' } }),
        400,
        'invalid_body',
      );
    },
  },
  {
    name: 'nested deeper than 8, or more than 64 names or 300,000 members',
    async run(caller) {
      const names = Array.from({ length: 65 }, (_, index) => `"m${index}":0`);
      const members = Array.from({ length: 300_001 }, () => '"rev":0').join(',');
      const deep = (depth: number) => '['.repeat(depth - 1) + ']'.repeat(depth - 1);
      const bodies = [
        '['.repeat(9),
        `{"rev":${deep(9)}}`,
        `{${names.join(',')}}`,
        `{"rev":[{${names.join('},{')}}]}`,
        // Around strokes, which are never parsed.
        `{"rev":${deep(9)},"title":"","strokes":[],"thumb":""}`,
        `{"title":"","strokes":[],"thumb":"","rev":{${names.join(',')}}}`,
      ];
      await everywhere(
        caller,
        bodies.map((body) => ({ body })),
        400,
        'invalid_body',
      );
      refused(await caller.send('POST', DRAWINGS, { body: `{${members}}` }), 400, 'invalid_body');
      const body = `{"rev":${deep(8)},"updatedAt":"[[[[[[[[[\\"[","title":"::::::::::::::::::","strokes":[],"thumb":""}`;
      assert.equal((await caller.send('POST', DRAWINGS, { body })).status, 201);
    },
  },
  {
    name: 'NaN and 1e999',
    async run(caller) {
      await everywhere(caller, [{ body: '{"title":"","strokes":[NaN],"thumb":""}' }], 400, 'invalid_json');
      const points = '"points":[[1e999,0]]';
      const body = `{"title":"","thumb":"","strokes":[{"tool":"pen","color":"#000","size":1,${points}}]}`;
      const size = { body: body.replace('"size":1', '"size":1e999').replace('1e999,0', '1,0') };
      await everywhere(caller, [{ body }, size], 400, 'invalid_body');
    },
  },
  {
    name: '__proto__',
    async run(caller) {
      const good = '"title":"","strokes":[],"thumb":""';
      const inner = '{"tool":"pen","color":"#000","size":1,"points":[[0,0]],"__proto__":{}}';
      const bodies = [
        { body: `{${good},"__proto__":{"title":"x"}}` },
        { body: `{"title":"","thumb":"","strokes":[${inner}]}` },
      ];
      await everywhere(caller, bodies, 400, 'invalid_body');
      const before = await newDrawing(caller);
      const operation = '[{"op":"replace","path":"/title","value":"x","__proto__":{"op":"remove"}}]';
      const headers = { 'If-Match': '1', 'Idempotency-Key': randomUUID() };
      const send = () => caller.send('PATCH', path(before.id), { headers, body: operation });
      await refusedUnchanged(caller, before, send, 400, 'invalid_body');
      const body = '{"displayName":"a","avatarSeed":"b","__proto__":{}}';
      refused(await caller.send('PUT', '/api/v1/profile', { body }), 400, 'invalid_body');
    },
  },
  {
    name: 'NUL and lone surrogates',
    async run(caller) {
      const texts = ['a\\u0000b', '\\ud800', 'x\\udc00'];
      const bodies = texts.map((bad) => ({ body: `{"title":"${bad}","strokes":[],"thumb":""}` }));
      await everywhere(caller, bodies, 400, 'invalid_body');
      for (const bad of texts) {
        const profile = `{"displayName":"${bad}","avatarSeed":""}`;
        refused(await caller.send('PUT', '/api/v1/profile', { body: profile }), 400, 'invalid_body');
        const before = await newDrawing(caller);
        const headers = { 'If-Match': '1', 'Idempotency-Key': randomUUID() };
        const body = `[{"op":"replace","path":"/title","value":"${bad}"}]`;
        const send = () => caller.send('PATCH', path(before.id), { headers, body });
        await refusedUnchanged(caller, before, send, 400, 'invalid_body');
      }
    },
  },
  {
    name: '20,001 strokes',
    async run(caller) {
      const one: Stroke = { tool: 'pen', color: '#000', size: 1, points: [[0, 0]] };
      const strokes = Array.from({ length: 20_001 }, () => one);
      await everywhere(caller, [{ json: { title: '', thumb: '', strokes } }], 400, 'invalid_body');
      const full = await newDrawing(caller, { strokes: strokes.slice(1) });
      const over = () => patch(caller, full.id, 1, [{ op: 'add', path: '/strokes/-', value: one }]);
      await refusedUnchanged(caller, full, over, 400, 'invalid_body');
      const exchange = [
        { op: 'add', path: '/strokes/-', value: one },
        { op: 'remove', path: '/strokes/0' },
      ];
      assert.equal((await patch(caller, full.id, 1, exchange)).status, 200, 'the limit is on the result');
    },
  },
  {
    name: '201-character titles (code points)',
    async run(caller) {
      await content(caller, 'title', ['x'.repeat(201), '🎨'.repeat(201)]);
      await newDrawing(caller, { title: '🎨'.repeat(200) });
      const before = await newDrawing(caller);
      const rename = () =>
        patch(caller, before.id, 1, [{ op: 'replace', path: '/title', value: '🎨'.repeat(201) }]);
      await refusedUnchanged(caller, before, rename, 400, 'invalid_body');
      const name = (displayName: string) =>
        caller.send('PUT', '/api/v1/profile', { json: { displayName, avatarSeed: '' } });
      refused(await name('🎨'.repeat(81)), 400, 'invalid_body');
      assert.equal((await name('🎨'.repeat(80))).status, 200);
    },
  },
  {
    name: 'a thumb that is not a PNG or over 400 KB',
    async run(caller) {
      const jpeg = `data:image/png;base64,${Buffer.alloc(44, '/9j/4A==', 'base64').toString('base64')}`;
      const bytes = Buffer.from(PNG.slice(22), 'base64');
      const noHeader = Buffer.from(bytes);
      noHeader.write('IDAT', 12, 'latin1');
      await content(caller, 'thumb', [
        'data:image/png;base64,',
        'x',
        PNG.replace('image/png', 'image/jpeg'),
        jpeg,
        `data:image/png;base64,${noHeader.toString('base64')}`,
        PNG.replace(/=+$/, ''),
        `${PNG.slice(0, 60)} ${PNG.slice(60)}`,
        `https://example.org/a.png`,
        `data:image/png;base64,${Buffer.concat([bytes, Buffer.alloc(400 * 1024)]).toString('base64')}`,
      ]);
    },
  },
  {
    name: '5 MB + 1 byte',
    async run(caller) {
      const frame = '{"title":"","strokes":[],"thumb":""}';
      const body = frame + ' '.repeat(MB5 + 1 - frame.length);
      await everywhere(caller, [{ body }], 413, 'too_large');
      const before = await newDrawing(caller);
      const headers = { 'If-Match': '1', 'Idempotency-Key': randomUUID() };
      const send = () => caller.send('PATCH', path(before.id), { headers, body: `[]${' '.repeat(MB5)}` });
      await refusedUnchanged(caller, before, send, 413, 'too_large');
      refused(await caller.send('PUT', '/api/v1/profile', { body }), 413, 'too_large');
      const fits = await caller.send('POST', DRAWINGS, { body: body.slice(0, MB5) });
      assert.equal(fits.status, 201, '5 MB to the byte');
    },
  },
  {
    name: 'a body with a content coding',
    async run(caller) {
      const before = await newDrawing(caller);
      const json = { title: '', strokes: [], thumb: '' };
      for (const coding of ['gzip', 'br', 'identity, gzip', 'GZip', 'x-nothing']) {
        const headers = { 'Content-Encoding': coding };
        const put = () =>
          caller.send('PUT', path(before.id), { headers: { ...headers, 'If-Match': '1' }, json });
        await refusedUnchanged(caller, before, put, 415, 'unsupported_media_type');
        for (const response of [
          await put(),
          await caller.send('POST', DRAWINGS, { headers, json }),
          await caller.send('PUT', '/api/v1/profile', { headers, json: { displayName: '', avatarSeed: '' } }),
          await patch(caller, before.id, 1, [], headers),
        ]) {
          refused(response, 415, 'unsupported_media_type');
          assert.equal(response.headers['accept-encoding'], 'identity');
        }
      }
      const plain = { 'Content-Encoding': 'identity', 'If-Match': '1' };
      assert.equal((await caller.send('PUT', path(before.id), { headers: plain, json })).status, 200);
    },
  },
  {
    name: 'another media type',
    async run(caller) {
      const before = await newDrawing(caller);
      const json = { title: '', strokes: [], thumb: '' };
      for (const type of [
        'text/plain',
        'application/jsonp',
        'multipart/form-data; boundary=x',
        'application/json-patch+json',
      ]) {
        const headers = { 'Content-Type': type, 'If-Match': '1' };
        const send = () => caller.send('PUT', path(before.id), { headers, json });
        await refusedUnchanged(caller, before, send, 415, 'unsupported_media_type');
        refused(
          await caller.send('POST', DRAWINGS, { headers: { 'Content-Type': type }, json }),
          415,
          'unsupported_media_type',
        );
        refused(
          await caller.send('PUT', '/api/v1/profile', { headers: { 'Content-Type': type }, json }),
          415,
          'unsupported_media_type',
        );
      }
      const response = await patch(caller, before.id, 1, [], { 'Content-Type': 'application/json' });
      refused(response, 415, 'unsupported_media_type');
      assert.equal(response.headers['accept-patch'], 'application/json-patch+json');
      const upper = { 'Content-Type': 'Application/JSON; charset=UTF-8', 'If-Match': '1' };
      assert.equal((await caller.send('PUT', path(before.id), { headers: upper, json })).status, 200);
    },
  },
  {
    name: 'unknown members and parameters, repeated parameters',
    async run(caller) {
      await everywhere(
        caller,
        [{ json: { title: '', strokes: [], thumb: '', color: '#000' } }],
        400,
        'invalid_body',
      );
      await content(caller, 'strokes', [stroke({ angle: 1 })]);
      refused(
        await caller.send('PUT', '/api/v1/profile', { json: { displayName: '', avatarSeed: '', age: 1 } }),
        400,
        'invalid_body',
      );
      const { id } = await newDrawing(caller);
      const queries = [
        `${DRAWINGS}?color=red`,
        `${DRAWINGS}?limit=5&limit=5`,
        `${DRAWINGS}?limit=`,
        `${DRAWINGS}?Limit=5`,
        `${DRAWINGS}?limit=0`,
        `${DRAWINGS}?limit=201`,
        `${DRAWINGS}?limit=1e1`,
        `${DRAWINGS}?limit=+5`,
        `${DRAWINGS}?trashed=yes`,
        `${DRAWINGS}?__proto__=1`,
        `${DRAWINGS}/changes?limit=1001`,
        `${DRAWINGS}/changes?since=`,
        `${path(id)}?x=1`,
      ];
      for (const query of queries) {
        const response = await caller.send('GET', query);
        refused(response, 400, 'invalid_parameter');
        const name = decodeURIComponent(/\?(\w+)/.exec(query)?.[1] ?? '');
        assert.ok(response.text.includes(name), `${response.text} names ${name}`);
      }
    },
  },
  {
    name: 'bad ids',
    async run({ send }) {
      const json = { title: '', strokes: [], thumb: '' };
      const upper = randomUUID().toUpperCase();
      for (const id of [randomUUID(), upper, 'x', '..%2f..', '1', '%00', `${randomUUID()}x`]) {
        const requests: Promise<TestResponse>[] = [
          send('GET', path(id)),
          send('DELETE', path(id)),
          send('PUT', path(id), { headers: { 'If-Match': '1' }, json }),
          send('PUT', path(id), { json }),
          send('PUT', path(id, '/restore')),
          send('PATCH', path(id), { headers: { 'If-Match': '1', 'Idempotency-Key': 'k' }, json: [] }),
        ];
        for (const response of await Promise.all(requests)) refused(response, 404, 'not_found');
      }
      refused(await send('PUT', path(upper), { headers: { 'If-None-Match': '*' }, json }), 404, 'not_found');
    },
  },
  {
    name: 'stale and malformed If-Match',
    async run(caller) {
      const before = await newDrawing(caller);
      const json = { title: 'changed', strokes: [], thumb: '' };
      const put = (condition: string) => () =>
        caller.send('PUT', path(before.id), { headers: { 'If-Match': condition }, json });
      for (const stale of ['0', '"2"', '"2", W/"7"']) {
        await refusedUnchanged(caller, before, put(stale), 409, 'conflict');
        const response = await put(stale)();
        assert.equal(response.headers['etag'], '"1"', 'the current revision is sent');
        assert.match(response.text, /revision is 1\b/, 'and named');
      }
      for (const malformed of ['x', '"1', '1"', '"a"', '1 2', '-1', '1.0', '"1";', '*, "1"', ',']) {
        await refusedUnchanged(caller, before, put(malformed), 400, 'invalid_parameter');
        const patched = () => patch(caller, before.id, 1, [], { 'If-Match': malformed });
        await refusedUnchanged(caller, before, patched, 400, 'invalid_parameter');
        const trashed = () => caller.send('DELETE', path(before.id), { headers: { 'If-Match': malformed } });
        await refusedUnchanged(caller, before, trashed, 400, 'invalid_parameter');
      }
      await refusedUnchanged(caller, before, () => patch(caller, before.id, 2, []), 409, 'conflict');
      refused(
        await caller.send('GET', path(before.id), { headers: { 'If-None-Match': '"' } }),
        400,
        'invalid_parameter',
      );
    },
  },
  {
    name: 'a reused key with another body',
    async run(caller) {
      const { id } = await newDrawing(caller);
      const headers = { 'Idempotency-Key': randomUUID() };
      const title = (value: string) => [{ op: 'replace', path: '/title', value }];
      assert.equal((await patch(caller, id, 1, title('first'), headers)).status, 200);
      refused(await patch(caller, id, 2, title('second'), headers), 422, 'key_reused');
      refused(await patch(caller, id, 1, title('second'), headers), 422, 'key_reused');
      const json = { title: 'third', strokes: [], thumb: '' };
      const put = await caller.send('PUT', path(id), { headers: { ...headers, 'If-Match': '2' }, json });
      refused(put, 422, 'key_reused');
      const entry = (await caller.send('GET', path(id))).json as { title: string; rev: number };
      assert.deepEqual([entry.title, entry.rev], ['first', 2]);
    },
  },
];
