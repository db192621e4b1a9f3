/** Whose drawings this device syncs with. Kept on the device, for the times without a server and after sync was turned off. */
import { signal } from '@preact/signals';
import { api } from '../client/client.ts';

/** Whose drawings a server keeps. */
export interface Owner {
  /** The person's name; null for the drawings that DRAW_TOKEN opens. */
  readonly person: string | null;
}

/** Key of localStorage. */
const KEY = 'pleinair.synced-with';

/** Reads an owner out of a reply of the worker, which may be of another build. */
export function readOwner(reply: unknown): Owner | undefined {
  if (typeof reply !== 'object' || reply === null || !('person' in reply)) return undefined;
  const { person } = reply;
  return person === null || typeof person === 'string' ? { person } : undefined;
}

function stored(): Owner | undefined {
  try {
    return readOwner(JSON.parse(localStorage.getItem(KEY) ?? 'null'));
  } catch {
    return undefined;
  }
}

/** The owner that this device synced with last; undefined if it never did, or is not known yet. */
export const syncedWith = signal(stored());

export function rememberOwner({ person }: Owner): void {
  syncedWith.value = { person };
  try {
    localStorage.setItem(KEY, JSON.stringify({ person }));
  } catch {
    // Without localStorage it is known until the page is closed.
  }
}

/** Asks the server whose drawings the token opens. What is known stays if that fails. */
export async function askOwner(): Promise<void> {
  try {
    const { data } = await api.GET('/api/v1/pairing-codes');
    if (data) rememberOwner(data);
  } catch {
    // The next time.
  }
}
