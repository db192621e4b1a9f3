import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Store } from '../../src/api/ports.ts';
import { FALLBACK_CENTRES } from '../../src/core/air/regions.ts';
import { HOUR, parseInstant, toSgt } from '../../src/core/air/time/time.ts';
import type { AirState, HourFigure, Metric } from '../../src/core/air/types.ts';
import { memoryStore } from '../../src/store/memory.ts';
import { startInProcessServer } from '../../tests/e2e/support/in-process-server.ts';
import { startWebhook, type TestWebhook } from '../../tests/support/push/webhook.ts';
import type { WatchLoop } from '../alerts/watch-loop.ts';
import { startStandin } from '../standin/standin.ts';
import { watchWebhooks } from './watch.ts';

const BEGIN = parseInstant('2026-09-28T14:20:00+08:00') ?? Number.NaN;

let now: number;
let store: Store;
let state: AirState;
let asked: number;
let hooks: TestWebhook[];
let open: WatchLoop[];
let logged: string;

function figure(metric: Metric, hour: string, value: number | null): HourFigure {
  const values = { north: 20, south: 20, east: 20, west: null, central: value };
  return { metric, hour, values, updatedTimestamp: null };
}

/** The next hour, in which the PM2.5 of the central region is this; the PSI stays as it is. */
async function then(pm25: number | null, { hours = 1, refreshed = true } = {}): Promise<void> {
  now += hours * HOUR;
  const hour = toSgt(Math.floor(now / HOUR) * HOUR);
  const figures = { psi: figure('psi', hour, 40), pm25: figure('pm25', hour, pm25) };
  if (refreshed) await store.write((tx) => tx.putHours(Object.values(figures)));
  const source = (metric: Metric) => ({
    url: 'https://example.org',
    refreshed,
    fetchedAt: toSgt(now),
    newest: figures[metric],
  });
  state = { sources: { psi: source('psi'), pm25: source('pm25') }, centres: FALLBACK_CENTRES };
}

function watch({ isShared = false, timeoutMs = 5_000 } = {}): WatchLoop {
  const made = watchWebhooks({
    addresses: hooks.map(({ url }) => url),
    store,
    isShared,
    air: {
      now: () => now,
      state: async () => {
        asked += 1;
        return state;
      },
    },
    log: (message, facts) => {
      logged += `${message} ${JSON.stringify(facts)}\n`;
    },
    // Looks when a test says so.
    everyMs: 2 ** 30,
    timeoutMs,
  });
  open.push(made);
  return made;
}

const told = ({ taken }: TestWebhook) =>
  (taken as { crossings: { hour: string; before: { value: number }; after: { value: number } }[] }[]).map(
    ({ crossings }) =>
      crossings.map(({ hour, before, after }) => [hour.slice(11, 13), before.value, after.value]),
  );

beforeEach(async () => {
  [now, asked, logged, open] = [BEGIN, 0, '', []];
  store = memoryStore();
  hooks = [await startWebhook()];
  await then(40);
});
afterEach(async () => {
  for (const one of open) one.close();
  for (const hook of hooks) await hook.close();
});

describe('webhooks: told of crossings', () => {
  it('each once, with the id of its entry in the feed, in whatever process it was told', async () => {
    const [hook] = hooks as [TestWebhook];
    // What was crossed before the first look is no news.
    await then(60);
    await watch().look();
    expect(hook.asked).toEqual([]);
    await then(160);
    const { look } = watch();
    await look();
    await look();
    expect(hook.taken).toEqual([
      {
        apiVersion: '1',
        attribution: expect.stringContaining('National Environment Agency'),
        crossings: [
          {
            id: expect.stringMatching(
              /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
            ),
            metric: 'pm25',
            region: 'central',
            hour: '2026-09-28T17:00:00+08:00',
            before: { value: 60, severity: 'elevated', label: 'Elevated' },
            after: { value: 160, severity: 'high', label: 'High' },
          },
        ],
      },
    ]);
    expect(hook.headers[0]).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'user-agent': expect.stringMatching(/^pleinair\/\d/),
    });
    expect(hook.asked).toEqual(['POST /in?key=a-secret']);
    // Corrected within the band.
    await store.write((tx) => tx.putHours([figure('pm25', '2026-09-28T17:00:00+08:00', 170)]));
    state = { ...state };
    await watch().look();
    expect(hook.taken).toHaveLength(1);
    await then(50);
    await watch().look();
    expect(told(hook).slice(1)).toEqual([[['18', 170, 50]]]);
    expect(logged).toBe('');
  });

  it('never of what is late, old, missing or ahead of the clock', async () => {
    const [hook] = hooks as [TestWebhook];
    const { look } = watch();
    await look();
    await then(null);
    await look();
    await then(200);
    await look();
    expect(hook.asked, 'across a gap').toEqual([]);
    await then(300);
    state = {
      ...state,
      sources: { ...state.sources, pm25: { ...state.sources.pm25, refreshed: false } },
    };
    await look();
    expect(hook.asked, 'not refreshed').toEqual([]);
    // It is there again three hours later: too late to say anything of now.
    await then(300, { hours: 3 });
    await look();
    expect(hook.asked, 'too old').toEqual([]);
    const next = toSgt(Math.floor(now / HOUR) * HOUR + HOUR);
    await store.write((tx) => tx.putHours([figure('pm25', next, 10)]));
    state = { ...state };
    await look();
    expect(hook.asked, 'ahead').toEqual([]);
    await then(10);
    await look();
    expect(told(hook)).toHaveLength(1);
  });

  it('of several hours at once in the order of time', async () => {
    const [hook] = hooks as [TestWebhook];
    const { look } = watch();
    await look();
    await then(60);
    await then(40);
    await look();
    expect(told(hook)).toEqual([
      [
        ['16', 40, 60],
        ['17', 60, 40],
      ],
    ]);
  });

  it('one that hangs delays no other, and is given up after a while', async () => {
    const [bad] = hooks as [TestWebhook];
    bad.answer = 'hang';
    await watch().look();
    await then(60);
    await watch({ timeoutMs: 200 }).look();
    expect(logged).toBe('a webhook could not be told {"webhook":1,"reason":"timeout"}\n');
    hooks.push(await startWebhook());
    const [, good] = hooks as [TestWebhook, TestWebhook];
    const { look, close } = watch({ timeoutMs: 60_000 });
    await then(40);
    const hanging = look();
    await expect.poll(() => good.taken.length).toBe(1);
    close();
    await bad.close();
    await hanging;
  });

  it('one that fails is not asked again, and is named by its number alone', async () => {
    hooks.push(await startWebhook());
    const [bad, good] = hooks as [TestWebhook, TestWebhook];
    const { look } = watch();
    await look();
    let pm25 = 40;
    for (const [answer, reason] of [
      [500, 'HTTP 500'],
      [404, 'HTTP 404'],
      ['redirect', 'HTTP 307'],
    ] as const) {
      bad.answer = answer;
      pm25 = 100 - pm25;
      logged = '';
      await then(pm25);
      await look();
      expect(logged).toBe(`a webhook could not be told {"webhook":1,"reason":"${reason}"}\n`);
    }
    expect(bad.asked).toEqual(Array(3).fill('POST /in?key=a-secret'));
    await bad.close();
    await then(100 - pm25);
    await look();
    expect(logged).toContain('"reason":"no connection"');
    expect(good.taken).toHaveLength(4);
  });

  it('one that is busy gets it once more when it said so, and an answer of 100 MB is not read', async () => {
    const [hook] = hooks as [TestWebhook];
    const { look } = watch();
    await look();
    hook.answer = 'busy';
    await then(60);
    await look();
    expect([hook.asked.length, told(hook)]).toEqual([2, [[['16', 40, 60]]]]);
    hook.answer = 'huge';
    await then(40);
    await look();
    expect([told(hook).length, logged]).toEqual([2, '']);
  });

  it('while one hangs, the looks go on', async () => {
    const [hook] = hooks as [TestWebhook];
    const { look, close } = watch({ timeoutMs: 60_000 });
    await look();
    hook.answer = 'hang';
    await then(60);
    const hanging = look();
    await expect.poll(() => hook.asked.length).toBe(1);
    await then(40);
    const after = look();
    await expect.poll(() => asked).toBe(3);
    close();
    await hook.close();
    await Promise.all([hanging, after]);
  });

  it('by one of two processes, and by the other when that one is gone', async () => {
    const [hook] = hooks as [TestWebhook];
    const [first, second] = [watch({ isShared: true }), watch({ isShared: true })];
    await first.look();
    await second.look();
    expect(asked).toBe(1);
    await then(60);
    await Promise.all([first.look(), second.look()]);
    expect([asked, told(hook).length]).toEqual([2, 1]);
    first.close();
    await then(40);
    await second.look();
    expect(told(hook)).toHaveLength(2);
  });

  it('a server with a webhook looks as soon as it starts, though nobody asks it', async () => {
    const [hook] = hooks as [TestWebhook];
    const standin = await startStandin();
    const env = { DATA_GOV_SG_V2_URL: standin.v2Url, DATA_GOV_SG_V1_URL: standin.v1Url };
    {
      await using _server = await startInProcessServer({ env });
      expect(standin.asked).toEqual([]);
    }
    {
      await using _server = await startInProcessServer({ env: { ...env, WEBHOOKS: hook.url } });
      await expect.poll(() => standin.asked.length, { timeout: 10_000 }).toBeGreaterThan(0);
    }
    await standin.close();
    expect(hook.asked).toEqual([]);
  });
});
