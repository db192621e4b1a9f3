import { beforeEach, describe, expect, it } from 'vitest';
import {
  beginAnew,
  device,
  HOUR_16,
  offline,
  readings,
  response,
  START,
  serverSays,
  source,
  statuses,
  world,
} from '../../../tests/support/air/cached-air.ts';
import { StoreUnavailable } from '../../api/ports.ts';
import { HOUR, MINUTE, toSgt } from '../../core/air/time/time.ts';

beforeEach(beginAnew);

describe('air: the cached readings', () => {
  it("equals the server's response", async () => {
    const air = device();
    const body = await readings(air);
    expect(body).toEqual(await serverSays()().json());
    expect(world.asked).toEqual(['/api/v1/readings']);
    expect(world.askedForHistory).toBe(1);
  });

  it('asks the server once in ten minutes, also for simultaneous requests and after a restart', async () => {
    const air = device();
    await Promise.all(Array.from({ length: 10 }, async () => air.state()));
    world.time += 10 * MINUTE - 1000;
    await air.state();
    await device().state();
    expect(world.asked).toHaveLength(1);
    world.time += 1000;
    await air.state();
    expect(world.asked).toHaveLength(2);
  });

  it('does not ask the server if another page or worker just did', async () => {
    const [first, second] = [device(), device()];
    await Promise.all([first.state(), second.state()]);
    world.time += 10 * MINUTE;
    const before = world.asked.length;
    await first.state();
    expect(statuses(await readings(second))).toEqual(['ok', 'ok']);
    expect(world.asked).toHaveLength(before + 1);
  });

  it.each<[string, () => Response | Promise<Response>]>([
    ['cannot be reached', offline],
    ['answers 429', () => response({ error: {} }, { status: 429, headers: { 'retry-after': '20' } })],
    ['answers 503', () => response({ error: {} }, { status: 503 })],
    ['answers 500 with HTML', () => new Response('<h1>Bad gateway</h1>', { status: 502 })],
    ['is hidden by a sign-in page', () => new Response('<h1>Welcome</h1>')],
    ['answers cut-off JSON', () => new Response('{"apiVersion":"1","sources":{')],
    ['answers with another shape', () => response({ apiVersion: '1', sources: {}, regions: [] })],
    [
      'answers in another version',
      async () => response({ ...(await serverSays()().json()), apiVersion: '2' }),
    ],
    [
      'answers a huge body',
      async () => response({ ...(await serverSays()().json()), padding: 'x'.repeat(256 * 1024) }),
    ],
    [
      'breaks off',
      () => new Response(new ReadableStream({ start: (body) => body.error(new Error('reset')) })),
    ],
  ])('keeps values, hours and fetch times as stale, with a warning, when the server %s', async (_, fault) => {
    const air = device();
    const before = await readings(air);
    world.respond = fault;
    world.time += 10 * MINUTE;
    const after = await readings(air);
    expect(statuses(after)).toEqual(['stale', 'stale']);
    expect(after.regions).toEqual(before.regions);
    expect(after.fetchedAt).toBe(before.fetchedAt);
    expect(after.sources.psi).toEqual({ ...before.sources.psi, status: 'stale' });
    expect(after.warning).toMatch(/PSI is delayed.*16:00 SGT on 28 Sep 2026.*PM2\.5 is delayed/);
    expect(await readings(device())).toEqual(after);
  });

  it('is unavailable, with nulls, without a cache and a server', async () => {
    world.respond = offline;
    const body = await readings(device());
    expect(statuses(body)).toEqual(['unavailable', 'unavailable']);
    expect(body.fetchedAt).toBeNull();
    expect(body.regions).toHaveLength(5);
    for (const region of body.regions) {
      expect(region).toMatchObject({ psi: null, pm25: null, psiPresentation: {}, pm25Presentation: {} });
    }
    expect(body.warning).toMatch(/unavailable/);
  });

  it('retries sooner than in ten minutes after a failure, but not for each request', async () => {
    world.respond = offline;
    const air = device();
    await air.state();
    for (const [wait, count] of [
      [29_999, 1],
      [1, 2],
      [59_999, 2],
      [1, 3],
    ] as const) {
      world.time += wait;
      await air.state();
      await device().state();
      expect(world.asked, `${wait} ms later`).toHaveLength(count);
    }
    world.respond = serverSays();
    world.time += 2 * MINUTE;
    expect(statuses(await readings(air))).toEqual(['ok', 'ok']);
  });

  it('obeys the Retry-After of a 429', async () => {
    world.respond = () => response({}, { status: 429, headers: { 'retry-after': '300' } });
    const air = device();
    await air.state();
    world.time += 299_000;
    await air.state();
    await air.refresh();
    expect(world.asked).toHaveLength(1);
    world.time += 1000;
    await air.state();
    expect(world.asked).toHaveLength(2);
  });

  it('never calls ok what the server called stale or unavailable', async () => {
    world.respond = serverSays({ refreshed: false }, { newest: null });
    const air = device();
    expect(statuses(await readings(air))).toEqual(['stale', 'unavailable']);
    expect(statuses(await readings(device()))).toEqual(['stale', 'unavailable']);
  });

  it('keeps cached figures of a source that the server has lost, as stale', async () => {
    const air = device();
    const before = await readings(air);
    world.respond = serverSays({ newest: null, fetchedAt: null });
    world.time += 10 * MINUTE;
    const after = await readings(air);
    expect(statuses(after)).toEqual(['stale', 'ok']);
    expect(after.sources.psi.timestamp).toBe(HOUR_16);
    expect(after.regions[0]?.psi).toBe(before.regions[0]?.psi);
  });

  it('turns stale by age without a request', async () => {
    world.time = START + HOUR + 54 * MINUTE;
    const air = device();
    expect(statuses(await readings(air))).toEqual(['ok', 'ok']);
    world.time += 2 * MINUTE;
    const body = await readings(air);
    expect(world.asked).toHaveLength(1);
    expect(statuses(body)).toEqual(['stale', 'stale']);
    expect(body.warning).toMatch(/16:00 SGT on 28 Sep 2026/);
  });

  it('works if the store does not answer', async () => {
    const broken = {
      read: () => Promise.reject(new StoreUnavailable('blocked')),
      write: () => Promise.reject(new StoreUnavailable('blocked')),
    };
    const air = device({ store: broken });
    expect(statuses(await readings(air))).toEqual(['ok', 'ok']);
    await air.state();
    expect(world.asked).toHaveLength(1);
  });

  it('keeps newer figures in memory if the store fails', async () => {
    await device().state();
    const full = { read: world.store.read, write: () => Promise.reject(new StoreUnavailable('full')) };
    const air = device({ store: full });
    world.time += 10 * MINUTE;
    world.respond = serverSays({ fetchedAt: toSgt(world.time) });
    await air.state();
    world.respond = offline;
    world.time += 10 * MINUTE;
    expect((await air.state()).sources.psi.fetchedAt).toBe(toSgt(START + 10 * MINUTE));
  });

  it.each(['', 'null', '{"state":{}}', '{"v":0}'])('ignores a kept value that is %j', async (text) => {
    await world.store.write((tx) => tx.putValue('air', text));
    world.respond = offline;
    expect(statuses(await readings(device()))).toEqual(['unavailable', 'unavailable']);
  });
});

describe('air: the device with a server that hangs', () => {
  const never = () => new Promise<Response>(() => {});

  it('answers from the cache after a moment, as stale, with one request under way', async () => {
    const air = device({ waitMs: 10, timeoutMs: 60_000 });
    const before = await readings(air);
    world.respond = never;
    world.time += 10 * MINUTE;
    const body = await readings(air);
    expect(statuses(body)).toEqual(['stale', 'stale']);
    expect(body.regions).toEqual(before.regions);
    await air.state();
    expect(world.asked).toHaveLength(2);
  });

  it('is unavailable after the time limit without a cache, and aborts the request', async () => {
    let given: AbortSignal | undefined;
    const air = device({
      waitMs: 5,
      timeoutMs: 30,
      fetchServer: (_, signal) => {
        given = signal;
        return never();
      },
    });
    expect(statuses(await readings(air))).toEqual(['unavailable', 'unavailable']);
    expect(given?.aborted).toBe(true);
  });

  it('uses a late response from the next request on', async () => {
    const late = Promise.withResolvers<Response>();
    const air = device({ waitMs: 10, timeoutMs: 60_000 });
    await air.state();
    world.respond = () => late.promise;
    world.time += 10 * MINUTE;
    expect(statuses(await readings(air))).toEqual(['stale', 'stale']);
    late.resolve(serverSays()());
    await expect.poll(async () => statuses(await readings(air))).toEqual(['ok', 'ok']);
    expect(world.asked).toHaveLength(2);
  });
});

describe('air: a refresh by hand', () => {
  it('asks the server before it is due', async () => {
    const air = device();
    await air.state();
    world.time += MINUTE;
    world.respond = serverSays({ newest: { ...source('psi').newest!, hour: '2026-09-28T17:00:00+08:00' } });
    const body = await readings(air, air.refresh());
    expect(world.asked).toHaveLength(2);
    expect(body.sources.psi.timestamp).toBe('2026-09-28T17:00:00+08:00');
  });

  it('does not ask twice within ten seconds, and joins a running attempt', async () => {
    const air = device();
    await Promise.all([air.state(), air.refresh(), air.refresh()]);
    await air.refresh();
    expect(world.asked).toHaveLength(1);
    world.time += 10_000;
    await air.refresh();
    expect(world.asked).toHaveLength(2);
  });

  it('asks at once when the network is back, and waits for what the server itself refused', async () => {
    const air = device();
    world.respond = offline;
    world.respondHistory = offline;
    await air.state();
    await air.refresh();
    expect(world.asked).toHaveLength(2);
    world.respond = () => response({}, { status: 429, headers: { 'retry-after': '20' } });
    await air.refresh();
    expect(world.asked).toHaveLength(3);
    world.respond = serverSays();
    world.time += 19_999;
    await air.refresh();
    expect(world.asked).toHaveLength(3);
    world.time += 1;
    expect(statuses(await readings(air, air.refresh()))).toEqual(['ok', 'ok']);
  });
});
