/** Short messages at the bottom of the page, with at most one action each. */
import { effect, signal } from '@preact/signals';

export interface Toast {
  readonly key: number;
  readonly text: string;
  readonly action?: { readonly label: string; readonly run: () => void } | undefined;
  /** True if it stays until it is dismissed. */
  readonly stays?: boolean;
  /** How many dialogs it is above: those that were open when it came, and still are. */
  readonly above: number;
}

/** ms that a message stays. It stays longer while it has the pointer or the focus. */
export const TOAST_MS = 10_000;

/** The messages that are shown, oldest first; three at most. */
export const toasts = signal<readonly Toast[]>([]);
/** How many dialogs are open, each above the one before. */
export const openDialogs = signal(0);
let next = 1;

// What a closed dialog leaves stays below the next one: it would cover that one's buttons, and offer to undo what lies behind.
effect(() => {
  const open = openDialogs.value;
  const shown = toasts.peek();
  if (!shown.some(({ above }) => above > open)) return;
  toasts.value = shown.map((one) => ({ ...one, above: Math.min(one.above, open) }));
});

/**
 * Shows a message and returns its key. It takes the place of an equal one that offers no action: said twice, it would
 * only push out others.
 */
export function toast(text: string, action?: Toast['action'], stays = false): number {
  const key = next++;
  const others = toasts.value.filter((one) => action || one.action || one.text !== text);
  toasts.value = [...others.slice(-2), { key, text, action, stays, above: openDialogs.value }];
  return key;
}

/**
 * The messages that a list of them shows: what came while a dialog was open is in the dialog, since the page below it is
 * dark, takes no pointer, and is not read out. What came before stays below, and what is left goes there with the dialog.
 * @param above how many dialogs the list is above: 0 in the page
 */
export function toastsAbove(above: number): readonly Toast[] {
  return toasts.value.filter((one) => one.above === above);
}

/**
 * Shows a message for as long as it is true. Returns its key.
 * @param isTrue reads signals; called again when one of them changes
 */
export function toastWhile(isTrue: () => boolean, text: string, action?: Toast['action']): number {
  const key = toast(text, action);
  const stop = effect(() => {
    const isShown = toasts.value.some((one) => one.key === key);
    if (isShown && isTrue()) return;
    queueMicrotask(() => {
      stop();
      dismissToast(key);
    });
  });
  return key;
}

/** Removes a message, if it is still shown. */
export function dismissToast(key: number | undefined): void {
  toasts.value = toasts.value.filter((one) => one.key !== key);
}
