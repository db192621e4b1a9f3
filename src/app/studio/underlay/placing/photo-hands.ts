/** Pointers and the wheel on a photo that is being placed. What one gesture does is one change. */
import type { Underlay } from '../../../../core/drawing/types.ts';
import type { Photo } from '../photo.ts';
import { changed, gestured, straightened, turnedInSteps } from '../place.ts';

interface Position {
  readonly x: number;
  readonly y: number;
}

type Handle = 'move' | 'scale' | 'turn';

/** Degrees of a step of turning with Shift. */
const STEP = 15;
/** Wheel distance that doubles the photo, CSS px; and the most that counts at once. */
const [DOUBLES, NOTCH] = [400, 120];
/** A touchpad's pinch comes in much smaller steps. */
const PINCH = 5;
/** Degrees that a notch of the wheel turns with Alt. */
const TURN = 1;
/** ms without a movement of the wheel after which its change is one. */
const REST = 250;

export class PhotoHands {
  readonly #stage: HTMLElement;
  readonly #photo: Photo;
  readonly #toPaper: (at: Position) => Position;
  readonly #abort = new AbortController();
  /** Where the pointers are, CSS px in the stage, and where they were when the last of them came or went. */
  readonly #hands = new Map<number, { began: Position; now: Position }>();
  #handle: Handle = 'move';
  /** The photo when the last of them came or went. */
  #base: Underlay | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param toPaper drawing units for CSS px in the stage */
  constructor(stage: HTMLElement, photo: Photo, toPaper: (at: Position) => Position) {
    this.#stage = stage;
    this.#photo = photo;
    this.#toPaper = toPaper;
    const { signal } = this.#abort;
    stage.addEventListener('pointerdown', (event) => this.#down(event), { signal });
    stage.addEventListener('pointermove', (event) => this.#move(event), { signal });
    for (const type of ['pointerup', 'pointercancel'] as const) {
      stage.addEventListener(type, (event) => this.#up(event), { signal });
    }
    stage.addEventListener('wheel', (event) => this.#wheel(event), { signal, passive: false });
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#abort.abort();
  }

  #placeOf({ clientX, clientY }: MouseEvent): Position {
    const { left, top } = this.#stage.getBoundingClientRect();
    return { x: clientX - left, y: clientY - top };
  }

  #down(event: PointerEvent): void {
    // A third finger, and another button than the first, do nothing.
    if (event.button !== 0 || this.#hands.size === 2) return;
    this.#stage.setPointerCapture(event.pointerId);
    if (this.#hands.size === 0) {
      const { target } = event;
      const handle = target instanceof HTMLElement ? target.dataset['handle'] : undefined;
      this.#handle = handle === 'scale' || handle === 'turn' ? handle : 'move';
    } else this.#handle = 'move';
    const at = this.#placeOf(event);
    this.#hands.set(event.pointerId, { began: at, now: at });
    this.#begin();
  }

  #up({ pointerId }: PointerEvent): void {
    if (!this.#hands.delete(pointerId)) return;
    this.#begin();
    if (this.#hands.size === 0) this.#photo.settle();
  }

  /** From here on, what the pointers do counts from where they and the photo are now. */
  #begin(): void {
    this.#base = this.#photo.now.peek();
    for (const hand of this.#hands.values()) hand.began = hand.now;
  }

  #move(event: PointerEvent): void {
    const hand = this.#hands.get(event.pointerId);
    const base = this.#base;
    if (!hand || !base) return;
    hand.now = this.#placeOf(event);
    const [first, second] = [...this.#hands.values()].map(({ began, now }) => ({
      began: this.#toPaper(began),
      now: this.#toPaper(now),
    }));
    if (!first) return;
    const place = second
      ? this.#byTwo(base, first, second)
      : this.#handle === 'move'
        ? gestured(base, base, { from: first.began, to: first.now, grow: 1, turn: 0 })
        : this.#byHandle(base, first.began, first.now, event.shiftKey);
    this.#photo.draft.value = { ...base, ...place };
  }

  #byTwo(base: Underlay, a: { began: Position; now: Position }, b: { began: Position; now: Position }) {
    const before = between(a.began, b.began);
    const after = between(a.now, b.now);
    const grow = before.length > 0 ? after.length / before.length : 1;
    const turn = after.angle - before.angle;
    const place = gestured(base, base, { from: before.middle, to: after.middle, grow, turn });
    return straightened(place);
  }

  /** By one of the handles, around the middle of the photo. */
  #byHandle(base: Underlay, began: Position, now: Position, inSteps: boolean) {
    const before = between(base, began);
    const after = between(base, now);
    if (this.#handle === 'scale') {
      return changed(base, base, before.length > 0 ? after.length / before.length : 1, 0);
    }
    const place = changed(base, base, 1, after.angle - before.angle);
    return inSteps ? turnedInSteps(place, STEP) : straightened(place);
  }

  #wheel(event: WheelEvent): void {
    event.preventDefault();
    const now = this.#photo.now.peek();
    if (!now || this.#hands.size > 0) return;
    const distance = event.deltaY || event.deltaX;
    const by = Math.min(NOTCH, Math.max(-NOTCH, event.deltaMode === 0 ? distance : distance * NOTCH));
    const at = this.#toPaper(this.#placeOf(event));
    const grow = event.altKey ? 1 : 2 ** (-by / (event.ctrlKey ? DOUBLES / PINCH : DOUBLES));
    const turn = event.altKey ? Math.sign(by) * TURN : 0;
    this.#photo.draft.value = { ...now, ...gestured(now, now, { from: at, to: at, grow, turn }) };
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#photo.settle(), REST);
  }
}

function between(from: Position, to: Position) {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  return {
    middle: { x: from.x + dx / 2, y: from.y + dy / 2 },
    length: Math.hypot(dx, dy),
    angle: (Math.atan2(dy, dx) * 180) / Math.PI,
  };
}
