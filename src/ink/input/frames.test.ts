import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Frames } from './frames.ts';

let waiting: Map<number, () => void>;
let requested: number;

beforeEach(() => {
  waiting = new Map();
  requested = 0;
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => {
    waiting.set(++requested, run);
    return requested;
  });
  vi.stubGlobal('cancelAnimationFrame', (frame: number) => waiting.delete(frame));
});
afterEach(() => vi.unstubAllGlobals());

/** Runs the browser's next frame. */
function frame(): void {
  const runs = [...waiting.values()];
  waiting.clear();
  for (const run of runs) run();
}

test('steps are done in their order, once, in one frame, however often they are asked for', () => {
  const frames = new Frames();
  const done: string[] = [];
  const hands = frames.step(() => done.push('hands'));
  const picture = frames.step(() => done.push('picture'));
  picture.ask();
  hands.ask();
  picture.ask();
  expect(requested).toBe(1);
  frame();
  frame();
  expect(done).toEqual(['hands', 'picture']);
  expect(requested).toBe(1);
});

test('a step that an earlier one asks for is done in the same frame, an earlier or the same one in the next', () => {
  const frames = new Frames();
  const done: string[] = [];
  let again = 1;
  const hands = frames.step(() => {
    done.push('hands');
    picture.ask();
  });
  const picture = frames.step(() => {
    done.push('picture');
    if (again-- > 0) picture.ask();
  });
  hands.ask();
  frame();
  expect(done).toEqual(['hands', 'picture']);
  frame();
  expect(done).toEqual(['hands', 'picture', 'picture']);
  frame();
  expect(done).toHaveLength(3);
});

test('frames that are kept go on until they are let go', () => {
  const frames = new Frames();
  const run = vi.fn();
  const one = frames.step(run);
  frames.isKept = true;
  frame();
  frame();
  expect(requested).toBe(3);
  expect(run).not.toHaveBeenCalled();
  one.ask();
  expect(requested).toBe(3);
  frame();
  expect(run).toHaveBeenCalledOnce();
  frames.isKept = false;
  frame();
  expect(requested).toBe(4);
});

test('what is forgotten, or destroyed, is not done', () => {
  const frames = new Frames();
  const run = vi.fn();
  const one = frames.step(run);
  one.ask();
  one.forget();
  frame();
  one.ask();
  frames.destroy();
  frame();
  expect(run).not.toHaveBeenCalled();
});
