/** The sessions of all drawings that are open or have unsaved changes. A drawing has one session at most. */
import { effect } from '@preact/signals';
import { holdUpdates } from '../../client/worker-bridge.ts';
import { forgetDrawings } from '../document/drawing-memory.ts';
import { type DrawingsPort, drawingsApi } from '../document/drawings-port.ts';
import { busy, isDiscarded, noteDiscarded, unsavedDrawings } from '../saving/busy.ts';
import type { DrawLeft } from './opening/early-keeper.ts';
import { type CreateApart, Session } from './session.ts';

const sessions = new Map<string, Session>();
let isListening = false;

/** A new drawing has nothing that a page could have left. */
const NONE: DrawLeft = () => ({ strokes: [], begun: [] });

/**
 * Opens a drawing; without an id, a new one. Call `closeSession` when it is left.
 * @param drawLeft makes strokes of what was drawn on it before the app came, in a page that has ended
 */
export function openSession(id: undefined): Session;
export function openSession(id: string | undefined, drawLeft: DrawLeft): Session;
export function openSession(id: string | undefined, drawLeft = NONE): Session {
  startListening();
  const open = id === undefined ? undefined : sessions.get(id);
  if (open) {
    open.onVisible();
    return open;
  }
  const createApart: CreateApart = (title, strokes, members) => {
    const apart = openSession(undefined);
    apart.begin(title, strokes, members);
    return apart;
  };
  const session: Session = new Session(
    id,
    createApart,
    drawLeft,
    portWhile(() => !isDiscarded(session)),
  );
  sessions.set(session.id, session);
  return session;
}

/** Closes a drawing. Its session stays until everything is stored. */
export async function closeSession(session: Session): Promise<void> {
  await session.flush();
  sweep();
}

/**
 * Discards the unsaved changes of a drawing that was left. Nothing more is sent. Stored changes stay, and a
 * running request may still take effect.
 */
export async function discardUnsaved(id: string): Promise<void> {
  const session = sessions.get(id);
  if (!session || session.isShown.peek()) return;
  sessions.delete(id);
  noteDiscarded(session);
  await forgetDrawings(new Set([id]));
}

/** The API while `isWanted` is true. Later calls send nothing and never resolve. */
function portWhile(isWanted: () => boolean): DrawingsPort {
  const ask = <T>(send: () => Promise<T>) => (isWanted() ? send() : new Promise<T>(() => {}));
  return {
    read: (id, reader) => ask(() => drawingsApi.read(id, reader)),
    create: (id, drawing, key) => ask(() => drawingsApi.create(id, drawing, key)),
    patch: (id, patch) => ask(() => drawingsApi.patch(id, patch)),
    restore: (id) => ask(() => drawingsApi.restore(id)),
  };
}

function sweep(): void {
  for (const session of sessions.values()) {
    if (!session.unsaved && !session.isShown.peek() && !session.awaitsMemory) sessions.delete(session.id);
  }
}

/** Least ms between two retries, because sync and import announce many commits. */
const RETRY_FULL = 1_000;
let retried = 0;

/** Retries saves that failed on a full storage, after a commit that may have freed room. */
function retryFull(): void {
  const now = performance.now();
  if (now - retried < RETRY_FULL) return;
  retried = now;
  for (const session of sessions.values()) {
    const state = session.save.value;
    if (state.kind === 'trying' && state.trouble === 'full') session.retry();
  }
}

/**
 * Listens for commits, for the page being hidden and shown, and prevents leaving while something is unsaved.
 * Runs once.
 */
function startListening(): void {
  if (isListening) return;
  isListening = true;
  const channel = new BroadcastChannel('drawings');
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    retryFull();
    if (typeof data !== 'object' || data === null || !('id' in data) || !('rev' in data)) return;
    if (typeof data.id === 'string' && typeof data.rev === 'number')
      sessions.get(data.id)?.onRevision(data.rev);
  });
  document.addEventListener('visibilitychange', () => {
    for (const session of sessions.values()) {
      if (document.visibilityState === 'visible') session.onVisible();
      else void session.flush();
    }
  });
  addEventListener('pagehide', () => {
    for (const session of sessions.values()) void session.flush();
  });
  addEventListener('online', () => {
    for (const session of sessions.values()) session.retry();
  });
  holdUpdates(() => busy.value);
  const guard = (event: BeforeUnloadEvent) => {
    // What is being typed is saved while the browser asks.
    for (const session of sessions.values()) session.settle();
    event.preventDefault();
  };
  effect(() => {
    // Only while needed: browsers do not keep a page with this listener in the back/forward cache.
    if (unsavedDrawings.value.size > 0) addEventListener('beforeunload', guard);
    else removeEventListener('beforeunload', guard);
    sweep();
  });
}
