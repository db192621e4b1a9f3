/** The work of `alerts rotate`, on the database that a running server may be using. */
import { rotateKeys } from '../../alerts/vapid-keys.ts';
import { openDatabase } from '../../store/index.ts';
import { type ConfiguredDatabase, requireDatabase } from '../database.ts';

/**
 * @returns what to print
 * @throws StartError if there is no database
 */
export async function rotated({ at }: ConfiguredDatabase): Promise<string> {
  await requireDatabase(at);
  const { alerts, close } = await openDatabase(at);
  try {
    const dropped = await rotateKeys(alerts);
    return `Made new keys for alerts, and dropped ${dropped} ${dropped === 1 ? 'subscription' : 'subscriptions'}`;
  } finally {
    await close();
  }
}
