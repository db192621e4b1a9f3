import { once } from 'node:events';
import { createServer } from 'node:http';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AirPort, Store } from '../../src/api/ports.ts';
import { StoreUnavailable } from '../../src/api/ports.ts';
import { readingsBody } from '../../src/core/air/readings.ts';
import { DAY, HOUR, MINUTE, parseInstant, toSgt } from '../../src/core/air/time.ts';
import { REGIONS } from '../../src/core/air/types.ts';
import { memoryStore } from '../../src/store/memory.ts';
import type { ServerAirOptions } from './port.ts';
import { serverAir } from './port.ts';
import { DAYS } from './standin/days.ts';
import type { Fault } from './standin/faults.ts';
import type { Standin } from './standin/standin.ts';
import { startStandin } from './standin/standin.ts';

/** On this date the stand-in shows the recorded 27 September, and the 28th the day before. */
const START = parseInstant('2026-11-21T16:20:00+08:00') ?? Number.NaN;
/** The first of the 24 hours that end with it. */
const WINDOW_START = '2026-11-20T17:00:00+08:00';
const HOUR_16 = '2026-11-21T16:00:00+08:00';

let now = START;
let standin: Standin;
let store: Store;

beforeEach(async () => {
  now = START;
  store = memoryStore();
  standin = await startStandin({ now: () => now });
});
afterEach(async () => {
  await standin.close();
  await store.close();
});

function air(options: Partial<ServerAirOptions> = {}): AirPort {
  const clock = () => now;
  return serverAir({ v2Url: standin.v2Url, store, now: clock, elapsed: clock, random: () => 0, ...options });
}
async function readings(port: AirPort) {
  return readingsBody(await port.state(), { region: 'all', now: port.now(), publicUrl: 'http://x.test' });
}
const valuesOf = (body: Awaited<ReturnType<typeof readings>>['body'], metric: 'psi' | 'pm25') =>
  body.regions.map((region) => region[metric]);

function addressOf(input: string | URL | Request): string {
  return input instanceof Request ? input.url : input.toString();
}

describe('air: the server over a real connection', () => {
  it('shows the newest hour of both sources, fresh', async () => {
    const { body, maxAge } = await readings(air());
    expect(body.warning).toBeNull();
    expect(body.sources.psi).toMatchObject({ status: 'ok', timestamp: HOUR_16 });
    expect(body.sources.pm25).toMatchObject({ status: 'ok', timestamp: HOUR_16 });
    expect(body.sources.pm25.url).toBe(`${standin.v2Url}/pm25`);
    expect(body.fetchedAt).toBe('2026-11-21T16:20:00+08:00');
    expect(valuesOf(body, 'psi')).toEqual(DAYS.psi[0][16]?.values);
    expect(valuesOf(body, 'pm25')).toEqual(DAYS.pm25[0][16]?.values);
    expect(maxAge).toBe(600);
  });

  it('asks each address once, however many ask at the same time, and not again for ten minutes', async () => {
    const port = air();
    await Promise.all(Array.from({ length: 20 }, () => port.state()));
    const both = (metric: string) => [`/${metric}?date=2026-11-21`, `/${metric}?date=2026-11-20`];
    expect(standin.asked.toSorted()).toEqual([...both('psi'), ...both('pm25')].toSorted());
    now += 10 * MINUTE - 1;
    await port.state();
    expect(standin.asked).toHaveLength(4);
  });

  it('asks for today alone once the last 24 hours are whole', async () => {
    const port = air();
    await port.state();
    now += 10 * MINUTE;
    await port.state();
    expect(standin.asked.slice(4).toSorted()).toEqual(['/pm25?date=2026-11-21', '/psi?date=2026-11-21']);
  });

  it('one feed down from the first start leaves the other as it is', async () => {
    standin.setFault('psi', 'down');
    const { body } = await readings(air());
    expect(body.sources.psi).toMatchObject({ status: 'unavailable', timestamp: null, fetchedAt: null });
    expect(body.sources.pm25).toMatchObject({ status: 'ok', timestamp: HOUR_16 });
    expect(valuesOf(body, 'psi')).toEqual([null, null, null, null, null]);
    expect(body.warning).toMatch(/24-hour PSI is unavailable/);
  });

  it('both down from the first start: nulls, then figures once they are back', async () => {
    standin.setFault('both', 'down');
    const port = air();
    const { body, maxAge } = await readings(port);
    expect(body.sources.psi.status).toBe('unavailable');
    expect(body.sources.pm25.status).toBe('unavailable');
    expect(body.fetchedAt).toBeNull();
    expect(maxAge).toBe(0);
    standin.setFault('both', null);
    expect((await readings(port)).body.sources.psi.status).toBe('unavailable');
    now += 10_000;
    expect((await readings(port)).body.sources).toMatchObject({
      psi: { status: 'ok' },
      pm25: { status: 'ok' },
    });
  });

  it('after a restart it shows the kept hours without asking, then stale ones when the upstream is gone', async () => {
    const before = await readings(air());
    standin.setFault('both', 'down');
    now += 5 * MINUTE;
    const restarted = air();
    const same = await readings(restarted);
    expect(same.body).toEqual(before.body);
    expect(same.maxAge).toBe(300);
    expect(standin.asked).toHaveLength(4);
    now += 5 * MINUTE;
    const { body } = await readings(restarted);
    expect(body.sources.psi).toEqual({ ...before.body.sources.psi, status: 'stale' });
    expect(body.regions).toEqual(before.body.regions);
    expect(body.warning).toMatch(
      /PSI is delayed: .*16:00 SGT on 21 Nov 2026.*; the 1-hour PM2\.5 is delayed/,
    );
    expect((await readings(air())).body).toEqual(body);
  });

  it('figures that stand still turn stale with their hour, though every fetch succeeds', async () => {
    standin.setFault('pm25', 'frozen');
    const { body } = await readings(air());
    expect(body.sources.psi.status).toBe('ok');
    expect(body.sources.pm25).toMatchObject({ status: 'stale', timestamp: '2026-11-21T12:00:00+08:00' });
    expect(body.fetchedAt).toBe('2026-11-21T16:20:00+08:00');
    expect(body.warning).toBe(
      'The 1-hour PM2.5 is delayed: the newest hour published is 12:00 SGT on 21 Nov 2026.',
    );
  });

  it('hours ahead of the clock are not current, and leave no trace when the upstream takes them back', async () => {
    standin.setFault('pm25', 'ahead');
    const port = air();
    const { body } = await readings(port);
    expect(body.sources.pm25).toMatchObject({ status: 'stale', timestamp: '2026-11-21T17:00:00+08:00' });
    standin.setFault('pm25', null);
    now += 10 * MINUTE;
    const mended = await readings(port);
    expect(mended.body.sources.pm25).toMatchObject({ status: 'ok', timestamp: HOUR_16 });
    expect(mended.body.warning).toBeNull();
  });

  it.each<Fault>(['down', '500', '404', '429', 'hang', 'html', 'cut-off', 'empty', 'huge'])(
    'the fault %s leaves values and hour of one source as stale, and the other fresh',
    async (fault) => {
      const port = air({ timeoutMs: 1_000 });
      const before = await readings(port);
      now += 10 * MINUTE;
      standin.setFault('pm25', fault);
      const { body } = await readings(port);
      expect(body.sources.pm25).toEqual({ ...before.body.sources.pm25, status: 'stale' });
      expect(valuesOf(body, 'pm25')).toEqual(valuesOf(before.body, 'pm25'));
      expect(body.sources.psi).toMatchObject({ status: 'ok', fetchedAt: '2026-11-21T16:30:00+08:00' });
    },
  );

  it('a source that hangs does not hold an answer for longer than its patience', async () => {
    const port = air({ patienceMs: 20, timeoutMs: 60_000 });
    await port.state();
    now += 10 * MINUTE;
    standin.setFault('psi', 'hang');
    const psiAsked = () => standin.asked.filter((path) => path.startsWith('/psi')).length;
    const before = psiAsked();
    const { body } = await readings(port);
    expect(body.sources.psi).toMatchObject({ timestamp: HOUR_16, fetchedAt: '2026-11-21T16:20:00+08:00' });
    await vi.waitFor(() => expect(psiAsked()).toBe(before + 1));
    await readings(port);
    expect(psiAsked(), 'the one that hangs is the only one').toBe(before + 1);
  });

  it('the first answer ever waits for an upstream that is slower than that', async () => {
    const slow: typeof fetch = async (input, init) => {
      await new Promise((resolve) => setTimeout(resolve, 40));
      return fetch(input, init);
    };
    const { body } = await readings(air({ patienceMs: 1, fetch: slow }));
    expect(body.sources).toMatchObject({ psi: { status: 'ok' }, pm25: { status: 'ok' } });
  });

  it('a source whose upstream hangs is not ok while the attempt is in doubt, and ok once it was answered', async () => {
    let release = () => {};
    let hang = false;
    const held: typeof fetch = async (input, init) => {
      if (hang && addressOf(input).includes('/psi')) await new Promise<void>((done) => (release = done));
      return fetch(input, init);
    };
    const port = air({ patienceMs: 20, timeoutMs: 60_000, fetch: held });
    await port.state();
    now += 10 * MINUTE;
    hang = true;
    const doubtful = await port.state();
    expect(doubtful.sources.psi).toMatchObject({ refreshed: false, newest: { hour: HOUR_16 } });
    expect(doubtful.sources.pm25.refreshed).toBe(true);
    const { body, maxAge } = await readings(port);
    expect(body.sources.psi.status).toBe('stale');
    expect(body.warning).toMatch(/PSI is delayed: nothing newer than 16:00/);
    expect(maxAge).toBe(0);
    expect(await port.state(), 'made once').toBe(doubtful);
    expect(await port.history()).toBe(await port.history());
    hang = false;
    release();
    await vi.waitFor(async () => expect((await readings(port)).body.sources.psi.status).toBe('ok'));
  });

  it('whoever asks while the patience is over does not wait at all', async () => {
    const port = air({ patienceMs: 200, timeoutMs: 60_000 });
    await port.state();
    now += 10 * MINUTE;
    standin.setFault('psi', 'hang');
    await port.state();
    const before = performance.now();
    for (let index = 0; index < 20; index += 1) await port.state();
    expect(performance.now() - before).toBeLessThan(200);
  });

  it('with nothing to show it waits longer, but not for ever', async () => {
    standin.setFault('both', 'hang');
    const port = air({ patienceMs: 1, firstPatienceMs: 100, timeoutMs: 60_000 });
    const { body } = await readings(port);
    expect([body.sources.psi.status, body.sources.pm25.status]).toEqual(['unavailable', 'unavailable']);
  });

  it('a source that hangs past the time limit turns stale', async () => {
    const port = air({ patienceMs: 10, timeoutMs: 1_000 });
    await port.state();
    now += 10 * MINUTE;
    standin.setFault('psi', 'hang');
    await vi.waitFor(async () => expect((await readings(port)).body.sources.psi.status).toBe('stale'), 5000);
  });

  it('a body that trickles without end is given up', async () => {
    const slow = createServer((_, response) => void response.write('{"code":0,'));
    slow.listen(0, '127.0.0.1');
    await once(slow, 'listening');
    const address = slow.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    const trickling = air({ v2Url: `http://127.0.0.1:${port}/api`, timeoutMs: 100 });
    expect((await readings(trickling)).body.sources.psi.status).toBe('unavailable');
    slow.closeAllConnections();
    slow.close();
  });

  it('waits longer after each failure in a row', async () => {
    standin.setFault('psi', '500');
    const port = air();
    const asked = () => standin.asked.filter((path) => path.startsWith('/psi?date=2026-11-21')).length;
    await port.state();
    for (const [wait, count] of [
      [9_999, 1],
      [1, 2],
      [10_000, 2],
      [10_000, 3],
      [39_999, 3],
      [1, 4],
    ] as const) {
      now += wait;
      await port.state();
      expect(asked(), `${wait} ms later`).toBe(count);
    }
  });

  it('just after midnight, when today is empty, the last hour of yesterday is fresh', async () => {
    now = parseInstant('2026-11-21T00:00:30+08:00') ?? Number.NaN;
    const { body } = await readings(air());
    expect(body.sources.psi).toMatchObject({ status: 'ok', timestamp: '2026-11-20T23:00:00+08:00' });
    expect(body.warning).toBeNull();
  });

  it('shortly after midnight it asks for yesterday again, whose last hour may be published once more', async () => {
    now = parseInstant('2026-11-20T23:50:00+08:00') ?? Number.NaN;
    const port = air();
    await port.state();
    now = parseInstant('2026-11-21T00:00:30+08:00') ?? Number.NaN;
    expect((await readings(port)).body.sources.psi.status).toBe('ok');
    expect(standin.asked.slice(2)).toContain('/psi?date=2026-11-20');
  });

  it('later in the day an empty answer is a failure: the hours of yesterday are stale', async () => {
    const emptyToday: typeof fetch = (input) =>
      addressOf(input).endsWith('date=2026-11-21')
        ? Promise.resolve(Response.json({ code: 0, data: { regionMetadata: [], items: [{}] }, errorMsg: '' }))
        : fetch(input);
    now = parseInstant('2026-11-21T01:00:00+08:00') ?? Number.NaN;
    const { body } = await readings(air({ fetch: emptyToday }));
    expect(body.sources.psi).toMatchObject({ status: 'stale', timestamp: '2026-11-20T23:00:00+08:00' });
    expect(body.sources.psi.fetchedAt).toBe('2026-11-21T01:00:00+08:00');
  });

  it('keeps the hours of a week, and forgets older ones', async () => {
    const port = air();
    await port.state();
    const kept = async () =>
      (await store.read((tx) => tx.hours('pm25', '2026-01-01T00:00:00+08:00'))).map(({ hour }) => hour);
    expect(await kept()).toHaveLength(24 + 17);
    now += 7 * DAY;
    await port.state();
    expect((await kept()).at(-1)).toBe('2026-11-27T00:00:00+08:00');
  });

  it('shows an old reading with its hour rather than none, however long the upstream is gone', async () => {
    await air().state();
    standin.setFault('both', 'down');
    now += 30 * DAY;
    const { body } = await readings(air());
    expect(body.sources.psi).toMatchObject({ status: 'stale', timestamp: HOUR_16 });
  });

  it('is not held up by a clock that was set back', async () => {
    now = START + DAY;
    const port = air();
    await port.state();
    now = START;
    await port.state();
    expect(standin.asked.filter((path) => path.endsWith('date=2026-11-21')).length).toBeGreaterThan(2);
  });

  it('answers from memory when the store cannot be used', async () => {
    const broken: Store = {
      ...store,
      read: () => Promise.reject(new StoreUnavailable('locked')),
      write: () => Promise.reject(new StoreUnavailable('locked')),
    };
    const said: string[] = [];
    const port = air({ store: broken, log: (message) => said.push(message) });
    expect((await readings(port)).body.sources.psi).toMatchObject({ status: 'ok', timestamp: HOUR_16 });
    expect((await readings(port)).body.warning).toBeNull();
    expect(said).toContain('the air cannot be kept');
  });

  it('tells the operator which source failed and why, once for each attempt', async () => {
    const said: unknown[] = [];
    standin.setFault('pm25', '429');
    const port = air({ log: (message, facts) => said.push({ message, ...facts }) });
    await port.state();
    await port.state();
    expect(said).toEqual([
      {
        message: 'the upstream could not be read',
        source: 'pm25',
        reason: 'v2: limited',
        detail: 'v2: rate limit',
        retryInSeconds: 10,
      },
    ]);
  });
});

describe('air: v2 first, v1 where it fails', () => {
  const both = (options: Partial<ServerAirOptions> = {}) => air({ v1Url: standin.v1Url, ...options });

  it('asks v1 for nothing while v2 is well', async () => {
    await both().state();
    expect(standin.asked.filter((path) => path.startsWith('/v1'))).toEqual([]);
  });

  it('from the first start v1 has the whole window, within the six calls', async () => {
    standin.setFault('both', '500', 'v2');
    const port = both();
    const { hours, state } = await port.history();
    expect(standin.asked).toHaveLength(6);
    expect(state.sources.psi.url).toBe(`${standin.v1Url}/psi`);
    standin.setFault('both', null);
    store = memoryStore();
    const plain = (figures: typeof hours) =>
      figures
        .map(({ metric, hour, values }) => ({ metric, hour, values }))
        .filter(({ hour }) => hour >= WINDOW_START);
    expect(plain(hours)).toEqual(plain((await both().history()).hours));
  });

  it('remembers over a restart which of them the figures are from', async () => {
    standin.setFault('psi', 'empty', 'v2');
    await both().state();
    standin.setFault('both', 'down');
    const { sources } = await both().state();
    expect(sources.psi.url).toBe(`${standin.v1Url}/psi`);
    expect(sources.pm25.url).toBe(`${standin.v2Url}/pm25`);
    now += 10 * MINUTE;
    expect((await both().state()).sources.psi.url).toBe(`${standin.v1Url}/psi`);
  });

  it('reads a memo of before there was a v1', async () => {
    await air().state();
    await store.write(async (tx) => {
      const memo = JSON.parse((await tx.value('air')) ?? '{}');
      for (const metric of ['psi', 'pm25']) delete memo[metric].answeredBy;
      await tx.putValue('air', JSON.stringify(memo));
    });
    const before = standin.asked.length;
    expect((await both().state()).sources.psi).toMatchObject({
      refreshed: true,
      url: `${standin.v2Url}/psi`,
    });
    expect(standin.asked).toHaveLength(before);
  });

  it('a v2 that fails for good is asked less and less, and v1 goes on', async () => {
    standin.setFault('psi', '500', 'v2');
    const port = both();
    const v2 = () => standin.asked.filter((path) => path.startsWith('/psi')).length;
    for (let index = 0; index < 18; index += 1) {
      expect((await port.state()).sources.psi).toMatchObject({
        refreshed: true,
        url: `${standin.v1Url}/psi`,
      });
      now += 10 * MINUTE;
    }
    expect(v2()).toBeLessThan(14);
    standin.setFault('psi', null);
    now += 30 * MINUTE;
    expect((await port.state()).sources.psi.url).toBe(`${standin.v2Url}/psi`);
  });

  it('says in the log what v2 did when v1 made it good', async () => {
    const said: unknown[] = [];
    standin.setFault('pm25', 'html', 'v2');
    await both({ log: (message, facts) => said.push({ message, ...facts }) }).state();
    expect(said).toEqual([
      {
        message: 'the upstream was read after trouble',
        source: 'pm25',
        reason: 'v2: malformed',
        detail: expect.stringContaining('v2: HTTP 200'),
        answeredBy: 'v1',
      },
    ]);
  });

  it('an upstream that breaks again and again is never called more than six times in ten seconds', async () => {
    const faults = ['500', 'down', 'html', 'empty', 'frozen', '404', null] as const;
    const calls: number[] = [];
    const counting: typeof fetch = (input, init) => {
      calls.push(now);
      return fetch(input, init);
    };
    const port = both({ fetch: counting });
    for (let second = 0; second < 1800; second += 2) {
      if (second % 20 === 0) {
        for (const metric of ['psi', 'pm25'] as const) {
          for (const version of ['v2', 'v1'] as const) {
            const fault = faults[(second / 20 + calls.length + (metric === 'psi' ? 1 : 3)) % faults.length];
            standin.setFault(metric, fault ?? null, version);
          }
        }
      }
      await port.state();
      now += 2000;
    }
    expect(calls.length).toBeGreaterThan(50);
    for (const at of calls) {
      expect(calls.filter((other) => other > at - 10_000 && other <= at).length).toBeLessThanOrEqual(6);
    }
  });

  it('lengthens a pause at random by up to a half', async () => {
    standin.setFault('psi', '500');
    const port = air({ random: () => 1 });
    await port.state();
    const asked = () => standin.asked.filter((path) => path.startsWith('/psi')).length;
    now += 14_999;
    await port.state();
    expect(asked()).toBe(1);
    now += 1;
    await port.state();
    expect(asked()).toBe(2);
  });
});

describe('air: the hours that history shows', () => {
  it('has the hours of both metrics up to the newest, beside the same state', async () => {
    const port = air();
    const history = await port.history();
    expect(history.state).toBe(await port.state());
    for (const metric of ['psi', 'pm25'] as const) {
      const hours = history.hours.filter((figure) => figure.metric === metric);
      expect(new Set(hours.map(({ hour }) => hour)).size).toBe(hours.length);
      expect(hours.map(({ hour }) => hour).toSorted()).toEqual(
        Array.from({ length: 25 }, (_, index) => toSgt(START - 20 * MINUTE - (24 - index) * HOUR)),
      );
      const values = hours.find(({ hour }) => hour === HOUR_16)?.values;
      expect(REGIONS.map((region) => values?.[region])).toEqual(DAYS[metric][0][16]?.values);
    }
  });

  it('is made once for a state and looks into the store no more, however often it is asked', async () => {
    let looks = 0;
    const counting: Store = {
      ...store,
      read: (work) => {
        looks += 1;
        return store.read(work);
      },
    };
    const port = air({ store: counting });
    const first = await port.history();
    const before = looks;
    const all = await Promise.all(Array.from({ length: 1000 }, () => port.history()));
    expect(new Set(all)).toEqual(new Set([first]));
    expect(looks).toBe(before);
    now += 10 * MINUTE;
    expect(await port.history()).not.toBe(first);
  });

  it('has the kept hours after a restart, with the upstream gone for days', async () => {
    const before = await air().history();
    standin.setFault('both', 'down');
    now += 2 * DAY;
    const after = await air().history();
    expect(after.hours).toEqual(before.hours);
    expect(after.state.sources.psi.refreshed).toBe(false);
  });

  it('has the hours without a store that answers', async () => {
    const broken: Store = {
      ...store,
      read: () => Promise.reject(new StoreUnavailable('locked')),
      write: () => Promise.reject(new StoreUnavailable('locked')),
    };
    const whole = await air().history();
    expect((await air({ store: broken }).history()).hours).toEqual(whole.hours);
  });

  it('is empty while nothing is known', async () => {
    standin.setFault('both', 'down');
    expect((await air().history()).hours).toEqual([]);
  });
});

describe('air: late and repeated publications', () => {
  interface Published {
    readonly hour: string;
    readonly updated: string;
    readonly south: number | undefined;
  }
  let published: Published[] = [];
  const answering: typeof fetch = async (input) => {
    const date = new URL(addressOf(input)).searchParams.get('date') ?? '';
    const items = published.map(({ hour, updated, south }) => ({
      timestamp: `${date}T${hour}:00+08:00`,
      updatedTimestamp: `${date}T${updated}:00+08:00`,
      readings: { pm25_one_hourly: { north: 53, south, east: 63, west: 103, central: 80 } },
    }));
    return Response.json({ code: 0, data: { regionMetadata: [], items }, errorMsg: '' });
  };
  const south = async (port: AirPort) => (await port.state()).sources.pm25.newest?.values.south;

  it('a region that was missing appears once the upstream fills it in', async () => {
    const port = air({ fetch: answering });
    published = [{ hour: '16:00', updated: '16:01', south: undefined }];
    expect(await south(port)).toBeNull();
    published = [{ hour: '16:00', updated: '16:46', south: 106 }];
    now += 10 * MINUTE;
    expect(await south(port)).toBe(106);
  });

  it('a figure of yesterday that was corrected is seen within the hour', async () => {
    let [south, minutes] = [50, '01'];
    const wholeDays: typeof fetch = (input, init) => {
      const count = addressOf(input).endsWith('date=2026-11-21') ? 17 : 24;
      published = Array.from({ length: count }, (_, index) => {
        const hour = String(index).padStart(2, '0');
        return { hour: `${hour}:00`, updated: `${hour}:${minutes}`, south };
      });
      return answering(input, init);
    };
    const port = air({ fetch: wholeDays });
    const southAt20 = async () =>
      (await port.history()).hours.find(({ hour }) => hour === '2026-11-20T20:00:00+08:00')?.values.south;
    expect(await southAt20()).toBe(50);
    [south, minutes] = [77, '46'];
    now += 10 * MINUTE;
    expect(await southAt20()).toBe(50);
    now += 50 * MINUTE;
    expect(await southAt20()).toBe(77);
  });

  it('an older publication from a cache does not undo a later one', async () => {
    const port = air({ fetch: answering });
    published = [{ hour: '16:00', updated: '16:18', south: 106 }];
    await south(port);
    published = [{ hour: '16:00', updated: '16:01', south: 99 }];
    now += 10 * MINUTE;
    expect(await south(port)).toBe(106);
  });
});
