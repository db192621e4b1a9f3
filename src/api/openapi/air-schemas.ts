/** JSON Schemas of the air's answers. Build time only. */
import { PM25_BANDS, PSI_BANDS } from '../../core/air/bands.ts';
import { REGIONS } from '../../core/air/types.ts';
import { count, dateTime, object, orNull, ref, type Schema, text, uri } from './schemas.ts';

const apiVersion: Schema = { const: '1' };

function presentation(severities: readonly string[]): Schema {
  return {
    ...object({ severity: { type: 'string', enum: severities }, label: text, color: text }, [
      'severity',
      'label',
      'color',
    ]),
    description: 'Empty where there is no figure.',
  };
}

export const airSchemas: Record<string, Schema> = {
  Provenance: object({
    publisher: text,
    provider: text,
    sourceUrls: { type: 'array', items: uri },
    licence: uri,
    disclaimer: text,
  }),
  Affiliate: object({ disclosure: text, catalogues: object({ masks: uri, purifiers: uri }) }),
  Source: object({
    url: uri,
    timestamp: { ...orNull(dateTime), description: 'The hour that the reading stands for.' },
    updatedTimestamp: orNull(dateTime),
    fetchedAt: orNull(dateTime),
    status: { type: 'string', enum: ['ok', 'stale', 'unavailable'] },
  }),
  Sources: object({ psi: ref('Source'), pm25: ref('Source') }),
  PsiPresentation: presentation(PSI_BANDS.map(({ id }) => id)),
  Pm25Presentation: presentation(PM25_BANDS.map(({ id }) => id)),
  RegionReading: object({
    id: { type: 'string', enum: REGIONS },
    name: text,
    latitude: { type: 'number', description: 'Of the reporting centre, not of a visitor.' },
    longitude: { type: 'number' },
    psi: {
      type: ['number', 'null'],
      description: '24-hour PSI, no unit. Null where none was measured, never 0.',
    },
    pm25: { type: ['number', 'null'], description: '1-hour PM2.5 in µg/m³. Null where none was measured.' },
    psiPresentation: ref('PsiPresentation'),
    pm25Presentation: ref('Pm25Presentation'),
  }),
  Readings: object({
    apiVersion,
    provenance: ref('Provenance'),
    guideUrl: uri,
    affiliate: ref('Affiliate'),
    region: { type: 'string', enum: ['all', ...REGIONS] },
    fetchedAt: orNull(dateTime),
    cacheSeconds: count,
    sources: ref('Sources'),
    warning: { ...orNull(text), description: 'What is wrong, naming source and hour.' },
    regions: { type: 'array', maxItems: 5, items: ref('RegionReading') },
  }),
};
