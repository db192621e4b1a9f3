import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { NOTHING_TOLD } from '../../../src/core/alerts/alerts.ts';
import { testedDatabases } from '../../../tests/support/postgres/databases.ts';
import { vapidKeys } from '../../alerts/vapid-keys.ts';
import { StartError } from '../../config/start-error.ts';
import { rotated } from './rotate.ts';

for (const { name, skip, empty, open } of testedDatabases()) {
  describe.skipIf(skip)(`alerts: the command that rotates the keys, in ${name}`, () => {
    it('replaces the key that a running server hands out, and says how many subscriptions it dropped', async () => {
      const at = await empty();
      const { alerts } = await open(at);
      const before = await vapidKeys(alerts);
      await alerts.write((tx) =>
        tx.put({
          id: 'id',
          endpoint: 'https://web.push.apple.com/x',
          keys: { p256dh: 'x', auth: 'x' },
          wanted: { area: 'bishan', kinds: ['air'], quiet: null, atMost: 6 },
          state: NOTHING_TOLD,
        }),
      );
      const said = await rotated({ at, dataDir: '/nowhere' });
      expect(said).toBe('Made new keys for alerts, and dropped 1 subscription');
      expect(await alerts.count()).toBe(0);
      expect((await vapidKeys(alerts)).publicKey).not.toBe(before.publicKey);
    });
  });
}

it('alerts: to rotate the keys of no database is refused, and makes none', async () => {
  const file = join('/nowhere', 'pleinair.sqlite');
  await expect(rotated({ at: { kind: 'sqlite', file }, dataDir: '/nowhere' })).rejects.toThrow(StartError);
});
