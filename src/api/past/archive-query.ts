/**
 * The query of the archive as every host lists it; only a server reads it (get-archive.ts), and describes it. Without
 * descriptions here, because a device has them in a script of its worker.
 */
import { PAST_METRICS } from '../../core/past/metrics.ts';
import { oneOf } from '../http/query.ts';

export const ARCHIVE_PATH = '/api/v1/archive';

const date = { type: 'string', format: 'date' };

export const archiveQuery = {
  metric: oneOf(PAST_METRICS, 'pm25'),
  from: { schema: date },
  to: { schema: date },
  format: oneOf(['json', 'csv'], 'json'),
};
