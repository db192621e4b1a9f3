/** A device whose space on the server is full: nothing is lost, and what needs no room goes on. */
import { describe, expect, test } from 'vitest';
import { bytesOf, type SpaceLimits } from '../../src/api/drawings/change/size.ts';
import { StoreFull } from '../../src/api/ports.ts';
import { stroke } from '../support/drawing/any-stroke.ts';
import { testedDatabases } from '../support/postgres/databases.ts';
import { contentOf, device, type Peer, server } from '../support/sync/sync.ts';
import { drawn, expectEqual } from '../support/sync/sync-expect.ts';

const FULL = { trouble: 'server_full', wait: 0 };
const idsOf = async (peer: Peer) => (await contentOf(peer)).map(({ id }) => id);

for (const { name, skip, empty, open } of testedDatabases()) {
  describe.skipIf(skip)(`people: sync with a full space in ${name}`, () => {
    async function begin() {
      const database = await open(await empty());
      const { space } = await database.people.add('Mei');
      const there = server(database.storeOf(space));
      const limit = (limits: Partial<SpaceLimits>) => database.people.limit('Mei', limits);
      async function fillUp() {
        const { use } = await database.people.named('Mei');
        await limit({ bytes: bytesOf(use) });
      }
      return { there, limit, fillUp };
    }

    test('a device keeps what does not fit, pulls, and sends it once there is room', async () => {
      const { there, limit } = await begin();
      const [a, b] = [device(there), device(there)];
      const mine: string[] = [];
      for (let n = 1; n <= 5; n++) mine.push(await a.pages.create({ strokes: [stroke(n)] }));
      const theirs = await b.pages.create({ title: 'theirs' });
      await b.settle();
      await limit({ drawings: 3 });
      expect(await a.sync.run()).toEqual(FULL);
      expect((await idsOf(there)).length).toBe(3);
      expect((await idsOf(a)).sort()).toEqual([...mine, theirs].sort());
      const { waiting, troubles } = await a.sync.state();
      expect([waiting.length, troubles]).toEqual([3, []]);
      // It goes on pulling.
      await b.pages.add(theirs, stroke(9));
      await b.settle();
      expect(await a.sync.run()).toEqual(FULL);
      expect(await drawn(a, theirs)).toEqual([9]);
      await limit({ drawings: null });
      await a.settle();
      await b.settle();
      await expectEqual(there, a, b);
      expect((await a.sync.state()).waiting).toEqual([]);
    });

    test('what takes no room is sent, although something larger waits before it', async () => {
      const { there, limit, fillUp } = await begin();
      const a = device(there);
      const ids: string[] = [];
      for (let n = 0; n < 5; n++) ids.push(await a.pages.create({ strokes: [stroke(1), stroke(2)] }));
      const [grown = '', erased = '', renamed = '', trashed = '', restored = ''] = ids;
      await a.pages.trash(restored);
      await a.settle();
      await fillUp();
      await a.pages.add(grown, stroke(3), stroke(4), stroke(5), stroke(6));
      // More than are sent at a time.
      let added = '';
      for (let n = 0; n < 10; n++) added = await a.pages.create({ strokes: [stroke(7)] });
      await a.pages.patch(erased, { op: 'remove', path: '/strokes/0' });
      await a.pages.patch(renamed, { op: 'replace', path: '/title', value: 'Renamed' });
      await a.pages.trash(trashed);
      await a.pages.restore(restored);
      expect(await a.sync.run()).toEqual(FULL);
      expect(await drawn(there, erased)).toEqual([2]);
      expect((await there.pages.read(renamed))?.title).toBe('Renamed');
      expect((await there.pages.read(trashed))?.trashed).toBe(true);
      expect((await there.pages.read(restored))?.trashed).toBe(false);
      expect(await drawn(there, grown)).toEqual([1, 2]);
      expect(await there.pages.read(added)).toBeUndefined();
      // What is deleted for good makes room for others.
      for (const id of [trashed, renamed, restored]) await a.pages.purge(id);
      expect(await a.sync.run()).toEqual(FULL);
      expect((await idsOf(there)).length).toBeGreaterThan(3);
      await limit({ bytes: null });
      await a.settle();
      await expectEqual(there, a);
    });
  });
}

test('people: sync sends no more once a full disk takes not even what is smaller', async () => {
  const there = server();
  const a = device(there);
  const ids: string[] = [];
  for (let n = 0; n < 30; n++) ids.push(await a.pages.create({ strokes: [stroke(1), stroke(2)] }));
  await a.settle();
  const { write } = there.store;
  there.store.write = async () => {
    throw new StoreFull('full');
  };
  for (const id of ids) await a.pages.patch(id, { op: 'remove', path: '/strokes/0' });
  a.asked.length = 0;
  expect(await a.sync.run()).toEqual(FULL);
  const sent = a.asked.filter(({ method }) => method === 'PATCH');
  expect(sent.length).toBeGreaterThan(0);
  expect(sent.length).toBeLessThan(10);
  there.store.write = write;
  await a.settle();
  await expectEqual(there, a);
});
