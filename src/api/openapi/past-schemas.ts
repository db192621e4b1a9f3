/** JSON Schemas of the past. Build time only. */
import { REGIONS } from '../../core/air/types.ts';
import { KEPT, PAST_METRICS } from '../../core/past/metrics.ts';
import { dateTime, object, orNull, ref, type Schema, text } from './schemas.ts';

const PLACES = [...REGIONS, 'island'];
const measured: Schema = { type: ['number', 'null'], minimum: 0 };
const date: Schema = { type: 'string', format: 'date' };

function described(schema: Schema, description: string): Schema {
  return { ...schema, description };
}

export const pastSchemas: Record<string, Schema> = {
  ArchivePoint: object({
    timestamp: described(
      dateTime,
      'The source’s own time of the values, in Singapore time: the beginning of the step that it lies in.',
    ),
    values: described(
      object(Object.fromEntries(PLACES.map((place) => [place, measured])), PLACES),
      'By region; the UV index once, for the island. Null is a gap: do not fill it in.',
    ),
  }),
  Archive: object({
    apiVersion: { const: '1' },
    provenance: ref('Provenance'),
    metric: { type: 'string', enum: PAST_METRICS, description: 'As requested.' },
    unit: described(
      orNull(text),
      'µg/m³ of PM2.5, °C of WBGT, mm in five minutes of rain; null of the two indices, PSI and UV.',
    ),
    stepMinutes: {
      type: 'integer',
      enum: [...new Set(Object.values(KEPT).map(({ step }) => step / 60_000))].sort((a, b) => a - b),
      description: 'Minutes between two points.',
    },
    from: described(date, 'The first day.'),
    to: described(date, 'The last day, inclusive.'),
    keptFrom: described(date, 'The oldest day that can be asked for today.'),
    points: {
      type: 'array',
      items: ref('ArchivePoint'),
      description: 'Every step of the days up to now, oldest first.',
    },
  }),
};
