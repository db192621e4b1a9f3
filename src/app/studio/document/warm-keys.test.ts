import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { stroke } from '../../../../tests/support/drawing/any-stroke.ts';
import type { Stroke } from '../../../core/drawing/types.ts';
import { strokeKey } from './stroke-key.ts';
import { warmKeys } from './warm-keys.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Strokes that count the reads of their points. */
function watched(count: number) {
  const seen = { read: 0 };
  const strokes = Array.from(
    { length: count },
    (_, n): Stroke => ({
      ...stroke(n),
      get points() {
        seen.read++;
        return stroke(n).points;
      },
    }),
  );
  return { strokes, seen };
}

test('every key is computed once, after a while', () => {
  const { strokes, seen } = watched(500);
  warmKeys(strokes, () => false);
  vi.advanceTimersByTime(1_000);
  expect(seen.read).toBe(0);
  vi.runAllTimers();
  expect(seen.read).toBeGreaterThanOrEqual(500);
  seen.read = 0;
  expect(strokes.map(strokeKey)).toEqual(strokes.map((_, n) => strokeKey(stroke(n))));
  expect(seen.read).toBe(0);
});

test('no key is computed while somebody draws, or after the drawing is closed', () => {
  const { strokes, seen } = watched(500);
  let busy = true;
  const stop = warmKeys(strokes, () => busy);
  vi.advanceTimersByTime(60_000);
  expect(seen.read).toBe(0);
  busy = false;
  stop();
  vi.advanceTimersByTime(60_000);
  expect([seen.read, vi.getTimerCount()]).toEqual([0, 0]);
});
