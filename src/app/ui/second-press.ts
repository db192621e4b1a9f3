/**
 * The second press of a double click or a double tap: the first may have put something else under the pointer, as when it
 * closed a dialog. That was not meant, and is not pressed.
 */

/** A press of a pointer, as its `pointerdown` says. */
export type Press = Pick<PointerEvent, 'target' | 'clientX' | 'clientY' | 'timeStamp' | 'pointerType'>;

interface Noted extends Omit<Press, 'target'> {
  /** The control, or else what was hit: what is in a control may be another with each press. */
  readonly hit: Element;
  /** True if all it did was to close something beside it. */
  readonly isSpent: boolean;
}

/** A press within this time (ms) and distance (CSS px) of the one before belongs to it, as platforms count them. */
const DOUBLE_MS = 500;
const DOUBLE_PX = 24;

/** They ask `isSecondPress`: a line is drawn, and messages can be dismissed as fast as one likes. */
const ASKING = '.canvas, .kept-view, .toast';

let last: Noted | undefined;
/** The press before, if the last one is the second of a double one. */
let first: Noted | undefined;
/** True if what that hit was no longer there when the last press came. */
let isGone = false;

/** Called once, before the first render: the page may change as soon as another listener has heard of a press. */
export function watchPresses(): void {
  addEventListener('pointerdown', (event) => notePress(event), { capture: true });
  addEventListener('keydown', noteKey, { capture: true });
  for (const type of ['pointerdown', 'mousedown', 'click'] as const) {
    addEventListener(type, stopUnmeant, { capture: true });
  }
}

/** @param under what lies at a place of the window, CSS px */
export function notePress(
  { target, clientX, clientY, timeStamp, pointerType }: Press,
  under: (x: number, y: number) => Node | null = (x, y) => document.elementFromPoint(x, y),
): void {
  const element = target as Element;
  const before = last;
  last = {
    hit: element.closest('button, a, label') ?? element,
    clientX,
    clientY,
    timeStamp,
    pointerType,
    isSpent: false,
  };
  first = before && isDouble(before, last) ? before : undefined;
  // Where it is still there, or under the pointer again, the press was meant: somebody dots the paper right beside a button.
  isGone =
    first !== undefined &&
    !first.hit.contains(element) &&
    !first.hit.contains(under(first.clientX, first.clientY));
}

/** A press after a key is no second half: what is there was asked for by that. */
export function noteKey(): void {
  last = undefined;
  first = undefined;
  isGone = false;
}

function isDouble(before: Noted, { clientX, clientY, timeStamp, pointerType }: Noted): boolean {
  return (
    before.pointerType === pointerType &&
    timeStamp - before.timeStamp <= DOUBLE_MS &&
    Math.hypot(clientX - before.clientX, clientY - before.clientY) < DOUBLE_PX
  );
}

/** Tells that all the last press did was to close something beside it, though it hit what is there still. */
export function spendPress(): void {
  if (last) last = { ...last, isSpent: true };
}

/**
 * True if the last press is the second of a double one that was not meant for what asks: the first hit something else,
 * which is gone, or only closed something.
 * @param isOwn whether what the first press hit belongs to what asks
 */
export function isSecondPress(isOwn: (first: Element) => boolean): boolean {
  if (!first) return false;
  return isOwn(first.hit) ? first.isSpent : isGone;
}

/** Keeps an unmeant press from what it hits, with its click, and the focus where it is. */
function stopUnmeant(event: MouseEvent): void {
  // A key makes a click that no pointer has counted.
  if (event.type === 'click' && event.detail === 0) return;
  if (!isGone || (event.target as Element).closest(ASKING)) return;
  event.stopPropagation();
  // Of a pointer only what follows is prevented: WebKitGTK would end a pen's events there.
  if (event.type !== 'pointerdown') event.preventDefault();
}
