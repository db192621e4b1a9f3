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
const ROOM = '/room';

/** Bytes that must fit on the disk before. Chromium then writes what the old log has: 4 MB at most. */
const ROOM_SIZE = 8_000_000;

/**
 * Makes Chromium begin a new log: once a database is deleted, it writes out what the log has, and begins another. Rejects if
 * there is no room for it.
 */
export async function beginNewLog(): Promise<void> {
  // Other browsers have no such log, and Safari ends connections whenever it is in the background. Without a secure address
  // there are no caches.
  if (!('userAgentData' in navigator)) return;
  const cache = await caches.open(LOG);
  await cache.put(ROOM, new Response(new Uint8Array(ROOM_SIZE)));
  await cache.delete(ROOM);
  // This is still appended to the old one.
  (await settled(indexedDB.open(LOG))).close();
  await settled(indexedDB.deleteDatabase(LOG));
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
