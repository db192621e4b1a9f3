/** Cases: links that show a drawing. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Caller, Case, SendOptions } from '../caller.ts';
import { newDrawing, PNG, path, refused, strokeNo, TRASH } from '../support.ts';
import type { TestResponse } from '../target.ts';

interface NewLink {
  readonly id: string;
  readonly url: string;
  readonly createdAt: string;
  readonly expiresAt: string | null;
  readonly lastSeenAt: string | null;
}
type Link = Omit<NewLink, 'url'>;

const SOON = 400;

export async function share(caller: Caller, drawing: string, json: object = {}): Promise<NewLink> {
  const response = await caller.send('POST', path(drawing, '/shares'), { json });
  assert.equal(response.status, 201, response.text);
  return response.json as NewLink;
}

async function linksOf(caller: Caller, drawing: string): Promise<readonly Link[]> {
  const response = await caller.send('GET', path(drawing, '/shares'));
  assert.equal(response.status, 200, response.text);
  return (response.json as { shares: readonly Link[] }).shares;
}

export const sharedPath = (secret: string) => `/api/v1/shared/${secret}`;
export const secretOf = ({ url }: NewLink) => url.slice(url.lastIndexOf('/') + 1);

/** Opens a link as somebody without a token does. */
function open(caller: Caller, link: NewLink, options: SendOptions = {}): Promise<TestResponse> {
  return caller.send('GET', sharedPath(secretOf(link)), { anonymous: true, ...options });
}

/** What a wrong link gets; a link that has ended must get the same, but for the time of day. */
async function wrongLink(caller: Caller): Promise<TestResponse> {
  return caller.send('GET', sharedPath(randomUUID().replaceAll('-', '')), { anonymous: true });
}

export async function assertEnded(caller: Caller, link: NewLink): Promise<void> {
  const [ended, wrong] = [await open(caller, link), await wrongLink(caller)];
  refused(ended, 404, 'not_found');
  const { date: _then, ...headers } = ended.headers;
  const { date: _now, ...expected } = wrong.headers;
  assert.deepStrictEqual([headers, ended.text], [expected, wrong.text]);
}

export const shareCases: readonly Case[] = [
  {
    name: 'a link shows the drawing to somebody without a token, and says nothing of its owner',
    mode: 'token',
    async run(caller) {
      const drawing = await newDrawing(caller, { title: 'To "show" </title>' });
      const link = await share(caller, drawing.id);
      assert.match(link.url, /^\/s\/[0-9a-f]{32}$/, 'only a path, without PUBLIC_URL');
      assert.deepStrictEqual([link.expiresAt, link.lastSeenAt], [null, null]);
      const seen = await open(caller, link);
      const { title, strokes, createdAt, updatedAt } = drawing;
      assert.deepStrictEqual(seen.json, { title, strokes, createdAt, updatedAt });
      assert.equal(seen.headers['cache-control'], 'no-store');
      assert.ok(!seen.text.includes(drawing.id));
      const head = await caller.send('HEAD', sharedPath(secretOf(link)), { anonymous: true });
      assert.deepStrictEqual([head.status, head.headers['etag']], [200, seen.headers['etag']]);
    },
  },
  {
    name: 'the address of a link is said once; the list has when somebody looked',
    mode: 'token',
    async run(caller) {
      const { id } = await newDrawing(caller);
      assert.deepStrictEqual(await linksOf(caller, id), []);
      const first = await share(caller, id);
      const second = await share(caller, id);
      await open(caller, second);
      const links = await linksOf(caller, id);
      assert.deepStrictEqual(new Set(links.map((link) => link.id)), new Set([first.id, second.id]));
      assert.ok(!JSON.stringify(links).includes(secretOf(first)));
      const seen = new Map(links.map((link) => [link.id, link.lastSeenAt]));
      assert.equal(seen.get(first.id), null);
      assert.ok(Math.abs(Date.parse(String(seen.get(second.id))) - Date.now()) < 60_000);
    },
  },
  {
    name: 'a link shows what is drawn later, and a caller who has it already gets 304',
    mode: 'token',
    async run(caller) {
      const { id } = await newDrawing(caller);
      const link = await share(caller, id);
      const before = String((await open(caller, link)).headers['etag']);
      const held = () => open(caller, link, { headers: { 'If-None-Match': before } });
      assert.equal((await held()).status, 304);
      const json = { title: 'Later', strokes: [strokeNo(3)], thumb: '' };
      await caller.send('PUT', path(id), { headers: { 'If-Match': '1' }, json });
      const after = await held();
      assert.deepStrictEqual(
        [after.status, (after.json as { title: string }).title],
        [200, 'Later'],
        'with the condition that no longer holds',
      );
      assert.notEqual(after.headers['etag'], before);
      refused(await open(caller, link, { headers: { 'If-None-Match': 'x' } }), 400, 'invalid_parameter');
    },
  },
  {
    name: 'a new thumbnail, and a way into the trash and back, change nothing that a link shows, nor its tag',
    mode: 'token',
    async run(caller) {
      const { id, thumb } = await newDrawing(caller, { strokes: [strokeNo(1)] });
      const link = await share(caller, id);
      const before = await open(caller, link);
      const json = [{ op: 'replace', path: '/thumb', value: thumb === PNG ? '' : PNG }];
      const headers = { 'If-Match': '1', 'Idempotency-Key': randomUUID() };
      assert.equal((await caller.send('PATCH', path(id), { headers, json })).status, 200);
      await caller.send('DELETE', path(id));
      assert.equal((await caller.send('PUT', path(id, '/restore'))).status, 200);
      const after = await open(caller, link);
      assert.deepStrictEqual([after.text, after.headers['etag']], [before.text, before.headers['etag']]);
      const held = { 'If-None-Match': String(before.headers['etag']) };
      assert.equal((await open(caller, link, { headers: held })).status, 304);
      const other = await open(caller, await share(caller, id));
      assert.equal(other.text, after.text);
      assert.notEqual(other.headers['etag'], after.headers['etag'], 'of another link');
    },
  },
  {
    name: 'another title has another tag of the link, and so has the first one again, at a later time',
    mode: 'token',
    async run(caller) {
      const { id, title } = await newDrawing(caller);
      const link = await share(caller, id);
      const tags = [String((await open(caller, link)).headers['etag'])];
      for (const [rev, value] of ['Renamed', title].entries()) {
        const headers = { 'If-Match': `${rev + 1}`, 'Idempotency-Key': randomUUID() };
        const json = [{ op: 'replace', path: '/title', value }];
        assert.equal((await caller.send('PATCH', path(id), { headers, json })).status, 200);
        tags.push(String((await open(caller, link)).headers['etag']));
      }
      assert.equal(new Set(tags).size, 3);
    },
  },
  {
    name: 'a link to a large drawing is sent in pieces, complete',
    mode: 'token',
    async run(caller) {
      const strokes = Array.from({ length: 12_000 }, (_, n) => strokeNo(n));
      const { id } = await newDrawing(caller, { strokes });
      const link = await share(caller, id);
      const seen = await open(caller, link);
      assert.deepStrictEqual((seen.json as { strokes: unknown }).strokes, strokes);
      assert.ok(!seen.text.includes(id));
      await caller.send('DELETE', path(id));
      await assertEnded(caller, link);
    },
  },
  {
    name: 'a link that was ended shows nothing, and the others go on',
    mode: 'token',
    async run(caller) {
      const { id } = await newDrawing(caller);
      const [ended, kept] = [await share(caller, id), await share(caller, id)];
      const response = await caller.send('DELETE', path(id, `/shares/${ended.id}`));
      assert.deepStrictEqual([response.status, response.json], [200, { ok: true }]);
      await assertEnded(caller, ended);
      assert.equal((await open(caller, kept)).status, 200);
      refused(await caller.send('DELETE', path(id, `/shares/${ended.id}`)), 404, 'not_found');
      const other = await newDrawing(caller);
      refused(await caller.send('DELETE', path(other.id, `/shares/${kept.id}`)), 404, 'not_found');
      assert.equal((await open(caller, kept)).status, 200);
    },
  },
  {
    name: 'a link that has expired shows nothing and is not listed',
    mode: 'token',
    async run(caller) {
      const { id } = await newDrawing(caller);
      const expiresAt = new Date(Date.now() + SOON).toISOString();
      const link = await share(caller, id, { expiresAt });
      assert.equal(link.expiresAt, expiresAt);
      while ((await linksOf(caller, id)).length > 0) assert.ok(Date.now() < Date.parse(expiresAt) + 30_000);
      assert.ok(Date.now() >= Date.parse(expiresAt));
      await assertEnded(caller, link);
    },
  },
  {
    name: 'a link shows nothing while its drawing is in the trash, and shows it again when it is restored',
    mode: 'token',
    async run(caller) {
      const { id } = await newDrawing(caller);
      const link = await share(caller, id);
      await caller.send('DELETE', path(id));
      await assertEnded(caller, link);
      refused(await caller.send('POST', path(id, '/shares'), { json: {} }), 409, 'gone');
      assert.equal((await linksOf(caller, id)).length, 1, 'its owner sees it, and can end it');
      await caller.send('PUT', path(id, '/restore'));
      assert.equal((await open(caller, link)).status, 200);
    },
  },
  {
    name: 'a link goes with a drawing that is deleted for good, also if another is made under its id',
    mode: 'token',
    async run(caller) {
      const { id } = await newDrawing(caller);
      const link = await share(caller, id);
      await caller.send('DELETE', path(id));
      await caller.send('DELETE', `${TRASH}/${id}`);
      await assertEnded(caller, link);
      refused(await caller.send('GET', path(id, '/shares')), 404, 'not_found');
      const json = { title: 'Another', strokes: [], thumb: '' };
      const again = await caller.send('PUT', path(id), { headers: { 'If-None-Match': '*' }, json });
      assert.equal(again.status, 201);
      await assertEnded(caller, link);
      assert.deepStrictEqual(await linksOf(caller, id), []);
    },
  },
  {
    name: 'a drawing has at most twenty links at a time; one that ended makes room',
    mode: 'token',
    async run(caller) {
      const { id } = await newDrawing(caller);
      const first = await share(caller, id);
      for (let n = 1; n < 20; n += 1) await share(caller, id);
      const more = () => caller.send('POST', path(id, '/shares'), { json: {} });
      refused(await more(), 507, 'storage_full');
      assert.equal((await linksOf(caller, id)).length, 20);
      await caller.send('DELETE', path(id, `/shares/${first.id}`));
      assert.equal((await more()).status, 201);
    },
  },
  {
    name: 'bad input for a link gets a clear error, and no link is made',
    mode: 'token',
    async run(caller) {
      const { id } = await newDrawing(caller);
      const to = path(id, '/shares');
      const bodies = [[], 'x', { expiresAt: 'tomorrow' }, { expiresAt: 5 }, { forever: true }];
      const past = { expiresAt: new Date(Date.now() - 1000).toISOString() };
      for (const json of [...bodies, past]) {
        refused(await caller.send('POST', to, { json }), 400, 'invalid_body');
      }
      refused(await caller.send('POST', to, { body: '{' }), 400, 'invalid_json');
      const plain = { 'Content-Type': 'text/plain' };
      refused(await caller.send('POST', to, { body: '{}', headers: plain }), 415, 'unsupported_media_type');
      refused(await caller.send('POST', to, { body: 'x'.repeat(5 * 1024 * 1024 + 1) }), 413, 'too_large');
      for (const method of ['POST', 'GET'] as const) {
        const sent = method === 'POST' ? { json: {} } : {};
        refused(await caller.send(method, `${to}?x=1`, sent), 400, 'invalid_parameter');
        refused(await caller.send(method, path(randomUUID(), '/shares'), sent), 404, 'not_found');
        refused(await caller.send(method, path('X', '/shares'), sent), 404, 'not_found');
      }
      refused(await caller.send('DELETE', `${to}/x?x=1`), 400, 'invalid_parameter');
      assert.deepStrictEqual(await linksOf(caller, id), []);
      for (const secret of ['x', id, '%00', '..%2F', 'A'.repeat(32), '0'.repeat(500)]) {
        const response = await caller.send('GET', sharedPath(secret), { anonymous: true });
        refused(response, 404, 'not_found');
        assert.equal(response.text, (await wrongLink(caller)).text);
      }
    },
  },
  {
    name: 'whoever tries many links has to wait, whatever they are, and nobody else has to',
    mode: 'token',
    async run(caller) {
      const { id } = await newDrawing(caller);
      const link = await share(caller, id);
      const address = '198.51.100.77';
      let response = await open(caller, link, { address });
      for (let n = 0; response.status === 200 && n < 5000; n += 1)
        response = await open(caller, link, { address });
      refused(response, 429, 'rate_limited');
      refused(
        await caller.send('GET', sharedPath('0'.repeat(32)), { anonymous: true, address }),
        429,
        'rate_limited',
      );
      assert.equal((await open(caller, link, { address: '198.51.100.78' })).status, 200);
    },
  },
  {
    name: 'a device passes links on to its server, and says without sync that it has none',
    mode: 'origin',
    async run(caller) {
      const { id } = await newDrawing(caller);
      const own = [
        () => caller.send('POST', path(id, '/shares'), { json: {} }),
        () => caller.send('GET', path(id, '/shares')),
        () => caller.send('DELETE', path(id, '/shares/0123456789abcdef')),
      ];
      for (const send of own) refused(await send(), 503, 'unavailable');
      refused(await wrongLink(caller), 404, 'not_found');
    },
  },
];
