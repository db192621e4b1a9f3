import { beforeEach, describe, expect, it } from 'vitest';
import { HOME } from '../../src/api/ports.ts';
import type { Share } from '../../src/api/shares/share-ports.ts';
import { row, uuid } from '../../tests/store/samples.ts';
import { testedDatabases } from '../../tests/support/postgres/databases.ts';
import type { Database } from './index.ts';

let database: Database;

const share = (n: number, change: Partial<Share> = {}): Share => ({
  hash: `hash ${n}`,
  id: `id ${n}`,
  space: HOME,
  drawing: uuid(1),
  createdAt: `2026-11-23T00:00:0${n}.000Z`,
  expiresAt: null,
  lastSeenAt: null,
  ...change,
});

const add = (one: Share) => database.shares.write(one.space, (tx) => tx.add(one));
const list = (space: string) => database.shares.read(space, (tx) => tx.list());

for (const { name, skip, empty, open } of testedDatabases()) {
  describe.skipIf(skip)(`shares: in ${name}`, () => {
    beforeEach(async () => {
      database = await open(await empty());
    });

    it('are found by digest, and listed in the order in which they were made', async () => {
      await database.storeOf(HOME).write((tx) => tx.putDrawing(row(1)));
      await add(share(2));
      await add(share(1, { expiresAt: '2027-01-01T00:00:00.000Z' }));
      expect(await database.shares.find('hash 1')).toEqual(
        share(1, { expiresAt: '2027-01-01T00:00:00.000Z' }),
      );
      expect(await database.shares.find('hash 3')).toBeUndefined();
      expect((await list(HOME)).map(({ id }) => id)).toEqual(['id 1', 'id 2']);
    });

    it('are not found while their drawing is in the trash', async () => {
      const put = (trashed: boolean) =>
        database.storeOf(HOME).write((tx) => tx.putDrawing(row(1, { trashed })));
      await put(false);
      await add(share(1));
      await put(true);
      expect(await database.shares.find('hash 1')).toBeUndefined();
      expect(await list(HOME)).toEqual([share(1)]);
      await put(false);
      expect(await database.shares.find('hash 1')).toEqual(share(1));
    });

    it('are of one space: another has them neither in its list nor to delete', async () => {
      const other = (await database.people.add('Mei')).space;
      for (const space of [HOME, other]) await database.storeOf(space).write((tx) => tx.putDrawing(row(1)));
      await add(share(1));
      await add(share(1, { hash: 'hash of the other', space: other }));
      await database.shares.write(other, (tx) => tx.delete('id 1'));
      expect(await list(other)).toEqual([]);
      expect(await list(HOME)).toEqual([share(1)]);
    });

    it('are gone with their drawing and with their person', async () => {
      const other = (await database.people.add('Mei')).space;
      for (const space of [HOME, other]) await database.storeOf(space).write((tx) => tx.putDrawing(row(1)));
      await add(share(1));
      await add(share(2, { space: other }));
      await database.people.remove('Mei');
      expect(await database.shares.find('hash 2')).toBeUndefined();
      await database.storeOf(HOME).write((tx) => tx.deleteDrawing(uuid(1)));
      expect(await database.shares.find('hash 1')).toBeUndefined();
    });

    it('keep when somebody looked, and one that is gone does not come back by it', async () => {
      await database.storeOf(HOME).write((tx) => tx.putDrawing(row(1)));
      await add(share(1));
      await database.shares.seen('hash 1', '2026-11-24T00:00:00.000Z');
      await database.shares.seen('hash 2', '2026-11-24T00:00:00.000Z');
      expect(await list(HOME)).toEqual([share(1, { lastSeenAt: '2026-11-24T00:00:00.000Z' })]);
    });
  });
}
