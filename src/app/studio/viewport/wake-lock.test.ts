/** The screen during a drawing, with a wake lock of the test's own. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { MINUTE } from '../../../core/air/time/time.ts';

const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
/** Locks that the page holds. */
let held = 0;
let asked = 0;
let refuses = false;
let end = () => {};

async function request() {
  asked += 1;
  if (refuses) throw new DOMException('low battery', 'NotAllowedError');
  held += 1;
  let isReleased = false;
  const letGo = () => {
    if (isReleased) return;
    isReleased = true;
    held -= 1;
  };
  // As browsers do when the page is hidden.
  page.addEventListener('visibilitychange', () => page.visibilityState === 'hidden' && letGo());
  return { release: async () => letGo() };
}

async function studio() {
  vi.resetModules();
  const { followPen, keepsScreenOn } = await import('./wake-lock.ts');
  const { penDown } = await import('../saving/busy.ts');
  end = followPen();
  const stroke = async () => {
    penDown.value = true;
    penDown.value = false;
    await vi.advanceTimersByTimeAsync(0);
  };
  return { stroke, penDown, keepsScreenOn };
}

async function show(state: 'visible' | 'hidden') {
  page.visibilityState = state;
  page.dispatchEvent(new Event('visibilitychange'));
  await vi.advanceTimersByTimeAsync(0);
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('document', page);
  vi.stubGlobal('navigator', { wakeLock: { request } });
  page.visibilityState = 'visible';
  [held, asked, refuses] = [0, 0, false];
});
afterEach(() => {
  end();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('studio: the screen', () => {
  it('stays on from the first stroke until five minutes after the last', async () => {
    const { stroke, penDown } = await studio();
    await vi.advanceTimersByTimeAsync(MINUTE);
    expect(held).toBe(0);
    await stroke();
    expect(held).toBe(1);
    await vi.advanceTimersByTimeAsync(4 * MINUTE);
    await stroke();
    await vi.advanceTimersByTimeAsync(4 * MINUTE);
    expect([held, asked]).toEqual([1, 1]);
    penDown.value = true;
    await vi.advanceTimersByTimeAsync(20 * MINUTE);
    expect(held).toBe(1);
    penDown.value = false;
    await vi.advanceTimersByTimeAsync(5 * MINUTE);
    expect(held).toBe(0);
  });

  it('may turn off while the page is hidden, and stays on again after the return', async () => {
    const { stroke } = await studio();
    await stroke();
    await show('hidden');
    expect(held).toBe(0);
    await show('visible');
    expect(held).toBe(1);
    end();
    await vi.advanceTimersByTimeAsync(0);
    expect(held).toBe(0);
    await show('hidden');
    await show('visible');
    expect(held).toBe(0);
  });

  it('is left alone where that is turned off, refused, or not possible', async () => {
    const { stroke, keepsScreenOn } = await studio();
    await stroke();
    keepsScreenOn.value = false;
    await vi.advanceTimersByTimeAsync(0);
    expect(held).toBe(0);
    refuses = true;
    keepsScreenOn.value = true;
    await vi.advanceTimersByTimeAsync(0);
    expect([held, asked]).toEqual([0, 2]);
    end();
    vi.stubGlobal('navigator', {});
    const other = await studio();
    await other.stroke();
    expect(held).toBe(0);
  });
});
