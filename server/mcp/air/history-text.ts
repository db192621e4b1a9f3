/** The last 24 hours as one line of figures for each region and metric. */
import type { History, HistoryPoint } from '../../../src/core/air/history.ts';
import { REGION_NAMES } from '../../../src/core/air/regions.ts';
import { hourInWords } from '../../../src/core/air/time/time.ts';
import type { Metric, Region } from '../../../src/core/air/types.ts';
import { METRICS, REGIONS } from '../../../src/core/air/types.ts';
import { METRIC_NAMES } from '../../../src/core/air/warning.ts';
import { STATUS_WORDS, sourceText } from './readings-text.ts';

const UNITS: Readonly<Record<Metric, string>> = { psi: 'index, no unit', pm25: 'µg/m³' };

/** Figures oldest first; `gap` for an hour without a measurement. */
export function historyText(history: History): string {
  const { windowStart, windowEnd, series, sources, warning, provenance } = history;
  const note = warning === null ? [] : [`Note: ${warning}`];
  const source = sourceText(provenance);
  if (windowStart === null || windowEnd === null) {
    return ['No hour of the last day is known: no figure can be given.', ...note, source].join('\n');
  }
  const lines = METRICS.flatMap((metric) => {
    const points = series[metric];
    if (points === undefined) return [];
    const heading = `${METRIC_NAMES[metric]} (${UNITS[metric]}; ${STATUS_WORDS[sources[metric]?.status ?? 'unavailable']}):`;
    return [heading, ...REGIONS.flatMap((region) => lineOf(region, points))];
  });
  const span = `Hourly from ${hourInWords(windowStart)} to ${hourInWords(windowEnd)}, oldest first; "gap" is an hour without a figure, not zero.`;
  return [span, ...lines, ...note, source].join('\n');
}

function lineOf(region: Region, points: readonly HistoryPoint[]): string[] {
  const values = points.map(({ values: byRegion }) => byRegion[region]);
  if (values.every((value) => value === undefined)) return [];
  return [`${REGION_NAMES[region]}: ${values.map((value) => value ?? 'gap').join(' ')}`];
}
