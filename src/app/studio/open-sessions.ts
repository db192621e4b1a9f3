/** The drawings that are open, or were left before all was stored. One session a drawing, however often it is opened. */
import { effect } from '@preact/signals';
import { holdUpdates } from '../worker-bridge.ts';
import { busy, unsavedDrawings } from './busy.ts';
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
  const session = new Session(id);
  sessions.set(session.id, session);
  return session;
}

/** The drawing is left. It is kept until everything on it is stored. */
export async function closeSession(session: Session): Promise<void> {
  await session.rest();
  sweep();
}

function sweep(): void {
  for (const session of sessions.values()) {
    if (!session.unsaved && !session.shown) sessions.delete(session.id);
  }
}

/** Hears of commits by others, of the page being hidden and shown, and keeps it from going while something is unsaved. */
function follow(): void {
  if (following) return;
  following = true;
  const channel = new BroadcastChannel('drawings');
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
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
