/** Space held down, for a hand that moves the paper with a mouse. */

/** Does a key write something here? */
function takesText(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      target.matches('textarea, select, input:not([type=radio], [type=checkbox], [type=color])'))
  );
}

/**
 * Tells when it is pressed and let go, wherever the focus is but in a field: after a press on a button the focus is
 * there, and the hand on its way to the paper. The button is pressed all the same when Space is let go, unless a hand has
 * come down on `host` meanwhile, which takes the focus.
 */
export function watchSpace(host: HTMLElement, signal: AbortSignal, tell: (held: boolean) => void): void {
  const hear = (event: KeyboardEvent, held: boolean) => {
    if (event.key !== ' ') return;
    if (!held) {
      tell(false);
      return;
    }
    if (event.defaultPrevented || takesText(event.target)) return;
    // It would scroll.
    if (event.target === host || event.target === host.ownerDocument.body) event.preventDefault();
    tell(true);
  };
  const page = host.ownerDocument;
  page.addEventListener('keydown', (event) => hear(event, true), { signal });
  page.addEventListener('keyup', (event) => hear(event, false), { signal });
  // What happens to it in another window is not heard.
  page.defaultView?.addEventListener('blur', () => tell(false), { signal });
}
