/** The database of the drawing memory: what this device alone remembers of each drawing. */
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { Stroke } from '../../../core/drawing/types.ts';
import type { Bounds, Camera, Size } from '../../../ink/index.ts';
import { logMark, markLog } from '../../../store/new-log.ts';
import { type EarlyMoves, MEMORY } from '../../early/early-moves.ts';
import type { Step } from './history.ts';

export interface DrawingMemory extends DBSchema {
  cameras: { key: string; value: SavedCamera };
  histories: { key: string; value: HistoryHead };
  /** JSON text. Steps of older builds are objects. */
  steps: { key: [drawing: string, number: number]; value: string | Step };
  pictures: { key: string; value: SavedPicture | PictureSizes };
  /** Drawings whose stored thumbnail is out of date. */
  staleThumbs: { key: string; value: true };
  pictured: { key: string; value: ThumbRecord };
  /** Under a key of each page (`newKey`) what it keeps of a drawing. Older apps have one record under the drawing's id. */
  early: { key: string; value: EarlyRecord | EarlyMoves };
  /** Ids of the layers that people work on. */
  activeLayers: { key: string; value: string };
}

/** What was made of a drawing while it opened, until it is saved. Without it, strokes would be lost. */
export interface EarlyRecord {
  readonly title: string;
  readonly strokes: readonly Stroke[];
  /**
   * Of each stroke, how many like it the drawing had before a page began to save it, which may have ended then; null if none
   * has. Absent: no stroke was.
   */
  readonly had?: readonly (number | null)[];
  /** A stroke that began before the app came, and has not ended: all that was drawn then. */
  readonly unfinished?: Unfinished;
}

export interface Unfinished {
  readonly moves: EarlyMoves;
  /** As of the finished ones, for those that are not: at most one. */
  readonly had?: readonly number[];
}

/** The state of a history without its steps. */
export interface HistoryHead {
  /** Number of the first undone step. Steps are numbered over the life of the drawing. */
  readonly done: number;
  /** Characters of the steps; missing in older builds. */
  readonly size?: number;
  /** Last write, ms since the epoch; missing in older builds. */
  readonly used?: number;
}

/** Characters of all saved pictures, the least recently saved first. */
export interface PictureSizes {
  readonly sizes: readonly (readonly [id: string, characters: number])[];
}

/**
 * Key in `histories` of the size of all histories together, and in `pictures` of those of all pictures; absent if
 * they must be counted again.
 */
export const TOTAL_KEY = '';

/** The last revision at which a drawing's thumbnail was known to be current. */
export interface ThumbRecord {
  readonly rev: number;
  /** Fingerprint of the thumbnail. */
  readonly print: string;
}

/** A saved view: camera and size in CSS px. The size is missing in older builds. */
export interface SavedCamera extends Camera {
  readonly view?: Size;
}

/** A thumbnail of a drawing with its bounds, shown while the strokes load. */
export interface SavedPicture {
  /** Data URL. */
  readonly thumb: string;
  /** Bounds of the strokes. */
  readonly bounds: Bounds;
}

let opened: Promise<IDBPDatabase<DrawingMemory>> | undefined;
/** There after the browser ended a connection, perhaps because the disk is full: resolves when that is remembered. */
let torn: Promise<unknown> | undefined;

async function database(): Promise<IDBPDatabase<DrawingMemory>> {
  if (torn !== undefined) {
    await torn;
    // The store begins a new log with its next write. What is written before can cost everything that is stored.
    if ((await logMark()) === undefined) throw new Error('There is no sound log yet.');
    torn = undefined;
  }
  opened ??= openDB<DrawingMemory>(MEMORY, 6, {
    upgrade(db, before) {
      if (before < 1) {
        db.createObjectStore('cameras');
        db.createObjectStore('histories');
        db.createObjectStore('steps');
      }
      if (before < 2) db.createObjectStore('pictures');
      if (before < 3) db.createObjectStore('staleThumbs');
      if (before < 4) db.createObjectStore('pictured');
      if (before < 5) db.createObjectStore('early');
      db.createObjectStore('activeLayers');
    },
    blocking(_current, _blocked, event) {
      // Another page upgrades the database and must not wait for this connection.
      if (event.target instanceof IDBDatabase) event.target.close();
      opened = undefined;
    },
    terminated() {
      opened = undefined;
      // The worker may not be there to notice it.
      torn = markLog(false);
    },
  });
  return opened;
}

/** Runs `work`; undefined if the database fails. */
export async function withDatabase<T>(
  work: (db: IDBPDatabase<DrawingMemory>) => Promise<T>,
): Promise<T | undefined> {
  try {
    return await work(await database());
  } catch {
    opened = undefined;
    return undefined;
  }
}
