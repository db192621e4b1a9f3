import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Position } from '../geometry/bounds.ts';
import type { Click } from './double-click.ts';
import { type Device, PointerInput, type PointerTarget, type Sample } from './pointer.ts';

/** The part of an element that PointerInput needs. Events are the platform's own. */
class Host extends EventTarget {
  readonly style = { touchAction: '' };
  readonly ownerDocument = this;
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

interface Hand {
  readonly id?: number;
  readonly device?: Device;
  readonly button?: number;
  readonly buttons?: number;
  readonly pressure?: number;
  /** Time stamp, ms. */
  readonly time?: number;
  readonly coalesced?: readonly Position[];
  readonly predicted?: readonly Position[];
  readonly shift?: boolean;
}

class Pointer extends Event {
  readonly pointerId: number;
  readonly pointerType: Device;
  readonly button: number;
  readonly buttons: number;
  readonly pressure: number;
  readonly clientX: number;
  readonly clientY: number;
  readonly shiftKey: boolean;
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
    this.shiftKey = hand.shift ?? false;
    this.clientX = x + 10;
    this.clientY = y + 20;
    Object.defineProperty(this, 'timeStamp', { value: hand.time ?? 10_000 });
  }

  #others(places: readonly Position[] = []): Pointer[] {
    const { coalesced: _, predicted: __, ...hand } = this.#hand;
    return places.map(({ x, y }) => new Pointer(this.type, x, y, hand));
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
class Teller implements PointerTarget {
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

  wheel(_at: Position, dx: number, dy: number, zooming: boolean): void {
    this.told.push(`wheel ${dx},${dy}${zooming ? ' zooming' : ''}`);
  }
}

function setUp(penSeen = false, fingersDraw = !penSeen, openedBy?: Click) {
  const host = new Host();
  const teller = new Teller();
  // The tests need no more of an element than Host has.
  const element: EventTarget = host;
  if (!(element instanceof HTMLElement)) throw new Error('Host stands in for elements here');
  const input = new PointerInput(element, teller, { penSeen, fingersDraw, openedBy });
  // Flushes after each move, unless a test replaces this.
  teller.onMoved = () => input.flush();
  const send = (type: string, x: number, y: number, hand: Hand = {}) => {
    new Pointer(`pointer${type}`, x, y, hand).dispatchTo(host);
  };
  return { host, teller, input, send };
}

describe('ink: hands on the canvas', () => {
  beforeAll(() => {
    Object.defineProperty(globalThis, 'HTMLElement', { value: Host, configurable: true });
  });

  afterAll(() => {
    Reflect.deleteProperty(globalThis, 'HTMLElement');
  });

  test('whether Shift is held is known before what is told', () => {
    const { teller, send } = setUp();
    send('down', 0, 0);
    send('move', 10, 0, { shift: true });
    send('move', 20, 0);
    send('up', 30, 0, { shift: true });
    expect(teller.told).toEqual(['start mouse', 'move 1 straight', 'move 1', 'move 1 straight', 'end']);
  });

  test('the second half of a double click that opened the canvas draws no dot; anything else is drawn', () => {
    const click = { x: 110, y: 120, at: 9_800 };
    const told = (place: number, time: number, to = place) => {
      const { teller, send } = setUp(false, true, click);
      send('down', place, 100, { time });
      if (to !== place) send('move', to, 100, { time });
      send('up', to, 100, { time });
      send('down', 300, 300, { time, id: 2 });
      send('up', 300, 300, { time, id: 2 });
      return teller.told.join();
    };
    expect(told(103, 10_000)).toBe('start mouse,drop,start mouse,end');
    expect(told(100, 10_400)).toBe('start mouse,end,start mouse,end');
    expect(told(140, 10_000)).toBe('start mouse,end,start mouse,end');
    expect(told(100, 10_000, 120)).toBe('start mouse,move 1,end,start mouse,end');
  });

  test('every coalesced sample is handed on, in the view’s coordinates, the event’s own last', () => {
    const { teller, host, send } = setUp();
    send('down', 0, 0);
    send('move', 30, 3, {
      coalesced: [
        { x: 10, y: 1 },
        { x: 20, y: 2 },
      ],
      predicted: [{ x: 40, y: 4 }],
    });
    send('move', 50, 5, {
      coalesced: [
        { x: 45, y: 4 },
        { x: 50, y: 5 },
      ],
    });
    send('up', 60, 6);
    expect(teller.told).toEqual(['start mouse', 'move 3 and 1', 'move 2', 'move 1', 'end']);
    expect(teller.samples.map(({ x, y }) => [x, y])).toEqual([
      [0, 0],
      [10, 1],
      [20, 2],
      [30, 3],
      [45, 4],
      [50, 5],
      [60, 6],
    ]);
    expect(host.captured).toEqual([1]);
    expect(host.style.touchAction).toBe('none');
  });

  test('moves of one frame are told as one, with all their samples and what the newest predicts', () => {
    const { teller, input, send } = setUp();
    let asked = 0;
    teller.onMoved = () => asked++;
    send('down', 0, 0);
    const coalesced = [
      { x: 10, y: 1 },
      { x: 20, y: 2 },
    ];
    send('move', 20, 2, { coalesced, predicted: [{ x: 30, y: 3 }] });
    const predicted = [
      { x: 50, y: 5 },
      { x: 60, y: 6 },
    ];
    send('move', 40, 4, { predicted });
    expect([asked, ...teller.told]).toEqual([2, 'start mouse']);
    input.flush();
    input.flush();
    send('move', 60, 6);
    send('up', 70, 7);
    expect(teller.told).toEqual(['start mouse', 'move 3 and 2', 'move 1', 'move 1', 'end']);
    expect(teller.samples.map(({ x, y }) => [x, y])).toEqual([
      [0, 0],
      [10, 1],
      [20, 2],
      [40, 4],
      [60, 6],
      [70, 7],
    ]);
  });

  test('what the first finger drew counts when the second comes, and what was drawn when a pointer is lost', () => {
    const { teller, send } = setUp();
    teller.onMoved = () => {};
    send('down', 0, 0, { id: 1, device: 'touch', time: 1000 });
    send('move', 80, 0, { id: 1, device: 'touch', time: 1900 });
    send('down', 100, 0, { id: 2, device: 'touch', time: 2000 });
    send('move', 90, 0, { id: 1, device: 'touch', time: 2020 });
    send('cancel', 0, 0, { id: 1, device: 'touch', time: 2030 });
    expect(teller.told).toEqual(['start touch', 'move 1', 'move 1', 'end']);
    expect(teller.samples.map(({ x }) => x)).toEqual([0, 80, 90]);
  });

  test('a cancelled stroke keeps what was drawn, and what comes after it is not part of it', () => {
    const { teller, send } = setUp();
    send('down', 0, 0, { device: 'touch' });
    send('move', 9, 9, { device: 'touch' });
    send('cancel', 0, 0, { device: 'touch' });
    send('move', 50, 50, { device: 'touch' });
    expect(teller.told).toEqual(['start touch', 'move 1', 'end']);
  });

  test('a stroke whose pointer something else took goes on, and one that was lifted unheard of ends', () => {
    const { teller, host, send } = setUp();
    send('down', 0, 0, { id: 4, device: 'touch' });
    new Pointer('lostpointercapture', 0, 0, { id: 4, device: 'touch' }).dispatchTo(host);
    send('move', 9, 9, { id: 4, device: 'touch' });
    host.holds = false;
    new Pointer('lostpointercapture', 0, 0, { id: 4, device: 'touch' }).dispatchTo(host);
    send('move', 50, 50, { id: 4, device: 'touch' });
    host.holds = true;
    send('down', 0, 0);
    send('move', 10, 0);
    send('move', 20, 0, { buttons: 0 });
    send('move', 30, 0, { buttons: 0 });
    send('down', 0, 0, { id: 1, device: 'touch' });
    send('down', 5, 0, { id: 1, device: 'touch' });
    send('up', 5, 0, { id: 1, device: 'touch' });
    expect(teller.told).toEqual([
      'start touch',
      'move 1',
      'end',
      'start mouse',
      'move 1',
      'end',
      'start touch',
      'end',
      'start touch',
      'end',
    ]);
    expect(teller.samples.map(({ x }) => x)).toEqual([0, 9, 0, 10, 0, 5]);
  });

  test('what came before the view became another one lies where it was drawn', () => {
    const { teller, input, host, send } = setUp();
    teller.onMoved = () => {};
    send('down', 0, 0);
    send('move', 10, 0);
    host.left = 60;
    input.settle();
    send('move', 20, 0);
    send('up', 20, 0);
    expect(teller.samples.map(({ x }) => x)).toEqual([0, 10, -30]);
  });

  test('a pen’s stroke is not ended, moved or joined by any other pointer', () => {
    const { teller, send } = setUp();
    send('down', 0, 0, { id: 1, device: 'pen', pressure: 0.3 });
    send('down', 90, 90, { id: 2, device: 'touch' });
    send('move', 99, 99, { id: 2, device: 'touch' });
    send('down', 90, 90, { id: 3, device: 'mouse' });
    send('up', 99, 99, { id: 2, device: 'touch' });
    send('up', 99, 99, { id: 3, device: 'mouse' });
    send('move', 5, 0, { id: 1, device: 'pen', pressure: 0.4 });
    send('up', 5, 0, { id: 1, device: 'pen', pressure: 0 });
    expect(teller.told).toEqual(['pen seen', 'start pen', 'move 1', 'end']);
    expect(teller.samples.map(({ pressure }) => pressure)).toEqual([0.3, 0.4]);
  });

  test('a palm before the pen, and after it, draws nothing', () => {
    const { teller, send } = setUp();
    send('down', 0, 0, { id: 1, device: 'touch', time: 1000 });
    send('move', 200, 0, { id: 1, device: 'touch', time: 1400 });
    send('down', 50, 50, { id: 2, device: 'pen', time: 1500 });
    send('move', 200, 9, { id: 1, device: 'touch', time: 1510 });
    send('up', 50, 50, { id: 2, device: 'pen', time: 1600 });
    send('up', 200, 9, { id: 1, device: 'touch', time: 1610 });
    send('down', 0, 0, { id: 3, device: 'touch', time: 1700 });
    send('move', 90, 0, { id: 3, device: 'touch', time: 1750 });
    send('up', 90, 0, { id: 3, device: 'touch', time: 1800 });
    expect(teller.told).toEqual(['start touch', 'move 1', 'pen seen', 'drop', 'start pen', 'end']);
  });

  test('once a pen was seen, a finger moves the paper, a resting one does not', () => {
    const { teller, send } = setUp(true);
    send('down', 0, 0, { device: 'touch' });
    send('move', 3, 3, { device: 'touch' });
    expect(teller.told).toEqual(['moving']);
    send('move', 20, 0, { device: 'touch' });
    send('move', 30, 5, { device: 'touch' });
    send('up', 30, 5, { device: 'touch' });
    expect(teller.told).toEqual(['moving', 'drag 20,0 x1', 'drag 10,5 x1', 'idle', 'turned away']);
  });

  test('the first touch of a pen is what makes fingers move the paper', () => {
    const { teller, input, send } = setUp();
    send('down', 0, 0, { id: 1, device: 'pen', time: 1000 });
    send('up', 0, 0, { id: 1, device: 'pen', time: 1100 });
    expect(input.fingersDraw).toBe(false);
    send('down', 0, 0, { id: 2, device: 'touch', time: 3000 });
    send('move', 30, 0, { id: 2, device: 'touch', time: 3100 });
    send('up', 30, 0, { id: 2, device: 'touch', time: 3200 });
    expect(teller.told.slice(0, 3)).toEqual(['pen seen', 'start pen', 'end']);
    expect(teller.told).toContain('drag 30,0 x1');
    expect(teller.told).not.toContain('start touch');
  });

  test('a finger that is turned away is told of, a palm and two fingers are not', () => {
    const { teller, send } = setUp(true);
    // A tap, which would have drawn a dot,
    send('down', 0, 0, { device: 'touch', time: 1000 });
    send('up', 0, 0, { device: 'touch', time: 1100 });
    expect(teller.told.splice(0)).toEqual(['moving', 'idle', 'turned away']);
    // a resting palm,
    send('down', 0, 0, { device: 'touch', time: 2000 });
    send('up', 2, 0, { device: 'touch', time: 3000 });
    // a palm that was there before the pen, and two fingers.
    send('down', 0, 0, { id: 1, device: 'touch', time: 4000 });
    send('move', 20, 0, { id: 1, device: 'touch', time: 4100 });
    send('down', 0, 0, { id: 2, device: 'pen', time: 4200 });
    send('up', 0, 0, { id: 2, device: 'pen', time: 4300 });
    send('up', 20, 0, { id: 1, device: 'touch', time: 4400 });
    send('down', 0, 0, { id: 3, device: 'touch', time: 6000 });
    send('down', 90, 0, { id: 4, device: 'touch', time: 6100 });
    send('move', 120, 0, { id: 4, device: 'touch', time: 6200 });
    send('up', 120, 0, { id: 4, device: 'touch', time: 6300 });
    send('up', 0, 0, { id: 3, device: 'touch', time: 6400 });
    expect(teller.told).not.toContain('turned away');
  });

  test('fingers that were told to draw go on drawing when a pen comes again, and its palm does not', () => {
    const { teller, input, send } = setUp(true);
    input.fingersDraw = true;
    send('down', 0, 0, { id: 1, device: 'touch', time: 1000 });
    send('move', 40, 0, { id: 1, device: 'touch', time: 1500 });
    send('up', 40, 0, { id: 1, device: 'touch', time: 1600 });
    send('down', 0, 0, { id: 2, device: 'pen', time: 2000 });
    send('down', 90, 90, { id: 3, device: 'touch', time: 2100 });
    send('up', 0, 0, { id: 2, device: 'pen', time: 2200 });
    send('up', 90, 90, { id: 3, device: 'touch', time: 2300 });
    send('down', 0, 0, { id: 4, device: 'touch', time: 3000 });
    send('up', 0, 0, { id: 4, device: 'touch', time: 3100 });
    expect(teller.told).toEqual(['start touch', 'move 1', 'end', 'start pen', 'end', 'start touch', 'end']);
    expect(input.fingersDraw).toBe(true);
  });

  test('a tap with two or three fingers is told of, and draws and moves nothing', () => {
    const { teller, send } = setUp();
    const tap = (fingers: number, time: number, by = 3, lasts = 200) => {
      for (let id = 1; id <= fingers; id++)
        send('down', 60 * id, 0, { id, device: 'touch', time: time + id });
      for (let id = 1; id <= fingers; id++) {
        send('move', 60 * id + by, 0, { id, device: 'touch', time: time + 50 });
      }
      for (let id = 1; id <= fingers; id++) {
        send('up', 60 * id + by, 0, { id, device: 'touch', time: time + lasts });
      }
      return teller.told.splice(0);
    };
    expect(tap(2, 1000)).toEqual(['start touch', 'drop', 'moving', 'idle', 'tapped with 2']);
    expect(tap(3, 2000)).toEqual(['start touch', 'drop', 'moving', 'idle', 'tapped with 3']);
    // A pan, and fingers that rest, are no taps.
    expect(tap(2, 3000, 30)).not.toContain('tapped with 2');
    expect(tap(2, 4000, 3, 600)).not.toContain('tapped with 2');
    expect(tap(1, 5000)).toEqual(['start touch', 'move 1', 'end']);
    // A palm beside a pen, or right after the pen, is no tap.
    send('down', 0, 0, { id: 9, device: 'pen', time: 6000 });
    expect(tap(2, 6050)).toEqual(['pen seen', 'start pen']);
    send('up', 0, 0, { id: 9, device: 'pen', time: 6300 });
    expect(tap(2, 6400)).toEqual(['end']);
    expect(tap(2, 8000)).toContain('tapped with 2');
  });

  test('Safari’s gestures do not zoom the page; those of a touchpad, which has no fingers, zoom the paper', () => {
    const { teller, host, send } = setUp();
    const gesture = (type: string, scale: number) => {
      const event = Object.assign(new Event(type, { cancelable: true }), {
        scale,
        clientX: 110,
        clientY: 70,
      });
      host.dispatchEvent(event);
      return event.defaultPrevented;
    };
    const all = [gesture('gesturestart', 1), gesture('gesturechange', 1.5), gesture('gesturechange', 3)];
    expect([...all, gesture('gestureend', 3)]).toEqual([true, true, true, true]);
    expect(teller.told).toEqual(['drag 0,0 x1.5', 'drag 0,0 x2']);
    send('down', 0, 0, { id: 1, device: 'touch' });
    expect([gesture('gesturestart', 1), gesture('gesturechange', 2)]).toEqual([true, true]);
    expect(teller.told.slice(2)).toEqual(['start touch']);
  });

  test('two fingers move and stretch the paper; what the first drew before the second came is dropped', () => {
    const { teller, send } = setUp();
    send('down', 0, 0, { id: 1, device: 'touch' });
    send('move', 4, 0, { id: 1, device: 'touch' });
    send('down', 100, 0, { id: 2, device: 'touch' });
    send('move', 204, 0, { id: 2, device: 'touch' });
    send('up', 204, 0, { id: 2, device: 'touch' });
    send('move', 14, 0, { id: 1, device: 'touch' });
    send('up', 14, 0, { id: 1, device: 'touch' });
    expect(teller.told).toEqual([
      'start touch',
      'move 1',
      'drop',
      'moving',
      'drag 52,0 x2.0833333333333335',
      'drag 10,0 x1',
      'idle',
    ]);
  });

  test('a second finger late in a long stroke does not take the stroke away', () => {
    const { teller, send } = setUp();
    send('down', 0, 0, { id: 1, device: 'touch', time: 1000 });
    send('move', 80, 0, { id: 1, device: 'touch', time: 1900 });
    send('down', 100, 0, { id: 2, device: 'touch', time: 2000 });
    send('move', 150, 0, { id: 2, device: 'touch', time: 2010 });
    send('move', 90, 0, { id: 1, device: 'touch', time: 2020 });
    send('up', 90, 0, { id: 1, device: 'touch', time: 2030 });
    expect(teller.told).toEqual(['start touch', 'move 1', 'move 1', 'end']);
  });

  test('the middle button moves the paper, the right one does nothing, the pen’s other end erases', () => {
    const { teller, send } = setUp(true);
    send('down', 0, 0, { button: 1 });
    send('move', 2, 1);
    send('up', 2, 1);
    send('down', 0, 0, { button: 2 });
    send('up', 0, 0, { button: 2 });
    send('down', 0, 0, { device: 'pen', button: 5 });
    expect(teller.told).toEqual(['moving', 'drag 2,1 x1', 'idle', 'start pen eraser']);
  });

  test('after destroy it hears nothing', () => {
    const { teller, input, send } = setUp();
    input.destroy();
    send('down', 0, 0);
    expect(teller.told).toEqual([]);
  });
});
