/** The guide as Markdown, readable for models and people. */

import type { Guide } from '../../../src/core/air/guide.ts';

export function guideText(guide: Guide): string {
  const { source, pm25Bands, psiForecast, definitions, vulnerablePersons, caveats } = guide;
  return [
    '# What the bands mean outdoors',
    `After “${source.title}” (${source.date}) by ${source.publisher}: ${source.referenceUrl}. A dated reference, no live forecast.`,
    '## For the next hour: 1-hour PM2.5, µg/m³',
    table(
      ['Band', 'µg/m³', 'Everyone', 'Vulnerable persons'],
      pm25Bands.map((band) => [band.label, range(band), band.everyone, band.vulnerable]),
    ),
    '## For the next day: forecast of the 24-hour PSI',
    table(
      [
        'Band',
        'PSI',
        'Healthy persons',
        'Elderly, pregnant women, children',
        'Chronic lung or heart disease',
      ],
      psiForecast.bands.map((band) => [band.label, range(band), band.healthy, band.sensitive, band.chronic]),
    ),
    '## Words',
    Object.entries(definitions)
      .map(([word, meaning]) => `- ${word}: ${meaning}`)
      .join('\n'),
    vulnerablePersons,
    '## Limits of this guide',
    caveats.map((caveat) => `- ${caveat}`).join('\n'),
  ].join('\n\n');
}

function range({ min, max }: { readonly min: number; readonly max: number | null }): string {
  return max === null ? `${min} and over` : `${min}–${max}`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
