/** The program over HTTP: the same tools on a server elsewhere, and what it says when there is none. */
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { askDrawings } from './draw-ask.ts';
import { remoteApplication } from './stdio-remote.ts';
import { startTrial, type Trial } from './trial-server.ts';
import { connectStdio, drawingsAt, ERAS, PNG, strokesOf, TOKEN, textOf } from './trial-stdio.ts';

let trial: Trial;
beforeAll(async () => {
  trial = await startTrial({ env: { DRAW_TOKEN: TOKEN } });
}, 60_000);
afterAll(() => trial.close());

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

describe('mcp stdio: over HTTP', { timeout: 60_000 }, () => {
  it.for(ERAS)('does all that it does on the file, %s', async ([, mode]) => {
    const { call } = await connected({ PLEINAIR_URL: `${trial.url}/`, DRAW_TOKEN: TOKEN }, mode);
    const drawings = drawingsAt(trial.url);
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

  it('says that the token is wrong, or that one is needed, and where it goes', async () => {
    const wrong = await connected({ PLEINAIR_URL: trial.url, DRAW_TOKEN: 'another' });
    const refused = textOf(await wrong.call('draw_list_drawings'));
    expect(refused).toMatch(/^The server does not accept the token\. Let DRAW_TOKEN/);
    expect(refused).not.toContain('another');
    const none = asking(trial.url, undefined);
    const list = { path: '/api/v1/drawings' };
    await expect(none(list)).rejects.toThrow(/^The server needs a token\. Let DRAW_TOKEN/);
    expect((await none({ path: '/api/v1/status' })).body).toMatchObject({ authConfigured: true });
    const open = await startTrial();
    onTestFinished(() => open.close());
    await expect(asking(open.url, TOKEN)(list)).rejects.toThrow('no token configured; set DRAW_TOKEN');
  });

  it('says that nobody is there, and goes on once somebody is', async () => {
    // A port that was free a moment ago.
    const free = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => free.once('listening', resolve));
    const { port: gone } = free.address() as AddressInfo;
    await new Promise((resolve) => free.close(resolve));
    const { call } = await connected({ PLEINAIR_URL: `http://127.0.0.1:${gone}`, DRAW_TOKEN: TOKEN });
    expect(textOf(await call('draw_status'))).toMatch(/cannot be reached \(ECONNREFUSED\)/);
    const late = await startTrial({ env: { DRAW_TOKEN: TOKEN, PORT: String(gone) } });
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
      [await as(302, '', { Location: trial.url }), /sends callers elsewhere/],
      [await as(503, ''), /cannot answer now \(HTTP 503\)/],
    ] as const;
    for (const [url, says] of others) {
      await expect(asking(url, TOKEN)({ path: '/api/v1/drawings' })).rejects.toThrow(says);
    }
    expect(tokens).toEqual(others.map(() => undefined));
  });

  it('renames once when the answer is lost on its way', async () => {
    const drawings = drawingsAt(trial.url);
    const { id } = await drawings.create({ title: 'Once' });
    let lost = 0;
    const forward = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
      const parts: Buffer[] = [];
      for await (const part of incoming) parts.push(part);
      const { host: _front, connection: _hop, ...headers } = incoming.headers as Record<string, string>;
      const { method = '', url: path } = incoming;
      const body = parts.length === 0 ? null : Buffer.concat(parts);
      delete headers['content-length'];
      const response = await fetch(`${trial.url}${path}`, { method, headers, body });
      const text = await response.text();
      if (method === 'PATCH' && lost++ === 0) {
        incoming.socket.destroy();
        return;
      }
      outgoing.writeHead(response.status, { ETag: response.headers.get('ETag') ?? '' }).end(text);
    };
    const url = await listen((incoming, outgoing) => void forward(incoming, outgoing));
    const { call } = await connected({ PLEINAIR_URL: url, DRAW_TOKEN: TOKEN });
    const renamed = await call('draw_rename_drawing', { id, title: 'Twice?', rev: 1 });
    expect(lost).toBe(2);
    expect(renamed.structuredContent).toMatchObject({ title: 'Twice?', rev: 2 });
    expect(await drawings.get(id)).toMatchObject({ title: 'Twice?', rev: 2 });
  });
});
