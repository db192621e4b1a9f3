/** Faults of this device's disk, and what sync stores on it. */
import { describe, expect, it } from 'vitest';
import { stroke } from '../../../tests/support/drawing/any-stroke.ts';
import { type Device, device, server } from '../../../tests/support/sync/sync.ts';
import { drawnSorted, expectEqual } from '../../../tests/support/sync/sync-expect.ts';
import { type Store, StoreCorrupt, StoreFull, StoreUnavailable } from '../../api/ports.ts';
import { memoryStore } from '../../store/memory.ts';
import { chunkNames, place, poolOf } from './push/content.ts';
import { readAnyBase } from './records.ts';

const troubles = async (it: Device) => (await it.sync.state()).troubles;

describe('sync: this device’s disk', () => {
  /** A store that fails on request, for writes of pages and sync alike. */
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

  /** A store from before there were earlier versions, which keep chunks too. */
  function withoutVersions(): Store {
    const inner = memoryStore();
    return {
      ...inner,
      write: (work) => inner.write((tx) => work({ ...tx, versions: async () => undefined })),
    };
  }

  it('keeps the cursor before changes that could not be written, and still pushes', async () => {
    const there = server();
    const disk = failing(memoryStore());
    const a = device(there, disk.store);
    const theirs = await there.pages.create({ strokes: [stroke(1)] });
    const mine = await a.pages.create({ strokes: [stroke(2)] });
    let writes = 0;
    disk.fail = () => {
      // The first write begins the era, and needs next to no room.
      if (writes++ === 1) throw new StoreFull('full');
    };
    expect(await a.sync.run()).toEqual({ trouble: 'device_full', wait: 0 });
    expect(await a.pages.read(theirs)).toBeUndefined();
    expect(await there.pages.read(mine)).toBeDefined();
    disk.fail = undefined;
    await a.settle();
    await expectEqual(there, a);
  });

  it('stops if the storage does not answer', async () => {
    const there = server();
    const disk = failing(memoryStore());
    const a = device(there, disk.store);
    await there.pages.create({});
    disk.fail = () => {
      throw new StoreUnavailable('gone');
    };
    expect(await a.sync.run()).toEqual({ trouble: 'storage', wait: 0 });
  });

  it('skips a drawing that cannot be read here', async () => {
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

  it('works without a base whose chunks an older build has deleted', async () => {
    const there = server();
    const store = memoryStore();
    const a = device(there, store);
    const id = await a.pages.create({ strokes: [1, 2].map(stroke) });
    await a.settle();
    await a.pages.patch(id, { op: 'remove', path: '/strokes/0' });
    await store.write(async (tx) => {
      const base = await readAnyBase(tx, id);
      expect(base?.chunks).toHaveLength(1);
      await tx.deleteChunks(base?.chunks.map(([chunk]) => chunk) ?? []);
    });
    await a.settle();
    await expectEqual(there, a);
    // Strokes may come back, but none is lost.
    expect(await drawnSorted(a, id)).toEqual([1, 2]);
  });

  it('keeps the chunks of a base exactly as long as it uses them', async () => {
    const there = server();
    const store = withoutVersions();
    const a = device(there, store);
    const id = await a.pages.create({ strokes: [1, 2].map(stroke) });
    await a.settle();
    const before = await store.read((tx) => tx.drawing(id));
    const old = before?.chunks.map(([chunk]) => chunk) ?? [];
    await a.pages.patch(id, { op: 'replace', path: '/strokes/0', value: stroke(3) });
    const between = await store.read((tx) => tx.drawing(id));
    await a.pages.patch(id, { op: 'replace', path: '/strokes/0', value: stroke(4) });
    // Chunks that only the drawing used are deleted at once.
    const dropped = between?.chunks.map(([chunk]) => chunk) ?? [];
    await expect(store.read((tx) => tx.chunks(dropped))).rejects.toThrow(StoreCorrupt);
    expect(await store.read((tx) => tx.chunks(old))).toHaveLength(1);
    await a.settle();
    await expect(store.read((tx) => tx.chunks(old))).rejects.toThrow(StoreCorrupt);
    await expectEqual(there, a);
  });

  it('deletes unused chunks, but not those of a base', async () => {
    const there = server();
    const store = withoutVersions();
    const a = device(there, store);
    const long = (n: number) => ({
      ...stroke(n),
      points: Array.from({ length: 9000 }, (_, x) => [n + x / 7, x / 3] as const),
    });
    const id = await a.pages.create({ strokes: [1, 2].map(long) });
    await a.settle();
    const chunksOf = async () =>
      (await store.read((tx) => tx.drawing(id)))?.chunks.map(([chunk]) => chunk) ?? [];
    const [first = '', second = ''] = await chunksOf();
    await a.pages.patch(id, { op: 'replace', path: '/strokes/0', value: long(3) });
    const [between = ''] = await chunksOf();
    // One patch drops a chunk that only the drawing uses, and one that the base uses, too.
    await a.pages.patch(
      id,
      { op: 'replace', path: '/strokes/0', value: long(4) },
      { op: 'replace', path: '/strokes/1', value: long(5) },
    );
    await expect(store.read((tx) => tx.chunks([between]))).rejects.toThrow(StoreCorrupt);
    expect(await store.read((tx) => tx.chunks([first, second]))).toHaveLength(2);
    await a.settle();
    await expectEqual(there, a);
  });

  it('never uses a chunk twice in one drawing', () => {
    const twice = [
      { text: '1', strokes: 1 },
      { text: '1', strokes: 1 },
    ];
    const fresh = place(twice, new Map(), chunkNames(7));
    expect(new Set(fresh.chunks.map(([id]) => id)).size).toBe(2);
    expect(fresh.written).toHaveLength(2);
    const known = place(twice, poolOf([['a.0', 1]], ['1']), chunkNames(7));
    expect(known.chunks.map(([id]) => id)).toEqual(['a.0', fresh.chunks[0]?.[0]]);
    expect(known.written).toHaveLength(1);
  });
});
