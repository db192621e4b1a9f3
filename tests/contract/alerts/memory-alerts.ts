/** Alerts for the handler over any store: kept in it, so that its troubles are theirs. */
import type { Alerts, Subscription } from '../../../src/api/alerts/alert-ports.ts';
import type { Store } from '../../../src/api/ports.ts';

const NAME = 'alerts';

export function memoryAlerts(store: Store): Alerts {
  return {
    publicKey: () => store.read(async (tx) => (await tx.meta()) && 'B'.repeat(87)),
    has: (id) => store.read(async (tx) => id in JSON.parse((await tx.value(NAME)) ?? '{}')),
    write: (work) =>
      store.write(async (tx) => {
        const all = async (): Promise<Record<string, Subscription>> =>
          JSON.parse((await tx.value(NAME)) ?? '{}');
        return work({
          find: async (id) => (await all())[id],
          count: async () => Object.keys(await all()).length,
          put: async (one) => tx.putValue(NAME, JSON.stringify({ ...(await all()), [one.id]: one })),
          async delete(id) {
            const { [id]: _, ...others } = await all();
            await tx.putValue(NAME, JSON.stringify(others));
          },
          // No push is sent from here.
          makeRoom: async () => false,
        });
      }),
  };
}
