/** The client of the sky's seven feeds: v2 each, and v1 for the two forecasts if v2 has nothing current. */
import { DAY, MINUTE, parseInstant, sgtDate, sinceMidnight } from '../../src/core/air/time/time.ts';
import { feedStatus } from '../../src/core/sky/limits.ts';
import type { Feed, FeedData, Published } from '../../src/core/sky/types.ts';
import type { UpstreamCalls } from '../upstream/calls.ts';
import type { Failure, Result, Version } from '../upstream/request.ts';
import { ADDRESSES, REST_MAX } from './addresses.ts';
import { readForecast2h, readV1Forecast2h } from './feeds/forecast2h.ts';
import { readForecast24h, readV1Forecast24h } from './feeds/forecast24h.ts';
import { readHeat } from './feeds/heat.ts';
import { LIGHTNING_BODY_MAX, type LightningPage, lightningOf, readLightningPage } from './feeds/lightning.ts';
import { readRain } from './feeds/rain.ts';
import { readUv } from './feeds/uv.ts';
import type { Reader } from './feeds/values.ts';
import { readWindDirection, readWindSpeed, windOf } from './feeds/wind.ts';

/**
 * A page of lightning has 25 windows of two minutes. Until so long after midnight, yesterday's last ones belong to the
 * time that counts.
 */
const YESTERDAY_UNTIL = 50 * MINUTE;

export interface ClientOptions {
  /** Base URLs, `https://api-open.data.gov.sg/v2/real-time/api`. v1 is not asked if it has none. */
  readonly urls: { readonly v2: string; readonly v1?: string | undefined };
  readonly calls: UpstreamCalls;
}

export interface FeedQuestion {
  /** ms since the epoch. */
  readonly now: number;
  /** Called when a call leaves, after it waited for its turn. */
  readonly onLeave: () => void;
}

export interface FetchedFeed<F extends Feed> {
  /** The version that answered; v2 if none did. */
  readonly version: Version;
  /** Undefined if no version had any. */
  readonly data?: FeedData[F] | undefined;
  /** Everything that went wrong, even if something else made it good. */
  readonly troubles: readonly (Failure & { readonly version: Version })[];
}

export interface SkyClient {
  /** Never throws. */
  ask<F extends Feed>(feed: F, question: FeedQuestion): Promise<FetchedFeed<F>>;
  /** URL of a feed in one version. */
  url(version: Version, feed: Feed): string;
  /** ms until the feed may be called, 0 for now. */
  wait(feed: Feed): number;
}

export function skyClient({ urls, calls }: ClientOptions): SkyClient {
  const bases = { v2: urls.v2.replace(/\/+$/, ''), v1: urls.v1?.replace(/\/+$/, '') };

  function url(version: Version, feed: Feed): string {
    const path = ADDRESSES[version][feed];
    return `${(path === undefined ? undefined : bases[version]) ?? bases.v2}${path ?? ADDRESSES.v2[feed]}`;
  }

  function call<T extends object>(
    feed: Feed,
    { now, onLeave }: FeedQuestion,
    read: Reader<T>,
    more: { version?: Version; address?: string; query?: string; bodyMax?: number } = {},
  ): Promise<Result<T>> {
    const { version = 'v2', address = url(version, feed), query = '', bodyMax } = more;
    const restMax = REST_MAX[feed];
    const fixed = { source: feed, urgency: feed, version, address, query, bodyMax, restMax, onLeave };
    return calls.ask({ ...fixed, read: (json) => read(json, now) });
  }

  async function simple<F extends Feed>(feed: F, question: FeedQuestion, read: Reader<FeedData[F]>) {
    return fetched<F>('v2', await call(feed, question, read));
  }

  async function forecast<F extends 'forecast2h' | 'forecast24h'>(
    feed: F,
    question: FeedQuestion,
    read: Reader<FeedData[F]>,
    readV1: Reader<FeedData[F]>,
  ): Promise<FetchedFeed<F>> {
    const first = await simple(feed, question, read);
    if (bases.v1 === undefined || isCurrent(feed, first.data, question.now)) return first;
    const second = fetched<F>('v1', await call(feed, question, readV1, { version: 'v1' }));
    const isBetter =
      second.data !== undefined && (first.data === undefined || isLater(second.data, first.data));
    return { ...(isBetter ? second : first), troubles: [...first.troubles, ...second.troubles] };
  }

  async function wind(question: FeedQuestion): Promise<FetchedFeed<'wind'>> {
    const speeds = await call('wind', question, readWindSpeed);
    if (!speeds.ok) return fetched('v2', speeds);
    const { timestamp } = speeds.value;
    // Asked for by its time: the latest may be of another minute by now.
    const directions = await call('wind', question, readWindDirection(timestamp), {
      address: `${bases.v2}/wind-direction`,
      query: `?date=${timestamp.slice(0, 19)}`,
    });
    const data = windOf(speeds.value, directions.ok ? directions.value : undefined);
    return { version: 'v2', data, troubles: troublesOf('v2', directions) };
  }

  async function lightning(question: FeedQuestion): Promise<FetchedFeed<'lightning'>> {
    const { now } = question;
    const days = sinceMidnight(now) < YESTERDAY_UNTIL ? [sgtDate(now), sgtDate(now - DAY)] : [sgtDate(now)];
    const pages: Result<LightningPage>[] = [];
    for (const day of days) {
      const page = await call('lightning', question, readLightningPage, {
        query: `&date=${day}`,
        bodyMax: LIGHTNING_BODY_MAX,
      });
      pages.push(page);
      // A day that has just begun has no windows yet.
      if (!page.ok && page.reason !== 'empty') break;
    }
    const windows = pages.flatMap((page) => (page.ok ? page.value.windows : []));
    const data = lightningOf(windows, now);
    const troubles = pages.flatMap((page) => troublesOf('v2', page));
    const ofOneDay = troubles.filter(({ reason }) => data === undefined || reason !== 'empty');
    return { version: 'v2', data, troubles: ofOneDay };
  }

  const asking: { readonly [F in Feed]: (question: FeedQuestion) => Promise<FetchedFeed<F>> } = {
    forecast2h: (question) => forecast('forecast2h', question, readForecast2h, readV1Forecast2h),
    rain: (question) => simple('rain', question, readRain),
    lightning,
    heat: (question) => simple('heat', question, readHeat),
    uv: (question) => simple('uv', question, readUv),
    wind,
    forecast24h: (question) => forecast('forecast24h', question, readForecast24h, readV1Forecast24h),
  };

  return {
    ask: (feed, question) => asking[feed](question),
    url,
    wait(feed) {
      const versions: readonly Version[] = bases.v1 === undefined ? ['v2'] : ['v2', 'v1'];
      const known = versions.filter((version) => ADDRESSES[version][feed] !== undefined);
      return calls.wait(
        feed,
        known.map((version) => url(version, feed)),
      );
    },
  };
}

function fetched<F extends Feed>(version: Version, result: Result<FeedData[F]>): FetchedFeed<F> {
  return { version, data: result.ok ? result.value : undefined, troubles: troublesOf(version, result) };
}

function troublesOf(version: Version, result: Result<object>): (Failure & { readonly version: Version })[] {
  return result.ok ? [] : [{ ...result, version }];
}

/** True if the forecast can be shown as current. If not, the other version is asked too. */
function isCurrent(
  feed: 'forecast2h' | 'forecast24h',
  data: FeedData['forecast2h' | 'forecast24h'] | undefined,
  now: number,
): boolean {
  if (data === undefined) return false;
  const { timestamp, updatedTimestamp, to: until } = data;
  const times = { url: '', refreshed: true, fetchedAt: timestamp, timestamp, updatedTimestamp, until };
  return feedStatus(feed, times, now) === 'ok';
}

function isLater(one: Published, other: Published): boolean {
  return (parseInstant(one.timestamp) ?? 0) > (parseInstant(other.timestamp) ?? 0);
}
