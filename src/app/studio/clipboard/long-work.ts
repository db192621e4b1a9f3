import { signal } from '@preact/signals';
import { toastWhile } from '../../ui/toasts.ts';

/** Work that takes longer than this says so, ms. */
const LONG = 400;

/** Shows a message while the work goes on, if it takes long. Returns what the work returns. */
export async function showingLong<T>(
  work: Promise<T>,
  text: string,
  action?: Parameters<typeof toastWhile>[2],
): Promise<T> {
  const isRunning = signal(true);
  const timer = setTimeout(() => toastWhile(() => isRunning.value, text, action), LONG);
  try {
    return await work;
  } finally {
    clearTimeout(timer);
    isRunning.value = false;
  }
}
