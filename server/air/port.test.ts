import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DAY, MINUTE, parseInstant } from '../../src/core/air/time/time.ts';
import {
  addressOf,
  air,
  begin,
  end,
  HOUR_16,
  lockedStore,
  patientWithPsi,
  readings,
  START,
  valuesOf,
  world,
} from '../../tests/support/air/air-port.ts';
import { DAYS } from '../standin/air/days.ts';
import type { Fault } from '../standin/fault-settings.ts';

beforeEach(begin);
afterEach(end);

describe('air: the server over a real connection', () => {
  it('shows the newest hour of both sources, fresh', async () => {
    const { body, maxAge } = await readings(air());
    expect(body.warning).toBeNull();
    expect(body.sources.psi).toMatchObject({ status: 'ok', timestamp: HOUR_16 });
    expect(body.sources.pm25).toMatchObject({ status: 'ok', timestamp: HOUR_16 });
    expect(body.sources.pm25.url).toBe(`${world.standin.v2Url}/pm25`);
    expect(body.fetchedAt).toBe('2026-11-21T16:20:00+08:00');
    expect(valuesOf(body, 'psi')).toEqual(DAYS.psi[0][16]?.values);
    expect(valuesOf(body, 'pm25')).toEqual(DAYS.pm25[0][16]?.values);
    expect(maxAge).toBe(600);
  });

  it('asks each address once, however many ask at the same time, and not again for ten minutes', async () => {
    const port = air();
    await Promise.all(Array.from({ length: 20 }, async () => port.state()));
    const both = (metric: string) => [`/${metric}?date=2026-11-21`, `/${metric}?date=2026-11-20`];
    expect(world.standin.asked.toSorted()).toEqual([...both('psi'), ...both('pm25')].toSorted());
    world.now += 10 * MINUTE - 1;
    await port.state();
    expect(world.standin.asked).toHaveLength(4);
  });

  it('asks for today alone once the last 24 hours are whole', async () => {
    const port = air();
    await port.state();
    world.now += 10 * MINUTE;
    await port.state();
    expect(world.standin.asked.slice(4).toSorted()).toEqual([
      '/pm25?date=2026-11-21',
      '/psi?date=2026-11-21',
    ]);
  });

  it('one feed down from the first start leaves the other as it is', async () => {
    world.standin.setFault('psi', 'down');
    const { body } = await readings(air());
    expect(body.sources.psi).toMatchObject({ status: 'unavailable', timestamp: null, fetchedAt: null });
    expect(body.sources.pm25).toMatchObject({ status: 'ok', timestamp: HOUR_16 });
    expect(valuesOf(body, 'psi')).toEqual([null, null, null, null, null]);
    expect(body.warning).toMatch(/24-hour PSI is unavailable/);
  });

  it('both down from the first start: nulls, then figures once they are back', async () => {
    world.standin.setFault('both', 'down');
    const port = air();
    const { body, maxAge } = await readings(port);
    expect(body.sources.psi.status).toBe('unavailable');
    expect(body.sources.pm25.status).toBe('unavailable');
    expect(body.fetchedAt).toBeNull();
    expect(maxAge).toBe(0);
    world.standin.setFault('both', null);
    expect((await readings(port)).body.sources.psi.status).toBe('unavailable');
    world.now += 10_000;
    expect((await readings(port)).body.sources).toMatchObject({
      psi: { status: 'ok' },
      pm25: { status: 'ok' },
    });
  });

  it('after a restart it shows the kept hours without asking, then stale ones when the upstream is gone', async () => {
    const before = await readings(air());
    world.standin.setFault('both', 'down');
    world.now += 5 * MINUTE;
    const restarted = air();
    const same = await readings(restarted);
    expect(same.body).toEqual(before.body);
    expect(same.maxAge).toBe(300);
    expect(world.standin.asked).toHaveLength(4);
    world.now += 5 * MINUTE;
    const { body } = await readings(restarted);
    expect(body.sources.psi).toEqual({ ...before.body.sources.psi, status: 'stale' });
    expect(body.regions).toEqual(before.body.regions);
    expect(body.warning).toMatch(
      /PSI is delayed: .*16:00 SGT on 21 Nov 2026.*; the 1-hour PM2\.5 is delayed/,
    );
    expect((await readings(air())).body).toEqual(body);
  });

  it('figures that stand still turn stale with their hour, though every fetch succeeds', async () => {
    world.standin.setFault('pm25', 'frozen');
    const { body } = await readings(air());
    expect(body.sources.psi.status).toBe('ok');
    expect(body.sources.pm25).toMatchObject({ status: 'stale', timestamp: '2026-11-21T12:00:00+08:00' });
    expect(body.fetchedAt).toBe('2026-11-21T16:20:00+08:00');
    expect(body.warning).toBe(
      'The 1-hour PM2.5 is delayed: the newest hour published is 12:00 SGT on 21 Nov 2026.',
    );
  });

  it('hours ahead of the clock are not current, and leave no trace when the upstream takes them back', async () => {
    world.standin.setFault('pm25', 'ahead');
    const port = air();
    const { body } = await readings(port);
    expect(body.sources.pm25).toMatchObject({ status: 'stale', timestamp: '2026-11-21T17:00:00+08:00' });
    world.standin.setFault('pm25', null);
    world.now += 10 * MINUTE;
    const mended = await readings(port);
    expect(mended.body.sources.pm25).toMatchObject({ status: 'ok', timestamp: HOUR_16 });
    expect(mended.body.warning).toBeNull();
  });

  it.each<Fault>(['down', '500', '404', '429', 'hang', 'html', 'cut-off', 'empty', 'huge'])(
    'the fault %s leaves values and hour of one source as stale, and the other fresh',
    async (fault) => {
      const before = await readings(air());
      world.now += 10 * MINUTE;
      world.standin.setFault('pm25', fault);
      const { body } = await readings(air({ timeoutMs: 1_000, fetch: patientWithPsi }));
      expect(body.sources.pm25).toEqual({ ...before.body.sources.pm25, status: 'stale' });
      expect(valuesOf(body, 'pm25')).toEqual(valuesOf(before.body, 'pm25'));
      expect(body.sources.psi).toMatchObject({ status: 'ok', fetchedAt: '2026-11-21T16:30:00+08:00' });
    },
  );

  it('waits longer after each failure in a row', async () => {
    world.standin.setFault('psi', '500');
    const port = air();
    const asked = () => world.standin.asked.filter((path) => path.startsWith('/psi?date=2026-11-21')).length;
    await port.state();
    for (const [wait, count] of [
      [9_999, 1],
      [1, 2],
      [10_000, 2],
      [10_000, 3],
      [39_999, 3],
      [1, 4],
    ] as const) {
      world.now += wait;
      await port.state();
      expect(asked(), `${wait} ms later`).toBe(count);
    }
  });

  it('just after midnight, when today is empty, the last hour of yesterday is fresh', async () => {
    world.now = parseInstant('2026-11-21T00:00:30+08:00') ?? Number.NaN;
    const { body } = await readings(air());
    expect(body.sources.psi).toMatchObject({ status: 'ok', timestamp: '2026-11-20T23:00:00+08:00' });
    expect(body.warning).toBeNull();
  });

  it('shortly after midnight it asks for yesterday again, whose last hour may be published once more', async () => {
    world.now = parseInstant('2026-11-20T23:50:00+08:00') ?? Number.NaN;
    const port = air();
    await port.state();
    world.now = parseInstant('2026-11-21T00:00:30+08:00') ?? Number.NaN;
    expect((await readings(port)).body.sources.psi.status).toBe('ok');
    expect(world.standin.asked.slice(2)).toContain('/psi?date=2026-11-20');
  });

  it('later in the day an empty answer is a failure: the hours of yesterday are stale', async () => {
    const emptyToday: typeof fetch = (input) =>
      addressOf(input).endsWith('date=2026-11-21')
        ? Promise.resolve(Response.json({ code: 0, data: { regionMetadata: [], items: [{}] }, errorMsg: '' }))
        : fetch(input);
    world.now = parseInstant('2026-11-21T01:00:00+08:00') ?? Number.NaN;
    const { body } = await readings(air({ fetch: emptyToday }));
    expect(body.sources.psi).toMatchObject({ status: 'stale', timestamp: '2026-11-20T23:00:00+08:00' });
    expect(body.sources.psi.fetchedAt).toBe('2026-11-21T01:00:00+08:00');
  });

  it('keeps the hours of ninety days, and forgets older ones', async () => {
    const port = air();
    await port.state();
    const kept = async () =>
      (await world.store.read((tx) => tx.hours('pm25', '2026-01-01T00:00:00+08:00'))).map(({ hour }) => hour);
    expect(await kept()).toHaveLength(24 + 17);
    world.now += 88 * DAY;
    await port.state();
    expect((await kept()).at(-1)).toBe('2026-11-20T00:00:00+08:00');
    world.now += DAY;
    await port.state();
    expect((await kept()).at(-1)).toBe('2026-11-21T00:00:00+08:00');
  });

  it('shows an old reading with its hour rather than none, however long the upstream is gone', async () => {
    await air().state();
    world.standin.setFault('both', 'down');
    world.now += 30 * DAY;
    const { body } = await readings(air());
    expect(body.sources.psi).toMatchObject({ status: 'stale', timestamp: HOUR_16 });
  });

  it('is not held up by a clock that was set back', async () => {
    world.now = START + DAY;
    const port = air();
    await port.state();
    world.now = START;
    await port.state();
    expect(world.standin.asked.filter((path) => path.endsWith('date=2026-11-21')).length).toBeGreaterThan(2);
  });

  it('answers from memory when the store cannot be used', async () => {
    const said: string[] = [];
    const port = air({ store: lockedStore(), log: (message) => said.push(message) });
    expect((await readings(port)).body.sources.psi).toMatchObject({ status: 'ok', timestamp: HOUR_16 });
    expect((await readings(port)).body.warning).toBeNull();
    expect(said).toContain('the air cannot be kept');
  });

  it('tells the operator which source failed and why, once for each attempt', async () => {
    const said: unknown[] = [];
    world.standin.setFault('pm25', '429');
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
