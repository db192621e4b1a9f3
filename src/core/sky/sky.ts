/** The response of `GET /api/v1/sky`: what the time makes of the facts. */
import { parseInstant } from '../air/time/time.ts';
import type { Region, SourceStatus } from '../air/types.ts';
import { API_VERSION, type Provenance } from '../air/upstream/provenance.ts';
import { latestFetch, type Source } from '../air/upstream/source.ts';
import type { AreaSky, Next, Now, Phrase, SkyFacts } from './facts.ts';
import { LIGHTNING_UNKNOWN } from './lightning.ts';
import { feedStatus, isUvShown, secondsUntilChange } from './limits.ts';
import { AREAS, type Area, type AreaId, areaOf, ISLAND } from './place/areas.ts';
import { SKY_PROVENANCE } from './provenance.ts';
import { type Sun, sunAt } from './sun.ts';
import { FEEDS, type Feed, perFeed } from './types.ts';
import { skyWarning } from './warning.ts';

type Statuses = Readonly<Record<Feed, SourceStatus>>;

/** One area of a response for all. */
export interface SkyArea extends Area, AreaSky {}

export interface Sky {
  readonly apiVersion: '1';
  readonly provenance: Provenance;
  /** As requested. */
  readonly area: 'all' | AreaId;
  /** The region of the area; null for all. */
  readonly region: Region | null;
  /** The latest successful fetch of any source. */
  readonly fetchedAt: string | null;
  readonly sources: Readonly<Record<Feed, Source>>;
  /** One sentence that names each fault with its source and time; null if there is none. */
  readonly warning: string | null;
  readonly now: Now;
  readonly next: Next;
  readonly sun: Sun;
  /** Only for all: each area with its own now and next. */
  readonly areas?: readonly SkyArea[];
}

/**
 * @param now ms since the epoch, the server's clock
 * @returns the body, and for how many whole seconds caches may serve it
 */
export function skyBody(
  facts: SkyFacts,
  { area: id, now }: { readonly area: 'all' | AreaId; readonly now: number },
): { body: Sky; maxAge: number } {
  const area = id === 'all' ? undefined : areaOf(id);
  const status = perFeed((feed) => feedStatus(feed, facts.sources[feed], now));
  const shownOf = (sky: AreaSky) => shownAt(sky, facts, status, now);
  const shown = shownOf(area === undefined ? facts.island : facts.at(area.id));
  const body: Sky = {
    apiVersion: API_VERSION,
    provenance: SKY_PROVENANCE,
    area: id,
    region: area?.region ?? null,
    fetchedAt: latestFetch(FEEDS.map((feed) => facts.sources[feed])),
    sources: perFeed((feed) => sourceOf(facts, feed, status)),
    warning: skyWarning(facts.sources, status, shown, area, now),
    ...shown,
    sun: sunAt(area ?? ISLAND, now),
    ...(area === undefined && { areas: AREAS.map((each) => ({ ...each, ...shownOf(facts.at(each.id)) })) }),
  };
  return { body, maxAge: maxAge(facts, body.areas ?? [body], now) };
}

function sourceOf({ sources }: SkyFacts, feed: Feed, status: Statuses): Source {
  const { url, timestamp, updatedTimestamp, fetchedAt } = sources[feed];
  return { url, timestamp, updatedTimestamp, fetchedAt, status: status[feed] };
}

/** What may be shown of the facts: nothing of a source that is too old, and no all-clear from one that is late. */
function shownAt(
  { now: measured, next }: AreaSky,
  { sources }: SkyFacts,
  status: Statuses,
  now: number,
): AreaSky {
  const of = <T>(feed: Feed, value: T): T | null => (status[feed] === 'unavailable' ? null : value);
  const lightning = of('lightning', measured.lightning) ?? LIGHTNING_UNKNOWN;
  const isAllClear = lightning.state === 'none';
  return {
    now: {
      rain: of('rain', measured.rain),
      lightning: isAllClear && status.lightning !== 'ok' ? LIGHTNING_UNKNOWN : lightning,
      heat: of('heat', measured.heat),
      uv: isUvShown(sources.uv, now) ? of('uv', measured.uv) : null,
      wind: of('wind', measured.wind),
    },
    next: {
      forecast: of('forecast2h', isRunning(next.forecast, now) ? next.forecast : null),
      periods: (of('forecast24h', next.periods) ?? []).filter((period) => isRunning(period, now)),
    },
  };
}

/** True if the period of the phrase has not ended. */
function isRunning(phrase: Phrase | null, now: number): boolean {
  return phrase !== null && (parseInstant(phrase.to) ?? 0) > now;
}

/** Whole seconds until something can change: a limit, the end of a period, the next question to the upstream. */
function maxAge({ sources }: SkyFacts, shown: readonly AreaSky[], now: number): number {
  const ends = shown.flatMap(({ next }) =>
    next.periods.map(({ to }) => ((parseInstant(to) ?? now) - now) / 1000),
  );
  const changes = FEEDS.map((feed) => secondsUntilChange(feed, sources[feed], now));
  return Math.floor(Math.max(0, Math.min(...changes, ...ends)));
}
