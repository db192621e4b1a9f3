/** Which faults the stand-in has now, by source and version. */
import type { Metric } from '../../src/core/air/types.ts';
import { METRICS } from '../../src/core/air/types.ts';
import type { Version } from '../upstream/request.ts';
import type { AirFault } from './air/air-faults.ts';
import { AIR_FAULTS } from './air/air-faults.ts';
import type { ResponseFault } from './responses.ts';
import { RESPONSE_FAULTS } from './responses.ts';

export type Fault = ResponseFault | AirFault;
export type Source = Metric;
const SOURCES: readonly Source[] = METRICS;

/** Faults by source, of one version. */
export type Faults = Partial<Record<Source, Fault | null>>;
/** Faults of both versions alike, and of each one. */
export type FaultSettings = Faults & Partial<Record<Version, Faults>>;

/** Help for the control address, and for the variable with the same content. */
export const FAULTS_HELP =
  `${SOURCES.join(' and ')} may each be null or one of ${[...RESPONSE_FAULTS, ...AIR_FAULTS].join(', ')}; ` +
  'within v2 or v1 they are those of one version alone';

export function switchFaults(faults: Record<Version, Faults>, change: FaultSettings): void {
  const { v1, v2, ...both } = change;
  Object.assign(faults.v2, both, v2);
  Object.assign(faults.v1, both, v1);
}

/** The fault of each source, null for none. */
export function listedFaults({ v2, v1 }: Readonly<Record<Version, Faults>>) {
  const of = (faults: Faults) =>
    Object.fromEntries(SOURCES.map((source) => [source, faults[source] ?? null]));
  return { v2: of(v2), v1: of(v1) };
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
  const { v1 = {}, v2 = {}, ...both } = json;
  return isFaults(both) && isFaults(v1) && isFaults(v2) ? { ...both, v1, v2 } : undefined;
}

function isFaults(value: unknown): value is Faults {
  if (!isObject(value)) return false;
  return Object.entries(value).every(
    ([source, fault]) => SOURCES.some((known) => known === source) && (fault === null || isFault(fault)),
  );
}

function isFault(value: unknown): value is Fault {
  return [...RESPONSE_FAULTS, ...AIR_FAULTS].some((fault) => fault === value);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
