/** Which faults the stand-in has now, by source and version, and which weather. */
import type { Metric } from '../../src/core/air/types.ts';
import { METRICS } from '../../src/core/air/types.ts';
import type { Feed } from '../../src/core/sky/types.ts';
import { FEEDS } from '../../src/core/sky/types.ts';
import type { Version } from '../upstream/request.ts';
import type { AirFault } from './air/air-faults.ts';
import { AIR_FAULTS } from './air/air-faults.ts';
import type { ResponseFault } from './responses.ts';
import { RESPONSE_FAULTS } from './responses.ts';
import type { Weather } from './sky/items.ts';
import { WEATHERS } from './sky/items.ts';
import type { SkyFault } from './sky/sky-faults.ts';
import { SKY_FAULTS } from './sky/sky-faults.ts';

export type Source = Metric | Feed;
export type Fault = ResponseFault | AirFault | SkyFault;

/** Faults by source, of one version. */
export type Faults = Partial<Record<Source, Fault | null>>;
/** Faults of both versions alike, and of each one; and the weather of the sky, null for that of the hour. */
export type FaultSettings = Faults & {
  readonly v1?: Faults;
  readonly v2?: Faults;
  readonly weather?: Weather | null;
};
/** The faults of each version now. */
export type CurrentFaults = Record<Version, Faults> & { weather: Weather | null };

const AIR: readonly string[] = [...RESPONSE_FAULTS, ...AIR_FAULTS];
const SKY: readonly string[] = [...RESPONSE_FAULTS, ...SKY_FAULTS];
const KNOWN: ReadonlyMap<string, readonly string[]> = new Map([
  ...METRICS.map((metric) => [metric, AIR] as const),
  ...FEEDS.map((feed) => [feed, SKY] as const),
]);

/** Help for the control address, and for the variable with the same content. */
export const FAULTS_HELP =
  `${METRICS.join(' and ')} may each be null or one of ${AIR.join(', ')}; ` +
  `${FEEDS.join(', ')} null or one of ${SKY.join(', ')}; ` +
  'within v2 or v1 they are those of one version alone; ' +
  `weather may be null or one of ${WEATHERS.join(', ')}`;

export function switchFaults(faults: CurrentFaults, change: FaultSettings): void {
  const { v1, v2, weather, ...both } = change;
  Object.assign(faults.v2, both, v2);
  Object.assign(faults.v1, both, v1);
  if (weather !== undefined) faults.weather = weather;
}

/** The fault of each source, null for none. */
export function listedFaults({ v2, v1, weather }: CurrentFaults) {
  const of = (faults: Faults) =>
    Object.fromEntries([...METRICS, ...FEEDS].map((source) => [source, faults[source] ?? null]));
  return { v2: of(v2), v1: of(v1), weather };
}

/** The faults in a JSON text; undefined if it names anything but sources and their faults. */
export function parseFaults(text: string): FaultSettings | undefined {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isObject(json)) return undefined;
  const { v1 = {}, v2 = {}, weather, ...both } = json;
  if (!isFaults(both) || !isFaults(v1) || !isFaults(v2)) return undefined;
  if (weather === undefined) return { ...both, v1, v2 };
  const chosen = weather === null ? null : WEATHERS.find((known) => known === weather);
  return chosen === undefined ? undefined : { ...both, v1, v2, weather: chosen };
}

function isFaults(value: unknown): value is Faults {
  if (!isObject(value)) return false;
  return Object.entries(value).every(([source, fault]) => {
    const faults = KNOWN.get(source);
    return faults !== undefined && (fault === null || (typeof fault === 'string' && faults.includes(fault)));
  });
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
