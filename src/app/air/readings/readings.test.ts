/** When the page asks for the readings again, with time and network of the test's own. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

const transport = vi.hoisted(() => vi.fn<(request: Request) => Promise<Response>>());
vi.mock('../../client/transport.ts', () => ({ transport }));

const network = new EventTarget();
const conditions = { onLine: true };
let end = () => {};

/** The page as it has just been opened. */
async function opened() {
  vi.resetModules();
  const { followReadings } = await import('./readings.ts');
  end = followReadings();
  await later(0);
}

const later = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000);

function goOnline(): Promise<unknown> {
  conditions.onLine = true;
  network.dispatchEvent(new Event('online'));
  return later(0);
}

/** Requests so far. */
const asked = () => transport.mock.calls.length;

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-09-28T08:20:00Z') });
  conditions.onLine = true;
  vi.stubGlobal('location', { origin: 'http://localhost' });
  vi.stubGlobal('navigator', conditions);
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }));
  vi.stubGlobal('addEventListener', network.addEventListener.bind(network));
  vi.stubGlobal('removeEventListener', network.removeEventListener.bind(network));
  transport.mockReset().mockRejectedValue(new TypeError('Failed to fetch'));
});
afterEach(() => {
  end();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('air: when the network comes back', () => {
  it('asks at once after a failure without a network', async () => {
    conditions.onLine = false;
    await opened();
    const before = asked();
    await goOnline();
    expect(asked()).toBe(before + 1);
  });

  it('waits out the pause after a failure with a network', async () => {
    await opened();
    const before = asked();
    await goOnline();
    expect(asked()).toBe(before);
    await later(10);
    expect(asked()).toBe(before + 1);
  });

  it('asks again when it comes back while a request without one is under way', async () => {
    conditions.onLine = false;
    const { promise, reject } = Promise.withResolvers<Response>();
    await opened();
    await later(29);
    transport.mockReturnValueOnce(promise);
    await later(2);
    const before = asked();
    await goOnline();
    expect(asked()).toBe(before);
    reject(new TypeError('Failed to fetch'));
    await later(0);
    expect(asked()).toBe(before + 1);
  });

  it('begins with the shortest pause, however long it was away', async () => {
    conditions.onLine = false;
    await opened();
    await later(3600);
    await goOnline();
    const before = asked();
    await later(29);
    expect(asked()).toBe(before);
    await later(2);
    expect(asked()).toBe(before + 1);
  });
});
