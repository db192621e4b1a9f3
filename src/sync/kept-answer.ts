/** The server's readings as the device understands and keeps them. Nothing is kept that was not checked. */
import {
  array,
  boolean,
  gte,
  int,
  nullable,
  number,
  object,
  enum as oneOf,
  optional,
  refine,
  string,
} from 'zod/mini';
import { UPSTREAM_URLS } from '../core/air/provenance.ts';
import { FALLBACK_CENTRES } from '../core/air/regions.ts';
import { parseInstant } from '../core/air/time.ts';
import type { AirState, HourFigure, Metric, Region, SourceState } from '../core/air/types.ts';
import { METRICS, REGIONS } from '../core/air/types.ts';

const Instant = string().check(refine((text) => parseInstant(text) !== undefined));
const Value = nullable(number().check(gte(0)));
const Centre = object({ latitude: number(), longitude: number() });

const Source = object({
  url: string(),
  timestamp: nullable(Instant),
  updatedTimestamp: optional(nullable(Instant)),
  fetchedAt: optional(nullable(Instant)),
  status: oneOf(['ok', 'stale', 'unavailable']),
});
const Answer = object({
  apiVersion: oneOf(['1']),
  sources: object({ psi: Source, pm25: Source }),
  regions: array(object({ id: string(), latitude: number(), longitude: number(), psi: Value, pm25: Value })),
});
type Answer = ReturnType<typeof Answer.parse>;

const Values = object({ north: Value, south: Value, east: Value, west: Value, central: Value });
const KeptSource = object({
  url: string(),
  refreshed: boolean(),
  fetchedAt: nullable(Instant),
  newest: nullable(
    object({
      metric: oneOf([...METRICS]),
      hour: Instant,
      values: Values,
      updatedTimestamp: nullable(Instant),
    }),
  ),
});
const KeptAnswer = object({
  state: object({
    sources: object({ psi: KeptSource, pm25: KeptSource }),
    centres: object({ north: Centre, south: Centre, east: Centre, west: Centre, central: Centre }),
  }),
  offset: number(),
  asked: number(),
  askAfter: number(),
  notBefore: number(),
  failures: int().check(gte(0)),
});

export interface Kept {
  /** As the server gave it; a source is `refreshed` when the server called it `ok`. */
  readonly state: AirState;
  /** ms to add to this device's clock for the server's. */
  readonly offset: number;
  /** When the server was last asked; ms since the epoch by this device's clock, as are the next two. */
  readonly asked: number;
  /** When it is asked again by itself. */
  readonly askAfter: number;
  /** When it may be asked again by hand. */
  readonly notBefore: number;
  /** Of asking the server, in a row. */
  readonly failures: number;
}

function never(metric: Metric): SourceState {
  return { url: UPSTREAM_URLS[metric], refreshed: false, fetchedAt: null, newest: null };
}

export const NOTHING_KEPT: Kept = {
  state: { sources: { psi: never('psi'), pm25: never('pm25') }, centres: FALLBACK_CENTRES },
  offset: 0,
  asked: 0,
  askAfter: 0,
  notBefore: 0,
  failures: 0,
};

/** What an earlier run kept; undefined for a text that is missing or no such thing. */
export function parseKept(text: string | undefined): Kept | undefined {
  return KeptAnswer.safeParse(parseJson(text)).data;
}

/**
 * What the server's answer to `GET /api/v1/readings` says; undefined when it is not one.
 * A source for which the server knows no hour keeps the one of `before`, no longer refreshed.
 */
export function readAnswer(text: string, before: AirState): AirState | undefined {
  const answer = Answer.safeParse(parseJson(text)).data;
  if (answer === undefined) return undefined;
  const of = (metric: Metric): SourceState => {
    const source = sourceOf(answer, metric);
    const kept = before.sources[metric];
    return source.newest === null && kept.newest !== null ? { ...kept, refreshed: false } : source;
  };
  const centre = (id: Region) => {
    const region = answer.regions.find((entry) => entry.id === id);
    return region ? { latitude: region.latitude, longitude: region.longitude } : before.centres[id];
  };
  return { sources: { psi: of('psi'), pm25: of('pm25') }, centres: byRegion(centre) };
}

function sourceOf(answer: Answer, metric: Metric): SourceState {
  const { url, timestamp, updatedTimestamp = null, fetchedAt = null, status } = answer.sources[metric];
  const value = (id: Region) => answer.regions.find((entry) => entry.id === id)?.[metric] ?? null;
  const newest: HourFigure | null =
    timestamp === null || status === 'unavailable'
      ? null
      : { metric, hour: timestamp, values: byRegion(value), updatedTimestamp };
  return { url, refreshed: status === 'ok', fetchedAt, newest };
}

function byRegion<T>(of: (region: Region) => T): Record<Region, T> {
  const [north, south, east, west, central] = REGIONS;
  return {
    north: of(north),
    south: of(south),
    east: of(east),
    west: of(west),
    central: of(central),
  };
}

function parseJson(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return undefined;
  }
}
