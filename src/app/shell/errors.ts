/** What is said when something throws where no view is to be rendered: in an event, a timer, a promise. */
import { unsavedDrawings } from '../studio/saving/busy.ts';
import { toast, toasts } from '../ui/toasts.ts';

/** What is true of the drawings just now. */
export function safeWords(): string {
  return unsavedDrawings.value.size === 0
    ? 'Your drawings are safe on this device.'
    : 'What you drew last is not saved yet: keep this page open until it is.';
}

/** Says it once, until the message is gone. */
export function sayTrouble(what: string): void {
  if (toasts.value.some(({ text }) => text.startsWith(what))) return;
  toast(`${what} ${safeWords()}`, { label: 'Reload', run: () => location.reload() });
}

/** Hears of what nobody caught. Called once, before the first render. */
export function listenForErrors(): void {
  addEventListener('error', ({ error }) => heard(error));
  addEventListener('unhandledrejection', ({ reason }) => heard(reason));
}

/** Browsers tell of much that is no fault of the page: a layout that takes two rounds, a script of an extension. */
function heard(error: unknown): void {
  if (!(error instanceof Error) || error.name === 'AbortError') return;
  if (error.stack?.includes(location.origin)) sayTrouble('Something went wrong.');
}
