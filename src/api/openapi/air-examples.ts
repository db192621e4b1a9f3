/**
 * Example responses of the air API for one hazy afternoon, and of the sky, built by the same rules as real ones. Build time
 * only.
 */
import { guide } from '../../core/air/guide.ts';
import { historyBody } from '../../core/air/history.ts';
import { productsBody } from '../../core/air/products.ts';
import { readingsBody } from '../../core/air/readings.ts';
import { FALLBACK_CENTRES } from '../../core/air/regions.ts';
import { HOUR, MINUTE, toSgt } from '../../core/air/time/time.ts';
import type { AirState, HourFigure, Metric, RegionValues, SourceState } from '../../core/air/types.ts';
import { METRICS } from '../../core/air/types.ts';
import { envelope, UPSTREAM_URLS } from '../../core/air/upstream/provenance.ts';
import { archiveBody } from '../../core/past/archive.ts';
import { skyExample } from './sky-example.ts';

const publicUrl = 'http://127.0.0.1:8787';
const LAST = Date.parse('2026-09-28T16:00:00+08:00');
const NOW = LAST + 20 * MINUTE;
const GAP = LAST - 3 * HOUR;

/** Figures of a day with rising haze; invented, not measured. */
function figure(metric: Metric, at: number): HourFigure {
  const haze = 24 - Math.round((LAST - at) / HOUR);
  const value = (more: number) =>
    at === GAP ? null : metric === 'psi' ? 52 + haze + more : 15 + 4 * haze + more;
  const values: RegionValues = {
    north: value(-12),
    south: value(8),
    east: value(-3),
    west: value(5),
    central: value(0),
  };
  return { metric, hour: toSgt(at), values, updatedTimestamp: toSgt(at + 65_000) };
}

function source(metric: Metric): SourceState {
  const fetchedAt = toSgt(NOW - 4 * MINUTE);
  return { url: UPSTREAM_URLS[metric], refreshed: true, fetchedAt, newest: figure(metric, LAST) };
}

const state: AirState = {
  sources: { psi: source('psi'), pm25: source('pm25') },
  centres: FALLBACK_CENTRES,
};
const hours = METRICS.flatMap((metric) =>
  Array.from({ length: 24 }, (_, ago) => figure(metric, LAST - ago * HOUR)),
);

/** Examples, keyed by the name of the response's schema. */
export const airExamples: Readonly<Record<string, unknown>> = {
  Readings: readingsBody(state, { region: 'central', now: NOW, publicUrl }).body,
  History: historyBody(state, hours, { region: 'central', metric: 'pm25', now: NOW, publicUrl }).body,
  Products: productsBody(
    {
      products: [
        {
          id: 'm-1',
          name: 'N95 respirator, box of 20',
          image: 'https://marketplace.example/pictures/m-1.jpg',
          price: 'S$ 32.90',
          priceCheckedAt: '2026-09-27T09:30:00+08:00',
          url: 'https://marketplace.example/shops/masks',
          catalogueUrl: 'https://marketplace.example/masks',
          affiliateUrl: 'https://redirect.example/m-1',
          productPageUrl: null,
        },
      ],
      source: 'The operator of this server',
      catalogueSource: null,
      fetchedAt: '2026-09-28T16:10:00+08:00',
      warning: null,
    },
    { category: 'masks', limit: 2, offset: 0, publicUrl },
  ).body,
  Guide: { ...envelope(publicUrl), ...guide() },
  Sky: skyExample,
  Archive: archiveBody('pm25', { from: '2026-09-28', to: '2026-09-28' }, hours, NOW),
};
