/** The route of the archive: some days of one metric, as JSON or as a table. */

import { sgtDate } from '../../core/air/time/time.ts';
import { CACHE_SECONDS } from '../../core/air/upstream/freshness.ts';
import {
  archiveBody,
  archiveCsv,
  archiveFileName,
  dayRange,
  hoursNeeded,
  isOfAir,
} from '../../core/past/archive.ts';
import { ARCHIVE_DAYS_MAX, KEPT_DAYS, midnightOf } from '../../core/past/metrics.ts';
import { airRoute, prepare } from '../air/air-route.ts';
import { invalidParameter } from '../errors.ts';
import { type Parameter, type Values, withDescription } from '../http/query.ts';
import { ARCHIVE_PATH, archiveQuery } from './archive-query.ts';
import type { PastPorts } from './past-port.ts';

/** A calendar day in Singapore. */
const day: Omit<Parameter<string | undefined>, 'schema'> = {
  fallback: undefined,
  read: (text) =>
    /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(midnightOf(text))
      ? { value: text }
      : { expected: 'must be a date, such as 2026-09-28' },
};

const query = {
  metric: withDescription(
    '24-hour PSI, 1-hour PM2.5, wet-bulb globe temperature, rain of five minutes, or UV index.',
    archiveQuery.metric,
  ),
  from: withDescription(
    `The first day, in Singapore; six days before \`to\` by default. One of the last ${KEPT_DAYS}, and at most ${ARCHIVE_DAYS_MAX} days with \`to\`.`,
    { ...day, ...archiveQuery.from },
  ),
  to: withDescription('The last day, inclusive; today in Singapore by default.', {
    ...day,
    ...archiveQuery.to,
  }),
  format: withDescription('JSON, or a table for spreadsheets.', archiveQuery.format),
};

export const getArchive = airRoute<PastPorts>({
  id: 'getArchive',
  path: ARCHIVE_PATH,
  query,
  async prepared({ ports: { air, sky, past }, query: values }) {
    const { metric, from, to, format } = values as Values<typeof query>;
    const range = dayRange(from, to, air.now());
    if ('problem' in range) throw invalidParameter(range.path, range.problem);
    // To ask for today is to ask: a server refreshes its sources only while somebody does.
    if (range.to === sgtDate(air.now())) await (isOfAir(metric) ? air.state() : sky.state());
    const { since, before } = hoursNeeded(range);
    const hours = await past.hours(metric, since, before);
    const now = air.now();
    if (format === 'json') {
      return prepare(JSON.stringify(archiveBody(metric, range, hours, now)), CACHE_SECONDS, now);
    }
    return prepare(archiveCsv(metric, range, hours, now), CACHE_SECONDS, now, {
      'Content-Type': 'text/csv; charset=utf-8; header=present',
      'Content-Disposition': `attachment; filename="${archiveFileName(metric, range)}"`,
    });
  },
});
