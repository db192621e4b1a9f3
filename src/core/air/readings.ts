/** The answer to `GET /api/v1/readings`, derived from what is known of the air. */
import type { Pm25Severity, Presentation, PsiSeverity } from './bands.ts';
import { pm25Presentation, psiPresentation } from './bands.ts';
import { CACHE_SECONDS, secondsUntilStale, sourceStatus } from './freshness.ts';
import type { Affiliate, Provenance } from './provenance.ts';
import { API_VERSION, affiliate, guideUrl, PROVENANCE } from './provenance.ts';
import { REGION_NAMES } from './regions.ts';
import { parseInstant } from './time.ts';
import type { AirState, Metric, Region, SourceState, SourceStatus } from './types.ts';
import { METRICS, REGIONS } from './types.ts';
import { readingsWarning } from './warning.ts';

export interface Source {
  readonly url: string;
  /** The hour that the reading stands for, RFC 3339 in SGT; never the time of the fetch. */
  readonly timestamp: string | null;
  /** When the upstream last published that hour. */
  readonly updatedTimestamp: string | null;
  readonly fetchedAt: string | null;
  readonly status: SourceStatus;
}

export interface RegionReading {
  readonly id: Region;
  readonly name: string;
  /** Degrees, of the region's label point. */
  readonly latitude: number;
  readonly longitude: number;
  /** Measured 24-hour PSI, no unit. */
  readonly psi: number | null;
  /** 1-hour PM2.5, µg/m³. */
  readonly pm25: number | null;
  readonly psiPresentation: Presentation<PsiSeverity>;
  readonly pm25Presentation: Presentation<Pm25Severity>;
}

export interface Readings {
  readonly apiVersion: '1';
  readonly provenance: Provenance;
  readonly guideUrl: string;
  readonly affiliate: Affiliate;
  readonly region: 'all' | Region;
  /** The latest successful fetch of either source. */
  readonly fetchedAt: string | null;
  readonly cacheSeconds: number;
  readonly sources: Readonly<Record<Metric, Source>>;
  /** One sentence naming what is wrong, its source and its hour. */
  readonly warning: string | null;
  /** In the order of REGIONS. */
  readonly regions: readonly RegionReading[];
}

export interface ReadingsOptions {
  readonly region: 'all' | Region;
  /** ms since the epoch, the server's clock. */
  readonly now: number;
  /** Base address of this API, for links. */
  readonly publicUrl: string;
}

/**
 * @returns the body, and for how many whole seconds caches may serve it: the lesser of what is left of
 *   the ten minutes since the older fetch and the time until a status would turn stale, never negative
 */
export function readingsBody(state: AirState, options: ReadingsOptions): { body: Readings; maxAge: number } {
  const { region, now, publicUrl } = options;
  const { psi, pm25 } = state.sources;
  const shown = region === 'all' ? REGIONS : [region];
  const body: Readings = {
    apiVersion: API_VERSION,
    provenance: PROVENANCE,
    guideUrl: guideUrl(publicUrl),
    affiliate: affiliate(publicUrl),
    region,
    fetchedAt: latest(psi.fetchedAt, pm25.fetchedAt),
    cacheSeconds: CACHE_SECONDS,
    sources: { psi: sourceOf(psi, now), pm25: sourceOf(pm25, now) },
    warning: readingsWarning(state, shown, now),
    regions: shown.map((id) => regionOf(state, id)),
  };
  return { body, maxAge: maxAge(state, now) };
}

function sourceOf(source: SourceState, now: number): Source {
  return {
    url: source.url,
    timestamp: source.newest?.hour ?? null,
    updatedTimestamp: source.newest?.updatedTimestamp ?? null,
    fetchedAt: source.fetchedAt,
    status: sourceStatus(source, now),
  };
}

function regionOf(state: AirState, id: Region): RegionReading {
  const psi = state.sources.psi.newest?.values[id] ?? null;
  const pm25 = state.sources.pm25.newest?.values[id] ?? null;
  return {
    id,
    name: REGION_NAMES[id],
    latitude: state.centres[id].latitude,
    longitude: state.centres[id].longitude,
    psi,
    pm25,
    psiPresentation: psiPresentation(psi),
    pm25Presentation: pm25Presentation(pm25),
  };
}

function latest(a: string | null, b: string | null): string | null {
  const [first, second] = [parseInstant(a), parseInstant(b)];
  if (first === undefined) return b;
  return second === undefined || first >= second ? a : b;
}

function maxAge(state: AirState, now: number): number {
  const limits = METRICS.flatMap((metric) => {
    const source = state.sources[metric];
    return [leftOfCache(source, now), secondsUntilStale(source, now)];
  });
  return Math.max(0, Math.min(...limits));
}

function leftOfCache(source: SourceState, now: number): number {
  const fetched = parseInstant(source.fetchedAt);
  if (fetched === undefined) return 0;
  return Math.min(CACHE_SECONDS, Math.floor((fetched - now) / 1000) + CACHE_SECONDS);
}
