/** Messages for errors outside of rendering: in events, timers and promises. */
import { unsavedDrawings } from '../studio/saving/busy.ts';
import { toast, toasts } from '../ui/toasts.ts';
import { shell as words } from '../words/en/shell.ts';

/** A sentence that says whether all drawings are saved. */
export function safetyWords(): string {
  return unsavedDrawings.value.size === 0 ? words.safe : words.unsaved;
}

/** Keys of the messages in the catalogue. */
type ErrorMessage = 'partStopped' | 'somethingWrong';

/** The toast that last showed each message. */
const toastKeys = new Map<ErrorMessage, number>();

/** Shows a message with a button to reload, unless it is already shown. */
export function showErrorToast(message: ErrorMessage): void {
  if (toasts.value.some(({ key }) => key === toastKeys.get(message))) return;
  const reload = { label: words.reload, run: () => location.reload() };
  toastKeys.set(message, toast(`${words[message]} ${safetyWords()}`, reload));
}

/** Listens for uncaught errors and rejections. Called once, before the first render. */
export function listenForErrors(): void {
  addEventListener('error', ({ error }) => showUncaught(error));
  addEventListener('unhandledrejection', ({ reason }) => showUncaught(reason));
}

/**
 * Shows an error of the page's own scripts. Browsers also report harmless ones: a ResizeObserver that needs two
 * rounds, a script of an extension.
 */
function showUncaught(error: unknown): void {
  if (!(error instanceof Error) || error.name === 'AbortError') return;
  if (error.stack?.includes(location.origin)) showErrorToast('somethingWrong');
}
