import { afterEach, beforeEach, expect, test, vi } from 'vitest';

let persist: ReturnType<typeof vi.fn>;

beforeEach(() => {
  vi.useFakeTimers();
  vi.resetModules();
  persist = vi.fn(async () => true);
  vi.stubGlobal('navigator', { storage: { persist } });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('studio: persistent storage is requested once, and never while somebody draws or has just drawn', async () => {
  const { penDown } = await import('../saving/busy.ts');
  const { askPersistenceWhenIdle } = await import('./ask-when-idle.ts');
  penDown.value = true;
  askPersistenceWhenIdle();
  vi.advanceTimersByTime(60_000);
  expect(persist).not.toHaveBeenCalled();
  // Strokes without a pause.
  for (let i = 0; i < 20; i++) {
    penDown.value = false;
    vi.advanceTimersByTime(3_000);
    penDown.value = true;
    vi.advanceTimersByTime(500);
    askPersistenceWhenIdle();
  }
  expect(persist).not.toHaveBeenCalled();
  penDown.value = false;
  vi.advanceTimersByTime(3_999);
  expect(persist).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(persist).toHaveBeenCalledTimes(1);
  penDown.value = true;
  penDown.value = false;
  askPersistenceWhenIdle();
  vi.advanceTimersByTime(60_000);
  expect(persist).toHaveBeenCalledTimes(1);
});
