import { signal } from '@preact/signals';
import type { Session } from '../session/session.ts';
import { toastOf } from '../session/toast-with-undo.ts';

/** Work that takes longer than this says so, ms. */
const LONG = 400;

/** Shows a message while the work on a drawing goes on, if it takes long. Returns what the work returns. */
export async function showingLong<T>(
  session: Session,
  work: Promise<T>,
  text: string,
  action?: Parameters<typeof toastOf>[3],
): Promise<T> {
  const isRunning = signal(true);
  const timer = setTimeout(() => toastOf(session, text, () => isRunning.value, action), LONG);
  try {
    return await work;
  } finally {
    clearTimeout(timer);
    isRunning.value = false;
  }
}
