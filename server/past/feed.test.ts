/** The feed and the archive of a real server over TCP, while the stand-in upstream publishes one hour after the other. */
import { describe, expect, it } from 'vitest';
import { HOUR } from '../../src/core/air/time/time.ts';
import type { Archive } from '../../src/core/past/archive.ts';
import { readAtom } from '../../tests/contract/past/atom-check.ts';
import {
  advanceClock,
  DUE,
  forgetFigures,
  server,
  standin,
  start,
  useFreshServer,
} from '../../tests/support/air/faults.ts';
import { DAYS } from '../standin/air/days.ts';

useFreshServer();

async function feedText(region = 'east'): Promise<string> {
  const response = await fetch(`${server.url}/air.atom?region=${region}`);
  expect(response.status).toBe(200);
  return response.text();
}
const titlesOf = (text: string) => readAtom(text).entries.map(({ title, updated }) => `${updated} ${title}`);
const idsOf = (text: string) => readAtom(text).entries.map(({ id }) => id);

async function archiveOf(metric: 'psi' | 'pm25', days: string): Promise<Archive> {
  const response = await fetch(`${server.url}/api/v1/archive?metric=${metric}&${days}`);
  expect(response.status).toBe(200);
  return (await response.json()) as Archive;
}

/** The agency's bands, the upper bounds inclusive, written down here once more. */
const BANDS = {
  psi: [
    [50, 'Good'],
    [100, 'Moderate'],
    [200, 'Unhealthy'],
    [300, 'Very unhealthy'],
    [Infinity, 'Hazardous'],
  ],
  pm25: [
    [55, 'Normal'],
    [150, 'Elevated'],
    [250, 'High'],
    [Infinity, 'Very high'],
  ],
} as const;
const NAMES = { psi: '24-hour PSI', pm25: '1-hour PM2.5' };

/** What the feed of the east must say, by what the archive has. */
async function expectedTitles(days: string): Promise<string[]> {
  const found: string[] = [];
  for (const metric of ['psi', 'pm25'] as const) {
    const band = (value: number) => BANDS[metric].find(([upTo]) => value <= upTo)?.[1] ?? '';
    const { points } = await archiveOf(metric, days);
    for (const [n, { timestamp, values }] of points.entries()) {
      const [before, after] = [points[n - 1]?.values.east ?? null, values.east ?? null];
      if (before === null || after === null || band(before) === band(after)) continue;
      const turn = after > before ? 'up' : 'down';
      found.push(`${timestamp} East: ${NAMES[metric]} ${turn} to ${band(after)}`);
    }
  }
  return found.sort((a, b) => (a.slice(0, 25) < b.slice(0, 25) ? 1 : -1));
}

describe('past: the feed of a server, over TCP', () => {
  it('has an entry for each crossing between two hours of the archive, which are those of the upstream', async () => {
    const text = await feedText();
    const { points } = await archiveOf('pm25', 'from=2026-11-21&to=2026-11-21');
    expect(points.map(({ values }) => values.east)).toEqual(
      DAYS.pm25[0].slice(0, 17).map(({ values: [, , east] }) => east),
    );
    const expected = await expectedTitles('from=2026-11-20&to=2026-11-21');
    expect(expected.length).toBeGreaterThan(4);
    expect(titlesOf(text)).toEqual(expected);
  });

  it('changes only when something is crossed, keeps its ids, and says nothing while nothing comes', async () => {
    const first = await feedText();
    const tag = (await fetch(`${server.url}/air.atom?region=east`)).headers.get('ETag') ?? '';
    // The same hour again; then an hour in the same band; then an upstream that stands still, or is away.
    for (const [ms, fault] of [
      [DUE, null],
      [HOUR, null],
      [HOUR, 'frozen'],
      [HOUR, '500'],
    ] as const) {
      advanceClock(ms);
      standin.setFault('both', fault);
      expect(await feedText(), `${fault}`).toBe(first);
      const again = await fetch(`${server.url}/air.atom?region=east`, { headers: { 'If-None-Match': tag } });
      expect(again.status).toBe(304);
    }
    standin.setFault('both', null);
    // 13:20 of the day after: from 12 to 13 h the PM2.5 of the east went from 31 to 62.
    advanceClock(21 * HOUR - 3 * HOUR - DUE);
    const text = await feedText();
    const { updated, entries } = readAtom(text);
    expect(updated).toBe('2026-11-22T13:00:00+08:00');
    expect(entries[0]).toMatchObject({ title: 'East: 1-hour PM2.5 up to Elevated', updated });
    expect(titlesOf(text)).toEqual(await expectedTitles('from=2026-11-20&to=2026-11-22'));
    expect(idsOf(text).slice(-idsOf(first).length)).toEqual(idsOf(first));
  });

  it('has the same ids after a restart, and on a server that begins with nothing', async () => {
    const before = idsOf(await feedText('all'));
    await server.close(0);
    await start();
    expect(idsOf(await feedText('all'))).toEqual(before);
    await server.close(0);
    forgetFigures();
    await start();
    expect(idsOf(await feedText('all'))).toEqual(before);
    expect(before.length).toBeGreaterThan(idsOf(await feedText('east')).length);
  });

  it('is dated before everything while nothing was ever measured, and has no entry', async () => {
    await server.close(0);
    forgetFigures();
    await start();
    standin.setFault('both', 'down');
    expect(readAtom(await feedText())).toMatchObject({ updated: '1970-01-01T08:00:00+08:00', entries: [] });
  });
});
