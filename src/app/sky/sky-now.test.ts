/** The sky in the page, over the real rules, with time and network of the test's own. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SKY_NOW, skyState } from '../../../tests/support/sky/sky-state.ts';
import { factsOf } from '../../core/sky/facts.ts';
import { type AreaId, areaOf } from '../../core/sky/place/areas.ts';
import { skyBody } from '../../core/sky/sky.ts';

const transport = vi.hoisted(() => vi.fn<(request: Request) => Promise<Response>>());
vi.mock('../client/transport.ts', () => ({ transport }));

/** The server's clock minus this device's, ms. */
const AHEAD = 90_000;

const visibility = Object.assign(new EventTarget(), { visibilityState: 'visible' });
const network = new EventTarget();
let ends: (() => void)[] = [];

/** The modules as in a page that has just been opened. */
async function opened() {
  vi.resetModules();
  const { followSky, skyFailed, skyNow } = await import('./sky-now.ts');
  const { chooseTown } = await import('./town.ts');
  const { planNow, isIndoors } = await import('./plan-now.ts');
  const choose = (id: AreaId) => {
    const area = areaOf(id);
    if (area === undefined) throw new Error(id);
    chooseTown(area);
    const end = followSky(area);
    ends.push(end);
    return end;
  };
  return { choose, skyFailed, skyNow, planNow, isIndoors };
}

function answer(request: Request, state = skyState()): Response {
  const area = new URL(request.url).searchParams.get('area') as AreaId;
  const now = Date.now() + AHEAD;
  const { body } = skyBody(factsOf(state), { area, now });
  return Response.json(body, { headers: { Date: new Date(now).toUTCString() } });
}

const later = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000);

beforeEach(() => {
  vi.useFakeTimers({ now: SKY_NOW - AHEAD });
  vi.stubGlobal('location', { origin: 'http://localhost' });
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('document', visibility);
  vi.stubGlobal('addEventListener', network.addEventListener.bind(network));
  vi.stubGlobal('removeEventListener', network.removeEventListener.bind(network));
  visibility.visibilityState = 'visible';
  transport.mockReset().mockImplementation(async (request) => answer(request));
});
afterEach(() => {
  for (const end of ends) end();
  ends = [];
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('sky: now, in the page', () => {
  it("keeps to the server's clock, and asks every 15 seconds while somebody looks", async () => {
    const { choose, skyNow } = await opened();
    const end = choose('bishan');
    await later(0);
    expect(skyNow.value).toMatchObject({ sky: { area: 'bishan' }, now: SKY_NOW });
    await later(15);
    expect(transport).toHaveBeenCalledTimes(2);
    visibility.visibilityState = 'hidden';
    await later(60);
    expect(transport).toHaveBeenCalledTimes(2);
    visibility.visibilityState = 'visible';
    visibility.dispatchEvent(new Event('visibilitychange'));
    await later(0);
    expect(transport).toHaveBeenCalledTimes(3);
    network.dispatchEvent(new Event('online'));
    await later(0);
    expect(transport).toHaveBeenCalledTimes(4);
    end();
    await later(60);
    expect(transport).toHaveBeenCalledTimes(4);
  });

  it('asks again within seconds while a source is missing, as of a server that just woke up', async () => {
    const nothing = { refreshed: false, fetchedAt: null, newest: null as never };
    const waking = skyState(SKY_NOW, {}, { rain: nothing, forecast2h: nothing });
    const { choose, planNow } = await opened();
    transport.mockImplementation(async (request) => answer(request, waking));
    choose('bishan');
    await later(0);
    expect(planNow.value?.line.plan).toEqual({ what: 'unsure', missing: ['rain', 'forecast2h'] });
    const words = () => planNow.value?.words;
    expect(words()).toBe('Asking for rain and the forecast… Until then, look at the sky.');
    const callsAfter = async (...seconds: readonly number[]) => {
      const calls: number[] = [];
      for (const each of seconds) {
        await later(each);
        calls.push(transport.mock.calls.length);
      }
      return calls;
    };
    expect(await callsAfter(2, 1)).toEqual([1, 2]);
    expect(words()).toMatch(/^Asking for rain and the forecast…/);
    expect(await callsAfter(5, 1)).toEqual([2, 3]);
    // Whoever was asked for as long as that does not answer.
    expect(words()).toMatch(/^Not known right now: rain and the forecast[.]/);
    expect(await callsAfter(11, 1)).toEqual([3, 4]);
    expect(await callsAfter(14, 1, 14, 1)).toEqual([4, 5, 5, 6]);
    transport.mockImplementation(async (request) => answer(request));
    expect(await callsAfter(15, 14, 1)).toEqual([7, 7, 8]);
    expect(planNow.value?.line.plan).toEqual({ what: 'heat', band: 'moderate' });
  });

  it('shows nothing of an answer that is older than its statuses are good for', async () => {
    const { choose, skyNow, skyFailed } = await opened();
    choose('bishan');
    await later(0);
    transport.mockRejectedValue(new TypeError('network error'));
    await later(60);
    expect([skyFailed.value, skyNow.value?.sky.area]).toEqual([true, 'bishan']);
    await later(30);
    expect([skyFailed.value, skyNow.value]).toEqual([true, undefined]);
    transport.mockImplementation(async (request) => answer(request));
    await later(15);
    expect([skyFailed.value, skyNow.value?.sky.area]).toEqual([false, 'bishan']);
  });

  it('shows the sky of no other town, also if that comes late', async () => {
    const { choose, skyNow, skyFailed } = await opened();
    let arrive: (() => void) | undefined;
    transport.mockImplementationOnce(async (request) => {
      const late = answer(request);
      await new Promise<void>((resolve) => {
        arrive = resolve;
      });
      return late;
    });
    choose('bishan')();
    await later(0);
    choose('tuas');
    await later(0);
    expect(skyNow.value?.sky.area).toBe('tuas');
    arrive?.();
    await later(1);
    expect([skyNow.value?.sky.area, skyFailed.value]).toEqual(['tuas', false]);
    choose('bishan')();
    expect(skyNow.value).toBeUndefined();
  });

  it('has a plan line for the town, and nothing to say without an answer', async () => {
    const { choose, planNow, isIndoors } = await opened();
    expect([planNow.value, isIndoors.value]).toEqual([undefined, false]);
    choose('tuas');
    await later(0);
    expect(planNow.value).toMatchObject({ line: { plan: { what: 'falling', band: 'heavy' } }, masks: false });
    expect(planNow.value?.words).toBe('Heavy rain in Tuas.');
    transport.mockRejectedValue(new TypeError('network error'));
    await later(90);
    expect(planNow.value).toBeUndefined();
  });
});
