/** For tests: rows of docs/air-faults.md where no response comes, or one that cannot be used. */
import { expect } from 'vitest';
import { DAY } from '../../../src/core/air/time/time.ts';
import { METRICS } from '../../../src/core/air/types.ts';
import { BACKOFF_MAX } from '../../../src/core/air/upstream/backoff.ts';
import {
  advanceClock,
  DUE,
  expectKept,
  expectWell,
  FAULTY_METRIC,
  fallsBack,
  givesUp,
  HOUR_16,
  history,
  keepsFigures,
  NOTHING,
  readings,
  server,
  standin,
  start,
  valuesOf,
} from './faults.ts';

/** By the text of the row's first cell. */
export const RESPONSES: Readonly<Record<string, () => Promise<void>>> = {
  'HTTP 500': () => fallsBack('500'),
  'HTTP 404': () => fallsBack('404'),
  'HTTP 429': async () => {
    await keepsFigures('429');
    expect(standin.asked.filter((path) => path.startsWith('/v1'))).toEqual([]);
    const asked = standin.asked.length;
    standin.setFault(FAULTY_METRIC, null);
    advanceClock(9_999);
    expect((await readings()).sources[FAULTY_METRIC].status).toBe('stale');
    expect(standin.asked).toHaveLength(asked);
    advanceClock(1);
    expect((await readings()).sources[FAULTY_METRIC].status).toBe('ok');
  },
  'a hang': async () => {
    await server.close(0);
    await start({ waitMs: 3_000, timeoutMs: 60_000 });
    const before = await readings();
    advanceClock(DUE);
    standin.setFault(FAULTY_METRIC, 'hang');
    const body = await readings();
    expectKept(body, before);
    expectWell(body);
    // Later requests do not wait, and the source counts as not refreshed.
    expectKept(await readings(), before);
    await server.close(0);
    standin.setFault(FAULTY_METRIC, 'hang', 'v2');
    standin.setFault(FAULTY_METRIC, null, 'v1');
    await start({ timeoutMs: 2_000 });
    const mended = await readings();
    expectWell(mended, FAULTY_METRIC);
    expect(mended.sources[FAULTY_METRIC].url).toBe(`${standin.v1Url}/${FAULTY_METRIC}`);
  },
  'cut-off JSON': async () => {
    await fallsBack('cut-off');
    standin.setFault('both', 'cut-json');
    advanceClock(DUE);
    expect((await readings()).sources[FAULTY_METRIC].status).toBe('stale');
  },
  'HTML instead of JSON': () => fallsBack('html'),
  '200 with `items: [{}]` and "healthy"': () => fallsBack('empty'),
  '`data: null`': () => fallsBack('null-data'),
  'one of two feeds down': async () => {
    standin.setFault(FAULTY_METRIC, 'down');
    const body = await readings();
    expect(body.sources[FAULTY_METRIC]).toMatchObject({
      status: 'unavailable',
      timestamp: null,
      fetchedAt: null,
    });
    expect(valuesOf(body, FAULTY_METRIC)).toEqual(NOTHING);
    expect(body.warning).toBe('The 1-hour PM2.5 is unavailable: no reading is known.');
    expectWell(body);
    expect((await history()).series.psi.at(-1)?.timestamp).toBe(HOUR_16);
  },
  'both down from the first start': async () => {
    standin.setFault('both', 'down');
    const body = await readings();
    for (const metric of METRICS) {
      expect(body.sources[metric]).toMatchObject({ status: 'unavailable', timestamp: null, fetchedAt: null });
      expect(valuesOf(body, metric)).toEqual(NOTHING);
    }
    const empty = await history();
    expect([empty.windowEnd, empty.series.psi, empty.series.pm25]).toEqual([null, [], []]);
    standin.setFault('both', null);
    advanceClock(BACKOFF_MAX);
    const back = await readings();
    for (const metric of METRICS) expectWell(back, metric);
  },
  'down while the server restarts': async () => {
    const before = await readings();
    const hours = await history();
    await server.close(0);
    standin.setFault('both', 'down');
    advanceClock(2 * DAY);
    await start();
    const body = await readings();
    for (const metric of METRICS) {
      expect(body.sources[metric]).toEqual({ ...before.sources[metric], status: 'stale' });
      expect(valuesOf(body, metric)).toEqual(valuesOf(before, metric));
    }
    expect((await history()).series).toEqual(hours.series);
  },
  'a huge body': () => givesUp('huge', 'too_large'),
  'a small body that unpacks to 64 MB': () => givesUp('bomb', 'too_large'),
  'a body that never ends': async () => {
    await server.close();
    await start({ timeoutMs: 3_000 });
    await givesUp('drip', 'timeout');
  },
  'arrays in arrays, 100,000 deep': () => givesUp('nested', 'empty'),
  '100,000 items': () => givesUp('many', 'malformed'),
  'a redirect': async () => {
    await keepsFigures('redirect');
    expect(standin.asked.every((path) => !path.includes('elsewhere'))).toBe(true);
  },
};
