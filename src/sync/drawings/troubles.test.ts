/** Faults of the server. */
import { describe, expect, it } from 'vitest';
import { stroke } from '../../../tests/support/drawing/any-stroke.ts';
import {
  badBody,
  type Device,
  device,
  exchangeable,
  refusal,
  respondInstead,
  server,
} from '../../../tests/support/sync/sync.ts';
import { drawn, expectEqual } from '../../../tests/support/sync/sync-expect.ts';
import { strokeJson } from '../../core/drawing/strokes/stroke-json.ts';
import { memoryStore } from '../../store/memory.ts';

const troubles = async (it: Device) => (await it.sync.state()).troubles;
const isDrawing = (path: string, id: string) => path === `/api/v1/drawings/${id}`;

const ROW = { rev: 1, trashed: false, updatedAt: '2026-11-21T00:00:00.000Z' };

describe('sync: a server that fails', () => {
  it.each([
    ['another site', () => new Response('<!doctype html>', { status: 200 }), 'not_pleinair', 0],
    ['a page that is not there', () => new Response('<!doctype html>', { status: 404 }), 'not_pleinair', 0],
    [
      'a page of another shape',
      () => Response.json({ changes: 1, cursor: 'a', has_more: false }),
      'not_pleinair',
      0,
    ],
    ['a wrong token', () => refusal(401, 'unauthorized'), 'wrong_token', 0],
    ['no token there', () => refusal(503, 'auth_not_configured'), 'no_token_there', 0],
    ['too many requests', () => refusal(429, 'rate_limited', { 'Retry-After': '7' }), 'limited', 7000],
    ['too much to do', () => refusal(503, 'busy', { 'Retry-After': '2' }), 'busy', 2000],
    ['a defect', () => refusal(500, 'internal'), 'busy', 0],
    ['a gateway without it', () => new Response('bad gateway', { status: 502 }), 'unreachable', 0],
    ['a body that came too slowly', () => new Response(null, { status: 408 }), 'unreachable', 0],
    [
      'a page without end',
      () => Response.json({ changes: [], cursor: 'a', has_more: false, more: 'x'.repeat(3_000_000) }),
      'not_pleinair',
      0,
    ],
  ])('stops at %s, and changes nothing', async (_, answer, trouble, wait) => {
    const there = server();
    const a = device(there);
    const id = await a.pages.create({ strokes: [stroke(1)] });
    respondInstead(a, () => true, answer);
    expect(await a.sync.run()).toEqual({ trouble, wait });
    expect((await a.sync.state()).waiting).toEqual([[id, 1]]);
    a.network = (_asked, next) => next();
    await a.settle();
    await expectEqual(there, a);
  });

  it('never requests an invalid id, and reports it', async () => {
    const there = server();
    const a = device(there);
    const good = await there.pages.create({ title: 'good' });
    const rows = [{ ...ROW, id: '../profile' }, { ...ROW, id: good, rev: -1 }, null, { ...ROW, id: good }];
    respondInstead(
      a,
      (path) => path.includes('changes'),
      () => Response.json({ changes: rows.slice(0, 3), cursor: 'x.1', has_more: false }),
    );
    expect(await a.sync.run()).toBe('done');
    expect(a.asked.map(({ path }) => path.split('?')[0])).toEqual([
      '/api/v1/drawings/changes',
      '/api/v1/profile',
    ]);
    expect((await troubles(a)).map(({ drawing }) => drawing)).toEqual(['../profile', good, '']);
  });

  it('stops at a feed whose cursor does not move', async () => {
    const a = device(server());
    respondInstead(
      a,
      (path) => path.includes('changes'),
      () => Response.json({ changes: [], cursor: 'x.1', has_more: true }),
    );
    expect(await a.sync.run()).toEqual({ trouble: 'not_pleinair', wait: 0 });
    expect(a.asked).toHaveLength(2);
  });

  it('limits how much it reads of a response without a length', async () => {
    const a = device(server());
    let [read, isCancelled] = [0, false];
    const spaces = new TextEncoder().encode(' '.repeat(65_536));
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (++read > 100) controller.close();
        else controller.enqueue(spaces);
      },
      cancel() {
        isCancelled = true;
      },
    });
    respondInstead(
      a,
      () => true,
      () => new Response(body),
    );
    expect(await a.sync.run()).toEqual({ trouble: 'not_pleinair', wait: 0 });
    expect(isCancelled).toBe(true);
    // A million characters, and what the stream reads ahead.
    expect(read).toBeLessThan(20);
  });

  it('retries a drawing that the server refuses, and sends the others', async () => {
    const there = server();
    const a = device(there);
    const [bad, good] = [await a.pages.create({ title: 'bad' }), await a.pages.create({ title: 'good' })];
    for (const [answer, reason] of [
      [() => refusal(400, 'invalid_body'), 'not_taken'],
      [() => new Response('<html>', { status: 413 }), 'not_taken'],
      [() => refusal(500, 'internal'), 'server_error'],
    ] as const) {
      respondInstead(a, (path, method) => method === 'PUT' && isDrawing(path, bad), answer);
      a.asked.length = 0;
      expect(await a.sync.run()).toBe('done');
      expect(a.asked.filter(({ method }) => method === 'PUT').length).toBeLessThanOrEqual(2);
      expect(await troubles(a)).toEqual([{ drawing: bad, kind: 'failed', reason }]);
      expect((await a.sync.state()).waiting).toEqual([[bad, 1]]);
      expect(await there.pages.read(good)).toBeDefined();
    }
    a.network = (_asked, next) => next();
    await a.settle();
    expect(await a.sync.state()).toEqual({ waiting: [], troubles: [], notices: [] });
    await expectEqual(there, a);
  });

  it('keeps a drawing here that an older server does not know, whole, and sends it once that knows it', async () => {
    const there = server();
    const a = device(there);
    const brushed = { ...stroke(2), tilt: [0.5], opacity: 0.5, layer: 'ink', at: 7 };
    const [whole, grown] = [
      await a.pages.create({ strokes: [brushed] }),
      await a.pages.create({ strokes: [stroke(1)] }),
    ];
    a.network = async ({ path }, next) =>
      isDrawing(path, whole) ? badBody(['/strokes/0/tilt', '/strokes/0/at']) : next();
    expect(await a.sync.run()).toBe('done');
    await a.pages.add(grown, brushed);
    a.network = async ({ path, method }, next) => {
      if (isDrawing(path, whole)) return badBody(['/strokes/0/tilt', '/strokes/0/at']);
      return method === 'PATCH' ? badBody(['/0/value/opacity']) : next();
    };
    a.asked.length = 0;
    expect(await a.sync.run()).toBe('done');
    expect((await troubles(a)).toSorted((p) => (p.drawing === whole ? -1 : 1))).toEqual([
      { drawing: whole, kind: 'failed', reason: 'server_older' },
      { drawing: grown, kind: 'failed', reason: 'server_older' },
    ]);
    const sent = a.asked.filter(({ method }) => method === 'PUT' || method === 'PATCH');
    expect(sent.map(({ body }) => String(body).includes(strokeJson(brushed)))).toEqual([true, true]);
    expect((await a.pages.read(grown))?.strokes).toEqual([stroke(1), brushed]);
    a.network = (_asked, next) => next();
    await a.settle();
    expect(await troubles(a)).toEqual([]);
    expect((await there.pages.read(whole))?.strokes).toEqual([brushed]);
    await expectEqual(there, a);
  });

  it('retries many refused drawings within two runs', async () => {
    const there = server();
    const a = device(there);
    const ids: string[] = [];
    for (let i = 0; i < 60; i++) ids.push(await a.pages.create({ title: `drawing ${i}` }));
    const isSent = ({ path, method }: Device['asked'][number]) =>
      method === 'PUT' && ids.some((id) => isDrawing(path, id));
    respondInstead(
      a,
      (path, method) => method === 'PUT' && path.startsWith('/api/v1/drawings/'),
      () => refusal(400, 'invalid_body'),
    );
    expect(await a.sync.run()).toBe('done');
    expect(await troubles(a)).toHaveLength(60);
    a.asked.length = 0;
    for (let run = 0; run < 2; run++) expect(await a.sync.run()).toBe('done');
    expect(ids.filter((id) => !a.asked.some(({ path }) => isDrawing(path, id)))).toEqual([]);
    expect(a.asked.filter(isSent)).toHaveLength(100);
    a.network = (_asked, next) => next();
    for (let run = 0; run < 2; run++) expect(await a.sync.run()).toBe('done');
    expect(await troubles(a)).toEqual([]);
    await expectEqual(there, a);
  });

  it('reports a drawing no longer once the person has undone what the server refused', async () => {
    const there = server();
    const a = device(there);
    const id = await a.pages.create({ strokes: [stroke(1)] });
    await a.settle();
    await a.pages.add(id, stroke(2));
    respondInstead(
      a,
      (_path, method) => method === 'PATCH',
      () => refusal(400, 'invalid_body'),
    );
    expect(await a.sync.run()).toBe('done');
    expect(await troubles(a)).toHaveLength(1);
    await a.pages.patch(id, { op: 'remove', path: '/strokes/1' });
    expect(await a.sync.run()).toBe('done');
    expect(await troubles(a)).toEqual([]);
  });

  it('creates a drawing again that vanished from a server with the same epoch', async () => {
    const slot = exchangeable();
    const there = server(slot.store);
    const a = device(there);
    const id = await a.pages.create({ strokes: [stroke(1)] });
    await a.settle();
    const meta = await slot.now.read((tx) => tx.meta());
    const empty = memoryStore();
    await empty.write((tx) => tx.setCounter(meta.counter));
    slot.now = {
      ...empty,
      read: (work) =>
        empty.read((tx) => work({ ...tx, meta: async () => ({ ...(await tx.meta()), epoch: meta.epoch }) })),
    };
    await a.pages.add(id, stroke(2));
    await a.settle();
    expect(await drawn(there, id)).toEqual([1, 2]);
    expect(await troubles(a)).toEqual([]);
  });

  it("pulls even if the server's disk is full", async () => {
    const there = server();
    const a = device(there);
    const mine = await a.pages.create({ title: 'mine' });
    const theirs = await there.pages.create({ title: 'theirs' });
    respondInstead(
      a,
      (_path, method) => method === 'PUT',
      () => refusal(507, 'storage_full'),
    );
    expect(await a.sync.run()).toEqual({ trouble: 'server_full', wait: 0 });
    expect(await a.pages.read(theirs)).toBeDefined();
    a.network = (_asked, next) => next();
    await a.settle();
    expect(await there.pages.read(mine)).toBeDefined();
  });

  it('creates a drawing again that the server has lost', async () => {
    const slot = exchangeable();
    const there = server(slot.store);
    const [a, b] = [device(there), device(there)];
    const id = await a.pages.create({ strokes: [stroke(1)] });
    await a.settle();
    await b.settle();
    slot.now = memoryStore();
    await a.settle();
    expect(await drawn(there, id)).toEqual([1]);
    await b.settle();
    await expectEqual(there, a, b);
  });
});
