/** The program over HTTP: the same tools on a server elsewhere, and what it says when there is none. */
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { startTestServer, type TestServer } from '../../../tests/support/mcp/server.ts';
import {
  connectStdio,
  drawingsAt,
  ERAS,
  PNG,
  strokesOf,
  TOKEN,
  textOf,
} from '../../../tests/support/mcp/stdio.ts';
import { askDrawings } from '../drawings/draw-ask.ts';
import { remoteApplication } from './stdio-remote.ts';

let testServer: TestServer;
beforeAll(async () => {
  testServer = await startTestServer({ env: { DRAW_TOKEN: TOKEN } });
}, 60_000);
afterAll(() => testServer.close());

async function connected(env: Record<string, string>, mode?: (typeof ERAS)[number][1]) {
  const stdio = await connectStdio(env, mode);
  onTestFinished(() => stdio.close());
  return stdio;
}

/** The same without pipes and tools. */
const asking = (url: string, token: string | undefined) =>
  askDrawings(remoteApplication({ url, token }).handle, randomUUID);

/** A server on a free port. */
async function listen(listener: RequestListener) {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/**
 * A proxy before the server: a response arrives if `passes` returns true, else the connection breaks.
 * @param edit what arrives in the place of the body of a response
 */
function front(passes: (method: string, text: string) => boolean, edit = (text: string) => text) {
  const forward = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const parts: Buffer[] = [];
    for await (const part of incoming) parts.push(part);
    const { host: _front, connection: _hop, ...headers } = incoming.headers as Record<string, string>;
    const { method = '', url: path } = incoming;
    const body = parts.length === 0 ? null : Buffer.concat(parts);
    delete headers['content-length'];
    const response = await fetch(`${testServer.url}${path}`, { method, headers, body });
    const text = await response.text();
    if (!passes(method, text)) {
      incoming.socket.destroy();
      return;
    }
    outgoing.writeHead(response.status, { ETag: response.headers.get('ETag') ?? '' }).end(edit(text));
  };
  return listen((incoming, outgoing) => void forward(incoming, outgoing));
}

/** A body as a newer server may send it: every object has a member more, and a drawing what is not known here. */
function newer(text: string): string {
  const body: unknown = JSON.parse(text, (name, value: unknown) => {
    if (Array.isArray(value)) {
      return name === 'layers' ? [...Array(9)].map((_, index) => newerLayer(index, value[0])) : value;
    }
    if (typeof value !== 'object' || value === null) return value;
    const added = { ...value, lately: { added: [true] } };
    return name === 'paper' ? { ...added, pattern: 'waves', step: 1e6 } : added;
  });
  return JSON.stringify(body);
}
const newerLayer = (index: number, layer: object) => ({
  ...layer,
  id: `layer-number-${index}`,
  blend: 'screen',
});

describe('mcp stdio: over HTTP', { timeout: 60_000 }, () => {
  it.for(ERAS)('does all that it does on the file, %s', async ([, mode]) => {
    const { call } = await connected({ PLEINAIR_URL: `${testServer.url}/`, DRAW_TOKEN: TOKEN }, mode);
    const drawings = drawingsAt(testServer.url);
    expect((await call('draw_app_info')).structuredContent).toEqual(
      await (await drawings.ask('/app')).json(),
    );
    const { id } = await drawings.create({
      title: 'Far',
      strokes: strokesOf([[1, 2]]),
      thumb: `data:image/png;base64,${PNG}`,
    });
    const seen = await call('draw_get_drawing', { id, strokes: 5 });
    expect(seen.content[1]).toMatchObject({ type: 'image', data: PNG });
    expect(seen.structuredContent).toMatchObject({ strokes: strokesOf([[1, 2]]), strokesLeftOut: 0 });
    expect((await call('draw_rename_drawing', { id, title: 'Near', rev: 1 })).isError).toBeFalsy();
    const late = await call('draw_rename_drawing', { id, title: 'Late', rev: 1 });
    expect(textOf(late)).toMatch(/current revision is 2.*call again with rev 2/s);
    expect(await drawings.get(id)).toMatchObject({ title: 'Near', rev: 2 });
    expect((await call('draw_trash_drawing', { id, rev: 2 })).structuredContent).toMatchObject({ rev: 3 });
    expect((await call('draw_restore_drawing', { id })).structuredContent).toMatchObject({ rev: 4 });
    const page = Object((await call('draw_list_drawings', { limit: 1 })).structuredContent);
    expect(page.drawings).toMatchObject([{ id, title: 'Near', rev: 4 }]);
    expect((await call('draw_status')).structuredContent).toMatchObject({ authConfigured: true });
  });

  it('does all that on a newer server, which sends members and values that are not known here', async () => {
    const url = await front(() => true, newer);
    const { call } = await connected({ PLEINAIR_URL: url, DRAW_TOKEN: TOKEN });
    const drawings = drawingsAt(testServer.url);
    const layers = [{ id: 'base', name: '', opacity: 0.5, visible: true, locked: false }];
    const paper = { color: '#25211c' };
    const { id } = await drawings.create({ title: 'Here', strokes: strokesOf([[1, 2]]), layers, paper });
    for (const name of ['draw_app_info', 'draw_status']) expect((await call(name)).isError).toBeFalsy();
    const listed = Object((await call('draw_list_drawings', { limit: 1 })).structuredContent);
    expect(listed.drawings).toMatchObject([
      { id, paper: { ...paper, pattern: 'waves' }, lately: { added: [true] } },
    ]);
    const seen = await call('draw_get_drawing', { id, strokes: 1 });
    expect(seen.structuredContent).toMatchObject({ id, strokeCount: 1, strokes: [{ lately: {} }] });
    expect(textOf(seen)).toContain('layer-number-8');
    const renamed = await call('draw_rename_drawing', { id, title: 'There', rev: 1 });
    expect(renamed.structuredContent).toMatchObject({ effect: { action: 'rename' }, title: 'There', rev: 2 });
    expect((await call('draw_trash_drawing', { id, rev: 2 })).structuredContent).toMatchObject({ rev: 3 });
    expect((await call('draw_restore_drawing', { id })).structuredContent).toMatchObject({ rev: 4 });
    expect(await drawings.get(id)).toMatchObject({ title: 'There', rev: 4 });
  });

  it('says that the token is wrong, or that one is needed, and where it goes', async () => {
    const wrong = await connected({ PLEINAIR_URL: testServer.url, DRAW_TOKEN: 'another-than-the-server' });
    const refused = textOf(await wrong.call('draw_list_drawings'));
    expect(refused).toMatch(/^The server does not accept the token\. Let DRAW_TOKEN/);
    expect(refused).not.toContain('another');
    const none = asking(testServer.url, undefined);
    const list = { path: '/api/v1/drawings' };
    await expect(none(list)).rejects.toThrow(/^The server needs a token\. Let DRAW_TOKEN/);
    expect((await none({ path: '/api/v1/status' })).body).toMatchObject({ authConfigured: true });
    const open = await startTestServer();
    onTestFinished(() => open.close());
    await expect(asking(open.url, TOKEN)(list)).rejects.toThrow('this server has no token; set DRAW_TOKEN');
  });

  it('says that nobody is there, and goes on once somebody is', async () => {
    // A port that was free a moment ago.
    const free = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => free.once('listening', resolve));
    const { port: gone } = free.address() as AddressInfo;
    await new Promise((resolve) => free.close(resolve));
    const { call } = await connected({ PLEINAIR_URL: `http://127.0.0.1:${gone}`, DRAW_TOKEN: TOKEN });
    expect(textOf(await call('draw_status'))).toMatch(/cannot be reached \(ECONNREFUSED\)/);
    const late = await startTestServer({ env: { DRAW_TOKEN: TOKEN, PORT: String(gone) } });
    onTestFinished(() => late.close());
    expect(textOf(await call('draw_status'))).toMatch(/^0 drawings/);
  });

  it('gives the token to no server that is not Pleinair of this version', async () => {
    const tokens: unknown[] = [];
    const as = (status: number, body: string, headers = {}) =>
      listen((incoming, outgoing) => {
        tokens.push(incoming.headers.authorization);
        outgoing.writeHead(status, headers).end(body);
      });
    const newer = { id: 'pleinair', namespace: 'draw/v1', versions: { api: '2.0.0' } };
    const others = [
      [await as(200, '<html>'), /is not Pleinair/],
      [await as(404, '{}'), /is not Pleinair/],
      [await as(200, JSON.stringify({ id: 'other' })), /is not Pleinair/],
      [await as(200, JSON.stringify(newer)), /speaks version "2\.0\.0" of the API, and this adapter 1/],
      [await as(302, '', { Location: testServer.url }), /redirects/],
      [await as(503, ''), /cannot answer right now \(HTTP 503\)/],
    ] as const;
    for (const [url, says] of others) {
      await expect(asking(url, TOKEN)({ path: '/api/v1/drawings' })).rejects.toThrow(says);
    }
    expect(tokens).toEqual(others.map(() => undefined));
  });

  it('lists drawings without having their pictures sent or read', async () => {
    await drawingsAt(testServer.url).create({ title: 'Seen', thumb: `data:image/png;base64,${PNG}` });
    const texts: string[] = [];
    const url = await front((_method, text) => {
      texts.push(text);
      return true;
    });
    const { call } = await connected({ PLEINAIR_URL: url, DRAW_TOKEN: TOKEN });
    expect(textOf(await call('draw_list_drawings', { limit: 50 }))).toContain('Seen');
    const list = JSON.parse(texts.at(-1) ?? '');
    expect(list.drawings.map(({ title }: { title: string }) => title)).toContain('Seen');
    expect(new Set(list.drawings.map(({ thumb }: { thumb: string }) => thumb))).toEqual(new Set(['']));
  });

  it('waits for as long as something comes, and no longer than 15 s for the next of it', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const asked = new Map<string, (answer: ServerResponse) => void>();
    const url = await listen(({ url: path = '' }, outgoing) => {
      const app = { id: 'pleinair', namespace: 'draw/v1', versions: { api: '1.0.0' } };
      if (path === '/api/v1/app') outgoing.end(JSON.stringify(app));
      else asked.get(path)?.(outgoing);
    });
    const ask = asking(url, TOKEN);
    const begun = (path: string) => new Promise<ServerResponse>((resolve) => asked.set(path, resolve));
    const stroke = JSON.stringify(strokesOf([[1, 2]])[0]);

    const path = '/api/v1/drawings/long';
    const answer = begun(path);
    let heard = Promise.withResolvers<void>();
    const told = ask({ path, onStroke: () => heard.resolve() });
    const outgoing = await answer;
    outgoing.write('{"id":"long","strokes":[');
    for (let n = 0; n < 4; n++) {
      outgoing.write(n === 0 ? stroke : `,${stroke}`);
      await heard.promise;
      heard = Promise.withResolvers();
      vi.advanceTimersByTime(14_000);
    }
    outgoing.end('],"title":"Long"}');
    expect((await told).body).toEqual({ id: 'long', strokes: [], title: 'Long' });

    const half = '/api/v1/drawings/half';
    const halfAnswer = begun(half);
    const broken = expect(ask({ path: half, onStroke: () => heard.resolve() })).rejects.toThrow(
      'The answer broke off before its end. Call again.',
    );
    (await halfAnswer).write(`{"id":"half","strokes":[${stroke}`);
    await heard.promise;
    vi.advanceTimersByTime(15_000);
    await broken;

    const none = begun('/api/v1/status');
    const silent = expect(ask({ path: '/api/v1/status' })).rejects.toThrow('no answer in 15 s');
    await none;
    vi.advanceTimersByTime(15_000);
    await silent;
  });

  it('renames once when the answer is lost on its way', async () => {
    const drawings = drawingsAt(testServer.url);
    const { id } = await drawings.create({ title: 'Once' });
    let lost = 0;
    const url = await front((method) => method !== 'PATCH' || lost++ > 0);
    const { call } = await connected({ PLEINAIR_URL: url, DRAW_TOKEN: TOKEN });
    const renamed = await call('draw_rename_drawing', { id, title: 'Twice?', rev: 1 });
    expect(lost).toBe(2);
    expect(renamed.structuredContent).toMatchObject({ title: 'Twice?', rev: 2 });
    expect(await drawings.get(id)).toMatchObject({ title: 'Twice?', rev: 2 });
  });
});
