/** The second press of a double click or a double tap: the first may have put something else under the pointer. */

/** A press of a pointer, as its `pointerdown` says. */
export type Press = Pick<PointerEvent, 'target' | 'clientX' | 'clientY' | 'timeStamp' | 'pointerType'>;

/** A press within this time (ms) and distance (CSS px) of the one before belongs to it, as platforms count them. */
const DOUBLE_MS = 500;
const DOUBLE_PX = 24;

/** The last two presses on the page. */
let before: Press | undefined;
let last: Press | undefined;

/** Called once, before the first render. */
export function watchPresses(): void {
  document.addEventListener('pointerdown', notePress, { capture: true });
}

export function notePress({ target, clientX, clientY, timeStamp, pointerType }: Press): void {
  before = last;
  last = { target, clientX, clientY, timeStamp, pointerType };
}

/** What lies at a place of the window, CSS px. */
type Under = (x: number, y: number) => Node | null;

/**
 * True if the last press is the second of a double one whose first was elsewhere: it was not meant for what it hits. Where
 * the first one hit is still there, it was: somebody dots the paper right beside a button.
 * @param isOwn whether what the first press hit belongs to what asks
 */
export function isSecondPress(
  isOwn: (first: Element) => boolean,
  under: Under = (x, y) => document.elementFromPoint(x, y),
): boolean {
  if (!before || !last || before.pointerType !== last.pointerType) return false;
  if (last.timeStamp - before.timeStamp > DOUBLE_MS) return false;
  if (Math.hypot(last.clientX - before.clientX, last.clientY - before.clientY) >= DOUBLE_PX) return false;
  const first = before.target as Element;
  return !isOwn(first) && !first.contains(under(before.clientX, before.clientY));
}
