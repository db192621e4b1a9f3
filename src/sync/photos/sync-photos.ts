/**
 * The sync of photos to draw from, of a device whose person wants it. Where a photo lies travels with its drawing; its bytes
 * follow here, after everything that was drawn. A photo is named by its digest, so a request in doubt is settled by asking
 * which one the server has.
 */
import { storePhoto } from '../../api/drawings/underlay/store-photo.ts';
import { type DrawingRow, type PhotoRow, type Store, StoreFull } from '../../api/ports.ts';
import { UNDERLAY_MAX } from '../../core/drawing/limits.ts';
import { readPhoto } from '../../core/drawing/members/photo.ts';
import { sha256Of } from '../../core/hex.ts';
import type { PhotoRun } from '../drawings/ports.ts';
import { isWaiting } from '../drawings/push/requests.ts';
import { readMemory } from '../drawings/records.ts';
import { Stop, stop } from '../drawings/server.ts';
import { PHOTO_PAUSE, PHOTOS } from '../state/sync-status.ts';

/**
 * ms after which a photo that one side lacks, or refuses, is asked for again, at first: its place arrives before it, mostly
 * by seconds, and twice as long each time spares the server what never comes.
 */
const AGAIN_FIRST = 4_000;
/** Rows in one read. */
const ROWS = 500;

interface PhotoMemory {
  /** See `Memory` of the drawings: in another era nothing of this counts. */
  readonly era: number;
  /** Changes of this device up to this number were looked at. */
  readonly scanned: number;
  /** Drawings whose photo is not settled. */
  readonly waiting: Readonly<Record<string, Wait>>;
  /** The photo of a drawing that both sides have, or that no host takes, by its digest; empty if that is not sure. */
  readonly agreed: Readonly<Record<string, string>>;
}

/** When to ask next, ms, and after which pause; 0 before the first. */
interface Wait {
  readonly at: number;
  readonly pause: number;
}
const AT_ONCE: Wait = { at: 0, pause: 0 };

/** What became of a photo: settled with this digest, or with none; or ask again, with the next run or later. */
type Outcome = { readonly agreed: string | undefined } | { readonly again: 'next' | 'later' };

/** The photos of this device by their digest: one drawing that has it is enough. */
type Held = Map<string, PhotoRow>;

/** @throws Stop, StoreFull if this device has no room for a photo, StoreUnavailable */
export async function syncPhotos(run: PhotoRun): Promise<void> {
  const { store, now } = run.options;
  let listed: Promise<Held> | undefined;
  /** Listed once in a run, and only if one is missing. */
  const held = () => {
    listed ??= store
      .read((tx) => tx.photos())
      .then((all = []) => new Map(all.map((photo) => [photo.sha256, photo])));
    return listed;
  };
  const { era } = await store.read(readMemory);
  let memory = await scan(store, era);
  let full: unknown;
  for (const [id, { at }] of Object.entries(memory.waiting)) {
    // A time too far ahead was noted before the clock was set back.
    if (!run.isByHand && at > now() && at <= now() + PHOTO_PAUSE) continue;
    run.pause();
    const outcome = await settle(run, id, era, memory.agreed[id], held).catch((error: unknown): Outcome => {
      // The others may be smaller, and have to reach the server all the more.
      if (!(error instanceof StoreFull)) throw error;
      full = error;
      return { again: 'later' };
    });
    memory = withOutcome(memory, id, outcome, now());
    await write(store, memory);
  }
  if (full !== undefined) throw full;
}

/** Adds the drawings that changed since the last run, if they have a photo or had one. */
async function scan(store: Store, era: number): Promise<PhotoMemory> {
  const json = await store.read((tx) => tx.value(PHOTOS));
  const known: PhotoMemory | undefined = json === undefined ? undefined : JSON.parse(json);
  const before = known?.era === era ? known : { era, scanned: 0, waiting: {}, agreed: {} };
  const waiting = { ...before.waiting };
  let { scanned } = before;
  for (let rows: DrawingRow[] | undefined; rows === undefined || rows.length === ROWS; ) {
    const since = scanned;
    rows = await store.read((tx) => tx.changes(since, ROWS));
    for (const { id, underlay } of rows) {
      if (underlay?.sha256 !== before.agreed[id]) waiting[id] = AT_ONCE;
    }
    scanned = rows.at(-1)?.seq ?? scanned;
  }
  const memory = { ...before, waiting, scanned };
  if (scanned !== known?.scanned || known.era !== era) await write(store, memory);
  return memory;
}

function write(store: Store, memory: PhotoMemory): Promise<void> {
  return store.write((tx) => tx.putValue(PHOTOS, JSON.stringify(memory)));
}

function withOutcome(memory: PhotoMemory, id: string, outcome: Outcome, now: number): PhotoMemory {
  const { [id]: { pause: before } = AT_ONCE, ...waiting } = memory.waiting;
  if ('again' in outcome) {
    const pause = Math.min(PHOTO_PAUSE, Math.max(AGAIN_FIRST, 2 * before));
    const wait = outcome.again === 'next' ? AT_ONCE : { at: now + pause, pause };
    return { ...memory, waiting: { ...waiting, [id]: wait } };
  }
  const { [id]: __, ...agreed } = memory.agreed;
  const { agreed: sha256 } = outcome;
  return { ...memory, waiting, agreed: sha256 === undefined ? agreed : { ...agreed, [id]: sha256 } };
}

async function settle(
  run: PhotoRun,
  id: string,
  era: number,
  agreed: string | undefined,
  held: () => Promise<Held>,
): Promise<Outcome> {
  const { store } = run.options;
  const [row, photos = []] = await store.read((tx) => Promise.all([tx.drawing(id), tx.photos(id)]));
  if (row === undefined) return { agreed: undefined };
  const later = { again: 'later' } as const;
  // In the trash no host takes a photo. Taken out of it, the drawing has changed, and its photo is asked for.
  if (row.trashed) return { agreed: agreed && '' };
  // The server does not have this place yet; the next run may find that it has.
  if (isWaiting(row, era)) return { again: 'next' };
  const path = `/api/v1/drawings/${id}/underlay`;
  const sha256 = row.underlay?.sha256;
  if (sha256 === undefined) {
    // It was taken away on purpose. The server keeps one that its drawing names meanwhile.
    if (agreed !== undefined) await run.server.ask(path, { method: 'DELETE', headers: {} });
    return { agreed: undefined };
  }
  const tag = `"${sha256}"`;
  const here = photos.find((photo) => photo.sha256 === sha256) ?? (await fromAnother(store, row, held));
  const found = await run.server.ask(path, { method: 'GET', headers: { 'If-None-Match': tag } });
  const isThere = found.ok && found.status === 304;
  if (isThere && here !== undefined) return { agreed: sha256 };
  if (isThere) {
    const photo = await download(run, row, path);
    if (photo === undefined) return later;
    if (photo === 'unfit') return { agreed: sha256 };
    // The next drawing may name it, too.
    (await held()).set(sha256, photo);
    return { agreed: sha256 };
  }
  const isMissing = !found.ok && found.code === 'not_found';
  if (!isMissing || here === undefined) return later;
  return (await upload(run, here, path)) ? { agreed: sha256 } : later;
}

/**
 * Gives a drawing its photo from another of this device: the copy that sync made of one whose photo came later, or a
 * duplicate.
 * @returns undefined if none has it
 */
async function fromAnother(
  store: Store,
  { id, underlay }: DrawingRow,
  held: () => Promise<Held>,
): Promise<PhotoRow | undefined> {
  const other = underlay ? (await held()).get(underlay.sha256) : undefined;
  if (other === undefined) return undefined;
  return store.write(async (tx) => {
    const [row, bytes] = await Promise.all([
      tx.drawing(id),
      tx.photoBytes(other.drawing, other.sha256, 0, other.size),
    ]);
    // Somebody placed another one meanwhile, or took it away there.
    if (row?.underlay?.sha256 !== other.sha256 || bytes === undefined) return undefined;
    const photo = { ...other, drawing: id };
    await storePhoto(tx, row, photo, bytes);
    return photo;
  });
}

/**
 * @returns false if the server takes it not, as an older one, or not now; true, too, for one that no host takes and an earlier
 *   version stored: its digest is that of these bytes for ever
 */
async function upload({ options, server }: PhotoRun, photo: PhotoRow, path: string): Promise<boolean> {
  const { drawing, sha256, type } = photo;
  const bytes = await options.store.read((tx) => tx.photoBytes(drawing, sha256, 0, UNDERLAY_MAX));
  if (bytes === undefined) return false;
  if (typeof readPhoto(bytes) === 'string') return true;
  const headers = { 'Content-Type': type };
  const result = await server.ask(path, { method: 'PUT', headers, bytes: new Uint8Array(bytes) });
  if (!result.ok && result.code === 'storage_full') throw stop('server_full');
  return result.ok && result.tag === `"${sha256}"`;
}

/** @returns undefined if the server sends another photo, or none; `unfit` for one that no host takes, as in `upload` */
async function download(
  { options, signal }: PhotoRun,
  row: DrawingRow,
  path: string,
): Promise<PhotoRow | 'unfit' | undefined> {
  let bytes: Uint8Array<ArrayBuffer> | undefined;
  try {
    const response = await options.send(path, { method: 'GET', headers: {} }, signal);
    if (!response.ok) return undefined;
    bytes = await readBytes(response);
  } catch {
    throw signal.aborted ? new Stop('more') : stop('unreachable');
  }
  if (bytes === undefined) return undefined;
  const sha256 = await sha256Of(bytes);
  const { id, underlay } = row;
  // What was cut on its way has another digest, and comes again.
  if (sha256 !== underlay?.sha256) return undefined;
  const photo = readPhoto(bytes);
  if (typeof photo === 'string') return 'unfit';
  const stored: PhotoRow = { drawing: id, sha256, type: photo.type, size: bytes.length };
  const isTaken = await options.store.write(async (tx) => {
    const now = await tx.drawing(id);
    // Somebody placed another one meanwhile.
    if (now?.underlay?.sha256 !== sha256) return false;
    await storePhoto(tx, now, stored, bytes);
    return true;
  });
  if (!isTaken) return undefined;
  options.announce({ id, rev: row.rev });
  return stored;
}

/** Undefined for more bytes than a photo has: whatever that is, it is not kept in memory. */
async function readBytes(response: Response): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const reader = response.body?.getReader();
  const bytes = new Uint8Array(UNDERLAY_MAX);
  let size = 0;
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true };
    // A copy, so that a small photo does not keep the room of the largest.
    if (done || value === undefined) return bytes.slice(0, size);
    if (size + value.length > UNDERLAY_MAX) {
      await reader?.cancel();
      return undefined;
    }
    bytes.set(value, size);
    size += value.length;
  }
}
