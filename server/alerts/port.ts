/** The server's alerts: what its routes need. */
import type { Alerts } from '../../src/api/alerts/alert-ports.ts';
import type { StoredAlerts } from '../store/index.ts';
import { vapidKeys } from './vapid-keys.ts';

export function serverAlerts(stored: StoredAlerts): Alerts {
  return {
    publicKey: async () => (await vapidKeys(stored)).publicKey,
    has: (id) => stored.has(id),
    write: (work) => stored.write(work),
  };
}
