import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Player } from '../../../ink/replay/workers.ts';
import { Playback } from './playback.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('cancelAnimationFrame', () => {});
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** A playback of a minute whose pictures take so long, ms; undefined: the worker ends. */
function playing(takes: () => number | undefined): Playback {
  const show = () =>
    new Promise<void>((resolve, reject) => {
      const ms = takes();
      setTimeout(() => (ms === undefined ? reject(new Error()) : resolve()), ms ?? 2_000);
    });
  return new Playback({ length: 60_000, show } as unknown as Player, {} as CanvasRenderingContext2D);
}

test('replay: a picture that takes long is said to be of another time until the one that was asked for is there', async () => {
  let takes = 20;
  const playback = playing(() => takes);
  await vi.advanceTimersByTimeAsync(20);
  takes = 1_500;
  playback.seek(60_000);
  await vi.advanceTimersByTimeAsync(390);
  expect(playback.isBehind.value).toBe(false);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(playback.isBehind.value).toBe(true);
  await vi.advanceTimersByTimeAsync(200);
  expect(playback.isBehind.value).toBe(false);
  takes = 100;
  playback.seek(0);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(playback.isBehind.value).toBe(false);
});

test('replay: a worker that ends while a picture takes long leaves nothing waiting', async () => {
  const playback = playing(() => undefined);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(playback.isBehind.value).toBe(true);
  await vi.advanceTimersByTimeAsync(1_500);
  expect([playback.hasFailed.value, playback.isBehind.value]).toEqual([true, false]);
});
