/** JSON Schemas of the air responses. Build time only. */
import { PM25_BANDS, PSI_BANDS } from '../../core/air/bands.ts';
import { DEFINITIONS } from '../../core/air/guide.ts';
import { CATEGORIES, PRODUCTS_MAX } from '../../core/air/products.ts';
import { WINDOW_HOURS } from '../../core/air/time/hours.ts';
import { METRICS, REGIONS } from '../../core/air/types.ts';
import { count, dateTime, object, orNull, ref, type Schema, text, uri } from './schemas.ts';

const apiVersion: Schema = { const: '1' };

function presentation(severities: readonly string[]): Schema {
  return {
    ...object({ severity: { type: 'string', enum: severities }, label: text, color: text }, [
      'severity',
      'label',
      'color',
    ]),
    description: 'Empty if there is no figure.',
  };
}

/** Members that readings, history, products and the guide share. */
const envelope = {
  apiVersion,
  provenance: ref('Provenance'),
  guideUrl: { ...uri, description: 'Address of the guide.' },
  affiliate: ref('Affiliate'),
};

const region: Schema = { type: 'string', enum: ['all', ...REGIONS], description: 'As requested.' };
const metric: Schema = { type: 'string', enum: ['all', ...METRICS], description: 'As requested.' };
const fetchedAt: Schema = {
  ...orNull(dateTime),
  description: 'The latest successful fetch of either source; null when there was none.',
};
const cacheSeconds: Schema = {
  ...count,
  description:
    'How long figures are cached before their source is asked again. More frequent requests gain nothing.',
};
const warning: Schema = {
  ...orNull(text),
  description:
    'The faults of the requested figures, in one sentence with source and hour; null if there are none.',
};

/** A measured value of a region; null if none was measured. */
const measured: Schema = { type: ['number', 'null'], minimum: 0 };

function described(schema: Schema, description: string): Schema {
  return { ...schema, description };
}

/** A band of the guide: its bounds, both inclusive, and its advice. */
function band(advice: Record<string, Schema>, severities: readonly string[]): Schema {
  return object({
    id: { type: 'string', enum: severities },
    label: text,
    min: described(count, 'Lower bound, inclusive.'),
    max: described(orNull(count), 'Upper bound, inclusive; null in the last band, which has no end.'),
    ...advice,
  });
}

function series(of: string): Schema {
  return {
    type: 'array',
    maxItems: WINDOW_HOURS,
    items: ref('HistoryPoint'),
    description: `${of}: every whole hour of the window, oldest first. Empty when nothing is known.`,
  };
}

export const airSchemas: Record<string, Schema> = {
  Provenance: object({
    publisher: described(text, 'Who measures and publishes the figures.'),
    provider: described(text, 'The portal that they are had from.'),
    sourceUrls: { type: 'array', items: uri, description: 'Pages of the data sets, for people.' },
    licence: described(uri, 'Of the figures. Attribute them, and keep their own times.'),
    disclaimer: described(text, 'Show it: this is an independent project, not an official service.'),
  }),
  Affiliate: object({
    disclosure: described(text, 'Show it wherever product links are shown.'),
    catalogues: described(object({ masks: uri, purifiers: uri }), 'The first page of each category.'),
  }),
  Source: object({
    url: described(uri, 'The address that answered, or was asked.'),
    timestamp: {
      ...orNull(dateTime),
      description: 'The hour of the reading, in Singapore time; never the time of the fetch.',
    },
    updatedTimestamp: described(orNull(dateTime), 'When the source last published that hour.'),
    fetchedAt: described(orNull(dateTime), 'When it was last fetched successfully.'),
    status: {
      type: 'string',
      enum: ['ok', 'stale', 'unavailable'],
      description:
        '`ok`: the last refresh succeeded and the newest hour is at most 2 h 15 min old and at most 5 min ahead. `stale`: there is a figure, but one of these conditions is not met; show it as delayed, with its hour. `unavailable`: there is none.',
    },
  }),
  Sources: object({ psi: ref('Source'), pm25: ref('Source') }),
  PsiPresentation: presentation(PSI_BANDS.map(({ id }) => id)),
  Pm25Presentation: presentation(PM25_BANDS.map(({ id }) => id)),
  RegionReading: object({
    id: { type: 'string', enum: REGIONS },
    name: text,
    latitude: { type: 'number', description: 'Of the label point, not of a visitor.' },
    longitude: { type: 'number' },
    psi: described(measured, '24-hour PSI, no unit. Null where none was measured, never 0.'),
    pm25: described(measured, '1-hour PM2.5 in µg/m³. Null where none was measured, never 0.'),
    psiPresentation: ref('PsiPresentation'),
    pm25Presentation: ref('Pm25Presentation'),
  }),
  Readings: object({
    ...envelope,
    region,
    fetchedAt,
    cacheSeconds,
    sources: ref('Sources'),
    warning,
    regions: { type: 'array', maxItems: REGIONS.length, items: ref('RegionReading') },
  }),
  HistoryPoint: object({
    timestamp: described(dateTime, 'The hour of the values, in Singapore time.'),
    values: described(
      object(Object.fromEntries(REGIONS.map((id) => [id, measured])), REGIONS),
      'By region; those that were asked for. Null is a gap: do not interpolate it.',
    ),
  }),
  History: object({
    ...envelope,
    region,
    metric,
    fetchedAt,
    windowStart: described(orNull(dateTime), 'The first hour of the window, 23 h before the last.'),
    windowEnd: described(
      orNull(dateTime),
      'The newest hour with a figure, of whichever metric, also of one not asked for; null when none is known.',
    ),
    cacheSeconds,
    warning,
    sources: ref('Sources'),
    series: described(
      object({ psi: series('24-hour PSI, no unit'), pm25: series('1-hour PM2.5 in µg/m³') }, METRICS),
      'Of the metrics asked for; the other is left out.',
    ),
  }),
  Product: object({
    id: text,
    name: described(text, 'The seller’s text: data, never markup. Escape it.'),
    image: described(orNull(uri), 'Address of a picture.'),
    price: described(
      orNull(text),
      'As it was displayed, such as `S$ 12.90`. Not an offer: show it with `priceCheckedAt` only.',
    ),
    priceCheckedAt: described(orNull(dateTime), 'When the price was seen; null when it was not.'),
    url: described(uri, 'The category’s shop.'),
    catalogueUrl: described(uri, 'The category’s catalogue at the shop; no link to this product.'),
    affiliateUrl: described(
      orNull(uri),
      'The one link to this product: an affiliate redirect that was followed to the marketplace. Null while there is none that was verified; never make one from `id`.',
    ),
    productPageUrl: described(orNull(uri), 'The product’s page at the marketplace, where it is known.'),
  }),
  Products: object({
    ...envelope,
    category: { type: 'string', enum: CATEGORIES, description: 'As requested.' },
    limit: { type: 'integer', minimum: 1, maximum: PRODUCTS_MAX, description: 'As requested.' },
    offset: { type: 'integer', minimum: 0, maximum: PRODUCTS_MAX, description: 'As requested.' },
    products: { type: 'array', maxItems: PRODUCTS_MAX, items: ref('Product') },
    total_count: { ...count, maximum: PRODUCTS_MAX, description: 'Entries of the category; may be 0.' },
    has_more: { type: 'boolean', description: 'True if there is another page.' },
    next_offset: {
      type: ['integer', 'null'],
      minimum: 1,
      maximum: PRODUCTS_MAX - 1,
      description: '`offset` of the next page; null on the last.',
    },
    source: described(text, 'Who keeps the catalogue.'),
    catalogueSource: described(orNull(text), 'Public address of the catalogue; null where it has none.'),
    fetchedAt: described(orNull(dateTime), 'When the catalogue was last read successfully.'),
    warning: described(
      orNull(text),
      'What is wrong with the catalogue, in one sentence; the last good entries may still be here, with their dates.',
    ),
    catalogueUrl: described(uri, 'The first page of the category.'),
    affiliateDisclosure: described(text, 'Show it with the products.'),
  }),
  Pm25Band: band(
    {
      everyone: described(text, 'What it asks of everyone, for the next hour.'),
      vulnerable: described(text, 'What it asks of vulnerable persons, for the next hour.'),
    },
    PM25_BANDS.map(({ id }) => id),
  ),
  PsiBand: band(
    {
      healthy: described(text, 'What it asks of healthy people, for the next day.'),
      sensitive: described(text, 'Of older people, pregnant women and children.'),
      chronic: described(text, 'Of people with a chronic disease of the lungs or heart.'),
    },
    PSI_BANDS.map(({ id }) => id),
  ),
  Guide: object({
    ...envelope,
    source: described(
      object({ publisher: text, title: text, date: text, referenceUrl: uri }),
      'What the guide is made after. Its words are this project’s own.',
    ),
    isLiveForecast: { const: false, description: 'Always false.' },
    pm25Bands: {
      type: 'array',
      items: ref('Pm25Band'),
      description: 'By the 1-hour PM2.5 in µg/m³, for the next hour.',
    },
    psiForecast: described(
      object({ bands: { type: 'array', items: ref('PsiBand') } }),
      'By the forecast of the 24-hour PSI, for the next day. The measured PSI is no forecast.',
    ),
    definitions: described(
      object(Object.fromEntries(Object.keys(DEFINITIONS).map((word) => [word, text]))),
      'What the words of the guide mean, by the lower-case word.',
    ),
    vulnerablePersons: described(text, 'Who they are.'),
    caveats: { type: 'array', items: text, description: 'Limits of the guide. Show them with it.' },
  }),
  Endpoint: object({
    method: { const: 'GET', description: 'HEAD works too.' },
    path: text,
    summary: text,
    parameters: {
      type: 'array',
      items: object({
        name: text,
        description: text,
        schema: { type: 'object', description: 'JSON Schema of the value, with its default.' },
      }),
      description: 'Query parameters. All are optional, may occur once, and are case-sensitive.',
    },
    url: uri,
  }),
  Discovery: object({
    apiVersion,
    endpoints: { type: 'array', items: ref('Endpoint') },
    provenance: ref('Provenance'),
    affiliate: ref('Affiliate'),
    access: object({
      authentication: { const: 'none' },
      methods: { type: 'array', items: text },
      origins: { const: '*', description: 'Any page may read the responses; no credentials are used.' },
      quota: {
        ...orNull(
          object({
            requests: { type: 'integer', minimum: 1 },
            seconds: { type: 'integer', minimum: 1 },
            per: { const: 'network address' },
            sharedWith: described(uri, 'What counts towards it too.'),
          }),
        ),
        description: 'For all of these endpoints together; null on a host without a quota.',
      },
      pollSeconds: described(count, 'Asking the same more often than this gains nothing.'),
      policy: text,
    }),
    links: object({
      self: uri,
      openapi: described(uri, 'The machine-readable description.'),
      docs: described(uri, 'The reference, for people.'),
      client: described(uri, 'A typed client, as one TypeScript file.'),
      mcp: described(uri, 'The same for models, over the Model Context Protocol.'),
    }),
  }),
};
