/**
 * The keys of VAPID (RFC 8292), by which a push service knows this server. They are in the database, and not in a file
 * of their own: so they are private, in every backup, and the same for all processes.
 */
import { z } from 'zod';
import type { StoredAlerts } from '../store/index.ts';

/** base64url without padding. */
const Keys = z.object({ publicKey: z.string(), privateKey: z.string() });
export type VapidKeys = z.infer<typeof Keys>;

/** The keys; made if there are none. @throws as the store */
export async function vapidKeys(alerts: StoredAlerts): Promise<VapidKeys> {
  const stored = await alerts.keys();
  if (stored !== undefined) return Keys.parse(JSON.parse(stored));
  const made = await newKeys();
  return alerts.write(async (tx) => {
    // Another process may have been faster.
    const kept = await tx.keys();
    if (kept !== undefined) return Keys.parse(JSON.parse(kept));
    await tx.putKeys(JSON.stringify(made));
    return made;
  });
}

/**
 * Replaces the keys, and drops all subscriptions, which only the old ones could send to.
 * @returns how many were dropped
 */
export async function rotateKeys(alerts: StoredAlerts): Promise<number> {
  const made = await newKeys();
  return alerts.write(async (tx) => {
    const dropped = await tx.count();
    await tx.deleteAll();
    await tx.putKeys(JSON.stringify(made));
    return dropped;
  });
}

async function newKeys(): Promise<VapidKeys> {
  // Loaded when it is needed: most servers start without.
  const { default: webPush } = await import('web-push');
  return webPush.generateVAPIDKeys();
}
