/** The response of `GET /api/v1/readings`, built from the current state of the air. */
import type { Pm25Severity, Presentation, PsiSeverity } from './bands.ts';
import { pm25Presentation, psiPresentation } from './bands.ts';
import { REGION_NAMES } from './regions.ts';
import type { AirState, Metric, Region } from './types.ts';
import { REGIONS } from './types.ts';
import { CACHE_SECONDS } from './upstream/freshness.ts';
import { type Envelope, envelope } from './upstream/provenance.ts';
import { latestFetch, maxAge, type Source, sourceOf } from './upstream/source.ts';
import { readingsWarning } from './warning.ts';

export type { Source } from './upstream/source.ts';

export interface RegionReading {
  readonly id: Region;
  readonly name: string;
  /** Degrees of the region's label point. */
  readonly latitude: number;
  readonly longitude: number;
  /** Measured 24-hour PSI, no unit. */
  readonly psi: number | null;
  /** 1-hour PM2.5, µg/m³. */
  readonly pm25: number | null;
  readonly psiPresentation: Presentation<PsiSeverity>;
  readonly pm25Presentation: Presentation<Pm25Severity>;
}

export interface Readings extends Envelope {
  readonly region: 'all' | Region;
  /** The latest successful fetch of either source. */
  readonly fetchedAt: string | null;
  readonly cacheSeconds: number;
  readonly sources: Readonly<Record<Metric, Source>>;
  /** One sentence that names each fault with its source and hour; null if there is none. */
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

/** @returns the body, and for how many whole seconds caches may serve it */
export function readingsBody(state: AirState, options: ReadingsOptions): { body: Readings; maxAge: number } {
  const { region, now, publicUrl } = options;
  const { psi, pm25 } = state.sources;
  const shown = region === 'all' ? REGIONS : [region];
  const body: Readings = {
    ...envelope(publicUrl),
    region,
    fetchedAt: latestFetch([psi, pm25]),
    cacheSeconds: CACHE_SECONDS,
    sources: { psi: sourceOf(psi, now), pm25: sourceOf(pm25, now) },
    warning: readingsWarning(state, shown, now),
    regions: shown.map((id) => regionOf(state, id)),
  };
  return { body, maxAge: maxAge([psi, pm25], now) };
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
