/** What becomes of versions where there is no room for all: they are left out, or the oldest go. */
import { expect, it } from 'vitest';
import { stroke } from '../../../../tests/support/drawing/any-stroke.ts';
import { DAY, ID, keeper, START } from '../../../../tests/support/drawing/kept-versions.ts';
import { device, server } from '../../../../tests/support/sync/sync.ts';
import type { Stroke } from '../../../core/drawing/types.ts';
import { SPACE_VERSIONS_SIZE_MAX } from '../../../core/drawing/versions.ts';
import { memoryStore } from '../../../store/memory.ts';
import { type Store, StoreFull, type WriteTx } from '../../ports.ts';
import { bytesOfVersion, bytesOfVersions } from './versions.ts';

const OTHER = '00000000-0000-4000-8000-000000000002';

/** A store whose transactions that write do some things otherwise. */
function writing(otherwise: (tx: WriteTx) => Partial<WriteTx>): Store {
  const inner = memoryStore();
  return { ...inner, write: (work) => inner.write((tx) => work({ ...tx, ...otherwise(tx) })) };
}

/** A store on a disk that refuses some writes. */
function refusing(refuses: (what: keyof WriteTx) => boolean): Store {
  const inner = memoryStore();
  return {
    ...inner,
    write: (work) =>
      inner.write((tx) => {
        const guarded = new Proxy(tx, {
          get(target, name: keyof WriteTx) {
            if (refuses(name)) return () => Promise.reject(new StoreFull('the disk is full'));
            return target[name];
          },
        });
        return work(guarded);
      }),
  };
}

it('keeps the change on a full disk, leaves the version out, and says so until one is kept again', async () => {
  let isFull = true;
  const store = refusing((what) => isFull && what === 'putVersion');
  const { pages, clock, versions, drawTwice } = keeper(store);
  await drawTwice();
  expect((await pages.read(ID))?.strokes).toHaveLength(3);
  expect(await versions()).toEqual([]);
  const mark = () => store.read(async (tx) => (await tx.drawing(ID))?.kept?.leftOut);
  expect(await mark()).toBe(new Date(START + DAY).toISOString());
  isFull = false;
  clock.now += DAY;
  await pages.add(ID, stroke(4));
  expect((await versions()).map(({ strokeCount }) => strokeCount)).toEqual([3]);
  expect(await mark()).toBeUndefined();
});

it('says that the version of a whole write was left out, and nothing for one that only adds', async () => {
  let isFull = false;
  const store = refusing((what) => isFull && what === 'putVersion');
  const { handle, pages } = server(store, () => START);
  const put = async (...strokes: Stroke[]) => {
    const request = new Request(`http://server/api/v1/drawings/${ID}`, {
      method: 'PUT',
      headers: { 'Content-Type': 'application/json', 'If-Match': '*' },
      body: JSON.stringify({ title: '', strokes, thumb: '' }),
    });
    expect((await handle(request)).status).toBe(200);
    return (await store.read((tx) => tx.drawing(ID)))?.kept?.leftOut;
  };
  await pages.create({ strokes: [stroke(1), stroke(2)] }, ID);
  isFull = true;
  expect(await put(stroke(1), stroke(2), stroke(3))).toBeUndefined();
  expect(await put(stroke(4), stroke(5), stroke(6))).toBe(new Date(START).toISOString());
  expect((await pages.read(ID))?.strokes).toEqual([stroke(4), stroke(5), stroke(6)]);
  expect(await store.read((tx) => tx.versions(ID))).toEqual([]);
});

it('says that the version before a pull was left out', async () => {
  let isFull = false;
  const store = refusing((what) => isFull && what === 'putVersion');
  const { there, pages, settle } = await synced(store);
  await there.pages.patch(ID, { op: 'replace', path: '/strokes/0', value: stroke(2) });
  isFull = true;
  await settle();
  expect((await pages.read(ID))?.strokes).toEqual([stroke(2)]);
  expect(await store.read((tx) => tx.versions(ID))).toEqual([]);
  expect((await store.read((tx) => tx.drawing(ID)))?.kept?.leftOut).toBe(new Date(START).toISOString());
});

it('writes once and no more on a full disk where there is no version', async () => {
  let isFull = false;
  let writes = 0;
  const inner = memoryStore();
  const store: Store = {
    ...inner,
    async write(work) {
      writes += 1;
      if (isFull) throw new StoreFull('full');
      return inner.write(work);
    },
  };
  const { pages } = keeper(store);
  await pages.create({ strokes: [stroke(1)] }, ID);
  isFull = true;
  await expect(pages.add(ID, stroke(2))).rejects.toThrow('storage_full');
  expect(writes).toBe(2);
});

/** A disk that is full until versions were deleted: in the same transaction, or in a browser in one before. */
function fullDisk(kind: 'server' | 'browser') {
  const inner = memoryStore();
  const disk = { isFull: false, room: 0, limit: undefined as string | undefined };
  const store: Store = {
    ...inner,
    ...(kind === 'browser' && { freesApart: true }),
    async write(work) {
      let freed = 0;
      const room = () => disk.room + (kind === 'server' ? freed : 0);
      const result = await inner.write((tx) => {
        freed = 0;
        return work({
          ...tx,
          async putDrawing(row) {
            if (disk.isFull && room() <= 0)
              throw Object.assign(new StoreFull('full'), disk.limit && { limit: disk.limit });
            await tx.putDrawing(row);
          },
          async deleteVersion(drawing, rev) {
            freed += 1;
            await tx.deleteVersion(drawing, rev);
          },
        });
      });
      disk.room += freed;
      return result;
    },
  };
  return { disk, store };
}

it.each(['server', 'browser'] as const)(
  'lets the oldest versions go for a change that the disk of a %s has no room for, and for no limit of a space',
  async (kind) => {
    const { disk, store } = fullDisk(kind);
    const { pages, clock, versions, drawTwice, told } = keeper(store);
    await drawTwice();
    await drawTwice(OTHER);
    disk.isFull = true;
    disk.limit = 'this would be over your limit';
    await expect(pages.add(OTHER, stroke(9))).rejects.toThrow(disk.limit);
    expect(await versions()).toHaveLength(1);
    disk.limit = undefined;
    await pages.add(OTHER, stroke(9));
    expect((await pages.read(OTHER))?.strokes).toHaveLength(4);
    expect((await pages.read(ID))?.strokes).toHaveLength(3);
    expect(await versions()).toEqual([]);
    expect(await store.read(bytesOfVersions)).toBe(0);
    const gone = new Date(clock.now).toISOString();
    for (const id of [ID, OTHER]) expect(await told(id)).toMatchObject({ versions: [], gaveWayAt: gone });
    await expect(pages.add(OTHER, stroke(10))).resolves.toBeUndefined();
  },
);

it('says of a drawing whose versions gave way when that was, also once it has others, and of no other drawing', async () => {
  const store = memoryStore();
  const { pages, clock, versions, drawTwice, told } = keeper(store);
  await drawTwice();
  const chunks = (await versions()).flatMap((version) => version.chunks.map(([chunk]) => chunk));
  await store.write((tx) => tx.putValue('versions', String(SPACE_VERSIONS_SIZE_MAX)));
  await drawTwice(OTHER);
  const gone = new Date(clock.now).toISOString();
  expect(await told()).toMatchObject({ versions: [], leftOutAt: null, gaveWayAt: gone });
  expect(await told(OTHER)).toMatchObject({ versions: [{ rev: 1 }], gaveWayAt: null });
  expect(await store.read((tx) => tx.chunks(chunks))).toHaveLength(chunks.length);
  clock.now += DAY;
  await pages.add(ID, stroke(4));
  expect(await told()).toMatchObject({ versions: [{ rev: 2 }], gaveWayAt: gone });
});

it('lets no version go for a change that does not fit even then', async () => {
  const { disk, store } = fullDisk('server');
  const { pages, versions, drawTwice } = keeper(store);
  await drawTwice();
  await drawTwice(OTHER);
  const bytes = await store.read(bytesOfVersions);
  disk.isFull = true;
  disk.room = -9;
  await expect(pages.add(ID, stroke(9))).rejects.toThrow('storage_full');
  expect([await versions(), await versions(OTHER)].map(({ length }) => length)).toEqual([1, 1]);
  expect(await store.read(bytesOfVersions)).toBe(bytes);
});

it('counts anew what versions take where those of a browser went, and the change does not fit even then', async () => {
  const { disk, store } = fullDisk('browser');
  const { pages, versions, drawTwice } = keeper(store);
  await drawTwice();
  disk.isFull = true;
  disk.room = -9;
  await expect(pages.add(ID, stroke(9))).rejects.toThrow('storage_full');
  expect(await versions()).toEqual([]);
  expect(await store.read(bytesOfVersions)).toBe(0);
});

it('counts anew what versions take where a full disk took a deletion and not its record', async () => {
  let isFull = false;
  const store = refusing((what) => isFull && /^(?:put|set)/.test(what));
  const { pages, versions, drawTwice } = keeper(store);
  const bytes = async () => (await versions(OTHER)).reduce((sum, one) => sum + bytesOfVersion(one), 0);
  await drawTwice();
  await drawTwice(OTHER);
  await pages.trash(ID);
  isFull = true;
  await pages.purge(ID);
  expect(await store.read(bytesOfVersions)).toBe(await bytes());
  isFull = false;
  await pages.patch(OTHER, { op: 'remove', path: '/strokes/0' });
  expect(await versions(OTHER)).toHaveLength(2);
  expect(await store.read(bytesOfVersions)).toBe(await bytes());
});

it('lets no version go in a browser for a change that is larger than all of them', async () => {
  const { disk, store } = fullDisk('browser');
  const { pages, versions, drawTwice } = keeper(store);
  await drawTwice();
  const bytes = await store.read(bytesOfVersions);
  disk.isFull = true;
  const points = Array.from({ length: bytes }, (_, n): [number, number] => [n, n]);
  await expect(pages.add(ID, { ...stroke(9), points })).rejects.toThrow('storage_full');
  expect(await versions()).toHaveLength(1);
  expect(await store.read(bytesOfVersions)).toBe(bytes);
});

it('lets the oldest versions of other drawings go when all take too much, with their chunks', async () => {
  const deleted: string[] = [];
  const store = writing((tx) => ({
    async deleteChunks(ids) {
      deleted.push(...ids);
      await tx.deleteChunks(ids);
    },
  }));
  const { pages, clock, versions, drawTwice } = keeper(store);
  await drawTwice();
  // Cleared: only the version has these strokes now.
  clock.now += DAY;
  await pages.patch(ID, ...[0, 0, 0].map((index) => ({ op: 'remove', path: `/strokes/${index}` })));
  const [first, second] = await versions();
  const chunks = second?.chunks.map(([chunk]) => chunk) ?? [];
  expect(deleted).toEqual([]);
  await store.write((tx) => tx.putValue('versions', String(SPACE_VERSIONS_SIZE_MAX)));
  await drawTwice(OTHER);
  expect(first?.strokeCount).toBe(2);
  expect((await versions()).map(({ rev }) => rev)).toEqual([second?.rev]);
  expect(deleted).toEqual([]);
  await store.write((tx) => tx.putValue('versions', String(SPACE_VERSIONS_SIZE_MAX)));
  clock.now += DAY;
  await pages.add(OTHER, stroke(4));
  expect(await versions()).toEqual([]);
  expect(await versions(OTHER)).not.toEqual([]);
  expect(deleted.sort()).toEqual(chunks.sort());
  expect(await store.read(bytesOfVersions)).toBeLessThanOrEqual(SPACE_VERSIONS_SIZE_MAX);
});

it('lets the newest version of a drawing go after older ones of others, however old it is', async () => {
  const store = memoryStore();
  const { pages, clock, versions, drawTwice } = keeper(store);
  await drawTwice();
  await drawTwice(OTHER);
  clock.now += DAY;
  await pages.add(OTHER, stroke(4));
  expect(await versions(OTHER)).toHaveLength(2);
  await store.write((tx) => tx.putValue('versions', String(SPACE_VERSIONS_SIZE_MAX)));
  await drawTwice('00000000-0000-4000-8000-000000000003');
  expect((await versions()).map(({ rev }) => rev)).toEqual([1]);
  expect((await versions(OTHER)).map(({ rev }) => rev)).toEqual([2]);
});

/** A device that has a drawing of one stroke in common with a server. */
async function synced(store: Store = memoryStore()) {
  const now = () => START;
  const there = server(memoryStore(), now);
  const { pages, settle } = device(there, store, now);
  await pages.create({ strokes: [stroke(1)] }, ID);
  await settle();
  return { there, store, pages, settle };
}

it('counts no chunk that sync brings back into the drawing, and leaves it there when the version goes', async () => {
  const { there, store, pages, settle } = await synced();
  await pages.patch(ID, { op: 'remove', path: '/strokes/0' });
  const version = async () => (await store.read((tx) => tx.versions(ID)))?.[0];
  const before = await version();
  if (before === undefined) throw new Error('no version');
  const [[chunk = ''] = []] = before.chunks;
  expect(before.held.map(([id]) => id)).toEqual([chunk]);
  // Erased once here and drawn once more there: one is left, in the chunk that base and version have.
  await there.pages.add(ID, stroke(1));
  await settle();
  expect((await store.read((tx) => tx.drawing(ID)))?.chunks).toEqual([[chunk, 1]]);
  const after = await version();
  expect(after).toEqual({ ...before, held: [] });
  expect(await store.read(bytesOfVersions)).toBe(JSON.stringify(after).length);
  // The version gives way to one of another drawing.
  await store.write((tx) => tx.putValue('versions', String(SPACE_VERSIONS_SIZE_MAX)));
  await pages.create({ strokes: [stroke(2)] }, OTHER);
  await pages.patch(OTHER, { op: 'remove', path: '/strokes/0' });
  expect(await version()).toBeUndefined();
  expect((await pages.read(ID))?.strokes).toEqual([stroke(1)]);
});

it('counts a chunk for the newest version that has it, when it leaves the drawing once more', async () => {
  const { there, store, pages, settle } = await synced();
  const erase = () => pages.patch(ID, { op: 'remove', path: '/strokes/0' });
  await erase();
  await there.pages.add(ID, stroke(1));
  await settle();
  await pages.patch(ID, { op: 'replace', path: '/title', value: 'Back' });
  await erase();
  const versions = (await store.read((tx) => tx.versions(ID))) ?? [];
  expect(versions.map(({ title, held }) => [title, held.length])).toEqual([
    ['', 0],
    ['Back', 1],
  ]);
  const bytes = versions.reduce((sum, version) => sum + bytesOfVersion(version), 0);
  expect(await store.read(bytesOfVersions)).toBe(bytes);
});

it('looks at no drawing that keeps its newest version, however many there are', async () => {
  let read: string[] = [];
  const store = writing((tx) => ({
    versions(id) {
      read.push(id);
      return tx.versions(id);
    },
  }));
  const { pages, clock, versions, drawTwice } = keeper(store);
  const ids = Array.from(
    { length: 40 },
    (_, n) => `00000000-0000-4000-8000-${String(n + 10).padStart(12, '0')}`,
  );
  for (const id of ids) await drawTwice(id);
  await drawTwice();
  clock.now += DAY;
  await pages.add(ID, stroke(4));
  expect(await versions()).toHaveLength(2);
  await store.write((tx) => tx.putValue('versions', String(SPACE_VERSIONS_SIZE_MAX)));
  read = [];
  await drawTwice(OTHER);
  expect(await versions()).toHaveLength(1);
  expect(read).toContain(ID);
  expect(read.filter((id) => ids.includes(id))).toEqual([]);
});

it('takes away what an older process left of a drawing that it deleted for good, when that is made again', async () => {
  const store = memoryStore();
  const { pages, versions, drawTwice } = keeper(store);
  await drawTwice();
  const [left] = await versions();
  if (left === undefined) throw new Error('no version');
  const chunk = left.chunks[0]?.[0] ?? '';
  const [text = ''] = await store.read((tx) => tx.chunks([chunk]));
  await pages.trash(ID);
  await pages.purge(ID);
  await store.write(async (tx) => {
    await tx.putChunks([{ id: chunk, text }]);
    await tx.putVersion(left);
    await tx.putValue('versions', String(bytesOfVersion(left)));
  });
  await pages.create({ strokes: [] }, ID);
  expect(await versions()).toEqual([]);
  expect(await store.read(bytesOfVersions)).toBe(0);
  await expect(store.read((tx) => tx.chunks([chunk]))).rejects.toThrow('missing');
});
