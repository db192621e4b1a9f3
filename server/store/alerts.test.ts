import { beforeEach, describe, expect, it } from 'vitest';
import type { Subscription } from '../../src/api/alerts/alert-ports.ts';
import { NOTHING_TOLD } from '../../src/core/alerts/alerts.ts';
import { testedDatabases } from '../../tests/support/postgres/databases.ts';
import { rotateKeys, vapidKeys } from '../alerts/vapid-keys.ts';
import type { DatabaseAt } from '../config/database-at.ts';
import type { Database } from './index.ts';

let at: DatabaseAt;
let database: Database;
let other: Database;

const one = (n: number, change: Partial<Subscription> = {}): Subscription => ({
  id: `id ${n}`,
  endpoint: `https://web.push.apple.com/${n}`,
  keys: { p256dh: `p256dh ${n}`, auth: `auth ${n}` },
  wanted: { area: 'bishan', kinds: ['air'], quiet: null, atMost: 6 },
  state: NOTHING_TOLD,
  ...change,
});
const put = (...all: Subscription[]) =>
  database.alerts.write(async (tx) => {
    for (const subscription of all) await tx.put(subscription);
  });
const find = (id: string) => database.alerts.write((tx) => tx.find(id));

for (const { name, skip, empty, open } of testedDatabases()) {
  describe.skipIf(skip)(`alerts: stored in ${name}`, () => {
    beforeEach(async () => {
      at = await empty();
      database = await open(at);
      // Another process with the same database.
      other = await open(at);
    });

    it('are found as they were put, replaced and deleted', async () => {
      await put(one(1), one(2));
      expect(await find('id 1')).toEqual(one(1));
      const changed = one(1, {
        wanted: { ...one(1).wanted, area: 'tuas' },
        state: { ...NOTHING_TOLD, sent: 3 },
      });
      await put(changed);
      expect(await find('id 1')).toEqual(changed);
      expect(await other.alerts.count()).toBe(2);
      await database.alerts.write((tx) => tx.delete('id 1'));
      await database.alerts.write((tx) => tx.delete('id 1'));
      expect(await find('id 1')).toBeUndefined();
      expect(await other.alerts.count()).toBe(1);
    });

    it('are read together if they want the same and are in the same state', async () => {
      await put(one(1), one(2), one(3, { state: { ...NOTHING_TOLD, sent: 1 } }));
      const held = await database.alerts.write((tx) => tx.held());
      expect(held.map(({ ids }) => [...ids].sort().join()).sort()).toEqual(['id 1,id 2', 'id 3']);
      for (const { wanted } of held) expect(JSON.parse(wanted)).toEqual(one(1).wanted);
    });

    it('of more than a statement can name, every one gets its state, and its receiver is found', async () => {
      const many = Array.from({ length: 1_201 }, (_, n) => one(n));
      await put(...many);
      const ids = many.map(({ id }) => id);
      const state = JSON.stringify({ ...NOTHING_TOLD, sent: 2 });
      const found = await database.alerts.write(async (tx) => {
        await tx.putState(ids.slice(1), state);
        return tx.receivers([...ids, 'gone']);
      });
      expect(found.map(({ id }) => id).sort()).toEqual(ids.sort());
      expect(found).toContainEqual({ id: 'id 7', endpoint: one(7).endpoint, keys: one(7).keys });
      const held = await database.alerts.write((tx) => tx.held());
      const counted = held.map((group) => `${group.ids.length} with ${JSON.parse(group.state).sent}`);
      expect(counted.sort()).toEqual(['1 with 0', '1200 with 2']);
    });

    it('make room as long as no push has reached them, also after a change', async () => {
      await put(one(1), one(2), one(3));
      await database.alerts.write((tx) => tx.putReached(['id 1', 'id 2', 'gone']));
      await put(one(2, { wanted: { ...one(2).wanted, area: 'tuas' } }));
      const makeRoom = () => database.alerts.write((tx) => tx.makeRoom());
      expect([await makeRoom(), await makeRoom()]).toEqual([true, false]);
      const has = ['id 1', 'id 2', 'id 3', 'gone'].map((id) => other.alerts.has(id));
      expect(await Promise.all(has)).toEqual([true, true, false, false]);
    });

    it('nothing of a transaction that fails is kept', async () => {
      const failing = database.alerts.write(async (tx) => {
        await tx.put(one(1));
        throw new Error('on purpose');
      });
      await expect(failing).rejects.toThrow('on purpose');
      expect(await database.alerts.count()).toBe(0);
    });

    it('two transactions do not run into each other, whichever process they are of', async () => {
      await put(one(1));
      const count = async (of: Database) =>
        of.alerts.write(async (tx) => {
          const { sent } = (await tx.find('id 1'))?.state ?? NOTHING_TOLD;
          await tx.putState(['id 1'], JSON.stringify({ ...NOTHING_TOLD, sent: sent + 1 }));
        });
      await Promise.all([database, other, database, other, database, other].map(count));
      expect((await find('id 1'))?.state.sent).toBe(6);
    });

    it('the keys are made once for all processes, and stay until they are rotated', async () => {
      const made = await Promise.all([vapidKeys(database.alerts), vapidKeys(other.alerts)]);
      expect(made[0]).toEqual(made[1]);
      expect(made[0].publicKey).toMatch(/^[\w-]{87}$/);
      await put(one(1), one(2));
      expect(await rotateKeys(other.alerts)).toBe(2);
      expect(await database.alerts.count()).toBe(0);
      const after = await vapidKeys(database.alerts);
      expect(after.privateKey).not.toBe(made[0].privateKey);
      expect(await vapidKeys(other.alerts)).toEqual(after);
    });
  });
}
