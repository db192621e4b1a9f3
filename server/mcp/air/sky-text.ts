/** The sky over an area as sentences that can be quoted one by one; for all areas a line each. */
import { REGION_NAMES } from '../../../src/core/air/regions.ts';
import { hourInWords, parseInstant, toSgt } from '../../../src/core/air/time/time.ts';
import type { AreaSky, Phrase } from '../../../src/core/sky/facts.ts';
import type { LightningNow } from '../../../src/core/sky/lightning.ts';
import { ABOUT_KM, NEAR_KM } from '../../../src/core/sky/lightning.ts';
import { areaOf } from '../../../src/core/sky/place/areas.ts';
import type { Sky } from '../../../src/core/sky/sky.ts';
import type { Feed } from '../../../src/core/sky/types.ts';
import { STATUS_WORDS, sourceText } from './readings-text.ts';

const THUNDER = 'Whoever hears thunder takes shelter, whatever this says.';

export function skyText(sky: Sky): string {
  const { warning, provenance, area, sun } = sky;
  return [
    ...(area === 'all' ? everywhere(sky) : [...at(sky, area), `Sun: ${sunText(sun)}.`]),
    ...(warning === null ? [] : [`Note: ${warning}`]),
    THUNDER,
    sourceText(provenance),
  ].join('\n');
}

function at(sky: Sky, id: Exclude<Sky['area'], 'all'>): string[] {
  const { name, region } = areaOf(id);
  const { rain, lightning, heat, uv, wind } = sky.now;
  const { forecast, periods } = sky.next;
  const of = (feed: Feed) => dated(sky, feed);
  return [
    `${name}, ${REGION_NAMES[region]} region.`,
    `Lightning: ${lightningText(lightning)}${of('lightning')}.`,
    rain === null
      ? `Rain: nothing is known, which is not dry${of('rain')}.`
      : `Rain: ${rain.mmPer5min} mm in 5 minutes, ${rain.band} by Pleinair's own bands, at ${where(rain)}${of('rain')}.`,
    `Next two hours: ${forecast === null ? 'no forecast is known' : phraseText(forecast)}${of('forecast2h')}.`,
    heat === null
      ? `Heat: nothing is known${of('heat')}.`
      : `Heat: WBGT ${heat.wbgt} °C, heat stress ${heat.band}, at ${where(heat)}${of('heat')}.`,
    `UV: ${uv === null ? 'no index is known, as always at night' : `index ${uv.index}, ${uv.band}`}${of('uv')}.`,
    wind === null
      ? `Wind: nothing is known${of('wind')}.`
      : `Wind: ${wind.speedKmh} km/h${wind.from === null ? '' : ` from ${wind.from}°`}, at ${where(wind)}${of('wind')}.`,
    `Later: ${periods.length === 0 ? 'no forecast is known' : periods.map(phraseText).join('; ')}${of('forecast24h')}.`,
  ];
}

function everywhere({ areas = [], sources }: Sky): string[] {
  const words = (feed: Feed) => STATUS_WORDS[sources[feed].status];
  const line = ({ name, now, next }: AreaSky & { readonly name: string }) =>
    `${name}: next two hours ${next.forecast?.text ?? 'not known'}; ` +
    `rain ${now.rain === null ? 'not known' : `${now.rain.mmPer5min} mm in 5 minutes`}; lightning ${now.lightning.state}.`;
  return [
    `Forecast ${words('forecast2h')}, rain ${words('rain')}, lightning ${words('lightning')}.`,
    ...areas.map(line),
  ];
}

/** When the data of a source are of, and how they are. */
function dated({ sources }: Sky, feed: Feed): string {
  const { timestamp, status } = sources[feed];
  if (timestamp === null) return ` (${STATUS_WORDS[status]})`;
  return ` (of ${hourInWords(timestamp)}, ${STATUS_WORDS[status]})`;
}

function lightningText({ state, nearestKm, lastStrikeAt }: LightningNow): string {
  const strikes = `the nearest ${nearestKm} km away, the last at ${lastStrikeAt === null ? 'an unknown time' : clock(lastStrikeAt)}`;
  switch (state) {
    case 'near':
      return `NEAR, within ${NEAR_KM} km in the last half hour, ${strikes}: take shelter`;
    case 'about':
      return `about, within ${ABOUT_KM} km in the last half hour, ${strikes}`;
    case 'none':
      return `none within ${ABOUT_KM} km in the last half hour`;
    case 'unknown':
      return 'not known; that is not an all-clear';
  }
}

function phraseText({ text, from, to }: Phrase): string {
  return `“${text}” from ${clock(from)} to ${clock(to)}`;
}

function where({ station, distanceKm }: { readonly station: string; readonly distanceKm: number }): string {
  return `${station}, ${distanceKm} km away`;
}

function sunText({ sunrise, sunset, goldenMorning, goldenEvening, azimuth, altitude }: Sky['sun']): string {
  const stands = altitude < 0 ? 'it is below the horizon' : `it stands ${altitude}° high at ${azimuth}°`;
  return (
    `up ${clock(sunrise)} to ${clock(sunset)}, golden until ${clock(goldenMorning.to)} and from ` +
    `${clock(goldenEvening.from)}; ${stands}`
  );
}

/** `14:35` in Singapore. */
function clock(text: string): string {
  const ms = parseInstant(text);
  return ms === undefined ? 'an unknown time' : toSgt(ms).slice(11, 16);
}
