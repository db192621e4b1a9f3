/** The warning of a response: the faults of what it shows, in one sentence. */
import { REGION_NAMES } from '../air/regions.ts';
import { hourInWords, parseInstant } from '../air/time/time.ts';
import type { SourceStatus } from '../air/types.ts';
import { AHEAD_MAX } from '../air/upstream/freshness.ts';
import { REACH_KM } from './bands.ts';
import type { AreaSky } from './facts.ts';
import type { FeedTimes } from './limits.ts';
import type { Area } from './place/areas.ts';
import { FEEDS, type Feed } from './types.ts';

const FEED_NAMES: Readonly<Record<Feed, string>> = {
  forecast2h: 'two-hour forecast',
  rain: 'rain reading',
  lightning: 'lightning report',
  heat: 'heat reading',
  uv: 'UV index',
  wind: 'wind reading',
  forecast24h: '24-hour forecast',
};

type Each<T> = Readonly<Record<Feed, T>>;

/**
 * One sentence that names each faulty source and its time, and what is missing at the area; null if there is no fault.
 * @param area undefined if none was asked for
 * @param now ms since the epoch, the server's clock
 */
export function skyWarning(
  sources: Each<FeedTimes>,
  status: Each<SourceStatus>,
  shown: AreaSky,
  area: Area | undefined,
  now: number,
): string | null {
  const parts = FEEDS.flatMap((feed) => {
    const what = trouble(sources[feed], status[feed], now) ?? (area && missing(feed, shown, area, now));
    return what === undefined ? [] : `${FEED_NAMES[feed]} ${what}`;
  });
  return parts.length === 0 ? null : `The ${parts.join('; the ')}.`;
}

function trouble({ timestamp, refreshed }: FeedTimes, status: SourceStatus, now: number): string | undefined {
  if (status === 'ok') return undefined;
  const at = parseInstant(timestamp);
  if (at === undefined) return 'is unavailable: nothing is known';
  const when = hourInWords(timestamp ?? '');
  if (status === 'unavailable') return `is unavailable: the newest, of ${when}, is too old to be shown`;
  if (!refreshed) return `is delayed: nothing newer than ${when} could be had`;
  if (at - now > AHEAD_MAX) return `cannot be shown as current: its time ${when} lies ahead of the clock`;
  return `is delayed: the newest published is of ${when}`;
}

/** What a source that is all right does not have for the area. A night without UV is no fault. */
function missing(
  feed: Feed,
  { now: { rain, lightning, heat, wind }, next }: AreaSky,
  area: Area,
  now: number,
) {
  if (feed === 'rain' && rain === null) return notNear('gauge', REACH_KM.rain, area);
  if (feed === 'heat' && heat === null) return notNear('station', REACH_KM.heat, area);
  if (feed === 'wind' && wind === null) return notNear('station', REACH_KM.wind, area);
  if (feed === 'lightning' && lightning.state === 'unknown') return 'has a gap in the last half hour';
  if (feed === 'forecast2h' && next.forecast === null) return `has no phrase for ${area.name}`;
  if (feed === 'forecast24h' && !next.periods.some(({ to }) => (parseInstant(to) ?? 0) > now))
    return `has no phrase for the ${REGION_NAMES[area.region]} region`;
  return undefined;
}

function notNear(what: string, km: number, { name }: Area): string {
  return `has no value: no ${what} within ${km} km of ${name} reports`;
}
