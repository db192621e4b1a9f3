import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

/** A modal sheet, there for keys with the frame that it is seen in. The browser's own dialog: focus stays inside, Escape closes, focus goes back after. */
export function Dialog({ title, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useLayoutEffect(() => {
    const element = dialog.current;
    const opener = document.activeElement;
    element?.showModal();
    return () => {
      element?.close();
      // The browser gives the focus back only from a dialog that still stands in the page.
      if (opener instanceof HTMLElement) opener.focus({ preventScroll: true });
    };
  }, []);
  // Escape takes the dialog out of the page at once: one that the browser closes tells of it in a later task, and what
  // a person has opened with the next key by then would be closed with it.
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
      // Told once more, later, of a dialog that is gone from the page.
      onClose={() => dialog.current && onClose()}
      onPointerDown={closeOnScrim}
    >
      <div class="dialog-body">
        <h2 id={id}>{title}</h2>
        {children}
      </div>
    </dialog>
  );
}
