/** The drawings that are open, or were left before all was stored. One session a drawing, however often it is opened. */
import { effect } from '@preact/signals';
import type { Stroke } from '../../../core/drawing/types.ts';
import { holdUpdates } from '../../client/worker-bridge.ts';
import { forgetDrawings } from '../document/drawing-memory.ts';
import { type DrawingsPort, drawingsApi } from '../document/drawings-port.ts';
import { busy, isDiscarded, noteDiscarded, unsavedDrawings } from '../saving/busy.ts';
import { Session } from './session.ts';

const sessions = new Map<string, Session>();
let following = false;

/** Opens a drawing; without an id, a new one. `closeSession` is due when it is left. */
export function openSession(id: string | undefined): Session {
  follow();
  const open = id === undefined ? undefined : sessions.get(id);
  if (open) {
    open.returned();
    return open;
  }
  const makeApart = (title: string, strokes: readonly Stroke[]) => {
    const apart = openSession(undefined);
    apart.begin(title, strokes);
    return apart;
  };
  const session: Session = new Session(
    id,
    makeApart,
    portWhile(() => !isDiscarded(session)),
  );
  sessions.set(session.id, session);
  return session;
}

/** The drawing is left. It is kept until everything on it is stored. */
export async function closeSession(session: Session): Promise<void> {
  await session.rest();
  sweep();
}

/**
 * Gives up what is not stored of a drawing that was left: nothing more of it is sent. What was stored stays as it is, and
 * what is under way may still land there.
 */
export async function discardUnsaved(id: string): Promise<void> {
  const session = sessions.get(id);
  if (!session || session.shown) return;
  sessions.delete(id);
  noteDiscarded(session);
  await forgetDrawings(new Set([id]));
}

/** The API, as long as the session is wanted. After that nothing is asked, and nothing answered: it ends there. */
function portWhile(isWanted: () => boolean): DrawingsPort {
  const ask = <T>(send: () => Promise<T>) => (isWanted() ? send() : new Promise<T>(() => {}));
  return {
    read: (id, reader) => ask(() => drawingsApi.read(id, reader)),
    create: (id, drawing) => ask(() => drawingsApi.create(id, drawing)),
    patch: (id, patch) => ask(() => drawingsApi.patch(id, patch)),
    restore: (id) => ask(() => drawingsApi.restore(id)),
  };
}

function sweep(): void {
  for (const session of sessions.values()) {
    if (!session.unsaved && !session.shown) sessions.delete(session.id);
  }
}

/** ms: a sync or an import announces many commits. */
const RETRY_FULL = 1_000;
let retried = 0;

/** What was just written, or deleted, may have left room for what did not fit before. */
function retryFull(): void {
  const now = performance.now();
  if (now - retried < RETRY_FULL) return;
  retried = now;
  for (const session of sessions.values()) {
    const state = session.save.value;
    if (state.kind === 'trying' && state.trouble === 'full') session.retry();
  }
}

/** Hears of commits by others, of the page being hidden and shown, and keeps it from going while something is unsaved. */
function follow(): void {
  if (following) return;
  following = true;
  const channel = new BroadcastChannel('drawings');
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    retryFull();
    if (typeof data !== 'object' || data === null || !('id' in data) || !('rev' in data)) return;
    if (typeof data.id === 'string' && typeof data.rev === 'number') sessions.get(data.id)?.heard(data.rev);
  });
  document.addEventListener('visibilitychange', () => {
    for (const session of sessions.values()) {
      if (document.visibilityState === 'visible') session.returned();
      else void session.rest();
    }
  });
  addEventListener('pagehide', () => {
    for (const session of sessions.values()) void session.rest();
  });
  addEventListener('online', () => {
    for (const session of sessions.values()) session.retry();
  });
  holdUpdates(() => busy.value);
  const guard = (event: BeforeUnloadEvent) => event.preventDefault();
  effect(() => {
    // Only while it is needed: a page with this listener is not kept for the way back.
    if (unsavedDrawings.value.size > 0) addEventListener('beforeunload', guard);
    else removeEventListener('beforeunload', guard);
    sweep();
  });
}
