import { beforeEach, describe, expect, it } from 'vitest';
import { type AlertPorts, SUBSCRIPTIONS_MAX } from '../../src/api/alerts/alert-ports.ts';
import { deleteAlerts, putAlerts } from '../../src/api/alerts/alerts.ts';
import type { AuthorizedCall } from '../../src/api/http/route.ts';
import { NOTHING_TOLD } from '../../src/core/alerts/alerts.ts';
import { idOfEndpoint, subscription } from '../../tests/contract/alerts/cases.ts';
import { testedDatabases } from '../../tests/support/postgres/databases.ts';
import type { Database } from '../store/index.ts';
import { serverAlerts } from './port.ts';

type AnyCall = AuthorizedCall<AlertPorts>;

let database: Database;

const put = (body: ReturnType<typeof subscription>) =>
  putAlerts.handle({
    ports: { alerts: serverAlerts(database.alerts), subscribeQuota: () => undefined },
    path: { id: idOfEndpoint(body.endpoint) },
    body: { value: body },
  } as unknown as AnyCall);
const reach = ({ endpoint }: ReturnType<typeof subscription>) =>
  database.alerts.write((tx) => tx.putReached([idOfEndpoint(endpoint)]));
const end = ({ endpoint }: ReturnType<typeof subscription>) =>
  deleteAlerts.handle({
    ports: { alerts: serverAlerts(database.alerts) },
    path: { id: idOfEndpoint(endpoint) },
  } as unknown as AnyCall);

for (const { name, skip, empty, open } of testedDatabases()) {
  describe.skipIf(skip)(`alerts: many subscriptions, in ${name}`, () => {
    beforeEach(async () => {
      database = await open(await empty());
      const { keys } = subscription();
      await database.alerts.write(async (tx) => {
        for (let n = 1; n < SUBSCRIPTIONS_MAX; n += 1) {
          const endpoint = `https://web.push.apple.com/${n}`;
          const wanted = { area: 'bishan', kinds: ['air'], quiet: null, atMost: 6 } as const;
          await tx.put({ id: `${n}`, endpoint, keys, wanted, state: NOTHING_TOLD });
        }
        await tx.putReached(Array.from({ length: SUBSCRIPTIONS_MAX }, (_, n) => `${n}`));
      });
    });

    it('the 5,001st takes the place of one that no push has reached, or is refused; the others may change and end', async () => {
      const [last, more] = [subscription(), subscription()];
      expect((await put(last)).status).toBe(201);
      await reach(last);
      await expect(put(more)).rejects.toMatchObject({ code: 'storage_full' });
      expect(await database.alerts.count()).toBe(5_000);
      expect((await put({ ...last, atMost: 2 })).status).toBe(200);
      await end(last);
      // Two at once, and room for one, which the second takes from the first: nobody knows that one yet.
      const both = await Promise.all([put(more), put(subscription())]);
      expect(both.map(({ status }) => status)).toEqual([201, 201]);
      expect(await database.alerts.count()).toBe(5_000);
      expect(await database.alerts.has('1')).toBe(true);
    }, 60_000);
  });
}
