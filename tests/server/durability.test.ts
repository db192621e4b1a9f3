import { deepStrictEqual } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Stroke } from '../../src/core/drawing/types.ts';
import { type AppServer, startAppServer } from '../support/app-server.ts';
import { realStrokes } from '../support/drawing/strokes.ts';
import {
  type Api,
  apiOf,
  appendStroke,
  isListening,
  LONG_TIMEOUT,
  rawConnection,
  readDrawing,
} from './program.ts';

/** One writer's record: the acknowledged strokes, and the one that may or may not have been stored. */
interface Writer {
  readonly id: string;
  readonly acknowledged: Stroke[];
  inDoubt: Stroke | undefined;
}

async function create(api: Api, title: string): Promise<string> {
  const id = randomUUID();
  const body = { title, strokes: [], thumb: '' };
  const response = await api('PUT', `/drawings/${id}`, { body, headers: { 'If-None-Match': '*' } });
  expect(response.status).toBe(201);
  return id;
}

/** Appends one stroke after another until the server is gone. */
async function write(api: Api, writer: Writer, strokes: readonly Stroke[]): Promise<void> {
  for (const [index, stroke] of strokes.entries()) {
    writer.inDoubt = stroke;
    try {
      const response = await appendStroke(api, writer.id, index + 1, stroke, `${writer.id}-${index}`);
      await response.json();
      if (response.status !== 200) throw new Error(`PATCH gave ${response.status}`);
    } catch {
      return;
    }
    writer.acknowledged.push(stroke);
    writer.inDoubt = undefined;
  }
}

/** Sends half of a PUT, so that the server waits for the rest. */
async function beginUpload(server: AppServer, id: string, body: string) {
  const connection = await rawConnection(server.url);
  connection.socket.write(
    `PUT /api/v1/drawings/${id} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${server.token}\r\n` +
      'Content-Type: application/json\r\nIf-None-Match: *\r\nExpect: 100-continue\r\n' +
      `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n`,
  );
  await expect.poll(connection.received, LONG_TIMEOUT).toContain('100 Continue');
  connection.socket.write(body.slice(0, body.length / 2));
  return { ...connection, finish: () => connection.socket.write(body.slice(body.length / 2)) };
}

describe('server: durability', () => {
  test('after SIGKILL under load it has every acknowledged stroke, and at most one more', async () => {
    await using server = await startAppServer({ build: false });
    const api = apiOf(server);
    const strokes = realStrokes(4000);
    const ids = await Promise.all([0, 1, 2, 3].map((n) => create(api, `writer ${n}`)));
    const writers = ids.map((id): Writer => ({ id, acknowledged: [], inDoubt: undefined }));
    const writing = writers.map((writer, n) => write(api, writer, strokes.slice(n * 1000, (n + 1) * 1000)));
    await expect
      .poll(() => Math.min(...writers.map(({ acknowledged }) => acknowledged.length)), LONG_TIMEOUT)
      .toBeGreaterThan(70);
    await server.kill();
    await Promise.all(writing);
    await server.start();

    for (const { id, acknowledged, inDoubt } of writers) {
      const { strokes: stored, rev } = await readDrawing(api, id);
      const landed = inDoubt !== undefined && stored.length === acknowledged.length + 1;
      deepStrictEqual(stored, landed ? [...acknowledged, inDoubt] : acknowledged);
      expect(rev).toBe(stored.length + 1);
    }
  });

  test('SIGTERM: an upload in flight is finished, answered, and there after the next start', async () => {
    await using server = await startAppServer({ build: false });
    const id = randomUUID();
    const strokes = realStrokes(50);
    const upload = await beginUpload(server, id, JSON.stringify({ title: 'slow', strokes, thumb: '' }));
    const stopped = server.stop();
    await expect.poll(() => isListening(server.url), LONG_TIMEOUT).toBe(false);
    upload.finish();
    await upload.ended;
    expect(upload.received()).toContain('HTTP/1.1 201 Created');
    expect(upload.received().toLowerCase()).toContain('connection: close');
    expect(await stopped).toBe(0);

    await server.start();
    deepStrictEqual((await readDrawing(apiOf(server), id)).strokes, strokes);
  });

  test('a second signal ends it at once with status 1, and the upload is not stored', async () => {
    await using server = await startAppServer({ build: false });
    const id = randomUUID();
    const upload = await beginUpload(server, id, JSON.stringify({ title: '', strokes: [], thumb: '' }));
    const stopped = server.stop();
    await expect.poll(() => isListening(server.url), LONG_TIMEOUT).toBe(false);
    await server.stop();
    expect(await stopped).toBe(1);
    await upload.ended;

    await server.start();
    expect((await apiOf(server)('GET', `/drawings/${id}`)).status).toBe(404);
  });

  test('idle keep-alive connections do not delay the end', async () => {
    await using server = await startAppServer({ build: false });
    const { socket, received, ended } = await rawConnection(server.url);
    socket.write('GET /health HTTP/1.1\r\nHost: x\r\n\r\n');
    await expect.poll(received, LONG_TIMEOUT).toContain('200 OK');
    expect(await server.stop()).toBe(0);
    await ended;
  });
});
