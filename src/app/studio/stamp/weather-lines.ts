/**
 * The text of the stamp of the weather: town and date, and what each source says there, each with its own time. What is
 * delayed says so, and so does what is of a time that is yet to come; what is missing has no number.
 */
import { isAhead } from '../../../core/air/upstream/freshness.ts';
import type { Phrase } from '../../../core/sky/facts.ts';
import { isUvNight } from '../../../core/sky/limits.ts';
import type { Area } from '../../../core/sky/place/areas.ts';
import type { Sky } from '../../../core/sky/sky.ts';
import type { Feed } from '../../../core/sky/types.ts';
import { isWritable } from '../../../ink/index.ts';
import { directionOf } from '../../sky/sun/sun-arc.ts';
import { inEnglish } from '../../words/catalogue.ts';
import { singaporeTime } from '../../words/clock-time.ts';
import { sky as names } from '../../words/en/air/sky.ts';
import { stamp as words } from '../../words/en/studio/stamp.ts';
import { singaporeDate } from '../../words/format.ts';

/** Longest phrase that stands on the line of its period, so that the stamp stays legible on a phone. */
const BESIDE_MAX = 24;

/** What a source says; of lightning, also that there is none. */
interface Said {
  readonly feed: Exclude<Feed, 'forecast24h'>;
  /** One line, of a forecast also two; null if it is not known. */
  readonly text: string | null;
  /** Of when it is, RFC 3339; null if the text says it. */
  readonly at: string | null;
}

/**
 * The lines of the stamp, in the language of the page, or in English if the handwriting lacks its letters.
 * @param sky the response for the town; undefined if there is none
 * @param now ms since the epoch, the server's clock
 */
export function weatherLines(sky: Sky | undefined, town: Area, now: number): readonly string[] {
  const make = () => linesOf(sky, town, now);
  const lines = make();
  return lines.every(isWritable) ? lines : inEnglish(make);
}

function linesOf(sky: Sky | undefined, town: Area, now: number): readonly string[] {
  const place = words.written.place(town.name, singaporeDate(now, 'medium'));
  const said = sky === undefined ? [] : saidBy(sky, now);
  if (sky === undefined || said.every(({ text }) => text === null)) return [place, words.written.noWeather];
  return [place, ...said.flatMap((one) => linesFor(one, sky, now))];
}

function linesFor({ feed, text, at }: Said, { sources }: Sky, now: number): string[] {
  if (text === null) return [words.written.notKnown(names.names[feed])];
  const { status, timestamp } = sources[feed];
  const time = (instant: string | null) =>
    instant === null ? words.written.unknownHour : singaporeTime(instant, now);
  if (status !== 'ok') {
    const { late, ahead } = words.written;
    return [...text.split('\n'), (isAhead(timestamp, now) ? ahead : late)(time(timestamp))];
  }
  return at === null ? text.split('\n') : [words.written.dated(text, time(at))];
}

/** In the order in which somebody outdoors would tell it. At night there is no UV index. */
function saidBy({ now: measured, next: { forecast }, sources }: Sky, now: number): Said[] {
  const { rain, lightning, heat, uv, wind } = measured;
  const { written } = words;
  const of = (feed: Said['feed'], text: string | null): Said => ({ feed, text, at: sources[feed].timestamp });
  return [
    { feed: 'forecast2h', text: forecast && forecastText(forecast, now), at: null },
    of('rain', rain && written.rain(rain.mmPer5min)),
    { ...of('lightning', lightningText(lightning, now)), ...(lightning.nearestKm !== null && { at: null }) },
    of('heat', heat && names.heat(heat.wbgt, names.heatBands[heat.band])),
    ...(isNight({ now: measured, sources }, now)
      ? []
      : [of('uv', uv && written.uv(uv.index, names.uvBands[uv.band]))]),
    of('wind', wind && windText(wind)),
  ];
}

function forecastText({ text, to }: Phrase, now: number): string {
  const until = singaporeTime(to, now);
  return text.length > BESIDE_MAX
    ? words.written.forecastBelow(text, until)
    : words.written.forecast(text, until);
}

function lightningText(
  { state, nearestKm, lastStrikeAt }: Sky['now']['lightning'],
  now: number,
): string | null {
  if (state === 'none') return words.written.noLightning;
  if (state === 'unknown' || nearestKm === null) return null;
  if (lastStrikeAt === null) return words.written.lightningUndated(nearestKm);
  return words.written.lightning(nearestKm, singaporeTime(lastStrikeAt, now));
}

function windText({ speedKmh, from }: NonNullable<Sky['now']['wind']>): string {
  if (from === null || speedKmh === 0) return words.written.wind(speedKmh);
  return words.written.windFrom(speedKmh, names.directions[directionOf(from)]);
}

/** True if the index is missing because none is measured, not because its source has none. At night it is not asked. */
function isNight({ now: { uv }, sources }: Pick<Sky, 'now' | 'sources'>, now: number): boolean {
  return uv === null && (sources.uv.status === 'ok' || isUvNight(now));
}

/** A sentence that says whether all in the stamp is known and current. */
export function stampedWeatherWords(sky: Sky | undefined, town: Area, now: number): string {
  const said = sky === undefined ? [] : saidBy(sky, now);
  if (sky === undefined || said.every(({ text }) => text === null)) return words.addedWithoutWeather;
  const late = said.filter(({ feed, text }) => text !== null && sky.sources[feed].status !== 'ok');
  if (late.length > 0) {
    const isDoubtful = late.every(({ feed }) => isAhead(sky.sources[feed].timestamp, now));
    return isDoubtful ? words.addedWeatherDoubtful(town.name) : words.addedWeatherLate(town.name);
  }
  if (said.some(({ text }) => text === null)) return words.addedWeatherPartly(town.name);
  return words.addedWeather(town.name);
}
