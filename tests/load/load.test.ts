import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, describe, test } from 'vitest';
import { growth } from './memory.ts';
import { createPainter } from './painter.ts';
import { createTally } from './tally.ts';

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

/** A server that keeps the strokes of one drawing as `keep` says, and acknowledges all of them. */
async function faultyServer(keep: (stroke: unknown, n: number) => unknown[]): Promise<string> {
  const strokes: unknown[] = [];
  let revision = 1;
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      if (request.method === 'PATCH') strokes.push(...keep(JSON.parse(body)[0].value, revision++));
      const status = request.method === 'PUT' ? 201 : 200;
      response.writeHead(status, { ETag: `"${revision}"` });
      response.end(JSON.stringify({ strokes }));
    });
  });
  stops.push(() => server.close().closeAllConnections());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function painted(keep: (stroke: unknown, n: number) => unknown[]) {
  const url = await faultyServer(keep);
  const stop = new AbortController();
  let answers = 0;
  const tally = createTally();
  const counting = {
    ...tally,
    answered(...call: Parameters<typeof tally.answered>) {
      tally.answered(...call);
      if (++answers > 5) stop.abort();
    },
  };
  const painter = await createPainter({ token: 'a-token', address: '10.0.0.1' }, 1, [url], counting);
  await painter.paint(stop.signal);
  return painter.compare();
}

describe('load: the run notices', () => {
  test('nothing where every stroke is stored once', async () => {
    const { acknowledged, lost, strange } = await painted((stroke) => [stroke]);
    assert.ok(acknowledged >= 5);
    assert.deepEqual([lost, strange], [0, 0]);
  });

  test('a stroke that was acknowledged and is not there', async () => {
    const { lost, strange } = await painted((stroke, n) => (n === 3 ? [] : [stroke]));
    assert.deepEqual([lost, strange], [1, 0]);
  });

  test('a stroke that is there twice', async () => {
    const { lost, strange } = await painted((stroke, n) => (n === 3 ? [stroke, stroke] : [stroke]));
    assert.deepEqual([lost, strange], [0, 1]);
  });

  test('an answer of 500, and not one of 503', () => {
    const tally = createTally();
    for (const status of [200, 503, 500, 'lost'] as const) tally.answered('list', status, 1);
    assert.equal(tally.failures, 1);
  });

  test('memory that grows after the last fault', () => {
    const samples = Array.from({ length: 100 }, (_, i) => ({ at: i / 100, mb: i < 90 ? 100 : 130 }));
    assert.deepEqual(growth(samples, 0.5), { from: 100, to: 130, ratio: 1.3 });
  });
});
