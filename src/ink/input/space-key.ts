/** The Space key, held down to move the paper with a mouse. */

/** True if a key typed here writes text. */
function takesText(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      target.matches('textarea, select, input:not([type=radio], [type=checkbox], [type=color])'))
  );
}

/**
 * Reports when Space is pressed and released. It works wherever the focus is, text fields excepted: after a
 * click on a button the focus is still there while the pointer is already on the paper. Releasing Space still
 * presses that button, unless a pointer came down on `host` meanwhile and took the focus.
 */
export function watchSpace(host: HTMLElement, signal: AbortSignal, tell: (held: boolean) => void): void {
  const hear = (event: KeyboardEvent, held: boolean) => {
    if (event.key !== ' ') return;
    if (!held) {
      tell(false);
      return;
    }
    if (event.defaultPrevented || takesText(event.target)) return;
    // Otherwise the page would scroll.
    if (event.target === host || event.target === host.ownerDocument.body) event.preventDefault();
    tell(true);
  };
  const page = host.ownerDocument;
  page.addEventListener('keydown', (event) => hear(event, true), { signal });
  page.addEventListener('keyup', (event) => hear(event, false), { signal });
  // A release in another window sends no event here.
  page.defaultView?.addEventListener('blur', () => tell(false), { signal });
}
