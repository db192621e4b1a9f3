import { expect, test } from 'vitest';
import { workBetween } from './ink-gallery.ts';
import { type TraceEvent, workPerMove } from './ink-work.ts';

const SITE = 'http://127.0.0.1:1';

/** Trace events of one thread, in the order in which they are made; times in microseconds. */
function timeline() {
  const events: TraceEvent[] = [];
  const at = { pid: 1, tid: 1, ph: 'X' } as const;
  return {
    events,
    dispatch: (type: string, ts: number, dur = 100) =>
      events.push({ ...at, name: 'EventDispatch', ts, dur, args: { data: { type } } }),
    frame: (ts: number, dur = 100) => events.push({ ...at, name: 'FireAnimationFrame', ts, dur }),
    call: (ts: number, dur: number, tdur: number, url = `${SITE}/studio.js`, tid = 1) =>
      events.push({ ...at, tid, name: 'FunctionCall', ts, dur, tdur, args: { data: { url } } }),
    task: (ts: number, dur: number, tdur: number, tid = 1) =>
      events.push({ ...at, tid, name: 'RunTask', ts, dur, tdur }),
    mark: (name: string, ts: number) => events.push({ ...at, ph: 'I', name, ts }),
  };
}

test('bench: the work of a move is its own calls and its share of the frame', () => {
  const { events, dispatch, frame, call } = timeline();
  dispatch('pointermove', 0);
  call(10, 50, 5_000);
  dispatch('pointerdown', 1_000);
  call(1_010, 50, 5_000);
  dispatch('pointermove', 2_000);
  call(2_010, 40, 30);
  // Calls inside the call before, of the bench, and of another thread.
  call(2_020, 10, 10);
  call(2_060, 10, 10, '');
  call(2_070, 10, 10, `${SITE}/tiles.js`, 2);
  dispatch('pointermove', 3_000);
  call(3_010, 90, 50);
  frame(4_000);
  call(4_010, 60, 60);
  // A frame of another page, and one without a move before it.
  frame(5_000);
  call(5_010, 60, 60);
  dispatch('pointermove', 6_000);
  call(6_010, 90, 70);
  dispatch('pointerup', 7_000);
  call(7_010, 90, 8_000);
  frame(8_000);
  call(8_010, 90, 9_000);
  dispatch('pointermove', 9_000);
  call(9_010, 90, 9_000);
  expect(workPerMove(events.toReversed(), SITE)).toEqual([0.03 + 0.03, 0.05 + 0.03, 0.07]);
  expect(workPerMove([], SITE)).toEqual([]);
});

test("bench: the work to show the gallery is that of the page's tasks between the marks", () => {
  const { events, task, mark } = timeline();
  task(0, 900, 10_000);
  mark('gallery: pressed', 1_000);
  task(950, 100, 2_000);
  task(1_200, 300, 3_000);
  task(1_300, 300, 50_000, 2);
  mark('gallery: shown', 2_000);
  task(1_990, 100, 4_000);
  task(2_100, 100, 10_000);
  expect(workBetween(events)).toBe(9);
  expect(() => workBetween([])).toThrow('no marks');
});
