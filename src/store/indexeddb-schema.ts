/** The object stores of the device's database, and the migrations that create them. */
import type { DBSchema, StoreNames } from 'idb';
import type { KeyEntry, Purge, StoredHour } from '../api/ports.ts';
import type { PhotoType } from '../core/drawing/members/photo.ts';
import { newEpoch } from './epoch.ts';

export interface DrawingRecord {
  readonly id: string;
  readonly seq: number;
  /** Sort key of the lists: 1 in the trash, otherwise 0; the negative of `updatedAt` in ms; id. */
  readonly order: [trashed: number, age: number, id: string];
  /** JSON of the whole row. A string is cheaper to read and write than the list of chunks in it. */
  readonly row: string;
}

export interface KeyRecord {
  readonly drawing: string;
  readonly slot: number;
  readonly entry: KeyEntry;
}

export interface VersionRecord {
  readonly drawing: string;
  readonly rev: number;
  readonly updatedAt: string;
  /** JSON of the whole version. */
  readonly version: string;
}

/** What is known of a photo, as its key. */
export type VersionKey = [drawing: string, rev: number];
export type PhotoKey = [drawing: string, sha256: string, type: PhotoType, size: number];

export interface Schema extends DBSchema {
  /** `epoch` and `counter`. */
  meta: { key: string; value: string | number };
  drawings: {
    key: string;
    value: DrawingRecord;
    indexes: { order: [number, number, string]; seq: number };
  };
  /** Keyed by drawing. */
  thumbs: { key: string; value: string };
  chunks: { key: string; value: string };
  keys: {
    key: [drawing: string, slot: number];
    value: KeyRecord;
  };
  values: { key: string; value: string };
  /** Drawings that were permanently deleted. */
  purges: { key: string; value: Purge; indexes: { seq: number } };
  /** Earlier versions of drawings. */
  versions: {
    key: VersionKey;
    value: VersionRecord;
    indexes: { updatedAt: string };
  };
  /** The key has what is known of a photo, so that a list of them reads none. */
  photos: { key: PhotoKey; value: ArrayBuffer };
  /** Keyed by metric and hour in ms since the epoch. */
  hours: { key: [metric: string, at: number]; value: StoredHour };
}

export const STORES = [
  'meta',
  'drawings',
  'thumbs',
  'chunks',
  'keys',
  'values',
  'hours',
  'purges',
  'versions',
  'photos',
] as const satisfies readonly StoreNames<Schema>[];

type Migration = (db: IDBDatabase, transaction: IDBTransaction) => void;

/**
 * Step n upgrades a database from version n to n + 1. Steps only add (stores, indexes, optional members), so
 * that code of an older version still works with a newer database.
 */
const MIGRATIONS: readonly Migration[] = [
  (db, transaction) => {
    db.createObjectStore('meta');
    const drawings = db.createObjectStore('drawings', { keyPath: 'id' });
    drawings.createIndex('order', 'order');
    drawings.createIndex('seq', 'seq');
    db.createObjectStore('thumbs');
    db.createObjectStore('chunks');
    db.createObjectStore('keys', { keyPath: ['drawing', 'slot'] });
    db.createObjectStore('values');
    db.createObjectStore('hours');
    // A failed request aborts the upgrade by itself, so nobody needs to wait for these requests.
    transaction.objectStore('meta').put(newEpoch(), 'epoch');
    transaction.objectStore('meta').put(0, 'counter');
  },
  (db) => {
    db.createObjectStore('purges', { keyPath: 'id' }).createIndex('seq', 'seq');
  },
  (db) => {
    db.createObjectStore('versions', { keyPath: ['drawing', 'rev'] }).createIndex('updatedAt', 'updatedAt');
  },
  (db) => {
    db.createObjectStore('photos');
  },
];

/** The version that this code creates. */
export const VERSION = MIGRATIONS.length;

/** Runs the steps between two versions, inside the upgrade's transaction. */
export function migrate(from: number, to: number, ...database: Parameters<Migration>): void {
  for (const step of MIGRATIONS.slice(from, to)) step(...database);
}
