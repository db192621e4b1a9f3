/** The newest figures as sentences that can be quoted one by one. */
import type { Presentation } from '../../../src/core/air/bands.ts';
import type { Readings } from '../../../src/core/air/readings.ts';
import { hourInWords } from '../../../src/core/air/time/time.ts';
import type { SourceStatus } from '../../../src/core/air/types.ts';
import type { Provenance } from '../../../src/core/air/upstream/provenance.ts';
import type { Source } from '../../../src/core/air/upstream/source.ts';

/** A status in a word that a model will not overlook. */
export const STATUS_WORDS: Readonly<Record<SourceStatus, string>> = {
  ok: 'current',
  stale: 'DELAYED',
  unavailable: 'unavailable',
};

/** One line for each region: figure, unit, band, hour, delayed or not. Then the warning and the source. */
export function readingsText({ regions, sources, warning, provenance, guideUrl }: Readings): string {
  const lines = regions.map(({ name, psi, pm25, psiPresentation, pm25Presentation }) => {
    const now = figure(pm25, ' µg/m³', pm25Presentation, sources.pm25);
    const day = figure(psi, ' (index, no unit)', psiPresentation, sources.psi);
    return `${name}: 1-hour PM2.5 ${now}; 24-hour PSI ${day}.`;
  });
  return [
    ...lines,
    ...(warning === null ? [] : [`Note: ${warning}`]),
    sourceText(provenance),
    `What the bands mean: ${guideUrl}`,
  ].join('\n');
}

function figure(
  value: number | null,
  unit: string,
  { label }: Presentation<string>,
  { status, timestamp }: Source,
): string {
  if (status === 'unavailable' || timestamp === null) return 'unavailable, no figure is known';
  const hour = hourInWords(timestamp);
  const age =
    status === 'stale' ? `${STATUS_WORDS.stale}, no newer hour than ${hour} is known` : STATUS_WORDS[status];
  if (value === null) return `no value was measured for ${hour}, which is not zero (${age})`;
  return `${value}${unit}, band ${label ?? 'unknown'}, for ${hour} (${age})`;
}

/** Who measured, who published, under which licence, and the disclaimer. */
export function sourceText({ publisher, provider, licence, disclaimer }: Provenance): string {
  return `Source: ${publisher} via ${provider}, Singapore Open Data Licence (${licence}). ${disclaimer}`;
}
