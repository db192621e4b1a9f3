/** Drags the rows of a list into another order, by a grip: with a mouse, a pen or a finger. */
import { signal } from '@preact/signals';
import { placeOf, type Row, within } from './row-order.ts';

/** Up to this way it is a tap, CSS px. */
const SLOP = 4;
/** How near to an edge of the list it scrolls, and how far in a frame at most, CSS px. */
const NEAR = 36;
const FASTEST = 9;

/** A row on its way. Places count from the top. */
export interface Dragged {
  readonly rows: readonly Row[];
  readonly from: number;
  /** Where it would go now. */
  readonly to: number;
  /** How far it is from where it was, CSS px. */
  readonly by: number;
}

interface Hand {
  readonly pointer: number;
  readonly grip: Element;
  readonly list: Element;
  readonly rows: readonly Row[];
  readonly from: number;
  /** Where it came down, CSS px from the top of what the list scrolls. */
  readonly start: number;
  /** Where it is, CSS px of the window. */
  y: number;
  frame: number;
}

export class RowDrag {
  readonly dragged = signal<Dragged | undefined>(undefined);
  #hand: Hand | undefined;

  /** The grip of a row is pressed. */
  press({ pointerId: pointer, clientY: y, button }: PointerEvent, grip: Element, row: Element): void {
    const list = row.parentElement;
    if (this.#hand || button !== 0 || !list) return;
    const all = [...list.children].filter(({ classList }) => classList.contains(row.classList[0] ?? ''));
    const start = y - topOf(list);
    const rows = all.map((one) => {
      const { top, height } = one.getBoundingClientRect();
      return { top: top - topOf(list), height };
    });
    grip.setPointerCapture(pointer);
    addEventListener('keydown', this.#byKey, { capture: true });
    this.#hand = { pointer, grip, list, rows, from: all.indexOf(row), start, y, frame: 0 };
    this.#scroll();
  }

  move({ pointerId, clientY }: PointerEvent): void {
    if (this.#hand?.pointer !== pointerId) return;
    this.#hand.y = clientY;
    this.#follow();
  }

  /** The grip is let go. Returns the row and where it goes, the same place after a tap; undefined for another pointer. */
  lift({ pointerId }: PointerEvent): { readonly from: number; readonly to: number } | undefined {
    const hand = this.#hand;
    if (hand?.pointer !== pointerId) return undefined;
    const to = this.dragged.value?.to ?? hand.from;
    this.giveUp();
    return { from: hand.from, to };
  }

  /** Puts the row back where it was. */
  giveUp(pointer = this.#hand?.pointer): void {
    const hand = this.#hand;
    if (!hand || hand.pointer !== pointer) return;
    this.#hand = undefined;
    this.dragged.value = undefined;
    cancelAnimationFrame(hand.frame);
    removeEventListener('keydown', this.#byKey, { capture: true });
    if (hand.grip.hasPointerCapture(pointer)) hand.grip.releasePointerCapture(pointer);
  }

  #follow(): void {
    const hand = this.#hand;
    if (!hand) return;
    const { rows, from, list, start, y } = hand;
    const way = y - topOf(list) - start;
    if (!this.dragged.value && Math.abs(way) <= SLOP) return;
    const by = within(rows, from, way);
    this.dragged.value = { rows, from, to: placeOf(rows, from, by), by };
  }

  /** In each frame: the list scrolls while the row is held at one of its edges. */
  readonly #scroll = (): void => {
    const hand = this.#hand;
    if (!hand) return;
    const { top, bottom } = hand.list.getBoundingClientRect();
    const over = Math.max(0, hand.y - bottom + NEAR) - Math.max(0, top + NEAR - hand.y);
    if (this.dragged.value && over !== 0) {
      hand.list.scrollTop += Math.max(-FASTEST, Math.min(FASTEST, over / 4));
      this.#follow();
    }
    hand.frame = requestAnimationFrame(this.#scroll);
  };

  readonly #byKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return;
    // The panel stays open.
    event.stopPropagation();
    event.preventDefault();
    this.giveUp();
  };
}

/** The top of what the list scrolls, CSS px of the window. */
function topOf(list: Element): number {
  return list.getBoundingClientRect().top - list.scrollTop;
}
