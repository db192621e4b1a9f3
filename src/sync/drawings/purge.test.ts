/**
 * Deleting for good, between devices: a drawing does not come back by itself, and none goes that somebody
 * changed meanwhile.
 */
import { describe, expect, it } from 'vitest';
import { stroke } from '../../../tests/support/drawing/any-stroke.ts';
import {
  backup,
  badParameter,
  type Device,
  device,
  exchangeable,
  type Peer,
  refusal,
  respondInstead,
  server,
} from '../../../tests/support/sync/sync.ts';
import { drawn, drawnSorted, expectEqual } from '../../../tests/support/sync/sync-expect.ts';
import { type Store, StoreFull, type WriteTx } from '../../api/ports.ts';
import { memoryStore } from '../../store/memory.ts';

/** Two devices that both have a drawing of two strokes. */
async function twoDevices(there: Peer = server()) {
  const [a, b] = [device(there), device(there)];
  const id = await a.pages.create({ title: 'T', strokes: [1, 2].map(stroke) });
  await a.settle();
  await b.settle();
  return { there, a, b, id };
}

async function settleAll(...devices: readonly Device[]): Promise<void> {
  for (let round = 0; round < 2; round++) for (const it of devices) await it.settle();
}

async function nowhere(id: string, ...peers: readonly Peer[]): Promise<void> {
  for (const { pages } of peers) expect(await pages.read(id)).toBeUndefined();
}

const notices = async ({ sync }: Device) => (await sync.state()).notices.map(({ kind }) => kind);

/** Reads stored values by their names, which only this test needs. */
async function baseOf(store: Store, id: string): Promise<string | undefined> {
  return store.read((tx) => tx.value(`sync/${id}`));
}

async function quiet(...devices: readonly Device[]): Promise<void> {
  for (const it of devices) {
    const { waiting, troubles } = await it.sync.state();
    expect({ waiting, troubles }).toEqual({ waiting: [], troubles: [] });
    it.asked.length = 0;
    await it.settle();
    expect(it.asked.map(({ method }) => method)).toEqual(['GET', 'GET']);
  }
}

describe('sync: deleted for good', () => {
  it('deletes it on the server and on an unchanged device, with everything stored for it', async () => {
    const { there, a, b, id } = await twoDevices();
    const rev = (await b.pages.read(id))?.rev;
    await a.pages.purge(id);
    await settleAll(a, b);
    await nowhere(id, there, a, b);
    expect(b.announced).toContainEqual({ id, rev: rev! + 1 });
    for (const { store } of [a, b]) {
      expect(await baseOf(store, id)).toBeUndefined();
      expect((await store.read((tx) => tx.purge(id)))?.id).toBe(id);
    }
    expect([await notices(a), await notices(b)]).toEqual([[], []]);
    await quiet(a, b);
  });

  it('deletes it on an offline device that had trashed it before', async () => {
    const { there, a, b, id } = await twoDevices();
    await a.pages.trash(id);
    await settleAll(a, b);
    await b.pages.purge(id);
    await settleAll(b, a);
    await nowhere(id, there, a, b);
    await quiet(a, b);
  });

  it('deletes it if both devices delete it independently', async () => {
    const { there, a, b, id } = await twoDevices();
    await a.pages.purge(id);
    await b.pages.purge(id);
    await settleAll(a, b);
    await nowhere(id, there, a, b);
    await quiet(a, b);
  });

  it('deletes it if another device only trashed it meanwhile', async () => {
    const { there, a, b, id } = await twoDevices();
    await a.pages.purge(id);
    await b.pages.trash(id);
    await b.settle();
    await settleAll(a, b);
    await nowhere(id, there, a, b);
    const other = await twoDevices();
    await other.a.pages.purge(other.id);
    await other.b.pages.trash(other.id);
    await settleAll(other.a, other.b);
    await nowhere(other.id, other.there, other.a, other.b);
    await quiet(a, b, other.a, other.b);
  });

  it('keeps it if another device drew on it meanwhile, and tells both', async () => {
    const { there, a, b, id } = await twoDevices();
    await a.pages.purge(id);
    await a.settle();
    await b.pages.add(id, stroke(3));
    await settleAll(b, a);
    await expectEqual(there, a, b);
    expect(await drawn(there, id)).toEqual([1, 2, 3]);
    expect((await there.pages.read(id))?.trashed).toBe(false);
    expect(await notices(b)).toEqual(['not_deleted']);
    expect(await notices(a)).toEqual(['came_back']);
    await quiet(a, b);
  });

  it('brings it back to the deleting device if another had drawn on it first', async () => {
    const { there, a, b, id } = await twoDevices();
    await b.pages.add(id, stroke(3));
    await b.settle();
    await a.pages.purge(id);
    await settleAll(a, b);
    await expectEqual(there, a, b);
    expect(await drawn(a, id)).toEqual([1, 2, 3]);
    expect(await notices(a)).toEqual(['came_back']);
    await quiet(a, b);
  });

  it('keeps it if either side restored it meanwhile', async () => {
    for (const first of ['a', 'b'] as const) {
      const { there, a, b, id } = await twoDevices();
      await a.pages.trash(id);
      await settleAll(a, b);
      await b.pages.restore(id);
      await a.pages.purge(id);
      await settleAll(...(first === 'a' ? [a, b] : [b, a]));
      await expectEqual(there, a, b);
      expect(await drawn(there, id), first).toEqual([1, 2]);
      expect((await there.pages.read(id))?.trashed).toBe(false);
      await quiet(a, b);
    }
  });

  it('deletes it though the device was too full to record that, and looks for such a deletion once', async () => {
    const there = server();
    const inner = memoryStore();
    let isFull = false;
    // Like a full browser, which lets only those transactions pass that write nothing.
    const store: Store = {
      ...inner,
      write: (work) =>
        inner.write((tx) =>
          work(
            new Proxy(tx, {
              get(target, name: keyof WriteTx) {
                if (isFull && /^(?:put|set)/.test(name)) return () => Promise.reject(new StoreFull('full'));
                return target[name];
              },
            }),
          ),
        ),
    };
    const [a, b] = [device(there, store), device(there)];
    const id = await a.pages.create({ strokes: [stroke(1)] });
    const other = await a.pages.create({ strokes: [stroke(2)] });
    for (const it of [a, b]) await it.settle();
    isFull = true;
    await a.handle(new Request(`http://here/api/v1/trash/${id}?untrashed=true`, { method: 'DELETE' }));
    expect(await store.read((tx) => Promise.all([tx.drawing(id), tx.purge(id)]))).toEqual([
      undefined,
      undefined,
    ]);
    await a.sync.run();
    expect(await drawn(there, id)).toEqual([1]);
    isFull = false;
    await settleAll(a, b);
    await nowhere(id, there, a, b);
    for (const one of [there, a, b]) expect(await drawn(one, other)).toEqual([2]);
    expect(await baseOf(store, id)).toBeUndefined();
    await quiet(a, b);
  });

  it('sends nothing if the server never had it', async () => {
    const there = server();
    const a = device(there);
    const id = await a.pages.create({ strokes: [stroke(1)] });
    await a.pages.purge(id);
    await a.settle();
    await nowhere(id, there, a);
    expect(a.asked.every(({ method }) => method === 'GET')).toBe(true);
    await quiet(a);
  });

  it('does not come back by a create request whose response was lost', async () => {
    const there = server();
    const [a, b] = [device(there), device(there)];
    const id = await a.pages.create({ strokes: [stroke(1)] });
    a.network = async ({ method }, next) => {
      const answer = await next();
      if (method === 'PUT') throw new TypeError('network');
      return answer;
    };
    await a.sync.run();
    a.network = (_, next) => next();
    await b.settle();
    await b.pages.purge(id);
    await settleAll(b, a);
    await nowhere(id, there, a, b);
    expect(await notices(a)).toEqual([]);
    await quiet(a, b);
  });

  it('does not come back by a change whose response was lost, but by one that never arrived', async () => {
    for (const lost of ['answer', 'request'] as const) {
      const { there, a, b, id } = await twoDevices();
      await a.pages.add(id, stroke(3));
      a.network = async ({ method }, next) => {
        if (method !== 'PATCH') return next();
        if (lost === 'answer') await next();
        throw new TypeError('network');
      };
      await a.sync.run();
      a.network = (_, next) => next();
      await b.settle();
      await b.pages.purge(id);
      await settleAll(b, a, b);
      if (lost === 'answer') await nowhere(id, there, a, b);
      else expect(await drawn(there, id)).toEqual([1, 2, 3]);
      await expectEqual(there, a, b);
      await quiet(a, b);
    }
  });

  it('deletes it although a change was in doubt at that moment', async () => {
    for (const lost of ['answer', 'request'] as const) {
      const { there, a, b, id } = await twoDevices();
      await a.pages.add(id, stroke(3));
      a.network = async ({ method }, next) => {
        if (method !== 'PATCH') return next();
        if (lost === 'answer') await next();
        throw new TypeError('network');
      };
      await a.sync.run();
      a.network = (_, next) => next();
      await a.pages.purge(id);
      await settleAll(a, b);
      await nowhere(id, there, a, b);
      expect(await notices(a)).toEqual([]);
      await quiet(a, b);
    }
  });

  it('repeats the request after a lost response, without harm', async () => {
    const { there, a, b, id } = await twoDevices();
    await a.pages.purge(id);
    for (const lost of ['/api/v1/drawings/', '/api/v1/trash/']) {
      a.network = async ({ method, path }, next) => {
        const answer = await next();
        if (method === 'DELETE' && path.startsWith(lost)) throw new TypeError('network');
        return answer;
      };
      expect(await a.sync.run()).not.toBe('done');
    }
    a.network = async (_, next) => {
      await next();
      return next();
    };
    await settleAll(a, b);
    await nowhere(id, there, a, b);
    a.network = (_, next) => next();
    await quiet(a, b);
  });

  it('leaves it in the trash of a server that cannot delete permanently, without a trouble', async () => {
    const { there, a, b, id } = await twoDevices();
    await a.pages.trash(id);
    await settleAll(a, b);
    await a.pages.purge(id);
    const old = ({ path }: { path: string }) => path === '/api/v1/app';
    a.network = async (asked, next) =>
      old(asked) ? Response.json({ id: 'pleinair', capabilities: ['trash'] }) : next();
    a.asked.length = 0;
    await settleAll(a, b);
    expect(a.asked.some(({ path }) => path.startsWith('/api/v1/trash'))).toBe(false);
    expect((await there.pages.read(id))?.trashed).toBe(true);
    await nowhere(id, a);
    const { waiting, troubles } = await a.sync.state();
    expect({ waiting, troubles }).toEqual({ waiting: [], troubles: [] });
    a.network = (_, next) => next();
    await settleAll(a, b);
    await nowhere(id, there, a, b);
    await quiet(a, b);
  });

  it('does not wait for drawings that the server refuses to delete', async () => {
    const { there, a, b, id } = await twoDevices();
    const other = await a.pages.create({ strokes: [stroke(9)] });
    await settleAll(a, b);
    await a.pages.purge(id);
    await a.pages.purge(other);
    respondInstead(
      a,
      (path) => path.startsWith(`/api/v1/trash/${id}`),
      () => refusal(500, 'internal'),
    );
    await a.settle();
    await nowhere(other, there);
    expect((await there.pages.read(id))?.trashed).toBe(true);
    a.network = (_, next) => next();
    await settleAll(a, b);
    await nowhere(id, there, a, b);
    await quiet(a, b);
  });

  it('comes back on all devices with a server restored from a backup, and no stroke is lost', async () => {
    const slot = exchangeable();
    const { there, a, b, id } = await twoDevices(server(slot.store));
    const old = await backup(slot.now);
    await a.pages.purge(id);
    await settleAll(a, b);
    await nowhere(id, there, a, b);
    slot.now = old;
    await settleAll(a, b);
    await expectEqual(there, a, b);
    expect(await drawnSorted(a, id)).toEqual([1, 2]);
    expect(await notices(a)).toEqual(['came_back']);
    await quiet(a, b);
  });

  it('is dropped if the server was restored from a backup before the request', async () => {
    const slot = exchangeable();
    const { there, a, b, id } = await twoDevices(server(slot.store));
    await a.pages.trash(id);
    await settleAll(a, b);
    const old = await backup(slot.now);
    await a.pages.purge(id);
    // The server goes back just before the request, and others bring the drawing to the rev that it had.
    a.network = async ({ path }, next) => {
      if (path.startsWith('/api/v1/trash') && slot.now !== old) {
        slot.now = old;
        await there.pages.restore(id);
        await there.pages.trash(id);
      }
      return next();
    };
    await settleAll(a, b);
    await expectEqual(there, a, b);
    expect(await drawnSorted(a, id)).toEqual([1, 2]);
    await quiet(a, b);
  });

  it('deletes nothing here because a restored server lacks it', async () => {
    const slot = exchangeable();
    const there = server(slot.store);
    const old = await backup(slot.now);
    const a = device(there);
    const id = await a.pages.create({ strokes: [stroke(1)] });
    await a.settle();
    await a.pages.trash(id);
    // The trash request reaches a server that never had the drawing.
    a.network = async ({ method }, next) => {
      if (method === 'DELETE') slot.now = old;
      return next();
    };
    await settleAll(a);
    await expectEqual(there, a);
    expect(await drawn(a, id)).toEqual([1]);
  });

  it('a drawing is not trashed at the revision of other strokes, which a restored server brought back', async () => {
    const slot = exchangeable();
    const { there, a, b, id } = await twoDevices(server(slot.store));
    const old = await backup(slot.now);
    await a.pages.trash(id);
    // The server goes back just before the request, and another device draws.
    a.network = async ({ method }, next) => {
      if (method === 'DELETE' && slot.now !== old) {
        slot.now = old;
        await there.pages.add(id, stroke(3));
      }
      return next();
    };
    await settleAll(a, b);
    await expectEqual(there, a, b);
    expect(await drawnSorted(a, id)).toEqual([1, 2, 3]);
  });

  it('a server of an older version, which knows no cursor there, gets the request without it', async () => {
    const { there, a, id } = await twoDevices();
    await a.pages.trash(id);
    respondInstead(
      a,
      (path, method) => method === 'DELETE' && path.includes('?'),
      () => badParameter('cursor'),
    );
    await settleAll(a);
    expect((await there.pages.read(id))?.trashed).toBe(true);
    const deletions = a.asked.filter(({ method }) => method === 'DELETE');
    expect(deletions.map(({ path }) => path.replace(/=.*/, ''))).toEqual([
      `/api/v1/drawings/${id}?cursor`,
      `/api/v1/drawings/${id}`,
    ]);
    const [first, again] = deletions;
    expect(new Headers(again?.headers)).toEqual(new Headers(first?.headers));
    expect((await a.sync.state()).troubles).toEqual([]);
  });
});
