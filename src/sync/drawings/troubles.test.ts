/** What the server, and this device's disk, may do wrong. */
import { describe, expect, it } from 'vitest';
import { stroke } from '../../../tests/support/any-stroke.ts';
import { backup, type Device, device, exchangeable, server } from '../../../tests/support/sync.ts';
import { drawn, drawnAtAll, expectEqual } from '../../../tests/support/sync-expect.ts';
import { type Store, StoreCorrupt, StoreFull, StoreUnavailable } from '../../api/ports.ts';
import { memoryStore } from '../../store/memory.ts';

const troubles = async (it: Device) => (await it.sync.state()).troubles;
const isDrawing = (path: string, id: string) => path === `/api/v1/drawings/${id}`;

/** Answers for the server where the request is `what`. */
function instead(it: Device, what: (path: string, method: string) => boolean, answer: () => Response) {
  it.network = async ({ path, method }, next) => (what(path, method) ? answer() : next());
}

function refusal(status: number, code: string, headers: Record<string, string> = {}): Response {
  return Response.json({ error: { code, message: 'no' } }, { status, headers });
}

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
    instead(a, () => true, answer);
    expect(await a.sync.run()).toEqual({ trouble, wait });
    expect((await a.sync.state()).waiting).toEqual([[id, 1]]);
    a.network = (_asked, next) => next();
    await a.settle();
    await expectEqual(there, a);
  });

  it.each([
    ['no drawing', { strokes: [{ tool: 'pen' }] }],
    ['a time that is none', { updatedAt: 'yesterday' }],
    ['a title that is too long', { title: 'T'.repeat(201) }],
    ['a member that nobody knows', { surprise: 1 }],
  ])('parks %s, goes on with the others, and tries again', async (_, wrong) => {
    const there = server();
    const [a, b] = [device(there), device(there)];
    const ids = [await a.pages.create({ title: 'one' }), await a.pages.create({ title: 'two' })];
    await a.settle();
    const [bad = '', good = ''] = ids;
    const whole = await there.pages.read(bad);
    instead(
      b,
      (path) => isDrawing(path, bad),
      () => Response.json({ ...whole, ...wrong }),
    );
    expect(await b.sync.run()).toBe('done');
    expect(await b.pages.read(good)).toBeDefined();
    expect(await b.pages.read(bad)).toBeUndefined();
    expect(await troubles(b)).toEqual([{ drawing: bad, kind: 'parked', reason: 'invalid' }]);
    b.asked.length = 0;
    expect(await b.sync.run()).toBe('done');
    // The feed went on: it is the drawing itself that is asked for again.
    expect(b.asked[0]?.path).toContain('since=');
    expect(b.asked.filter(({ path }) => isDrawing(path, bad))).toHaveLength(1);
    b.network = (_asked, next) => next();
    await b.settle();
    expect(await troubles(b)).toEqual([]);
    await expectEqual(there, b);
  });

  it('never asks for an id that is none, and reports it', async () => {
    const there = server();
    const a = device(there);
    const good = await there.pages.create({ title: 'good' });
    const rows = [{ ...ROW, id: '../profile' }, { ...ROW, id: good, rev: -1 }, null, { ...ROW, id: good }];
    instead(
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

  it('does not ask for ever for a feed that does not move', async () => {
    const a = device(server());
    instead(
      a,
      (path) => path.includes('changes'),
      () => Response.json({ changes: [], cursor: 'x.1', has_more: true }),
    );
    expect(await a.sync.run()).toEqual({ trouble: 'not_pleinair', wait: 0 });
    expect(a.asked).toHaveLength(2);
  });

  it('parks what the server names and does not have, and what has no end', async () => {
    const there = server();
    const a = device(there);
    const [lost, large] = [await there.pages.create({}), await there.pages.create({})];
    a.network = async ({ path }, next) => {
      if (isDrawing(path, lost)) return refusal(404, 'not_found');
      if (!isDrawing(path, large)) return next();
      return new Response('{}', { headers: { 'Content-Length': String(1e9) } });
    };
    expect(await a.sync.run()).toBe('done');
    expect(await troubles(a)).toEqual([
      { drawing: lost, kind: 'parked', reason: 'missing' },
      { drawing: large, kind: 'parked', reason: 'too_large' },
    ]);
  });

  it('leaves a drawing that the server does not take, sends the others, and tries it again', async () => {
    const there = server();
    const a = device(there);
    const [bad, good] = [await a.pages.create({ title: 'bad' }), await a.pages.create({ title: 'good' })];
    for (const [answer, reason] of [
      [() => refusal(400, 'invalid_body'), 'not_taken'],
      [() => new Response('<html>', { status: 413 }), 'not_taken'],
      [() => refusal(500, 'internal'), 'server_error'],
    ] as const) {
      instead(a, (path, method) => method === 'PUT' && isDrawing(path, bad), answer);
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

  it('does not report a drawing any more when the person took back what the server refused', async () => {
    const there = server();
    const a = device(there);
    const id = await a.pages.create({ strokes: [stroke(1)] });
    await a.settle();
    await a.pages.add(id, stroke(2));
    instead(
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

  it('sends nothing of a drawing that is parked, and finds it when it can be read', async () => {
    const there = server();
    const a = device(there);
    const id = await a.pages.create({ strokes: [stroke(1)] });
    await a.settle();
    // Another rev of the same strokes.
    await there.pages.patch(id, { op: 'replace', path: '/thumb', value: '' });
    await a.pages.add(id, stroke(2));
    instead(
      a,
      (path, method) => method === 'GET' && isDrawing(path, id),
      () => Response.json({}),
    );
    a.asked.length = 0;
    expect(await a.sync.run()).toBe('done');
    expect(a.asked.every(({ method }) => method === 'GET')).toBe(true);
    expect((await a.sync.state()).waiting).toEqual([[id, 1]]);
    a.network = (_asked, next) => next();
    await a.settle();
    expect(await drawn(there, id)).toEqual([1, 2]);
  });

  it('makes a drawing again that is gone from a server that says it is the same', async () => {
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

  it('pulls all the same when the server’s disk is full', async () => {
    const there = server();
    const a = device(there);
    const mine = await a.pages.create({ title: 'mine' });
    const theirs = await there.pages.create({ title: 'theirs' });
    instead(
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

  it('makes a drawing again that the server has lost', async () => {
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

describe('sync: a server that came back from a backup', () => {
  it('merges without what was agreed on: what the backup does not have is sent again', async () => {
    const slot = exchangeable();
    const there = server(slot.store);
    const [a, b] = [device(there), device(there)];
    const id = await a.pages.create({ strokes: [1, 2].map(stroke) });
    await a.settle();
    const old = await backup(slot.now);
    await a.pages.add(id, stroke(3));
    const later = await a.pages.create({ strokes: [stroke(9)] });
    await a.settle();
    await b.settle();
    slot.now = old;
    // A rev that was agreed on comes up again, as something else.
    await there.pages.add(id, stroke(4));
    await b.settle();
    await a.settle();
    await b.settle();
    await expectEqual(there, a, b);
    expect(await drawnAtAll(there, id)).toEqual([1, 2, 3, 4]);
    expect(await drawn(there, later)).toEqual([9]);
  });

  it('notices it by a rev that is below, where the epoch is the same', async () => {
    const slot = exchangeable();
    const there = server(slot.store);
    const a = device(there);
    const id = await a.pages.create({ strokes: [stroke(1)] });
    await a.settle();
    const { epoch } = await slot.now.read((tx) => tx.meta());
    const old = await backup(slot.now);
    for (const n of [2, 3, 4]) {
      await a.pages.add(id, stroke(n));
      await a.settle();
    }
    const other = await a.pages.create({ strokes: [stroke(7)] });
    await a.settle();
    slot.now = {
      ...old,
      read: (work) => old.read((tx) => work({ ...tx, meta: async () => ({ ...(await tx.meta()), epoch }) })),
    };
    // So many changes that the cursor is not beyond the counter.
    for (const n of [11, 12, 13, 14, 15]) await there.pages.create({ strokes: [stroke(n)] });
    await there.pages.add(id, stroke(16));
    await a.settle();
    expect(await drawn(there, id)).toEqual([1, 16, 2, 3, 4]);
    expect(await drawn(there, other)).toEqual([7]);
    expect(await a.pages.all()).toHaveLength(7);
  });

  it('does not go round for ever with one that has no epoch to keep', async () => {
    const there = server();
    const a = device(there);
    await a.pages.create({});
    instead(
      a,
      (path) => path.includes('changes'),
      () => refusal(410, 'cursor_expired'),
    );
    expect(await a.sync.run()).toEqual({ trouble: 'busy', wait: 0 });
    expect(a.asked).toHaveLength(3);
  });
});

describe('sync: this device’s disk', () => {
  /** Fails as told; what pages and sync write is told apart by nobody. */
  function failing(store: Store) {
    const slot = { fail: undefined as (() => void) | undefined, store };
    slot.store = {
      ...store,
      write: async (work) => {
        slot.fail?.();
        return store.write(work);
      },
    };
    return slot;
  }

  it('does not let the cursor pass what could not be written, and pushes all the same', async () => {
    const there = server();
    const disk = failing(memoryStore());
    const a = device(there, disk.store);
    const theirs = await there.pages.create({ strokes: [stroke(1)] });
    const mine = await a.pages.create({ strokes: [stroke(2)] });
    let writes = 0;
    disk.fail = () => {
      if (writes++ === 0) throw new StoreFull('full');
    };
    expect(await a.sync.run()).toEqual({ trouble: 'device_full', wait: 0 });
    expect(await a.pages.read(theirs)).toBeUndefined();
    expect(await there.pages.read(mine)).toBeDefined();
    disk.fail = undefined;
    await a.settle();
    await expectEqual(there, a);
  });

  it('stops where the storage does not answer', async () => {
    const there = server();
    const disk = failing(memoryStore());
    const a = device(there, disk.store);
    await there.pages.create({});
    disk.fail = () => {
      throw new StoreUnavailable('gone');
    };
    expect(await a.sync.run()).toEqual({ trouble: 'storage', wait: 0 });
  });

  it('leaves a drawing that cannot be read here, and goes on with the others', async () => {
    const there = server();
    const store = memoryStore();
    const a = device(there, store);
    const [bad, good] = [
      await a.pages.create({ strokes: [stroke(1)] }),
      await a.pages.create({ strokes: [stroke(2)] }),
    ];
    await store.write(async (tx) => {
      const row = await tx.drawing(bad);
      await tx.deleteChunks(row?.chunks.map(([id]) => id) ?? []);
    });
    expect(await a.sync.run()).toBe('done');
    expect(await troubles(a)).toEqual([{ drawing: bad, kind: 'failed', reason: 'unreadable' }]);
    expect(await there.pages.read(good)).toBeDefined();
  });

  it('does without a base whose strokes an older build has swept away', async () => {
    const there = server();
    const store = memoryStore();
    const a = device(there, store);
    const id = await a.pages.create({ strokes: [1, 2].map(stroke) });
    await a.settle();
    await a.pages.patch(id, { op: 'remove', path: '/strokes/0' });
    await store.write(async (tx) => {
      const row = await tx.drawing(id);
      expect(row?.sync?.dropped).toHaveLength(1);
      await tx.deleteChunks(row?.sync?.dropped ?? []);
    });
    await a.settle();
    await expectEqual(there, a);
    // It may bring something back, and never loses anything.
    expect(await drawnAtAll(a, id)).toEqual([1, 2]);
  });

  it('keeps what a base still names as long as it does, and no longer', async () => {
    const there = server();
    const store = memoryStore();
    const a = device(there, store);
    const id = await a.pages.create({ strokes: [1, 2].map(stroke) });
    await a.settle();
    const before = await store.read((tx) => tx.drawing(id));
    const old = before?.chunks.map(([chunk]) => chunk) ?? [];
    await a.pages.patch(id, { op: 'replace', path: '/strokes/0', value: stroke(3) });
    const between = await store.read((tx) => tx.drawing(id));
    await a.pages.patch(id, { op: 'replace', path: '/strokes/0', value: stroke(4) });
    // What nobody but the drawing ever named goes at once.
    const dropped = between?.chunks.map(([chunk]) => chunk) ?? [];
    await expect(store.read((tx) => tx.chunks(dropped))).rejects.toThrow(StoreCorrupt);
    expect(await store.read((tx) => tx.chunks(old))).toHaveLength(1);
    await a.settle();
    await expect(store.read((tx) => tx.chunks(old))).rejects.toThrow(StoreCorrupt);
    await expectEqual(there, a);
  });
});
