import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Host, Pointer, setUp } from './pointer.fake.ts';

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

  test('leaving the page ends the stroke, and the same pointer draws nothing more until it is lifted', () => {
    const { teller, host, send } = setUp();
    send('down', 0, 0);
    send('move', 10, 0);
    host.defaultView.dispatchEvent(new Event('beforeunload'));
    host.defaultView.dispatchEvent(new Event('pagehide'));
    send('move', 20, 0);
    send('up', 20, 0);
    send('down', 30, 0);
    host.defaultView.dispatchEvent(new Event('pagehide'));
    expect(teller.told).toEqual(['start mouse', 'move 1', 'end', 'start mouse', 'end']);
  });

  test('the second half of a double click that began elsewhere draws no dot, but a line; the next dot is drawn', () => {
    const told = (isSecond: boolean, to: number, held = 0) => {
      let asked = 0;
      const { teller, send } = setUp(false, true, () => {
        asked += 1;
        return isSecond && asked === 1;
      });
      send('down', 100, 100);
      if (to !== 100) send('move', to, 100);
      send('up', to, 100, { time: 10_000 + held });
      send('down', 100, 100);
      send('up', 100, 100);
      return teller.told.join();
    };
    expect(told(true, 100)).toBe('start mouse,drop,start mouse,end');
    expect(told(true, 103)).toBe('start mouse,move 1,drop,start mouse,end');
    expect(told(false, 100)).toBe('start mouse,end,start mouse,end');
    expect(told(true, 120)).toBe('start mouse,move 1,end,start mouse,end');
    // A dot that is held is no part of a double click.
    expect(told(true, 100, 350)).toBe('start mouse,drop,start mouse,end');
    expect(told(true, 100, 351)).toBe('start mouse,end,start mouse,end');
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

  test('a prediction is believed as far as the hand came since the last frame, and never farther than a hand goes', () => {
    const { teller, input, send } = setUp();
    send('down', 0, 0);
    const far = [
      { x: 24, y: 0 },
      { x: 60, y: 0 },
      { x: 26, y: 0 },
    ];
    send('move', 15, 0, { predicted: far });
    input.flush();
    send('move', 315, 0, {
      predicted: [
        { x: 370, y: 0 },
        { x: 380, y: 0 },
      ],
    });
    input.flush();
    expect(teller.told).toEqual(['start mouse', 'move 1 and 1', 'move 1 and 1']);
  });

  test('every sample says when it was measured, and how far the pen leaned then', () => {
    const { teller, send } = setUp();
    send('down', 0, 0, { device: 'pen', time: 1000 });
    const coalesced = [
      { x: 10, y: 1, time: 1002, tiltX: 45 },
      { x: 20, y: 2, time: 1006, tiltX: 90 },
    ];
    send('move', 20, 2, { device: 'pen', time: 1008, tiltX: 90, coalesced });
    send('up', 25, 2, { device: 'pen', time: 1020 });
    const told = teller.samples.map(({ time, tilt }) => [time, tilt]);
    expect(told).toEqual([
      [1000, 0],
      [1002, expect.closeTo(0.5, 9)],
      [1006, 1],
      [1020, 1],
    ]);
    send('down', 0, 0, { device: 'mouse', time: 2000, tiltX: 30 });
    expect(teller.samples.at(-1)).toMatchObject({ time: 2000, tilt: undefined });
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
