import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Host, setUp } from './pointer.fake.ts';

describe('ink: hands on the canvas', () => {
  beforeAll(() => {
    Object.defineProperty(globalThis, 'HTMLElement', { value: Host, configurable: true });
  });

  afterAll(() => {
    Reflect.deleteProperty(globalThis, 'HTMLElement');
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
});
