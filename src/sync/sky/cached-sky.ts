/**
 * The sky on the device: asks the server at most once in two minutes, sooner while it is without a source, always for
 * all areas, so that the town can be changed without a network and the server never learns which it is. What time makes
 * of it is reckoned here, by the same rules and with the server's clock.
 */
import type { SkyPort } from '../../api/ports.ts';
import type { SkyFacts } from '../../core/sky/facts.ts';
import { LIGHTNING_UNKNOWN } from '../../core/sky/lightning.ts';
import { LIMITS, secondsUntilWhole } from '../../core/sky/limits.ts';
import { AREA_IDS, type AreaId } from '../../core/sky/place/areas.ts';
import { perFeed } from '../../core/sky/types.ts';
import { type CachedValue, type CacheOptions, cachedResource } from '../cache/cached-resource.ts';
import { areaSky, isKeptSky, type KeptSky, NOTHING_KEPT, readSky } from './read-sky.ts';

export interface CachedSky extends SkyPort {
  state(): Promise<SkyFacts>;
  /**
   * Asks the server now although no refresh is due, because a person wants it. Returns what is kept within ten seconds
   * of the last attempt that reached the server, and before its Retry-After has passed.
   */
  refresh(): Promise<SkyFacts>;
}

/**
 * The sky port of the device. If the server cannot be had, everything keeps its values and times but counts as not
 * refreshed, so that no status is `ok` and nothing is an all-clear. Never throws.
 */
export function cachedSky(options: CacheOptions): CachedSky {
  /** Answers in a row that lacked a source. */
  let lacking = 0;
  /** As often as the feed that changes most, and sooner while its server is without one: it may have it any moment. */
  function secondsUntilNext(kept: KeptSky): number {
    const isWhole = Object.values(kept).every(({ times }) => times.refreshed);
    lacking = isWhole ? 0 : lacking + 1;
    return isWhole ? LIMITS.lightning.poll / 1000 : secondsUntilWhole(lacking);
  }
  const { get, now } = cachedResource<KeptSky>(
    {
      name: 'sky',
      paths: ['/api/v1/sky'],
      seconds: secondsUntilNext,
      nothing: NOTHING_KEPT,
      hasContent: (kept) => Object.values(kept).some(({ times }) => times.timestamp !== null),
      isStoredValue: isKeptSky,
      read: ([response], before) => readSky(response, before),
    },
    options,
  );
  let last: { value: KeptSky; current: boolean; facts: SkyFacts } | undefined;
  const factsOf = ({ value, current }: CachedValue<KeptSky>): SkyFacts => {
    if (last?.value !== value || last.current !== current) {
      last = { value, current, facts: keptFacts(value, current) };
    }
    return last.facts;
  };
  return {
    state: async () => factsOf(await get()),
    refresh: async () => factsOf(await get(true)),
    now,
  };
}

const INDEX: ReadonlyMap<AreaId, number> = new Map(AREA_IDS.map((id, index) => [id, index]));

function keptFacts(kept: KeptSky, current: boolean): SkyFacts {
  return {
    sources: perFeed((feed) => {
      const { times } = kept[feed];
      return { ...times, refreshed: times.refreshed && current };
    }),
    island: {
      now: {
        rain: null,
        lightning: LIGHTNING_UNKNOWN,
        heat: null,
        uv: kept.uv.values[0] ?? null,
        wind: null,
      },
      next: { forecast: null, periods: [] },
    },
    at: (id) => areaSky(kept, INDEX.get(id) ?? -1),
  };
}
