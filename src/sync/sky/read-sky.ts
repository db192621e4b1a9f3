/**
 * The server's sky as the device checks, merges and stores it: feed by feed, each with its value at every area. Nothing
 * is stored unchecked.
 */
import { parseInstant } from '../../core/air/time/time.ts';
import { API_VERSION } from '../../core/air/upstream/provenance.ts';
import { HEAT_BAND_IDS, RAIN_BAND_IDS, UV_BAND_IDS } from '../../core/sky/bands.ts';
import type { AreaSky, HeatNow, Now, Phrase, RainNow, UvNow, WindNow } from '../../core/sky/facts.ts';
import { LIGHTNING_STATES, LIGHTNING_UNKNOWN, type LightningNow } from '../../core/sky/lightning.ts';
import type { FeedTimes } from '../../core/sky/limits.ts';
import { KINDS } from '../../core/sky/phrases.ts';
import { AREA_IDS } from '../../core/sky/place/areas.ts';
import { SKY_URLS } from '../../core/sky/provenance.ts';
import { type Feed, PERIODS_MAX, perFeed } from '../../core/sky/types.ts';
import { finite, type Guard, instant, list, oneOf, or, orNull, shape, text } from '../state/guards.ts';

/** What a feed has at an area. */
export interface FeedValue {
  readonly forecast2h: Phrase | null;
  readonly rain: RainNow | null;
  readonly lightning: LightningNow;
  readonly heat: HeatNow | null;
  readonly uv: UvNow | null;
  readonly wind: WindNow | null;
  readonly forecast24h: readonly Phrase[];
}

/** What the server last said of a feed. */
export interface KeptFeed<V> {
  readonly times: FeedTimes;
  /** In the order of the areas; empty if nothing is known. */
  readonly values: readonly V[];
}

export type KeptSky = { readonly [F in Feed]: KeptFeed<FeedValue[F]> };

const nullableInstant = orNull(instant);
const address = text(2048);
const name = text(200);
const distance = { station: name, distanceKm: finite };
const notNegative: Guard<number> = (value): value is number => finite(value) && value >= 0;

const isPhrase = shape<Phrase>({ text: name, kind: oneOf(...KINDS), from: instant, to: instant });
const isPeriods = list(isPhrase, PERIODS_MAX);

const isNow = {
  rain: orNull(shape<RainNow>({ mmPer5min: notNegative, band: oneOf(...RAIN_BAND_IDS), ...distance })),
  lightning: shape<LightningNow>({
    state: oneOf(...LIGHTNING_STATES),
    nearestKm: orNull(notNegative),
    lastStrikeAt: nullableInstant,
  }),
  heat: orNull(shape<HeatNow>({ wbgt: finite, band: oneOf(...HEAT_BAND_IDS), ...distance })),
  uv: orNull(shape<UvNow>({ index: notNegative, band: oneOf(...UV_BAND_IDS) })),
  wind: orNull(shape<WindNow>({ speedKmh: notNegative, from: orNull(finite), ...distance })),
};
const isNext = { forecast: orNull(isPhrase), periods: isPeriods };

const isSky = shape({
  apiVersion: oneOf(API_VERSION),
  sources: shape(
    perFeed(() =>
      shape({
        url: address,
        timestamp: nullableInstant,
        updatedTimestamp: nullableInstant,
        fetchedAt: nullableInstant,
        status: oneOf('ok', 'stale', 'unavailable'),
      }),
    ),
  ),
  areas: list(shape({ id: text(64), now: shape<Now>(isNow), next: shape<AreaSky['next']>(isNext) }), 200),
});

const isTimes = shape<FeedTimes>({
  url: address,
  refreshed: oneOf(true, false),
  fetchedAt: nullableInstant,
  timestamp: nullableInstant,
  updatedTimestamp: nullableInstant,
  until: nullableInstant,
});

function isKept<V>(value: Guard<V>): Guard<KeptFeed<V>> {
  const full: Guard<readonly V[]> = (values): values is readonly V[] =>
    list(value, AREA_IDS.length)(values) && values.length === AREA_IDS.length;
  return shape<KeptFeed<V>>({ times: isTimes, values: or(list(value, 0), full) });
}

/** Checks the value that an earlier run stored. */
export const isKeptSky: Guard<KeptSky> = shape<KeptSky>({
  forecast2h: isKept(isNext.forecast),
  rain: isKept(isNow.rain),
  lightning: isKept(isNow.lightning),
  heat: isKept(isNow.heat),
  uv: isKept(isNow.uv),
  wind: isKept(isNow.wind),
  forecast24h: isKept(isNext.periods),
});

/** Where a feed's value stands in what is said of an area; for an area that the server left out, that of none. */
const VALUE: { readonly [F in Feed]: (sky: AreaSky | undefined) => FeedValue[F] } = {
  forecast2h: (sky) => sky?.next.forecast ?? null,
  rain: (sky) => sky?.now.rain ?? null,
  lightning: (sky) => sky?.now.lightning ?? LIGHTNING_UNKNOWN,
  heat: (sky) => sky?.now.heat ?? null,
  uv: (sky) => sky?.now.uv ?? null,
  wind: (sky) => sky?.now.wind ?? null,
  forecast24h: (sky) => sky?.next.periods ?? [],
};

export const NOTHING_KEPT = perFeed((feed) => ({
  times: {
    url: SKY_URLS[feed],
    refreshed: false,
    fetchedAt: null,
    timestamp: null,
    updatedTimestamp: null,
    until: null,
  },
  values: [],
})) as KeptSky;

/**
 * The sky after the server's response; undefined if that is none of `GET /api/v1/sky`. A feed of which the server has
 * nothing, or less new, keeps what was known before, as not refreshed.
 */
export function readSky(response: unknown, before: KeptSky): KeptSky | undefined {
  if (!isSky(response)) return undefined;
  const byId = new Map(response.areas.map((area) => [area.id, area]));
  return perFeed((feed) => {
    const { status, ...source } = response.sources[feed];
    const kept = before[feed];
    if (status === 'unavailable' && instantOf(source.timestamp) < instantOf(kept.times.timestamp)) {
      return { ...kept, times: { ...kept.times, refreshed: false } };
    }
    const values = AREA_IDS.map((id) => VALUE[feed](byId.get(id)));
    return { times: { ...source, refreshed: status === 'ok', until: endOf(values) }, values };
  }) as KeptSky;
}

/** The end of the last period among the values; null without one. */
function endOf(values: readonly FeedValue[Feed][]): string | null {
  let last: string | null = null;
  for (const phrase of values.flat()) {
    if (phrase !== null && 'to' in phrase && instantOf(phrase.to) > instantOf(last)) last = phrase.to;
  }
  return last;
}

function instantOf(text: string | null): number {
  return parseInstant(text) ?? Number.NEGATIVE_INFINITY;
}

/** What is known of an area. */
export function areaSky(kept: KeptSky, index: number): AreaSky {
  return {
    now: {
      rain: kept.rain.values[index] ?? null,
      lightning: kept.lightning.values[index] ?? LIGHTNING_UNKNOWN,
      heat: kept.heat.values[index] ?? null,
      uv: kept.uv.values[index] ?? null,
      wind: kept.wind.values[index] ?? null,
    },
    next: {
      forecast: kept.forecast2h.values[index] ?? null,
      periods: kept.forecast24h.values[index] ?? [],
    },
  };
}
