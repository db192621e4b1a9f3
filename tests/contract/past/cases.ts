/** Cases: the past, of which only servers keep anything; a device passes the requests on. Parameters are in ../cases/air.ts. */
import assert from 'node:assert/strict';
import { sgtDate } from '../../../src/core/air/time/time.ts';
import { REGIONS } from '../../../src/core/air/types.ts';
import type { Archive } from '../../../src/core/past/archive.ts';
import { KEPT, PAST_METRICS, type PastMetric } from '../../../src/core/past/metrics.ts';
import type { Caller, Case } from '../caller.ts';
import { refused } from '../support.ts';
import type { TestResponse } from '../target.ts';
import { readAtom } from './atom-check.ts';

export const ARCHIVE = '/api/v1/archive';
export const FEED = '/air.atom';
const DAY = 86_400_000;
const address = '198.51.100.110';

/** An SGT date so many days ago. */
const daysAgo = (days: number) => sgtDate(Date.now() - days * DAY);

function ask({ send }: Caller, query: string, headers = {}): Promise<TestResponse> {
  return send('GET', `${ARCHIVE}?${query}`, { anonymous: true, address, headers });
}

async function archive(caller: Caller, query: string): Promise<Archive> {
  const response = await ask(caller, query);
  assert.equal(response.status, 200, response.text);
  return response.json as Archive;
}

/** The same request again until both its answers are of one moment: a new reading may come between them. */
async function inBothForms(caller: Caller, query: string): Promise<[Archive, TestResponse]> {
  for (let tries = 0; ; tries += 1) {
    const before = await ask(caller, query);
    const table = await ask(caller, `${query}&format=csv`);
    const after = await ask(caller, query);
    if (before.text === after.text) return [before.json as Archive, table];
    assert.ok(tries < 5, 'the archive changes with every request');
  }
}

export const pastCases: readonly Case[] = [
  {
    name: 'past: every step of the days up to now, with a value or null for each place',
    async run(caller) {
      // A server asks its sources when somebody asks for the air and the sky.
      for (const route of ['readings', 'sky']) await caller.send('GET', `/api/v1/${route}`, { address });
      for (const metric of PAST_METRICS) {
        const body = await archive(caller, `metric=${metric}&from=${daysAgo(30)}&to=${daysAgo(0)}`);
        const { step, places, unit } = KEPT[metric];
        assert.deepEqual([body.metric, body.unit, body.stepMinutes], [metric, unit, step / 60_000]);
        const start = Date.parse(`${body.from}T00:00:00+08:00`);
        for (const [n, { timestamp, values }] of body.points.entries()) {
          assert.equal(Date.parse(timestamp), start + n * step);
          assert.deepEqual(Object.keys(values), places);
        }
        const last = start + (body.points.length - 1) * step;
        assert.ok(
          last <= Date.now() && last > Date.now() - step - 60_000,
          `${metric} ends at ${body.points.at(-1)?.timestamp}`,
        );
      }
    },
  },
  {
    name: 'past: a table has the same, with an empty field for a gap, and a name for its file',
    async run(caller) {
      for (const metric of ['pm25', 'uv', 'wbgt'] as const satisfies PastMetric[]) {
        const [body, table] = await inBothForms(caller, `metric=${metric}&from=${daysAgo(2)}`);
        const [header, ...lines] = table.text.split('\r\n');
        const { places } = KEPT[metric];
        assert.equal(header, ['timestamp', ...places].join(','));
        assert.equal(lines.pop(), '', 'each line ends');
        assert.deepEqual(
          lines,
          body.points.map(({ timestamp, values }) =>
            [timestamp, ...places.map((place) => values[place] ?? '')].join(','),
          ),
        );
        assert.match(String(table.headers['content-type']), /^text\/csv; ?charset=utf-8/i);
        assert.equal(
          table.headers['content-disposition'],
          `attachment; filename="pleinair-${metric}-${daysAgo(2)}-to-${daysAgo(0)}.csv"`,
        );
        assert.equal(table.headers['access-control-allow-origin'], '*');
        const held = { 'If-None-Match': String(table.headers['etag']) };
        const again = await ask(caller, `metric=${metric}&from=${daysAgo(2)}&format=csv`, held);
        assert.ok(again.status === 304 || again.text !== table.text);
        const head = await caller.send('HEAD', `${ARCHIVE}?format=csv`, { address });
        assert.deepEqual([head.status, head.text], [200, '']);
      }
    },
  },
  {
    name: 'past: 31 days at a time and ninety in all; what is beyond is 400, and says which days there are',
    async run(caller) {
      const said = async (query: string) => {
        const response = await ask(caller, query);
        refused(response, 400, 'invalid_parameter');
        const { error } = response.json as { error: { details: { path: string; message: string }[] } };
        return error.details[0];
      };
      assert.equal((await archive(caller, `from=${daysAgo(89)}&to=${daysAgo(59)}`)).points.length, 31 * 24);
      const long = await said(`from=${daysAgo(31)}&to=${daysAgo(0)}`);
      assert.deepEqual([long?.path, long?.message.includes('at most 31')], ['from', true]);
      const old = await said(`from=${daysAgo(90)}&to=${daysAgo(80)}`);
      assert.deepEqual([old?.path, old?.message.includes(daysAgo(89))], ['from', true]);
      assert.equal((await said(`to=${daysAgo(90)}`))?.path, 'to');
      assert.equal((await said(`to=${daysAgo(-1)}`))?.path, 'to');
      assert.equal((await said(`from=${daysAgo(3)}&to=${daysAgo(4)}`))?.path, 'from');
      assert.equal((await archive(caller, `to=${daysAgo(88)}`)).from, daysAgo(89));
    },
  },
  {
    name: 'past: the feed is valid Atom, for all regions or one, and its ids stay',
    async run(caller) {
      for (const region of ['all', ...REGIONS]) {
        const query = region === 'all' ? '' : `?region=${region}`;
        const response = await caller.send('GET', `${FEED}${query}`, { anonymous: true, address });
        assert.equal(response.status, 200, response.text);
        assert.match(String(response.headers['content-type']), /^application\/atom\+xml; ?charset=utf-8$/i);
        assert.equal(response.headers['access-control-allow-origin'], '*');
        const { id, self, updated, entries } = readAtom(response.text);
        assert.equal(self, id);
        assert.equal(new URL(self).pathname + new URL(self).search, `${FEED}${query}`);
        assert.ok(entries.length <= 100 && (entries[0]?.updated ?? updated) === updated);
        const times = entries.map((entry) => Date.parse(entry.updated));
        assert.deepEqual(
          times,
          times.toSorted((a, b) => b - a),
          'newest first',
        );
        const held = { 'If-None-Match': String(response.headers['etag']) };
        const again = await caller.send('GET', `${FEED}${query}`, { address, headers: held });
        assert.ok(again.status === 304 || again.text !== response.text);
      }
      const head = await caller.send('HEAD', FEED, { address });
      assert.deepEqual([head.status, head.text], [200, '']);
      for (const query of [
        'region=North',
        'region=',
        'region=north&region=north',
        'metric=psi',
        'region=national',
      ]) {
        refused(await caller.send('GET', `${FEED}?${query}`, { address }), 400, 'invalid_parameter');
      }
      refused(await caller.send('POST', FEED, { address }), 405, 'method_not_allowed');
    },
  },
  {
    name: 'past: both count as requests of the air',
    mode: 'token',
    async run(caller) {
      const one = '198.51.100.111';
      for (let n = 0; n < 60; n += 1) {
        const { status } = await caller.send('GET', n % 2 === 0 ? FEED : `${ARCHIVE}?metric=uv`, {
          address: one,
        });
        assert.equal(status, 200, String(n));
      }
      for (const path of [FEED, ARCHIVE]) {
        refused(await caller.send('GET', path, { address: one }), 429, 'rate_limited');
      }
    },
  },
];

/** A host with a defect, or one that is too busy, says so on both routes. */
export async function pastFails(caller: Caller, status: number, code: string): Promise<void> {
  for (const path of [ARCHIVE, FEED]) refused(await caller.send('GET', path), status, code);
}
