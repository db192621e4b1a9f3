/**
 * What was drawn on the kept view, on this device until the app has made strokes of it: it knows the brush, and the browser
 * may end the page before. It lies beside what is drawn while a drawing opens (src/app/studio/document), under a key of its
 * own.
 */
import type { PointerMove } from '../../ink/index.ts';

/** The database of what this device remembers of drawings, and its store. */
export const MEMORY = 'pleinair-studio';
export const EARLY = 'early';
/** The key of localStorage under which the studio keeps what is in hand. */
export const HAND = 'pleinair.hand';

/** What the canvas reads of an event. */
const FACTS = [
  'type',
  'pointerId',
  'pointerType',
  'button',
  'buttons',
  'clientX',
  'clientY',
  'pressure',
  'altitudeAngle',
  'tiltX',
  'tiltY',
  'shiftKey',
  'altKey',
  'timeStamp',
] as const;

type Facts = Pick<PointerEvent, (typeof FACTS)[number]>;

/** Where something was drawn. */
export interface Place {
  readonly camera: { readonly x: number; readonly y: number; readonly zoom: number };
  /** The canvas in the window, CSS px. */
  readonly at: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
  /** Colour of the paper; absent for white. */
  readonly paper?: string | undefined;
}

/** All that a page has collected, as the browser sent it. */
export interface EarlyMoves extends Place {
  /** What was in hand, as localStorage had it; null if it had nothing. */
  readonly hand: string | null;
  /** In order: each event, and its coalesced events. */
  readonly moves: readonly (readonly [event: Facts, parts: readonly Facts[]])[];
}

/** A page that keeps its moves on the device. */
export interface EarlyPage {
  /** Of its record, and of the lock that says that the page still runs. */
  readonly key: string;
  /** What it keeps. */
  readonly left: EarlyMoves;
  /** Resolves when it has written all that it was told to. */
  readonly written: Promise<unknown>;
  /** Its moves are strokes now, or another page may make strokes of them. */
  letGo(): void;
}

/** A key for what this page keeps of a drawing: it begins with the drawing's id. */
export function newKey(drawing: string): string {
  return `${drawing} ${Date.now()}.${Math.random()}`;
}

/** The keys of all that pages keep of a drawing. Those of older apps have its id as their key. */
export function keysOf(drawing: string): IDBKeyRange {
  return IDBKeyRange.bound(drawing, `${drawing}!`);
}

/** A lock that says that the page which keeps something still runs. */
export interface PageLock {
  /** Resolves when other pages see it. */
  readonly held: Promise<void>;
  letGo(): void;
}

/** Holds the lock of a key. Without locks, nobody can ask for one. */
export function holdLock(key: string): PageLock {
  let letGo = () => {};
  const gone = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const held = new Promise<void>((resolve, reject) => {
    if (!navigator.locks) return resolve();
    const begin = () => {
      resolve();
      return gone;
    };
    navigator.locks.request(key, begin).catch(reject);
  });
  held.catch(() => {});
  return { held, letGo };
}

/** The drawing that a key belongs to. */
export function drawingOf(key: string): string {
  return key.split(' ', 1)[0]!;
}

/** Writes what is drawn on a drawing. */
export interface MovesKeeper {
  readonly page: EarlyPage;
  /** A stroke begins: the next write is to find an open database. */
  begin(): void;
  /** Writes all moves so far. */
  keep(moves: readonly PointerMove[]): void;
}

/** Keeps what is drawn there in this page. */
export function keepMoves(drawing: string, { camera, at, paper }: Place): MovesKeeper {
  const key = newKey(drawing);
  /** Those of which the facts are read. */
  const known: EarlyMoves['moves'][number][] = [];
  let opened: Promise<IDBDatabase> | undefined;
  let lock: PageLock | undefined;
  let written: Promise<unknown> = Promise.resolve();
  let hand: string | null = null;
  const open = () =>
    new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open(MEMORY);
      // There is none: it must not be created here, without its stores.
      opening.onupgradeneeded = () => opening.transaction?.abort();
      opening.onerror = (event) => {
        event.preventDefault();
        reject();
      };
      opening.onsuccess = () => {
        opening.result.onversionchange = close;
        resolve(opening.result);
      };
    });
  const close = () => {
    void opened?.then((db) => db.close()).catch(() => {});
    opened = undefined;
  };
  const left = (): EarlyMoves => ({ camera, at, paper, hand, moves: known });
  return {
    begin() {
      opened ??= open();
      opened.catch(() => {});
      if (lock) return;
      lock = holdLock(key);
      try {
        hand = localStorage.getItem(HAND);
      } catch {
        // Then nothing is kept of what is in hand.
      }
    },
    keep(moves) {
      for (const { event, parts } of moves.slice(known.length))
        known.push([factsOf(event), parts.map(factsOf)]);
      opened ??= open();
      written = opened
        .then((db) => {
          const transaction = db.transaction(EARLY, 'readwrite');
          transaction.objectStore(EARLY).put(left(), key);
          transaction.commit();
          return new Promise((resolve) => {
            transaction.oncomplete = transaction.onabort = resolve;
          });
        })
        // It is in the memory of the page, which hands it to the app.
        .catch(() => {
          opened = undefined;
        });
    },
    page: {
      key,
      get left() {
        return left();
      },
      get written() {
        return written;
      },
      letGo() {
        lock?.letGo();
        close();
      },
    },
  };
}

function factsOf(event: PointerEvent): Facts {
  return Object.fromEntries(FACTS.map((name) => [name, event[name]])) as unknown as Facts;
}
