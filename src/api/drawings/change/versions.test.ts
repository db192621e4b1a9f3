/** When a version of a drawing is kept. */
import { expect, it } from 'vitest';
import { stroke } from '../../../../tests/support/drawing/any-stroke.ts';
import { DAY, ID, keeper, START } from '../../../../tests/support/drawing/kept-versions.ts';
import { server } from '../../../../tests/support/sync/sync.ts';
import { PHOTO, place } from '../../../../tests/support/underlay/photo-devices.ts';
import { BASE } from '../../../core/drawing/members/layers.ts';
import { WHITE } from '../../../core/drawing/members/paper.ts';
import type { Stroke } from '../../../core/drawing/types.ts';
import { memoryStore } from '../../../store/memory.ts';

it('keeps the state before the first change after a pause, and not again for a thumbnail or the trash', async () => {
  const { pages, clock, versions, drawTwice } = keeper(memoryStore());
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
  const { pages, versions } = keeper(memoryStore());
  await pages.create({ strokes: [stroke(1), stroke(2)] }, ID);
  await pages.patch(ID, { op: 'remove', path: '/strokes/0' });
  expect((await versions()).map(({ strokeCount }) => strokeCount)).toEqual([2]);
});

/** Takes the last strokes away, one after the other, as undo does. */
async function takeAway({ pages, clock }: ReturnType<typeof keeper>, count: number, everyMs: number) {
  for (let left = count - 1; left >= 0; left--) {
    clock.now += everyMs;
    await pages.patch(ID, { op: 'remove', path: `/strokes/${left}` });
  }
}

const countsOf = async ({ versions }: ReturnType<typeof keeper>) =>
  (await versions()).map(({ strokeCount }) => strokeCount);

it('keeps no state that undo only passes on its way to the empty drawing, but each that one could look at', async () => {
  const strokes = [1, 2, 3].map((n) => stroke(n));
  const fast = keeper(memoryStore());
  await fast.pages.create({ strokes }, ID);
  await takeAway(fast, 3, 1000);
  expect(await countsOf(fast)).toEqual([3]);
  // What is drawn then is in no version yet.
  await fast.pages.add(ID, stroke(4), stroke(5));
  await takeAway(fast, 2, 1000);
  expect(await countsOf(fast)).toEqual([3, 2]);
  const slow = keeper(memoryStore());
  await slow.pages.create({ strokes }, ID);
  await takeAway(slow, 3, 60_000);
  expect(await countsOf(slow)).toEqual([3, 2, 1]);
});

it('keeps what is left on the way where another stroke came meanwhile, or the version before is gone', async () => {
  const strokes = [1, 2, 3, 4].map((n) => stroke(n));
  const drawn = keeper(memoryStore());
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
  const lost = keeper(store);
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
  const drawn = keeper(memoryStore());
  await drawn.pages.create({ strokes: strokesFrom(0, 8) }, ID);
  for (const from of [10, 20]) {
    drawn.clock.now += 1000;
    await drawn.pages.patch(ID, ...replaceAll(8, from));
  }
  expect((await drawn.versions()).map(({ rev }) => rev)).toEqual([1, 2]);
});

it('adds up what is lost since the newest version, whatever is added meanwhile', async () => {
  const drawn = keeper(memoryStore());
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
  const drawn = keeper(memoryStore());
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
  const drawn = keeper(memoryStore());
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
    const drawn = keeper(memoryStore());
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
  const drawn = keeper(memoryStore());
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

it('keeps a state whose title, paper, layers or photo were changed since the newest version, however soon it is cleared', async () => {
  const [sky, tree] = ['sky', 'tree'].map((id) => ({ ...BASE, id, name: id }));
  const clearedAfter = async (...operations: object[]) => {
    const drawn = keeper(memoryStore());
    await drawn.pages.create({ strokes: strokesFrom(0, 8), layers: [BASE, sky!] }, ID);
    drawn.clock.now += DAY;
    await drawn.pages.patch(ID, ...remove(1));
    for (const operation of operations) await drawn.pages.patch(ID, operation);
    await drawn.pages.patch(ID, ...remove(7));
    return (await drawn.versions()).map(({ rev }) => rev);
  };
  const set = (name: string, value: unknown) => ({ op: 'replace', path: `/${name}`, value });
  expect(await clearedAfter()).toEqual([1]);
  expect(await clearedAfter(set('layers', [BASE]), set('paper', WHITE))).toEqual([1]);
  for (const change of [
    set('title', 'Pond'),
    set('paper', { color: '#1d232f' }),
    set('layers', [BASE, { ...sky, opacity: 0.5 }]),
    set('layers', [sky, BASE]),
    set('layers', [BASE, sky, tree]),
    place(PHOTO),
  ]) {
    expect(await clearedAfter(change)).toEqual([1, 3]);
  }
  // A layer that was made and named after a pause, and is deleted at once.
  const drawn = keeper(memoryStore());
  await drawn.pages.create({ strokes: strokesFrom(0, 8) }, ID);
  drawn.clock.now += DAY;
  await drawn.pages.patch(ID, set('layers', [BASE, sky]));
  await drawn.pages.patch(ID, set('layers', [BASE]));
  expect((await drawn.versions()).map(({ layers }) => layers)).toEqual([undefined, [BASE, sky]]);
});

it('keeps few versions while undo and redo go in turn', async () => {
  const inTurn = async (strokes: number) => {
    const drawn = keeper(memoryStore());
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

it('keeps as many after the clock was ahead for a while, although dates never go back', async () => {
  const drawn = async (ahead: number) => {
    const one = keeper(memoryStore());
    const { pages, clock } = one;
    clock.now += ahead;
    await pages.create({ strokes: [stroke(0)] }, ID);
    clock.now -= ahead;
    for (let n = 1; n < 100; n += 5) {
      clock.now += 10 * 60_000;
      await pages.add(ID, ...[0, 1, 2, 3, 4].map((more) => stroke(n + more)));
      clock.now += 60_000;
      const { strokes = [] } = (await pages.read(ID)) ?? {};
      await pages.patch(ID, ...strokes.map(() => ({ op: 'remove' as const, path: '/strokes/0' })));
    }
    return (await countsOf(one)).length;
  };
  const right = await drawn(0);
  expect(right).toBeGreaterThan(8);
  for (const ahead of [DAY / 24, DAY, 40 * DAY]) expect(await drawn(ahead)).toBeGreaterThanOrEqual(right);
});

it('takes what a row without a count has for all that stood, and counts from then on', async () => {
  const store = memoryStore();
  const drawn = keeper(store);
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
