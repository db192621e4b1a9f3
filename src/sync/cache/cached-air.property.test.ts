import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  beginAnew,
  device,
  OPTIONS,
  offline,
  response,
  START,
  serverKnows,
  world,
} from '../../../tests/support/air/cached-air.ts';
import type { AirHistory } from '../../api/ports.ts';
import { readingsBody } from '../../core/air/readings.ts';
import { HOUR, hourOf, MINUTE, parseInstant } from '../../core/air/time/time.ts';
import type { HourFigure } from '../../core/air/types.ts';
import { METRICS, REGIONS } from '../../core/air/types.ts';
import { memoryStore } from '../../store/memory.ts';

beforeEach(beginAnew);

describe('air: whatever a server does', () => {
  const faults: readonly (() => Promise<Response>)[] = [
    offline,
    async () => response({}, { status: 503 }),
    async () => new Response('<h1>Welcome</h1>'),
    async () => response({ apiVersion: '1', sources: {}, regions: [], series: {} }),
  ];
  /** One step: the hours that the server learns or forgets, and how it then behaves. */
  const step = fc.record({
    minutes: fc.integer({ min: 0, max: 400 }),
    learns: fc.array(fc.tuple(fc.integer({ min: 0, max: 26 }), fc.integer({ min: 0, max: 500 })), {
      maxLength: 4,
    }),
    forgets: fc.boolean(),
    refreshed: fc.boolean(),
    readingsFail: fc.option(fc.constantFrom(...faults), { freq: 2 }),
    historyFails: fc.option(fc.constantFrom(...faults), { freq: 2 }),
    restarts: fc.boolean(),
    byHand: fc.boolean(),
  });

  it('nothing old is ok, a missing value is never 0, and only the server changes an hour', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
        world.time = START;
        world.store = memoryStore();
        let air = device();
        const known = new Map<string, number>();
        /** Every value that the server ever gave for an hour. */
        const said = new Map<string, Set<number>>();
        let before: AirHistory | undefined;
        for (const { minutes, learns, forgets, refreshed, readingsFail, historyFails, ...rest } of steps) {
          world.time += minutes * MINUTE;
          if (forgets) known.clear();
          for (const [back, value] of learns) {
            const hour = hourOf(world.time - back * HOUR);
            known.set(hour, value);
            said.set(hour, new Set([...(said.get(hour) ?? []), value]));
          }
          serverKnows(known, refreshed);
          if (readingsFail !== null) world.respond = readingsFail;
          if (historyFails !== null) world.respondHistory = historyFails;
          if (rest.restarts) air = device();
          const attempts = world.asked.length;
          if (rest.byHand) await air.refresh();
          const history = await air.history();
          const state = await air.state();
          const heard = world.asked.length > attempts && readingsFail === null;

          expect(state).toEqual(history.state);
          checkHours(history, said);
          const body = readingsBody(state, { ...OPTIONS, now: air.now() }).body;
          for (const metric of METRICS) {
            const { timestamp, status } = body.sources[metric];
            const age = world.time - (parseInstant(timestamp) ?? 0);
            if (status === 'ok') expect(age).toBeLessThanOrEqual(135 * MINUTE);
            if (world.asked.length > attempts && !(heard && refreshed)) expect(status).not.toBe('ok');
          }
          if (!heard && before !== undefined) expect(history.hours).toEqual(before.hours);
          before = history;
        }
      }),
      { numRuns: 300 },
    );
  });

  function checkHours({ state, hours }: AirHistory, said: ReadonlyMap<string, ReadonlySet<number>>): void {
    const seen = new Set<string>();
    for (const { metric, hour, values } of hours) {
      expect(seen.has(metric + hour)).toBe(false);
      seen.add(metric + hour);
      for (const region of REGIONS) {
        const value = values[region];
        if (value !== null) expect(said.get(hour)?.has(value)).toBe(true);
      }
    }
    for (const metric of METRICS) {
      const last: HourFigure | undefined = hours
        .filter((figure) => figure.metric === metric)
        .toSorted((a, b) => a.hour.localeCompare(b.hour))
        .at(-1);
      expect(last ?? null).toEqual(state.sources[metric].newest);
    }
  }
});
