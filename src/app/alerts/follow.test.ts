/** Alerts in the page, over the real rules, with time, network and pushes of the test's own. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fineData, SKY_NOW, skyState } from '../../../tests/support/sky/sky-state.ts';
import { HOUR, MINUTE, sgtDate, toSgt } from '../../core/air/time/time.ts';
import { PUSHED_CHANNEL } from '../../core/alerts/message.ts';
import type { AlertPreferences } from '../../core/alerts/preferences.ts';
import { factsOf } from '../../core/sky/facts.ts';
import type { AreaId } from '../../core/sky/place/areas.ts';
import { skyBody } from '../../core/sky/sky.ts';
import type { FeedData } from '../../core/sky/types.ts';

const transport = vi.hoisted(() => vi.fn<(request: Request) => Promise<Response>>());
vi.mock('../client/transport.ts', () => ({ transport }));

/** This device's clock is wrong by a day, and by some hours of the day: the server's clock minus this device's, ms. */
const AHEAD = 31 * HOUR;
const WANTED: AlertPreferences = { area: 'bishan', kinds: ['lightning'], quiet: null, atMost: 6 };
const NEAR = /^Alert for Bishan\. Take shelter: lightning \d+ km away, (?:just now|\d+ min ago)\.$/;
const OVER = 'No more lightning near Bishan. When you hear thunder, go.';

/** The document of the pages of a test. */
let visibility: EventTarget & { visibilityState: 'visible' | 'hidden' };
const closed = vi.fn<(tag: string) => void>();
const registration = {
  getNotifications: async ({ tag }: { tag: string }) => [{ close: () => closed(tag) }],
};
let kept: Map<string, string>;
/** Whether there is lightning near, and whether what the sources say is an hour old. */
let [isNear, isLate] = [false, false];
/** Where the pages hear of pushes. */
let channels: BroadcastChannel[];
/** One page after the other. */
let locks: { held: Promise<unknown>; request: (...given: never[]) => Promise<unknown> };

function answer(request: Request): Response {
  const area = new URL(request.url).searchParams.get('area') as AreaId;
  const now = Date.now() + AHEAD;
  const fine: FeedData = fineData(isLate ? now - HOUR : now);
  const { timestamp } = fine.lightning;
  const strikes = [{ latitude: 1.36, longitude: 103.84, at: timestamp, kind: 'cloud' as const }];
  const data = isNear ? { ...fine, lightning: { ...fine.lightning, strikes } } : fine;
  const { body } = skyBody(factsOf(skyState(now, data)), { area, now });
  return Response.json(body, { headers: { Date: new Date(now).toUTCString() } });
}

/** The modules as in a page that has just been opened. */
async function opened(wanted: AlertPreferences = WANTED, isPushed = false) {
  kept.set('pleinair.alerts', JSON.stringify({ ...wanted, pushed: isPushed }));
  vi.resetModules();
  const { followAlerts } = await import('./follow.ts');
  const { toasts, dismissToast } = await import('../ui/toasts.ts');
  followAlerts();
  await later(0);
  return {
    said: () => toasts.value.map(({ text }) => text.replace(/[\u00a0\u202f\u2068\u2069]/g, ' ')),
    stays: () => toasts.value.every(({ stays }) => stays),
    dismiss: () => dismissToast(toasts.value[0]?.key),
  };
}

const later = (minutes: number) => vi.advanceTimersByTimeAsync(minutes * MINUTE);

/** What the worker says after it has shown a push, which was the server's nth of the day. */
async function push(level: number, sent = 1): Promise<void> {
  const count = { day: sgtDate(Date.now() + AHEAD), sent };
  const data = { kind: 'lightning', level, count };
  for (const one of channels) one.dispatchEvent(Object.assign(new Event('message'), { data }));
  await later(0);
}

function show(state: 'visible' | 'hidden'): void {
  visibility.visibilityState = state;
  visibility.dispatchEvent(new Event('visibilitychange'));
}

beforeEach(() => {
  vi.useFakeTimers({ now: SKY_NOW - AHEAD });
  kept = new Map();
  channels = [];
  locks = {
    held: Promise.resolve(),
    request(...[, , work]: [string, object, () => Promise<void>]) {
      const turn = locks.held.then(work);
      locks.held = turn;
      return turn;
    },
  };
  vi.stubGlobal('location', { origin: 'http://localhost', href: 'http://localhost/' });
  const serviceWorker = { getRegistration: async () => registration };
  vi.stubGlobal('navigator', { onLine: true, locks, serviceWorker });
  visibility = Object.assign(new EventTarget(), { visibilityState: 'visible' as const });
  vi.stubGlobal('document', visibility);
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, text: string) => void kept.set(name, text),
  });
  const Channel = class extends EventTarget {
    constructor(name: string) {
      super();
      if (name === PUSHED_CHANNEL) channels.push(this as unknown as BroadcastChannel);
    }
  };
  vi.stubGlobal('BroadcastChannel', Channel);
  vi.stubGlobal('addEventListener', () => {});
  vi.stubGlobal('removeEventListener', () => {});
  [isNear, isLate] = [false, false];
  closed.mockReset();
  transport.mockReset().mockImplementation(async (request) => answer(request));
});
afterEach(() => {
  show('hidden');
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('alerts: in the page', () => {
  it('a crossing is said once, stays until it is read, and the all-clear takes its place', async () => {
    const { said, stays, dismiss } = await opened();
    expect(said()).toEqual([]);
    isNear = true;
    await later(1);
    expect(said()).toEqual([expect.stringMatching(NEAR)]);
    await later(10);
    expect([said().length, stays()]).toEqual([1, true]);
    isNear = false;
    await later(1);
    expect(said()).toEqual([OVER]);
    dismiss();
    await later(10);
    expect(said()).toEqual([]);
  });

  it('what is on at first, late or not to be had is no crossing', async () => {
    isNear = true;
    const { said } = await opened();
    await later(1);
    isLate = true;
    isNear = false;
    await later(1);
    transport.mockRejectedValue(new TypeError('network error'));
    await later(5);
    expect(said()).toEqual([]);
    isLate = false;
    transport.mockImplementation(async (request) => answer(request));
    await later(1);
    expect(said()).toEqual([OVER]);
  });

  it('quiet hours are those of the server’s clock, whatever this device’s says', async () => {
    const from = toSgt(SKY_NOW).slice(11, 16);
    const to = toSgt(SKY_NOW + 30 * MINUTE).slice(11, 16);
    const { said } = await opened({ ...WANTED, quiet: { from, to } });
    isNear = true;
    await later(29);
    expect(said()).toEqual([]);
    await later(2);
    expect(said()).toEqual([expect.stringMatching(NEAR)]);
  });

  it('nothing is asked for while the page is hidden or nothing is wanted', async () => {
    await opened({ ...WANTED, kinds: [] });
    await later(5);
    expect(transport).not.toHaveBeenCalled();
    await opened();
    show('hidden');
    transport.mockClear();
    await later(5);
    expect(transport).not.toHaveBeenCalled();
  });

  it('of two pages one speaks', async () => {
    const first = await opened();
    isNear = true;
    await later(1);
    const second = await opened();
    await later(1);
    expect([first.said().length, second.said().length]).toEqual([1, 0]);
    transport.mockClear();
    await later(5);
    expect(transport).toHaveBeenCalledTimes(10);
  });

  it('what a push has told is not said again', async () => {
    const { said } = await opened(WANTED, true);
    await push(1);
    isNear = true;
    await later(3);
    expect(said()).toEqual([]);
    await push(0);
    isNear = false;
    await later(3);
    expect(said()).toEqual([]);
    expect(closed).not.toHaveBeenCalled();
  });

  it('a push that does not come in a minute is said without it, and is withdrawn if it comes then', async () => {
    const { said } = await opened(WANTED, true);
    isNear = true;
    await later(0.6);
    expect(said()).toEqual([]);
    await later(1);
    expect(said()).toEqual([expect.stringMatching(NEAR)]);
    await push(1);
    expect(closed).toHaveBeenCalledWith('lightning');
    expect(said()).toHaveLength(1);
  });

  it('what a push told while the page was hidden is not said when somebody looks again', async () => {
    const { said } = await opened(WANTED, true);
    show('hidden');
    isNear = true;
    await later(30);
    show('visible');
    await later(5);
    expect(said()).toEqual([]);
    isNear = false;
    await later(5);
    expect(said()).toEqual([OVER]);
  });

  it('what the server has pushed counts for the number a day, and nothing counts twice', async () => {
    const { said, dismiss } = await opened({ ...WANTED, atMost: 4 }, true);
    await push(1, 3);
    isNear = true;
    await later(3);
    isNear = false;
    await later(3);
    // The fourth: it was pushed as the third, and the push of this one did not come.
    expect(said()).toEqual([OVER]);
    dismiss();
    // Until that push is no longer of just now.
    await later(10);
    isNear = true;
    await later(20);
    expect(said()).toEqual([]);
    // After midnight.
    await later(10 * 60);
    expect(said()).toEqual([expect.stringMatching(NEAR)]);
  });

  it('another town begins anew', async () => {
    const told = { level: 1, told: 1, next: null, seenAt: SKY_NOW };
    const state = { day: '', sent: 0, kinds: { lightning: told } };
    kept.set('pleinair.alerts-told', JSON.stringify({ area: 'tuas', state }));
    const { said } = await opened();
    await later(5);
    expect(said()).toEqual([]);
  });
});
