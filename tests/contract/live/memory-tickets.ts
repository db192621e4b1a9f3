/** Tickets of streams for the handler over any store: kept in it, so that its troubles are theirs. */
import { randomUUID } from 'node:crypto';
import type { Tickets } from '../../../src/api/live/live.ts';
import type { Store } from '../../../src/api/ports.ts';

/** Tickets have no end here: tests of time are in server/store. */
export function memoryTickets(store: Store): Pick<Tickets, 'make'> {
  return {
    async make() {
      const ticket = randomUUID();
      // Large, so that there is no room for it on a full disk.
      await store.write((tx) => tx.putValue(`ticket ${ticket}`, 'x'.repeat(5000)));
      return { ticket, expiresAt: new Date(Date.now() + 60_000).toISOString() };
    },
  };
}
