import { expect, it } from 'vitest';
import { stroke } from '../../../../tests/support/drawing/any-stroke.ts';
import { device, server } from '../../../../tests/support/sync/sync.ts';
import { BASE } from '../../../core/drawing/members/layers.ts';
import { WHITE } from '../../../core/drawing/members/paper.ts';
import type { Stroke } from '../../../core/drawing/types.ts';
import { SPACE_VERSIONS_SIZE_MAX } from '../../../core/drawing/versions.ts';
import { memoryStore } from '../../../store/memory.ts';
import { type Store, StoreFull, type WriteTx } from '../../ports.ts';
import { bytesOfVersion, bytesOfVersions } from './versions.ts';

const START = Date.UTC(2026, 10, 25);
const DAY = 86_400_000;
const ID = '00000000-0000-4000-8000-000000000001';
const OTHER = '00000000-0000-4000-8000-000000000002';

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

function studio(store: Store) {
  const clock = { now: START };
  const { handle, pages } = server(store, () => clock.now);
  const versions = (id = ID) => store.read(async (tx) => (await tx.versions(id)) ?? []);
  /** Keeps a version of a new drawing, a day later. */
  async function drawTwice(id = ID) {
    await pages.create({ strokes: [stroke(1), stroke(2)] }, id);
    clock.now += DAY;
    await pages.add(id, stroke(3));
  }
  const told = async (id = ID) =>
    (await handle(new Request(`http://here/api/v1/drawings/${id}/versions`))).json();
  return { pages, clock, versions, drawTwice, told };
}

it('keeps the state before the first change after a pause, and not again for a thumbnail or the trash', async () => {
  const { pages, clock, versions, drawTwice } = studio(memoryStore());
  await drawTwice();
  expect((await versions()).map(({ rev, strokeCount, updatedAt }) => [rev, strokeCount, updatedAt])).toEqual([
    [1, 2, new Date(START).toISOString()],
  ]);
  await pages.add(ID, stroke(4));
  expect(await versions()).toHaveLength(1);
  clock.now += DAY;
  await pages.patch(ID, { op: 'replace', path: '/thumb', value: '' });
  await pages.trash(ID);
  await pages.restore(ID);
  expect(await versions()).toHaveLength(1);
  await pages.patch(ID, { op: 'replace', path: '/title', value: 'Named' });
  expect((await versions()).map(({ title, strokeCount }) => [title, strokeCount])).toEqual([
    ['', 2],
    ['', 4],
  ]);
});

it('keeps what is erased at once', async () => {
  const { pages, versions } = studio(memoryStore());
  await pages.create({ strokes: [stroke(1), stroke(2)] }, ID);
  await pages.patch(ID, { op: 'remove', path: '/strokes/0' });
  expect((await versions()).map(({ strokeCount }) => strokeCount)).toEqual([2]);
});

/** Takes the last strokes away, one after the other, as undo does. */
async function takeAway({ pages, clock }: ReturnType<typeof studio>, count: number, everyMs: number) {
  for (let left = count - 1; left >= 0; left--) {
    clock.now += everyMs;
    await pages.patch(ID, { op: 'remove', path: `/strokes/${left}` });
  }
}

const countsOf = async ({ versions }: ReturnType<typeof studio>) =>
  (await versions()).map(({ strokeCount }) => strokeCount);

it('keeps no state that undo only passes on its way to the empty drawing, but each that one could look at', async () => {
  const strokes = [1, 2, 3].map((n) => stroke(n));
  const fast = studio(memoryStore());
  await fast.pages.create({ strokes }, ID);
  await takeAway(fast, 3, 1000);
  expect(await countsOf(fast)).toEqual([3]);
  // What is drawn then is in no version yet.
  await fast.pages.add(ID, stroke(4), stroke(5));
  await takeAway(fast, 2, 1000);
  expect(await countsOf(fast)).toEqual([3, 2]);
  const slow = studio(memoryStore());
  await slow.pages.create({ strokes }, ID);
  await takeAway(slow, 3, 60_000);
  expect(await countsOf(slow)).toEqual([3, 2, 1]);
});

it('keeps what is left on the way where another stroke came meanwhile, or the version before is gone', async () => {
  const strokes = [1, 2, 3, 4].map((n) => stroke(n));
  const drawn = studio(memoryStore());
  await drawn.pages.create({ strokes }, ID);
  await drawn.pages.patch(
    ID,
    { op: 'remove', path: '/strokes/3' },
    { op: 'remove', path: '/strokes/2' },
    { op: 'test', path: '/title', value: '' },
  );
  await drawn.pages.patch(ID, { op: 'replace', path: '/strokes/0', value: stroke(9) });
  await takeAway(drawn, 2, 1);
  expect(await countsOf(drawn)).toEqual([4, 2]);

  const store = memoryStore();
  const lost = studio(store);
  await lost.pages.create({ strokes }, ID);
  await lost.pages.patch(ID, { op: 'remove', path: '/strokes/3' }, { op: 'remove', path: '/strokes/2' });
  await store.write(async (tx) => {
    for (const { rev } of (await tx.versions(ID)) ?? []) await tx.deleteVersion(ID, rev);
  });
  await takeAway(lost, 2, 1);
  expect(await countsOf(lost)).toEqual([2]);
});

const remove = (count: number) => Array.from({ length: count }, () => ({ op: 'remove', path: '/strokes/0' }));
const replaceAll = (count: number, from: number) =>
  Array.from({ length: count }, (_, n) => ({
    op: 'replace',
    path: `/strokes/${n}`,
    value: stroke(from + n),
  }));
const strokesFrom = (from: number, count: number) =>
  Array.from({ length: count }, (_, n) => stroke(from + n));

it('keeps each state of which a patch replaces all strokes by as many', async () => {
  const drawn = studio(memoryStore());
  await drawn.pages.create({ strokes: strokesFrom(0, 8) }, ID);
  for (const from of [10, 20]) {
    drawn.clock.now += 1000;
    await drawn.pages.patch(ID, ...replaceAll(8, from));
  }
  expect((await drawn.versions()).map(({ rev }) => rev)).toEqual([1, 2]);
});

it('adds up what is lost since the newest version, whatever is added meanwhile', async () => {
  const drawn = studio(memoryStore());
  await drawn.pages.create({ strokes: strokesFrom(0, 100) }, ID);
  const erase = (count: number) => drawn.pages.patch(ID, ...remove(count));
  await erase(1);
  expect(await countsOf(drawn)).toEqual([100]);
  for (let left = 24; left > 0; left -= 8) {
    await drawn.pages.add(ID, ...strokesFrom(200, 50));
    await erase(8);
  }
  expect(await countsOf(drawn)).toEqual([100]);
  await drawn.pages.add(ID, stroke(300));
  await erase(1);
  expect(await countsOf(drawn)).toEqual([100, 226]);
  // A quarter of the new one.
  await drawn.pages.add(ID, stroke(301));
  await erase(55);
  expect(await countsOf(drawn)).toEqual([100, 226]);
  drawn.clock.now += 60_000;
  await drawn.pages.add(ID, stroke(302));
  await erase(1);
  expect(await countsOf(drawn)).toEqual([100, 226, 172]);
});

it('keeps the whole drawing that is erased a part at a time', async () => {
  const drawn = studio(memoryStore());
  await drawn.pages.create({ strokes: strokesFrom(0, 100) }, ID);
  for (let left = 100; left > 30; left -= Math.floor(left * 0.24)) {
    drawn.clock.now += 1000;
    await drawn.pages.patch(ID, ...remove(Math.floor(left * 0.24)));
  }
  expect(await countsOf(drawn)).toEqual([100]);
  // One that stood long enough to look at it is kept too.
  drawn.clock.now += 60_000;
  await drawn.pages.patch(ID, ...remove(1));
  expect((await countsOf(drawn)).length).toBe(2);
});

it('keeps a few long strokes that are erased among many short ones', async () => {
  const drawn = studio(memoryStore());
  const points = Array.from({ length: 500 }, (_, n): [number, number] => [n, n]);
  const long = { ...stroke(0), points };
  await drawn.pages.create({ strokes: [stroke(9), long, ...strokesFrom(10, 50)] }, ID);
  await drawn.pages.patch(ID, ...remove(1));
  await drawn.pages.add(ID, stroke(99));
  await drawn.pages.patch(ID, ...remove(1));
  expect(await countsOf(drawn)).toEqual([52, 52]);
});

it('keeps a drawing of which a layer goes, with what is on it or without, and none for one that comes or changes', async () => {
  const sky = { ...BASE, id: 'sky', name: 'Sky' };
  const layers = (...value: object[]) => ({ op: 'replace', path: '/layers', value });
  const on = async (...operations: object[]) => {
    const drawn = studio(memoryStore());
    await drawn.pages.create(
      { strokes: [...strokesFrom(0, 40), { ...stroke(50), layer: 'sky' }], layers: [BASE, sky] },
      ID,
    );
    // A version of all of it, and one stroke more.
    await drawn.pages.patch(ID, ...remove(1));
    await drawn.pages.add(ID, stroke(60));
    await drawn.pages.patch(ID, ...operations);
    return (await drawn.versions()).map(({ rev }) => rev);
  };
  expect(await on({ op: 'remove', path: '/strokes/39' }, layers(BASE))).toEqual([1, 3]);
  expect(await on(layers(BASE))).toEqual([1, 3]);
  expect(await on(layers({ ...BASE, id: 'new' }))).toEqual([1, 3]);
  expect(await on(layers(BASE, sky, { ...BASE, id: 'new' }))).toEqual([1]);
  expect(await on(layers(sky, { ...BASE, opacity: 0.5 }))).toEqual([1]);
  expect(await on({ op: 'remove', path: '/strokes/39' })).toEqual([1]);
});

it('keeps no state that undo only passes on its way through the layers', async () => {
  const drawn = studio(memoryStore());
  const all = ['base', 'b', 'c', 'd'].map((id) => ({ ...BASE, id }));
  const strokes = all.map(({ id }, n) => ({ ...stroke(n), layer: id }));
  await drawn.pages.create({ strokes, layers: all }, ID);
  for (let left = 3; left > 0; left--) {
    drawn.clock.now += 1000;
    await drawn.pages.patch(ID, { op: 'remove', path: `/strokes/${left}` });
    await drawn.pages.patch(ID, { op: 'replace', path: '/layers', value: all.slice(0, left) });
  }
  expect(await countsOf(drawn)).toEqual([4]);
  // A stroke that was changed is in no version yet.
  await drawn.pages.patch(ID, ...replaceAll(1, 9));
  await drawn.pages.patch(ID, ...remove(1));
  expect(await countsOf(drawn)).toEqual([4, 1]);
});

it('keeps few versions while undo and redo go in turn', async () => {
  const inTurn = async (strokes: number) => {
    const drawn = studio(memoryStore());
    await drawn.pages.create({ strokes: strokesFrom(0, strokes) }, ID);
    for (let i = 0; i < 40; i++) {
      drawn.clock.now += 1000;
      await drawn.pages.patch(ID, { op: 'remove', path: `/strokes/${strokes - 1}` });
      await drawn.pages.add(ID, stroke(strokes - 1));
    }
    return (await drawn.versions()).length;
  };
  expect(await inTurn(2)).toBe(2);
  expect(await inTurn(100)).toBe(2);
});

it('takes what a row without a count has for all that stood, and counts from then on', async () => {
  const store = memoryStore();
  const drawn = studio(store);
  await drawn.pages.create({ strokes: strokesFrom(0, 100) }, ID);
  await drawn.pages.patch(ID, ...remove(20));
  await drawn.pages.add(ID, stroke(200));
  await store.write(async (tx) => {
    const row = await tx.drawing(ID);
    const { spare, ...kept } = row?.kept ?? { seq: 0, at: '' };
    expect(spare).toBeDefined();
    if (row) await tx.putDrawing({ ...row, kept });
  });
  await drawn.pages.patch(ID, ...remove(20));
  expect(await countsOf(drawn)).toEqual([100]);
  await drawn.pages.add(ID, stroke(201));
  await drawn.pages.patch(ID, ...remove(1));
  expect(await countsOf(drawn)).toEqual([100, 62]);
});

it('keeps what a whole write replaces, and nothing for one that only adds, however the strokes were split', async () => {
  const { store, handle, pages } = server(memoryStore());
  const versions = () => store.read(async (tx) => (await tx.versions(ID)) ?? []);
  const drawn = Array.from({ length: 150 }, (_, n) => stroke(n));
  const put = async (strokes: readonly Stroke[]) => {
    const request = new Request(`http://server/api/v1/drawings/${ID}`, {
      method: 'PUT',
      headers: { 'Content-Type': 'application/json', 'If-Match': '*' },
      body: JSON.stringify({ title: '', strokes, thumb: '' }),
    });
    expect((await handle(request)).status).toBe(200);
  };
  await pages.create({ strokes: drawn.slice(0, 70) }, ID);
  await pages.add(ID, ...drawn.slice(70, 75));
  await pages.add(ID, ...drawn.slice(75, 80));
  await put(drawn.slice(0, 80));
  await put(drawn.slice(0, 140));
  expect(await versions()).toEqual([]);
  await put([...drawn.slice(0, 139), stroke(200), stroke(201)]);
  expect((await versions()).map(({ strokeCount }) => strokeCount)).toEqual([140]);
});

it('keeps what a whole write replaces of layers, paper and title under strokes that stay', async () => {
  const { store, handle, pages } = server(memoryStore());
  const put = async (document: object) => {
    const request = new Request(`http://server/api/v1/drawings/${ID}`, {
      method: 'PUT',
      headers: { 'Content-Type': 'application/json', 'If-Match': '*' },
      body: JSON.stringify({ title: 'Pond', strokes: [stroke(1)], thumb: '', ...document }),
    });
    expect((await handle(request)).status).toBe(200);
    return (await store.read((tx) => tx.versions(ID)))?.at(-1);
  };
  const layers = [BASE, { ...BASE, id: 'sky', name: 'Sky' }];
  const paper = { color: '#1d232f' };
  await pages.create({ title: 'Pond', strokes: [stroke(1)], layers }, ID);
  expect(await put({})).toBeUndefined();
  expect(await put({ layers: [...layers], paper: WHITE })).toBeUndefined();
  expect(await put({ layers: [BASE] })).toMatchObject({ rev: 3, layers });
  expect(await put({ paper })).toMatchObject({ rev: 4, layers: [BASE] });
  expect(await put({ title: 'Lake' })).toMatchObject({ rev: 5, title: 'Pond', paper });
});

it('keeps the change on a full disk, leaves the version out, and says so until one is kept again', async () => {
  let isFull = true;
  const store = refusing((what) => isFull && what === 'putVersion');
  const { pages, clock, versions, drawTwice } = studio(store);
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
  const { pages } = studio(store);
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
    const { pages, clock, versions, drawTwice, told } = studio(store);
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
  const { pages, clock, versions, drawTwice, told } = studio(store);
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
  const { pages, versions, drawTwice } = studio(store);
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
  const { pages, versions, drawTwice } = studio(store);
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
  const { pages, versions, drawTwice } = studio(store);
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
  const { pages, versions, drawTwice } = studio(store);
  await drawTwice();
  const bytes = await store.read(bytesOfVersions);
  disk.isFull = true;
  const points = Array.from({ length: bytes }, (_, n): [number, number] => [n, n]);
  await expect(pages.add(ID, { ...stroke(9), points })).rejects.toThrow('storage_full');
  expect(await versions()).toHaveLength(1);
  expect(await store.read(bytesOfVersions)).toBe(bytes);
});

it('lets the oldest versions of other drawings go when all take too much, with their chunks', async () => {
  const inner = memoryStore();
  const deleted: string[] = [];
  const store: Store = {
    ...inner,
    write: (work) =>
      inner.write((tx) =>
        work({
          ...tx,
          async deleteChunks(ids) {
            deleted.push(...ids);
            await tx.deleteChunks(ids);
          },
        }),
      ),
  };
  const { pages, clock, versions, drawTwice } = studio(store);
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
  const { pages, clock, versions, drawTwice } = studio(store);
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
  const inner = memoryStore();
  const store: Store = {
    ...inner,
    write: (work) =>
      inner.write((tx) =>
        work({
          ...tx,
          versions(id) {
            read.push(id);
            return tx.versions(id);
          },
        }),
      ),
  };
  const { pages, clock, versions, drawTwice } = studio(store);
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
  const { pages, versions, drawTwice } = studio(store);
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
