import { useEffect, useState } from 'preact/hooks';
import { shell as words } from '../words/en/shell.ts';
import { Button, IconButton } from './Button.tsx';
import { isSecondPress } from './second-press.ts';
import { dismissToast, TOAST_MS, type Toast, toastsAbove } from './toasts.ts';

/** Removes a message. If it has the focus, the focus moves to the dialog that it is in, or to the view. */
function dismiss({ currentTarget }: { readonly currentTarget: Element }, key: number): void {
  if (currentTarget.contains(document.activeElement)) {
    const around =
      currentTarget.closest('dialog')?.querySelector('button') ?? document.getElementById('main');
    around?.focus({ preventScroll: true });
  }
  dismissToast(key);
}

/**
 * A message may come up under a finger that taps twice: its second tap must not undo what the first one did. A key makes a
 * click without a count.
 */
function isUnmeant({ currentTarget, detail }: MouseEvent & { readonly currentTarget: Element }): boolean {
  const card = currentTarget.closest('.toast');
  return detail > 0 && isSecondPress((first) => card?.contains(first) ?? false);
}

function ToastCard({ toast }: { readonly toast: Toast }) {
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (held || toast.stays) return;
    const timer = setTimeout(() => dismissToast(toast.key), TOAST_MS);
    return () => clearTimeout(timer);
  }, [held, toast.key, toast.stays]);
  const hold = () => setHeld(true);
  const release = () => setHeld(false);
  return (
    <li class="toast" onPointerEnter={hold} onPointerLeave={release} onFocusIn={hold} onFocusOut={release}>
      <span class="toast-words">{toast.text}</span>
      <span class="toast-actions">
        {toast.action && (
          <Button
            tone="quiet"
            onClick={(event) => {
              if (isUnmeant(event)) return;
              toast.action?.run();
              dismiss(event, toast.key);
            }}
          >
            {toast.action.label}
          </Button>
        )}
        <IconButton icon="close" label={words.dismiss} onClick={(event) => dismiss(event, toast.key)} />
      </span>
    </li>
  );
}

/**
 * The list of toasts. It is in the page from the start, and in each dialog, since screen readers announce only changes
 * of a known region.
 * @param above how many dialogs it is above
 */
export function Toasts({ above = 0 }: { readonly above?: number }) {
  return (
    <ul class="toasts" aria-live="polite" aria-label={words.messages}>
      {toastsAbove(above).map((one) => (
        <ToastCard key={one.key} toast={one} />
      ))}
    </ul>
  );
}
