/** Stand-ins for an element, its pointer events and the target, for tests of the pointer input. */
import type { Position } from '../geometry/bounds.ts';
import { type Device, PointerInput, type PointerTarget, type Sample } from './pointer.ts';

/** The part of an element that PointerInput needs. Events are the platform's own. */
export class Host extends EventTarget {
  readonly style = { touchAction: '' };
  readonly ownerDocument = this;
  /** The window. */
  readonly defaultView = new EventTarget();
  readonly captured: number[] = [];
  readonly clientLeft = 0;
  readonly clientTop = 0;
  readonly clientHeight = 600;

  left = 10;
  /** False: setPointerCapture has no effect. */
  holds = true;

  getBoundingClientRect(): Position & { left: number; top: number } {
    return { x: this.left, y: 20, left: this.left, top: 20 };
  }

  focus(): void {}

  setPointerCapture(pointer: number): void {
    if (!this.holds) throw new DOMException('There is no such pointer.', 'NotFoundError');
    this.captured.push(pointer);
  }
}

export interface Hand {
  readonly id?: number;
  readonly device?: Device;
  readonly button?: number;
  readonly buttons?: number;
  readonly pressure?: number;
  /** Degrees. */
  readonly tiltX?: number;
  /** Time stamp, ms. */
  readonly time?: number;
  /** With the time and lean of each, if they differ from those of the event. */
  readonly coalesced?: readonly (Position & Pick<Hand, 'time' | 'tiltX'>)[];
  readonly predicted?: readonly Position[];
  readonly shift?: boolean;
  readonly alt?: boolean;
  /** Width of the touch, CSS px. */
  readonly width?: number;
}

export class Pointer extends Event {
  readonly pointerId: number;
  readonly pointerType: Device;
  readonly button: number;
  readonly buttons: number;
  readonly pressure: number;
  readonly tiltX: number;
  readonly tiltY = 0;
  readonly clientX: number;
  readonly clientY: number;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
  readonly width: number;
  readonly height = 1;
  readonly #hand: Hand;
  #isDispatched = true;

  constructor(type: string, x: number, y: number, hand: Hand) {
    super(type, { cancelable: true });
    this.#hand = hand;
    this.pointerId = hand.id ?? 1;
    this.pointerType = hand.device ?? 'mouse';
    this.button = hand.button ?? 0;
    this.buttons = hand.buttons ?? 1;
    this.pressure = hand.pressure ?? 0.5;
    this.tiltX = hand.tiltX ?? 0;
    this.shiftKey = hand.shift ?? false;
    this.altKey = hand.alt ?? false;
    this.width = hand.width ?? 1;
    this.clientX = x + 10;
    this.clientY = y + 20;
    Object.defineProperty(this, 'timeStamp', { value: hand.time ?? 10_000 });
  }

  #others(places: Hand['coalesced'] = []): Pointer[] {
    const { coalesced: _, predicted: __, ...hand } = this.#hand;
    return places.map(({ x, y, ...own }) => new Pointer(this.type, x, y, { ...hand, ...own }));
  }

  dispatchTo(host: Host): void {
    host.dispatchEvent(this);
    this.#isDispatched = false;
  }

  getCoalescedEvents(): Pointer[] {
    // Firefox 153 returns such places once the event has been dispatched.
    if (!this.#isDispatched) return [new Pointer(this.type, -10, -20, {})];
    return this.#others(this.#hand.coalesced);
  }

  getPredictedEvents(): Pointer[] {
    return this.#others(this.#hand.predicted);
  }
}

/** Records the calls, one line each. */
export class Teller implements PointerTarget {
  shift = false;
  readonly told: string[] = [];
  readonly samples: Sample[] = [];
  /** Called at each `moved`. */
  onMoved = () => {};

  start(sample: Sample, device: Device, eraser: boolean): void {
    this.samples.push(sample);
    this.told.push(`start ${device}${eraser ? ' eraser' : ''}`);
  }

  moved(): void {
    this.onMoved();
  }

  move(samples: readonly Sample[], predicted: readonly Sample[]): void {
    this.samples.push(...samples);
    this.told.push(
      `move ${samples.length}${this.shift ? ' straight' : ''}${predicted.length > 0 ? ` and ${predicted.length}` : ''}`,
    );
  }

  end(): void {
    this.told.push('end');
  }

  drop(): void {
    this.told.push('drop');
  }

  drag(from: Position, to: Position, factor: number): void {
    this.told.push(`drag ${to.x - from.x},${to.y - from.y} x${factor}`);
  }

  dragging(state: string): void {
    this.told.push(state);
  }

  penSeen(): void {
    this.told.push('pen seen');
  }

  turnedAway(): void {
    this.told.push('turned away');
  }

  tapped(fingers: number): void {
    this.told.push(`tapped with ${fingers}`);
  }

  /** False: no colour can be picked now. */
  canPick = true;

  startPicking(at: Position): boolean {
    this.told.push(`${this.canPick ? '' : 'refuse to '}pick at ${at.x},${at.y}`);
    return this.canPick;
  }

  pickAt(at: Position): void {
    this.told.push(`look at ${at.x},${at.y}`);
  }

  endPicking(takes: boolean): void {
    this.told.push(takes ? 'take' : 'leave');
  }

  wheel(_at: Position, dx: number, dy: number, zooming: boolean): void {
    this.told.push(`wheel ${dx},${dy}${zooming ? ' zooming' : ''}`);
  }
}

export function setUp(penSeen = false, fingersDraw = !penSeen, isSecondPress?: () => boolean) {
  const host = new Host();
  const teller = new Teller();
  // The tests need no more of an element than Host has.
  const element: EventTarget = host;
  if (!(element instanceof HTMLElement)) throw new Error('Host stands in for elements here');
  const input = new PointerInput(element, teller, { penSeen, fingersDraw, isSecondPress });
  // Flushes after each move, unless a test replaces this.
  teller.onMoved = () => input.flush();
  const send = (type: string, x: number, y: number, hand: Hand = {}) => {
    new Pointer(`pointer${type}`, x, y, hand).dispatchTo(host);
  };
  return { host, teller, input, send };
}
