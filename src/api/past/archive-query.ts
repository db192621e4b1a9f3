/**
 * The query of the archive as every host lists it; only a server reads its days (get-archive.ts). The
 * texts are short, because a device has them in a script of its worker.
 */
import { PAST_METRICS } from '../../core/past/metrics.ts';
import { oneOf, withDescription } from '../http/query.ts';

export const ARCHIVE_PATH = '/api/v1/archive';

const date = { type: 'string', format: 'date' };

export const archiveQuery = {
  metric: withDescription('One measure.', oneOf(PAST_METRICS, 'pm25')),
  from: { description: 'First day.', schema: date },
  to: { description: 'Last day.', schema: date },
  format: withDescription('JSON or a table.', oneOf(['json', 'csv'], 'json')),
};
