/**
 * The air types that all layers share. Terms are NEA's: 24-hour PSI (unitless), 1-hour PM2.5 (µg/m³), five
 * reporting regions.
 */

export const REGIONS = ['north', 'south', 'east', 'west', 'central'] as const;
export type Region = (typeof REGIONS)[number];

export const METRICS = ['psi', 'pm25'] as const;
export type Metric = (typeof METRICS)[number];

/** A measured value for each region; null if none was measured, never 0. */
export type RegionValues = Readonly<Record<Region, number | null>>;

/** One hour of one metric as the upstream published it. */
export interface HourFigure {
  readonly metric: Metric;
  /** The hour of the reading: RFC 3339 in SGT, `2026-09-28T16:00:00+08:00`. */
  readonly hour: string;
  readonly values: RegionValues;
  /** When the upstream last published this hour; null when it did not say. */
  readonly updatedTimestamp: string | null;
}

export type SourceStatus = 'ok' | 'stale' | 'unavailable';

/** The current state of one upstream source. Its status is computed from it for each response. */
export interface SourceState {
  readonly url: string;
  /** True if the last refresh succeeded. */
  readonly refreshed: boolean;
  /** Time of the last successful fetch, RFC 3339; null if never. */
  readonly fetchedAt: string | null;
  /** The newest known hour; null if there is none. */
  readonly newest: HourFigure | null;
}

/** All data that a response of readings is built from. */
export interface AirState {
  readonly sources: Readonly<Record<Metric, SourceState>>;
  /** Label points of the regions, from the upstream's regionMetadata where it sent one. */
  readonly centres: Readonly<Record<Region, { readonly latitude: number; readonly longitude: number }>>;
}
