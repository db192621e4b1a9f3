import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Toasts } from './Toasts.tsx';
import { openDialogs } from './toasts.ts';

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

/**
 * A modal `<dialog>`: the focus stays inside, Escape closes it, and the focus returns to the opener. It opens
 * in a layout effect, so that it takes keys from the first frame that shows it. Messages that come meanwhile are in it.
 */
export function Dialog({ title, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const [above] = useState(() => openDialogs.peek() + 1);
  useLayoutEffect(() => {
    const element = dialog.current;
    const opener = document.activeElement;
    element?.showModal();
    openDialogs.value += 1;
    return () => {
      openDialogs.value -= 1;
      element?.close();
      // The browser returns the focus only from a dialog that is still in the document.
      if (opener instanceof HTMLElement) opener.focus({ preventScroll: true });
    };
  }, []);
  // On Escape the dialog is removed at once. When the browser closes a dialog, its `close` event comes in a
  // later task, and would then also close whatever the next key has opened.
  const cancel = (event: Event) => {
    if (event.target !== dialog.current) return;
    event.preventDefault();
    onClose();
  };
  const closeOnScrim = (event: MouseEvent) => {
    if (event.target === dialog.current) onClose();
  };
  return (
    <dialog
      ref={dialog}
      class="dialog"
      aria-labelledby={id}
      onCancel={cancel}
      // The `close` event of a removed dialog comes later and is ignored.
      onClose={() => dialog.current && onClose()}
      onPointerDown={closeOnScrim}
    >
      <div class="dialog-body">
        <h2 id={id}>{title}</h2>
        {children}
      </div>
      <div class="dialog-messages">
        <Toasts above={above} />
      </div>
    </dialog>
  );
}
