/**
 * How long a server takes for the largest answers of the archive: 31 days of rain, which has twelve readings an hour in
 * five regions, out of ninety days with every reading of every metric in SQLite. No two requests ask for the same days.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { databaseAt } from '../../../server/config/database-at.ts';
import { openDatabase, SERVER_SPACE } from '../../../server/store/index.ts';
import type { StoredHour } from '../../../src/api/ports.ts';
import { DAY, HOUR, sgtDate, toSgt } from '../../../src/core/air/time/time.ts';
import { REGIONS } from '../../../src/core/air/types.ts';
import {
  ARCHIVE_DAYS_MAX,
  KEPT,
  KEPT_DAYS,
  keptSince,
  PAST_METRICS,
  type PastMetric,
} from '../../../src/core/past/metrics.ts';
import { startServer } from '../processes.ts';
import { type Figure, median } from '../trial.ts';

const FORMATS = ['json', 'csv'] as const;
type Format = (typeof FORMATS)[number];
const WHAT: Readonly<Record<Format, string>> = {
  json: 'server: archive, 31 days of rain, JSON',
  csv: 'server: archive, 31 days of rain, CSV',
};
const BUDGET = { atMost: 50 };
const WARM_UPS = 10;
const NOTE =
  'archive: from the request to the last byte of its answer, in turns, on one connection at a time; ninety days with every reading in SQLite, and no two requests for the same days';

export async function archiveFigures(isWanted: (what: string) => boolean): Promise<Figure[]> {
  const wanted = FORMATS.filter((format) => isWanted(WHAT[format]));
  if (wanted.length === 0) return [];
  console.error('measuring the archive');
  const times = await measure();
  return wanted.map((format) => {
    const middle = median(times[format]);
    return {
      what: WHAT[format],
      unit: 'ms',
      subject: middle,
      ratio: middle,
      spread: [Math.min(...times[format]), Math.max(...times[format])],
      budget: BUDGET,
      ok: middle <= BUDGET.atMost,
      note: NOTE,
    };
  });
}

async function measure(): Promise<Readonly<Record<Format, readonly number[]>>> {
  const dir = mkdtempSync(join(tmpdir(), 'pleinair-bench-archive-'));
  // Closed ports: past days need no source.
  const settings = {
    DATA_GOV_SG_V2_URL: 'http://127.0.0.1:9/v2',
    DATA_GOV_SG_V1_URL: 'http://127.0.0.1:9/v1',
    RATE_LIMIT_PER_MINUTE: '1000000',
  };
  const now = Date.now();
  await fill(join(dir, 'data'), now);
  const server = await startServer(dir, settings);
  try {
    const times: Record<Format, number[]> = { json: [], csv: [] };
    // Every 31 days that there are without today, whose end moves.
    const last = Array.from({ length: KEPT_DAYS - ARCHIVE_DAYS_MAX }, (_, n) => now - (n + 1) * DAY);
    for (const [n, to] of last.entries()) {
      for (const format of n % 2 === 0 ? FORMATS : FORMATS.toReversed()) {
        const from = sgtDate(to - (ARCHIVE_DAYS_MAX - 1) * DAY);
        const query = `metric=rain&from=${from}&to=${sgtDate(to)}&format=${format}`;
        const ms = await timed(`http://127.0.0.1:${server.port}/api/v1/archive?${query}`);
        if (n >= WARM_UPS) times[format].push(ms);
      }
    }
    return times;
  } finally {
    await server.stop();
    rmSync(dir, { recursive: true, force: true });
  }
}

/** Steps of an answer, in either format. */
const STEPS = (ARCHIVE_DAYS_MAX * DAY) / KEPT.rain.step;

/** @throws Error if the answer has not every reading */
async function timed(url: string): Promise<number> {
  const started = performance.now();
  const response = await fetch(url);
  const text = await response.text();
  const ms = performance.now() - started;
  const readings = url.endsWith('json')
    ? text.split('"timestamp":').length - 1
    : text.split('\r\n').length - 2;
  if (response.status !== 200 || readings !== STEPS || /:null|,,|,\r/.test(text)) {
    throw new Error(`${url}: ${response.status}, ${readings} of ${STEPS} readings or a gap`);
  }
  return ms;
}

/** Puts every reading of all days into the database of a server that does not run yet. */
async function fill(dataDir: string, now: number): Promise<void> {
  mkdirSync(dataDir);
  const database = await openDatabase(databaseAt({ dataDir, databaseUrl: undefined }));
  try {
    const hours: StoredHour[] = [];
    for (let at = keptSince(now); at < now; at += HOUR) {
      for (const metric of PAST_METRICS) hours.push(hourOf(metric, at));
    }
    await database.storeOf(SERVER_SPACE).write((tx) => tx.putHours(hours));
  } finally {
    await database.close();
  }
}

/** Figures with as many digits as real ones: some days are wet. */
function hourOf(metric: PastMetric, at: number): StoredHour {
  const hour = toSgt(at);
  if (metric === 'psi' || metric === 'pm25') {
    const values = Object.fromEntries(REGIONS.map((region, n) => [region, 20 + ((at / HOUR + n) % 80)]));
    return {
      metric,
      hour,
      values: values as Record<(typeof REGIONS)[number], number>,
      updatedTimestamp: hour,
    };
  }
  const { step, places } = KEPT[metric];
  const steps = Array.from({ length: HOUR / step }, (_, n) =>
    places.map((_place, place) => Math.round(((at / HOUR + n + place * 3) % 40) * 2) / 10),
  );
  return { metric, hour, steps };
}
