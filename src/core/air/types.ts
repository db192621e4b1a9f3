/**
 * The air as every layer speaks of it. Terms are NEA's: 24-hour PSI (unitless), 1-hour PM2.5 (µg/m³), five reporting
 * regions.
 */

export const REGIONS = ['north', 'south', 'east', 'west', 'central'] as const;
export type Region = (typeof REGIONS)[number];

export const METRICS = ['psi', 'pm25'] as const;
export type Metric = (typeof METRICS)[number];

/** A measured value for each region; null where none was measured. Never 0 for missing. */
export type RegionValues = Readonly<Record<Region, number | null>>;

/** One hour of one metric as the upstream published it. */
export interface HourFigure {
  readonly metric: Metric;
  /** The hour that the reading stands for: RFC 3339 in SGT, `2026-09-28T16:00:00+08:00`. */
  readonly hour: string;
  readonly values: RegionValues;
  /** When the upstream last published this hour; null when it did not say. */
  readonly updatedTimestamp: string | null;
}

export type SourceStatus = 'ok' | 'stale' | 'unavailable';

/** What is known of one upstream source at this moment. Its status is computed from it for each response. */
export interface SourceState {
  readonly url: string;
  /** Did the last attempt to refresh it succeed? */
  readonly refreshed: boolean;
  /** When its figures were last fetched successfully, RFC 3339; null if never. */
  readonly fetchedAt: string | null;
  /** The newest hour known, or null when there is none. */
  readonly newest: HourFigure | null;
}

/** Everything a readings answer is derived from. */
export interface AirState {
  readonly sources: Readonly<Record<Metric, SourceState>>;
  /** Label points of the regions, from the upstream's regionMetadata where it sent one. */
  readonly centres: Readonly<Record<Region, { readonly latitude: number; readonly longitude: number }>>;
}
