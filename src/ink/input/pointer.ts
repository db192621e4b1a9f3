/**
 * Turns pointer events into strokes of a tool or movements of the paper.
 *
 * Every sample the device sent is kept. No other pointer ever ends a pen's stroke. Fingers draw until a pen was
 * used; from then on they move the paper, unless the settings let them draw. A tap with two or three fingers
 * neither draws nor moves. A finger that holds still picks a colour.
 *
 * The move listener only stores events, because it may run several times a frame; `flush` works them out once.
 */
import type { Position } from '../geometry/bounds.ts';
import { type Contact, capture, type GestureState, LongPress, middle } from './contacts.ts';
import type { PointerTarget } from './pointer-target.ts';
import { watchGestures } from './safari-gestures.ts';
import { addSamples, type Device, deviceOf, predictedSamples, type Sample, sampleOf } from './samples.ts';
import { watchSpace } from './space-key.ts';
import { TAP, Taps } from './taps.ts';
import { turnOf } from './wheel.ts';

export type { PointerTarget } from './pointer-target.ts';
export type { Device, Sample } from './samples.ts';

/** A second finger within this time means that both were to move the paper, ms. */
const SECOND_FINGER = 250;
/** So does a second finger that comes before the first has drawn farther than this, CSS px. */
const SHORT_STROKE = 24;
/** How far a finger moves before the paper follows, CSS px: a resting palm moves nothing. */
const SLOP = 8;
/** A new touch within this time after the pen is taken for the palm, ms. */
const PALM_AFTER = 400;

/** An event of a pointer, as the browser sent it. */
export interface PointerMove {
  readonly event: PointerEvent;
  /** Its coalesced events. */
  readonly parts: readonly PointerEvent[];
}

export interface PointerOptions {
  /** True if a pen was used before. After its first use, fingers no longer draw. */
  readonly penSeen: boolean;
  readonly fingersDraw: boolean;
  /** True if the press of now is the second half of a double click that began elsewhere: it draws no dot. */
  readonly isSecondPress?: (() => boolean) | undefined;
}

export class PointerInput {
  readonly #host: HTMLElement;
  readonly #target: PointerTarget;
  readonly #abort = new AbortController();
  readonly #contacts = new Map<number, Contact>();
  /** Pointers that do nothing until they are lifted. */
  readonly #ignored = new Set<number>();
  #state: GestureState = { kind: 'idle' };
  fingersDraw: boolean;
  readonly #isSecondPress: (() => boolean) | undefined;
  #penSeen: boolean;
  readonly #taps = new Taps();
  readonly #longPress = new LongPress(() => this.#pressedLong());
  #penLifted = Number.NEGATIVE_INFINITY;
  #space = false;
  #corner: Position = { x: 0, y: 0 };
  /** The last sample given to the target. */
  #last: Sample | undefined;
  /** Moves of the stroke being drawn that the target has not got yet. */
  #moves: PointerMove[] = [];

  constructor(host: HTMLElement, target: PointerTarget, options: PointerOptions) {
    this.#host = host;
    this.#target = target;
    this.fingersDraw = options.fingersDraw;
    this.#isSecondPress = options.isSecondPress;
    this.#penSeen = options.penSeen;
    host.style.touchAction = 'none';
    const { signal } = this.#abort;
    const active = { signal, passive: false };
    host.addEventListener('pointerdown', (event) => this.#down(event), active);
    // On the document: another element may take the stroke's pointer, or cover the canvas.
    const everywhere = { ...active, capture: true };
    const page = host.ownerDocument;
    page.addEventListener('pointermove', (event) => this.#move(event), everywhere);
    page.addEventListener('pointerup', (event) => this.#up(event), everywhere);
    page.addEventListener('pointercancel', (event) => this.#up(event), everywhere);
    page.defaultView?.addEventListener('pagehide', this.#leave, everywhere);
    host.addEventListener('lostpointercapture', (event) => this.#lost(event), active);
    watchGestures(page, signal, (x, y, factor) => this.#zoom(x, y, factor));
    host.addEventListener('wheel', (event) => this.#wheel(event), active);
    // Keeps a stroke from selecting text. Not at pointerdown: WebKitGTK would end the pen's events there.
    host.addEventListener('mousedown', (event) => event.preventDefault(), active);
    // Without these, iPadOS takes fast strokes for handwriting or scrolling.
    for (const type of ['touchstart', 'touchmove'] as const) {
      host.addEventListener(type, (event) => event.cancelable && event.preventDefault(), active);
    }
    host.addEventListener('contextmenu', (event) => event.preventDefault(), { signal });
    watchSpace(host, signal, (held) => this.#setSpace(held));
  }

  destroy(): void {
    this.#longPress.stop();
    this.#abort.abort();
  }

  /**
   * Drops the stroke being drawn, or the colour being picked; the pointer does nothing until it is lifted. False when
   * there is neither.
   */
  cancel(): boolean {
    if (this.#state.kind !== 'stroke' && this.#state.kind !== 'pick') return false;
    this.#moves = [];
    this.#abandon();
    return true;
  }

  /** Gives the target the moves collected since the last flush, as one move. */
  flush(): void {
    const state = this.#state;
    const moves = this.#moves;
    const newest = moves.at(-1)?.event;
    if (!newest) return;
    this.#moves = [];
    if (state.kind !== 'stroke') return;
    const samples: Sample[] = [];
    for (const { event, parts } of moves) addSamples(samples, event, parts, state.device, this.#corner);
    let came = 0;
    for (const sample of samples) {
      if (this.#last) came += Math.hypot(sample.x - this.#last.x, sample.y - this.#last.y);
      this.#last = sample;
    }
    state.length += came;
    const contact = this.#contacts.get(state.pointer);
    if (contact) {
      contact.x = newest.clientX;
      contact.y = newest.clientY;
    }
    this.#target.move(samples, predictedSamples(newest, state.device, this.#corner, came));
  }

  /** Ends the current view: moves collected so far are flushed, because they were made in the view before. */
  settle(): void {
    this.flush();
    this.#measure();
  }

  #measure(): void {
    const box = this.#host.getBoundingClientRect();
    this.#corner = { x: box.left + this.#host.clientLeft, y: box.top + this.#host.clientTop };
  }

  #down(event: PointerEvent): void {
    this.flush();
    this.#longPress.stop();
    // A pointer that comes down was lifted before, perhaps where no event reached us.
    this.#ignored.delete(event.pointerId);
    if (this.#contacts.has(event.pointerId)) this.#lift(event.pointerId, event.timeStamp);
    this.#target.shift = event.shiftKey;
    this.#host.focus({ preventScroll: true });
    this.#measure();
    const device = deviceOf(event);
    if (device === 'touch') this.#taps.down(event);
    if (device === 'pen' && !this.#penSeen) {
      this.#penSeen = true;
      this.fingersDraw = false;
      this.#target.penSeen();
    }
    if (device !== 'touch' || this.#isPalm(event)) this.#taps.spoil();
    const ignored = this.#ignores(event, device);
    if (this.#state.kind === 'pick') this.#abandon();
    if (ignored) {
      this.#ignored.add(event.pointerId);
      return;
    }
    capture(this.#host, event.pointerId);
    this.#contacts.set(event.pointerId, { device, button: event.button, x: event.clientX, y: event.clientY });
    if (this.#asksToPick(event, device) && this.#picks(event.pointerId)) return;
    if (this.#drags(event, device)) this.#startDrag(event.pointerId);
    else this.#startStroke(event, device);
    if (device === 'touch' && this.#contacts.size === 1) this.#longPress.down(event);
  }

  /** True if this touch comes with a pen, or right after one. */
  #isPalm({ timeStamp }: PointerEvent): boolean {
    const state = this.#state;
    return timeStamp - this.#penLifted < PALM_AFTER || (state.kind === 'stroke' && state.device !== 'touch');
  }

  /** True if this pointer is to do nothing. */
  #ignores(event: PointerEvent, device: Device): boolean {
    const state = this.#state;
    if (device === 'mouse' && event.button !== 0 && event.button !== 1) return true;
    if (device === 'touch' && this.#isPalm(event)) return true;
    if (state.kind === 'idle') return false;
    if (state.kind === 'drag') return device === 'touch' && state.pointers.length >= 2;
    if (state.kind === 'pick') return device !== 'pen';
    if (state.device === 'touch') {
      if (device === 'pen') return false;
      const brief = event.timeStamp - state.since < SECOND_FINGER || state.length < SHORT_STROKE;
      return !(device === 'touch' && brief);
    }
    return true;
  }

  #drags(event: PointerEvent, device: Device): boolean {
    if (device === 'mouse') return event.button === 1 || this.#space;
    if (device === 'pen') return false;
    return !this.fingersDraw || this.#state.kind !== 'idle';
  }

  #startStroke(event: PointerEvent, device: Device): void {
    this.#abandon();
    const eraser = device === 'pen' && (event.button === 5 || (event.buttons & 32) !== 0);
    const isSecond = this.#isSecondPress?.() ?? false;
    this.#state = {
      kind: 'stroke',
      pointer: event.pointerId,
      device,
      since: event.timeStamp,
      isSecond,
      length: 0,
    };
    this.#last = sampleOf(event, device, this.#corner);
    this.#watchLeaving(true);
    this.#target.start(this.#last, device, eraser);
  }

  #asksToPick({ altKey, button }: PointerEvent, device: Device): boolean {
    return device !== 'touch' && altKey && button === 0 && this.#state.kind === 'idle';
  }

  /** The finger that alone is down has held still, and has drawn and moved nothing. */
  #pressedLong(): void {
    this.flush();
    const [pointer] = this.#contacts.keys();
    if (pointer !== undefined && this.#picks(pointer)) this.#taps.spoil();
  }

  /** Lets the pointer pick a colour, and drops what it has begun. False if colours cannot be picked now. */
  #picks(pointer: number): boolean {
    const contact = this.#contacts.get(pointer);
    if (!contact || !this.#target.startPicking(this.#placeOf(contact))) return false;
    const state = this.#state;
    if (state.kind === 'stroke') {
      this.#watchLeaving(false);
      this.#target.drop();
    } else if (state.kind === 'drag') this.#target.dragging(this.#rest);
    this.#state = { kind: 'pick', pointer };
    return true;
  }

  #placeOf({ x, y }: Position): Position {
    return { x: x - this.#corner.x, y: y - this.#corner.y };
  }

  /** Ends the current gesture: a pen or a second finger takes over. */
  #abandon(): void {
    const state = this.#state;
    if (state.kind === 'stroke') {
      this.#watchLeaving(false);
      this.#target.drop();
      this.#ignored.add(state.pointer);
      this.#contacts.delete(state.pointer);
    } else if (state.kind === 'pick') {
      this.#ignored.add(state.pointer);
      this.#endPicking(state.pointer, false);
    } else if (state.kind === 'drag') {
      for (const pointer of state.pointers) {
        this.#ignored.add(pointer);
        this.#contacts.delete(pointer);
      }
      this.#target.dragging(this.#rest);
    }
    this.#state = { kind: 'idle' };
  }

  #startDrag(pointer: number): void {
    const state = this.#state;
    const mouse = this.#contacts.get(pointer)?.device === 'mouse';
    if (state.kind === 'stroke') {
      this.#watchLeaving(false);
      this.#target.drop();
      // Not moving yet: it may become a tap, which moves nothing.
      this.#state = {
        kind: 'drag',
        pointers: [state.pointer, pointer],
        moving: false,
        turnedAway: false,
      };
    } else if (state.kind === 'drag') {
      const { pointers, moving } = state;
      this.#state = { kind: 'drag', pointers: [...pointers, pointer], moving, turnedAway: false };
    } else {
      this.#state = { kind: 'drag', pointers: [pointer], moving: mouse, turnedAway: !mouse };
    }
    this.#target.dragging('moving');
  }

  /** Takes events that came before this was listening, in order. */
  replay(moves: readonly PointerMove[]): void {
    for (const { event, parts } of moves) {
      if (event.type === 'pointerdown') this.#down(event);
      else if (event.type === 'pointermove') this.#move(event, parts);
      else this.#up(event);
    }
  }

  #move(event: PointerEvent, parts?: readonly PointerEvent[]): void {
    this.#target.shift = event.shiftKey;
    this.#taps.move(event);
    this.#longPress.move(event);
    const state = this.#state;
    if (state.kind === 'stroke' && state.pointer === event.pointerId) {
      event.preventDefault();
      if (state.device === 'mouse' && event.buttons === 0) {
        // The button was released where no event reached us.
        this.#lift(event.pointerId, event.timeStamp);
        return;
      }
      // Read now: after the event was dispatched, Firefox returns coalesced events at 0, 0.
      this.#moves.push({ event, parts: parts ?? event.getCoalescedEvents?.() ?? [] });
      this.#target.moved();
    } else if (state.kind === 'drag' && state.pointers.includes(event.pointerId)) {
      event.preventDefault();
      this.#drag(state, event);
    } else if (state.kind === 'pick' && state.pointer === event.pointerId) {
      event.preventDefault();
      this.#target.pickAt(this.#placeOf({ x: event.clientX, y: event.clientY }));
    }
  }

  #drag(state: Extract<GestureState, { kind: 'drag' }>, event: PointerEvent): void {
    const contact = this.#contacts.get(event.pointerId);
    if (!contact) return;
    if (!state.moving) {
      if (Math.hypot(event.clientX - contact.x, event.clientY - contact.y) < SLOP) return;
      state.moving = true;
    }
    const other = this.#contacts.get(state.pointers.find((one) => one !== event.pointerId) ?? -1);
    const before = middle(contact, other, this.#corner);
    const spread = other ? Math.hypot(contact.x - other.x, contact.y - other.y) : 1;
    contact.x = event.clientX;
    contact.y = event.clientY;
    const after = middle(contact, other, this.#corner);
    const factor = other && spread > 0 ? Math.hypot(contact.x - other.x, contact.y - other.y) / spread : 1;
    this.#target.drag(before, after, factor > 0 ? factor : 1);
  }

  #up(event: PointerEvent): void {
    this.flush();
    this.#longPress.stop();
    this.#target.shift = event.shiftKey;
    const id = event.pointerId;
    const tapped = this.#taps.up(event);
    if (!this.#ignored.delete(id)) this.#finish(event, tapped);
    if (tapped > 1) this.#target.tapped(tapped);
  }

  #finish(event: PointerEvent, tapped: number): void {
    const id = event.pointerId;
    const state = this.#state;
    if (state.kind === 'pick' && state.pointer === id) {
      this.#endPicking(id, event.type === 'pointerup');
      return;
    }
    // A cancelled or lost pointer has no place of its own. The stroke keeps what was drawn until then.
    if (state.kind === 'stroke' && state.pointer === id && event.type === 'pointerup') {
      const last = this.#last;
      const sample = sampleOf(event, state.device, this.#corner);
      // A lifted pen has neither pressure nor lean: those before it count.
      if (last?.x !== sample.x || last.y !== sample.y) {
        const { pressure, tilt } = last ?? sample;
        this.#target.move([{ ...sample, pressure, tilt }], []);
      }
    }
    // A line from the same place is drawn, and so is a dot that is held.
    const isBrief = state.kind === 'stroke' && event.timeStamp - state.since <= TAP.brief;
    if (isBrief && state.pointer === id && state.isSecond && state.length < SLOP) {
      this.#abandon();
      this.#ignored.delete(id);
      return;
    }
    // A resting palm neither moves nor taps.
    const wouldDraw = state.kind === 'drag' && state.turnedAway && (state.moving || tapped === 1);
    this.#lift(id, event.timeStamp);
    if (wouldDraw && event.type === 'pointerup') this.#target.turnedAway();
  }

  /** Another element has captured the pointer. A stroke being drawn captures it again while it is down. */
  #lost(event: PointerEvent): void {
    const state = this.#state;
    const isDown = state.kind === 'stroke' && state.pointer === event.pointerId;
    if (!isDown || !capture(this.#host, event.pointerId)) this.#up(event);
  }

  /**
   * The page is being left while the pen is down, as by a reload: the stroke ends there, so that it can be saved. Its
   * pointer does nothing until it is lifted.
   */
  readonly #leave = ({ timeStamp }: Event): void => {
    if (this.#state.kind !== 'stroke') return;
    this.#ignored.add(this.#state.pointer);
    this.#lift(this.#state.pointer, timeStamp);
  };

  /**
   * `beforeunload` comes early enough to save, unlike `pagehide`, but iOS has none of it. Only during a stroke, because
   * browsers do not keep a page that listens to it in the back/forward cache. Captured, to come before the listener
   * that asks about what is not saved.
   */
  #watchLeaving(isDrawing: boolean): void {
    const page = this.#host.ownerDocument.defaultView;
    const options = { capture: true, signal: this.#abort.signal };
    if (isDrawing) page?.addEventListener('beforeunload', this.#leave, options);
    else page?.removeEventListener('beforeunload', this.#leave, true);
  }

  #endPicking(pointer: number, takes: boolean): void {
    this.#state = { kind: 'idle' };
    this.#contacts.delete(pointer);
    this.#target.endPicking(takes);
  }

  /** Forgets the pointer and what it was doing. */
  #lift(id: number, timeStamp: number): void {
    const state = this.#state;
    if (state.kind === 'stroke' && state.pointer === id) {
      this.flush();
      if (state.device === 'pen') this.#penLifted = timeStamp;
      this.#state = { kind: 'idle' };
      this.#contacts.delete(id);
      this.#watchLeaving(false);
      this.#target.end();
    } else if (state.kind === 'drag' && state.pointers.includes(id)) {
      const rest = state.pointers.filter((pointer) => pointer !== id);
      this.#state =
        rest.length > 0
          ? { kind: 'drag', pointers: rest, moving: state.moving, turnedAway: false }
          : { kind: 'idle' };
      this.#contacts.delete(id);
      if (rest.length === 0) this.#target.dragging(this.#rest);
    } else if (state.kind === 'pick' && state.pointer === id) this.#endPicking(id, false);
  }

  #wheel(event: WheelEvent): void {
    event.preventDefault();
    if (this.#state.kind === 'stroke') return;
    const { at, dx, dy, zooming } = turnOf(event, this.#host);
    this.#target.wheel(at, dx, dy, zooming);
  }

  /** A gesture on a touchpad zooms the paper. Fingers on the screen have pointers of their own. */
  #zoom(x: number, y: number, factor: number): void {
    if (this.#contacts.size > 0) return;
    const at = { x: x - this.#corner.x, y: y - this.#corner.y };
    this.#target.drag(at, at, factor);
  }

  get #rest(): 'idle' | 'ready' {
    return this.#space ? 'ready' : 'idle';
  }

  #setSpace(held: boolean): void {
    if (held === this.#space) return;
    this.#space = held;
    if (this.#state.kind === 'idle') this.#target.dragging(this.#rest);
  }
}
