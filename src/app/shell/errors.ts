/** What is said when something throws where no view is to be rendered: in an event, a timer, a promise. */

import { unsavedDrawings } from '../studio/saving/busy.ts';
import { toast, toasts } from '../ui/toasts.ts';
import { shell as words } from '../words/en/shell.ts';

/** What is true of the drawings just now. */
export function safeWords(): string {
  return unsavedDrawings.value.size === 0 ? words.safe : words.unsaved;
}

type Trouble = 'partStopped' | 'somethingWrong';

/** Keys of the messages that told of each. */
const told = new Map<Trouble, number>();

/** Says it once, until the message is gone. */
export function sayTrouble(what: Trouble): void {
  if (toasts.value.some(({ key }) => key === told.get(what))) return;
  const reload = { label: words.reload, run: () => location.reload() };
  told.set(what, toast(`${words[what]} ${safeWords()}`, reload));
}

/** Hears of what nobody caught. Called once, before the first render. */
export function listenForErrors(): void {
  addEventListener('error', ({ error }) => heard(error));
  addEventListener('unhandledrejection', ({ reason }) => heard(reason));
}

/** Browsers tell of much that is no fault of the page: a layout that takes two rounds, a script of an extension. */
function heard(error: unknown): void {
  if (!(error instanceof Error) || error.name === 'AbortError') return;
  if (error.stack?.includes(location.origin)) sayTrouble('somethingWrong');
}
