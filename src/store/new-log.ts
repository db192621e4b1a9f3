/**
 * The log of the databases of this origin, which in Chromium share one. Where a write met a disk without space, it ends in
 * half a record, and what Chromium appends behind that is gone when the log is read again: docs/reliability.md.
 */
import { settled } from './indexeddb-objects.ts';

/**
 * Name of a cache, and of its entry that is there while the log is sound: a disk without space lets an entry be deleted, but
 * no cache. And of the database that is deleted for a new log.
 */
const LOG = '/log';

/**
 * Makes Chromium begin a new log, and resolves when the old one is no longer read. Rejects if there is no room for it.
 *
 * Once a database is deleted, Chromium writes out what the log has, and begins another; but it says so before, and leaves it
 * out if other writes wait at that moment. What surely ends a log is its size: beyond 4 MB the next write begins another one,
 * which grows only to the same size before what the first had is in a table. So 15 MB are written, in values too small for
 * files of their own. Were they behind half a record when the browser is killed, it would find all databases damaged: so
 * the deletion comes first, which appends little, and has time while the room is tried again.
 */
export async function beginNewLog(): Promise<void> {
  // Other browsers have no such log, and Safari ends connections whenever it is in the background. Without a secure address
  // there are no caches.
  if (!('userAgentData' in navigator)) return;
  const cache = await caches.open(LOG);
  for (const values of [0, 250]) {
    // What must fit on the disk: two logs, and what the old one has as a table, 5 MB at most each.
    await cache.put('/', new Response(new Uint8Array(20_000_000)));
    await cache.delete('/');
    const request = indexedDB.open(LOG);
    request.onupgradeneeded = () => {
      for (let n = values; n > 0; n--)
        request.result.createObjectStore(`${n}`).put(new Uint8Array(60_000), 0);
    };
    (await settled(request)).close();
    await settled(indexedDB.deleteDatabase(LOG));
  }
}

/** Remembers beyond this page or worker whether the log is sound. */
export function markLog(isSound: boolean): Promise<unknown> {
  return inCache<unknown>((cache) => (isSound ? cache.put(LOG, new Response()) : cache.delete(LOG)));
}

/** The mark of a sound log. Undefined if a write failed since the last new log was begun, or if none ever was. */
export function logMark(): Promise<unknown> {
  return inCache((cache) => cache.match(LOG));
}

/** What `work` gives; null if there are no caches, as on an address that is not secure, or no room. */
async function inCache<T>(work: (cache: Cache) => Promise<T>): Promise<T | null> {
  try {
    return await work(await caches.open(LOG));
  } catch {
    return null;
  }
}
