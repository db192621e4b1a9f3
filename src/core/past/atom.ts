/** The feed of crossings (Atom, RFC 4287). */
import { REGION_NAMES } from '../air/regions.ts';
import { hourInWords, toSgt } from '../air/time/time.ts';
import type { Metric, Region } from '../air/types.ts';
import { addressOf, attribution, PROVENANCE } from '../air/upstream/provenance.ts';
import type { Banded, Crossing } from './crossings.ts';

/** Days of the past that the feed shows. */
export const FEED_DAYS = 14;
/** Most entries: on a day of haze five regions cross often. */
export const ENTRIES_MAX = 100;

export const FEED_PATH = '/air.atom';

/** A crossing with the id of its entry, a UUID that is the same for ever. */
export interface Entry extends Crossing {
  readonly id: string;
}

export interface FeedOptions {
  readonly region: 'all' | Region;
  /** The newest measured hour, RFC 3339; null if there is none. */
  readonly newestHour: string | null;
  /** Base address of this API, for links. */
  readonly publicUrl: string;
}

const METRIC_NAMES: Readonly<Record<Metric, string>> = { psi: '24-hour PSI', pm25: '1-hour PM2.5' };

/** What names a crossing, whatever its figures are corrected to later. */
export function crossingName({ metric, region, hour }: Crossing): string {
  return `pleinair air crossing ${metric} ${region} ${hour}`;
}

/** @param entries newest first */
export function atomFeed(entries: readonly Entry[], { region, newestHour, publicUrl }: FeedOptions): string {
  const self = addressOf(`${FEED_PATH}${region === 'all' ? '' : `?region=${region}`}`, publicUrl);
  const page = addressOf('/air', publicUrl);
  const where = region === 'all' ? 'Singapore' : REGION_NAMES[region];
  // A feed must say when it changed. One that knows nothing yet has not.
  const updated = entries[0]?.hour ?? newestHour ?? toSgt(0);
  const lines = [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">',
    element('id', self),
    element('title', `The air in ${where}: changes of band`),
    element('subtitle', 'When the measured air of a region crosses into another band of the agency.'),
    element('updated', updated),
    `<link rel="self" type="application/atom+xml" href="${escaped(self)}"/>`,
    `<link rel="alternate" type="text/html" href="${escaped(page)}"/>`,
    `<author>${element('name', 'Pleinair')}</author>`,
    element('rights', `${attribution(null)} ${PROVENANCE.disclaimer}`),
    ...entries.flatMap((entry) => entryLines(entry, page)),
    '</feed>',
  ];
  return `${lines.join('\n')}\n`;
}

function entryLines({ id, metric, region, hour, before, after }: Entry, page: string): string[] {
  const [name, where] = [METRIC_NAMES[metric], REGION_NAMES[region]];
  const figure = ({ value, label }: Banded) => `${value}${metric === 'pm25' ? ' µg/m³' : ''} (${label})`;
  const turn = after.value > before.value ? 'up' : 'down';
  return [
    '<entry>',
    element('id', `urn:uuid:${id}`),
    element('title', `${where}: ${name} ${turn} to ${after.label}`),
    element('updated', hour),
    element('published', hour),
    `<link rel="alternate" type="text/html" href="${escaped(page)}"/>`,
    `<category term="${escaped(after.severity)}" label="${escaped(after.label)}"/>`,
    element(
      'summary',
      `${name} in ${where}: ${figure(after)} at ${hourInWords(hour)}, ${figure(before)} an hour earlier.`,
    ),
    '</entry>',
  ];
}

function element(name: string, text: string): string {
  return `<${name}>${escaped(text)}</${name}>`;
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
