import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { inTime, STEP_MAX } from './in-time.ts';
import { makeFilm, NotMade } from './make-film.ts';

describe('replay: an encoder that stops', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test('has failed after a while, so that the next way is tried', async () => {
    const stuck = () => inTime(new Promise<Blob>(() => {}));
    const next = new Blob(['gif']);
    // Neither asks for a picture.
    const film = makeFilm(
      () => Object.create(null),
      [{ make: stuck }, { make: async () => next }],
      () => {},
    );
    await vi.advanceTimersByTimeAsync(STEP_MAX);
    expect(await film).toBe(next);
  });

  test('one that is slow has not: what it makes, or its own error, is passed on, and no timer stays', async () => {
    const slow = inTime(new Promise<string>((resolve) => setTimeout(() => resolve('made'), STEP_MAX - 1)));
    await vi.advanceTimersByTimeAsync(STEP_MAX - 1);
    expect(await slow).toBe('made');
    const own = new Error('lost');
    await expect(inTime(Promise.reject(own))).rejects.toBe(own);
    expect(vi.getTimerCount()).toBe(0);
    const late = inTime(new Promise(() => {}), 5);
    const failed = expect(late).rejects.toBeInstanceOf(NotMade);
    await vi.advanceTimersByTimeAsync(5);
    await failed;
  });
});
