import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Hand, Host, setUp } from './pointer.fake.ts';

/** Longer than a long press. */
const LONG = 600;

beforeAll(() => {
  Object.defineProperty(globalThis, 'HTMLElement', { value: Host, configurable: true });
});
afterAll(() => {
  Reflect.deleteProperty(globalThis, 'HTMLElement');
});
beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** Lets the clock go on while no timer runs, ms. */
function busyFor(ms: number): void {
  const then = performance.now();
  const at = Date.now();
  vi.spyOn(performance, 'now').mockImplementation(() => then + ms + Date.now() - at);
}

const finger = (id: number, more: Hand = {}): Hand => ({ id, device: 'touch', time: 1000, ...more });

describe('ink: picking a colour with a pointer', () => {
  test('a finger that holds still picks, goes on looking while it slides, and takes the colour when it is lifted', () => {
    const { teller, send } = setUp();
    send('down', 50, 60, finger(1));
    send('move', 53, 61, finger(1));
    vi.advanceTimersByTime(LONG);
    send('move', 90, 60, finger(1, { time: 1700 }));
    send('up', 95, 60, finger(1, { time: 1800 }));
    expect(teller.told).toEqual(['start touch', 'move 1', 'pick at 53,61', 'drop', 'look at 90,60', 'take']);
    send('down', 10, 10, finger(2, { time: 3000 }));
    send('up', 10, 10, finger(2, { time: 3050 }));
    expect(teller.told.slice(6)).toEqual(['start touch', 'end']);
  });

  test('a dot, a line, and a line that is held at its end pick nothing', () => {
    const { teller, send } = setUp();
    send('down', 50, 60, finger(1));
    vi.advanceTimersByTime(400);
    send('up', 50, 60, finger(1, { time: 1400 }));
    vi.advanceTimersByTime(LONG);
    send('down', 50, 60, finger(2));
    vi.advanceTimersByTime(300);
    send('move', 80, 60, finger(2, { time: 1300 }));
    vi.advanceTimersByTime(2000);
    send('up', 80, 60, finger(2, { time: 3400 }));
    expect(teller.told).toEqual(['start touch', 'end', 'start touch', 'move 1', 'end']);
  });

  test('while the page was too busy to be told of moves, no finger held still', () => {
    const { teller, send } = setUp();
    send('down', 50, 60, finger(1));
    vi.advanceTimersByTime(400);
    // The page is busy, and the timer that is due comes before the moves that wait.
    busyFor(700);
    vi.advanceTimersByTime(100);
    send('move', 90, 60, finger(1, { time: 1700 }));
    vi.advanceTimersByTime(2000);
    send('up', 95, 60, finger(1, { time: 1800 }));
    expect(teller.told).toEqual(['start touch', 'move 1', 'move 1', 'end']);
    // One that holds still after that picks as always.
    send('down', 50, 60, finger(2, { time: 5000 }));
    busyFor(700);
    vi.advanceTimersByTime(500);
    expect(teller.told.slice(4)).toEqual(['start touch']);
    vi.advanceTimersByTime(100);
    expect(teller.told.slice(5)).toEqual(['pick at 50,60', 'drop']);
  });

  test('on a page that is slow all the time, a finger that holds still picks', () => {
    const { teller, send } = setUp();
    send('down', 50, 60, finger(1));
    for (let i = 0; i < 5; i++) {
      busyFor(200);
      vi.advanceTimersByTime(100);
    }
    expect(teller.told).toEqual(['start touch', 'pick at 50,60', 'drop']);
  });

  test('where fingers pan, one that holds still picks, and the paper does not move', () => {
    const { teller, send } = setUp(true);
    send('down', 50, 60, finger(1));
    vi.advanceTimersByTime(LONG);
    send('move', 99, 60, finger(1, { time: 1700 }));
    send('up', 99, 60, finger(1, { time: 1800 }));
    expect(teller.told).toEqual(['moving', 'pick at 50,60', 'idle', 'look at 99,60', 'take']);
  });

  test('no palm picks: not a wide one, not beside a pen, not under a hovering pen, not with other fingers', () => {
    const { teller, send } = setUp(true);
    send('down', 50, 60, finger(1, { width: 60 }));
    vi.advanceTimersByTime(LONG);
    send('up', 50, 60, finger(1, { time: 1700 }));
    send('down', 50, 60, finger(2, { time: 3000 }));
    send('move', 20, 20, { id: 9, device: 'pen', buttons: 0, time: 3100 });
    vi.advanceTimersByTime(LONG);
    send('up', 50, 60, finger(2, { time: 3700 }));
    send('down', 50, 60, finger(3, { time: 5000 }));
    send('down', 20, 20, { id: 9, device: 'pen', time: 5100 });
    vi.advanceTimersByTime(LONG);
    send('up', 20, 20, { id: 9, device: 'pen', time: 5800 });
    send('up', 50, 60, finger(3, { time: 5900 }));
    send('down', 50, 60, finger(4, { time: 8000 }));
    send('down', 90, 60, finger(5, { time: 8010 }));
    vi.advanceTimersByTime(LONG);
    send('up', 90, 60, finger(5, { time: 8700 }));
    vi.advanceTimersByTime(LONG);
    send('up', 50, 60, finger(4, { time: 9300 }));
    expect(teller.told.filter((one) => /pick|take|leave/.test(one))).toEqual([]);
  });

  test('a second finger, a pen, Escape and a lost pointer end it without a colour, and leave no trace', () => {
    const { teller, input, send } = setUp();
    const hold = () => {
      send('down', 50, 60, finger(1));
      vi.advanceTimersByTime(LONG);
      teller.told.length = 0;
    };
    hold();
    send('down', 99, 60, finger(2, { time: 1700 }));
    send('move', 80, 60, finger(1, { time: 1710 }));
    send('up', 80, 60, finger(1, { time: 1720 }));
    send('up', 99, 60, finger(2, { time: 1730 }));
    expect(teller.told).toEqual(['leave']);
    hold();
    expect(input.cancel()).toBe(true);
    send('move', 80, 60, finger(1, { time: 1710 }));
    send('up', 80, 60, finger(1, { time: 1720 }));
    expect(teller.told).toEqual(['leave']);
    hold();
    send('cancel', 0, 0, finger(1, { time: 1720 }));
    expect(teller.told).toEqual(['leave']);
    hold();
    send('down', 10, 10, { id: 9, device: 'pen', time: 1800 });
    send('up', 10, 10, { id: 9, device: 'pen', time: 1900 });
    send('up', 50, 60, finger(1, { time: 1950 }));
    expect(teller.told).toEqual(['pen seen', 'leave', 'start pen', 'end']);
  });

  test('a mouse or a pen that comes down with Alt picks at once; where colours cannot be picked, it draws', () => {
    const { teller, send } = setUp();
    send('down', 5, 6, { alt: true });
    send('move', 25, 6, { alt: true });
    send('up', 30, 6);
    expect(teller.told.splice(0)).toEqual(['pick at 5,6', 'look at 25,6', 'take']);
    teller.canPick = false;
    send('down', 5, 6, { alt: true });
    send('up', 5, 6);
    expect(teller.told).toEqual(['refuse to pick at 5,6', 'start mouse', 'end']);
  });

  test('a finger that holds still where colours cannot be picked goes on drawing', () => {
    const { teller, send } = setUp();
    teller.canPick = false;
    send('down', 50, 60, finger(1));
    vi.advanceTimersByTime(LONG);
    send('move', 90, 60, finger(1, { time: 1700 }));
    send('up', 90, 60, finger(1, { time: 1800 }));
    expect(teller.told).toEqual(['start touch', 'refuse to pick at 50,60', 'move 1', 'end']);
  });
});
