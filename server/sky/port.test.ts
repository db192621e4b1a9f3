import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { StoreUnavailable } from '../../src/api/ports.ts';
import { DAY, HOUR, MINUTE, parseInstant } from '../../src/core/air/time/time.ts';
import { LIMITS } from '../../src/core/sky/limits.ts';
import { FEEDS } from '../../src/core/sky/types.ts';
import {
  addressOf,
  at,
  begin,
  end,
  nowText,
  START,
  sky,
  skyOf,
  statusOf,
  world,
} from '../../tests/support/sky/sky-port.ts';

beforeEach(begin);
afterEach(end);

const asked = (path: string) => world.standin.asked.filter((each) => each.startsWith(path)).length;

describe('sky: the server over a real connection', () => {
  it('shows every feed, each with its own time, and asks for each once, however many ask at the same time', async () => {
    const port = sky();
    await Promise.all(Array.from({ length: 20 }, () => port.state()));
    const body = await skyOf(port);
    expect(body.warning).toBeNull();
    expect(Object.fromEntries(FEEDS.map((feed) => [feed, body.sources[feed].timestamp]))).toEqual({
      forecast2h: at('15:00'),
      rain: at('15:00'),
      lightning: at('15:04'),
      heat: at('14:45'),
      uv: at('14:00'),
      wind: at('15:05'),
      forecast24h: at('11:30'),
    });
    for (const feed of FEEDS) {
      expect(body.sources[feed]).toMatchObject({ status: 'ok', fetchedAt: nowText() });
      expect(body.sources[feed].url).toContain(world.standin.v2Url);
    }
    expect(body.now).toMatchObject({
      rain: { mmPer5min: 0.6, station: 'Macritchie Reservoir' },
      lightning: { state: 'none' },
      heat: { wbgt: 27.9, band: 'low' },
      uv: { index: 5 },
    });
    expect(world.standin.asked.toSorted()).toEqual(
      [
        '/rainfall',
        '/twenty-four-hr-forecast',
        '/two-hr-forecast',
        '/uv',
        '/weather?api=lightning&date=2026-11-21',
        '/weather?api=wbgt',
        '/wind-direction?date=2026-11-21T15:05:00',
        '/wind-speed',
      ].toSorted(),
    );
  });

  it('asks for each feed again when it is due, and not before', async () => {
    const port = sky();
    await port.state();
    expect(await port.state(), 'the same object while nothing changed').toBe(await port.state());
    for (let minutes = 1; minutes <= 60; minutes += 1) {
      world.now += MINUTE;
      await port.state();
    }
    expect({
      lightning: asked('/weather?api=lightning'),
      rain: asked('/rainfall'),
      forecast2h: asked('/two-hr'),
      heat: asked('/weather?api=wbgt'),
      wind: asked('/wind-speed'),
      uv: asked('/uv'),
      forecast24h: asked('/twenty'),
    }).toEqual({ lightning: 31, rain: 13, forecast2h: 13, heat: 13, wind: 7, uv: 5, forecast24h: 3 });
    expect(asked('/v1')).toBe(0);
  });

  it('does not ask for UV at night once it has the evening, and does in the morning', async () => {
    world.now = parseInstant(at('21:00')) ?? 0;
    const port = sky();
    for (let hour = 21; hour < 30; hour += 1) {
      expect((await skyOf(port)).warning ?? '', `${hour}:00`).not.toContain('UV');
      expect(asked('/uv'), `${hour}:00`).toBe(1);
      world.now += HOUR;
    }
    world.now += HOUR;
    expect((await skyOf(port)).warning).toBeNull();
    expect(asked('/uv')).toBe(2);
  });

  it("in the first minutes of a day asks for yesterday's lightning too, and needs both for an all-clear", async () => {
    world.now = parseInstant(at('00:20')) ?? 0;
    const port = sky();
    expect((await skyOf(port)).now.lightning.state).toBe('none');
    const days = (date: string) => `/weather?api=lightning&date=${date}`;
    expect([asked(days('2026-11-21')), asked(days('2026-11-20'))]).toEqual([1, 1]);
    world.now = parseInstant(at('00:01')) ?? 0;
    const early = sky({ store: { ...world.store, read: async () => undefined as never } });
    expect((await skyOf(early)).now.lightning.state, 'today has no window yet').toBe('none');
    const todayOnly: typeof fetch = (input, init) =>
      addressOf(input).includes('date=2026-11-20') ? Promise.reject(new TypeError('no')) : fetch(input, init);
    world.now = parseInstant(at('00:20')) ?? 0;
    const half = sky({ fetch: todayOnly, store: { ...world.store, read: async () => undefined as never } });
    expect((await skyOf(half)).now.lightning.state).toBe('unknown');
  });

  it('one feed down from the first start leaves the others as they are', async () => {
    world.standin.setFault('rain', 'down');
    const body = await skyOf(sky());
    expect(body.sources.rain).toMatchObject({ status: 'unavailable', timestamp: null, fetchedAt: null });
    expect(body.now.rain).toBeNull();
    for (const feed of FEEDS) if (feed !== 'rain') expect(body.sources[feed].status, feed).toBe('ok');
  });

  it('takes a forecast of v1 if v2 fails or has stood still, and v2 again when it is back', async () => {
    for (const fault of ['500', 'frozen', 'empty', 'no-length'] as const) {
      world.standin.setFault('forecast2h', fault, 'v2');
      const port = sky({ store: { ...world.store, read: async () => undefined as never } });
      const body = await skyOf(port);
      expect(body.sources.forecast2h, fault).toMatchObject({
        status: 'ok',
        timestamp: at('15:00'),
        url: `${world.standin.v1Url}/2-hour-weather-forecast`,
      });
      expect(body.next.forecast?.text).toBe('Partly Cloudy (Day)');
      world.standin.setFault('forecast2h', null);
      world.now += 5 * MINUTE;
      expect((await skyOf(port)).sources.forecast2h.url).toBe(`${world.standin.v2Url}/two-hr-forecast`);
      world.now = START;
    }
    expect(asked('/v1/24'), 'only the forecast that failed').toBe(0);
  });

  it('after a restart it shows what was kept, without asking, and hides it when it is too old', async () => {
    const before = await skyOf(sky());
    world.standin.setFault('sky', 'down');
    const count = world.standin.asked.length;
    const restarted = sky();
    expect(await skyOf(restarted)).toEqual(before);
    expect(world.standin.asked).toHaveLength(count);
    world.now += 5 * MINUTE;
    const late = await skyOf(restarted);
    expect(late.sources.rain).toEqual({ ...before.sources.rain, status: 'stale' });
    expect(late.now.rain).toEqual(before.now.rain);
    expect(late.now.lightning.state, 'no all-clear from a feed that is not refreshed').toBe('unknown');
    world.now = START + 2 * DAY;
    const old = await skyOf(sky());
    for (const feed of FEEDS) expect(old.sources[feed].status, feed).toBe('unavailable');
    expect(old.now).toEqual({
      rain: null,
      lightning: { state: 'unknown', nearestKm: null, lastStrikeAt: null },
      heat: null,
      uv: null,
      wind: null,
    });
    expect(old.next).toEqual({ forecast: null, periods: [] });
  });

  it('waits longer after each failure, but never longer than between two polls', async () => {
    world.standin.setFault('lightning', '500');
    const port = sky();
    await port.state();
    const times: number[] = [];
    for (let second = 0; second < 1_200; second += 5) {
      const before = asked('/weather?api=lightning');
      world.now += 5_000;
      await port.state();
      if (asked('/weather?api=lightning') > before) times.push(second + 5);
    }
    const pauses = times.map((time, index) => time - (times[index - 1] ?? 0));
    expect(pauses.slice(0, 3)).toEqual([10, 20, 40]);
    expect(Math.max(...pauses)).toBeLessThanOrEqual(LIMITS.lightning.poll / 1000);
    expect(times.length).toBeGreaterThan(8);
  });

  it('an earlier answer from a cache undoes nothing, and one from ahead of the clock leaves no trace', async () => {
    const port = sky();
    await port.state();
    world.standin.setFault('rain', 'frozen');
    world.now += 5 * MINUTE;
    expect((await skyOf(port)).sources.rain).toMatchObject({ timestamp: at('15:00'), status: 'ok' });
    world.standin.setFault('rain', 'ahead');
    world.now += 5 * MINUTE;
    expect((await skyOf(port)).sources.rain).toMatchObject({ timestamp: at('16:10'), status: 'stale' });
    world.standin.setFault('rain', null);
    world.now += 5 * MINUTE;
    expect((await skyOf(port)).sources.rain).toMatchObject({ timestamp: at('15:15'), status: 'ok' });
  });

  it('answers from memory when the store cannot be used, and says so', async () => {
    const said: string[] = [];
    const locked = () => Promise.reject(new StoreUnavailable('locked'));
    const port = sky({
      store: { ...world.store, read: locked, write: locked },
      log: (message) => said.push(message),
    });
    expect(await statusOf(port, 'rain')).toBe('ok');
    expect((await skyOf(port)).warning).toBeNull();
    expect(said).toContain('the kept sky cannot be read');
    expect(said).toContain('the sky cannot be kept');
  });

  it('a stored text of another kind is as if there were none', async () => {
    await sky().state();
    for (const text of ['', 'null', '{"refreshed":true}', '{"refreshed":true,"newest":{"gauges":7}}']) {
      await world.store.write((tx) => tx.putValue('sky-rain', text));
      const count = asked('/rainfall');
      expect(await statusOf(sky(), 'rain'), text).toBe('ok');
      expect(asked('/rainfall')).toBe(count + 1);
    }
  });

  it('tells the operator which feed failed and why, once for each attempt', async () => {
    const said: unknown[] = [];
    world.standin.setFault('forecast24h', '403');
    const port = sky({ log: (message, facts) => said.push({ message, ...facts }) });
    await port.state();
    await port.state();
    expect(said).toEqual([
      {
        message: 'the upstream could not be read',
        source: 'forecast24h',
        reason: 'v2: status; v1: status',
        detail: 'v2: HTTP 403; v1: HTTP 403',
        retryInSeconds: 10,
      },
    ]);
  });

  it('is not held up by a clock that was set back', async () => {
    world.now = START + DAY;
    const port = sky();
    await port.state();
    world.now = START;
    await port.state();
    expect(asked('/rainfall')).toBe(2);
  });
});
