/**
 * Lightning strikes in windows of two minutes. One window says nothing of the half hour before it, so a page of a day
 * is read, 25 windows. A window counts as read only if each of its strikes could be: else it is a gap, and no all-clear.
 */
import { z } from 'zod';
import { MINUTE, parseInstant, toSgt } from '../../../src/core/air/time/time.ts';
import type { Lightning, Strike } from '../../../src/core/sky/types.ts';
import type { BodyFailure } from '../../upstream/request.ts';
import type { Observation } from './observations.ts';
import { observationsOf } from './observations.ts';
import { thinned } from './strikes.ts';
import { anything, Instant, newestOf, onceEach, placeOf } from './values.ts';

/**
 * Largest body of a page, bytes: thirty thousand strikes. A page of a heavy thunderstorm is beyond what other feeds
 * need, and refusing it would hide the storm.
 */
export const LIGHTNING_BODY_MAX = 4 * 1024 * 1024;
/** Most strikes in a body, and of windows that are kept: two pages of a day. */
const STRIKES_MAX = 40_000;
const WINDOWS_MAX = 50;
/** The upstream's clock may be this much ahead, ms. */
const AHEAD_MAX = 5 * MINUTE;
/** A strike is reported in the two minutes after it, or with some delay, ms. */
const REPORTED_WITHIN = 10 * MINUTE;

const Reading = z.object({ datetime: anything, type: anything });

export interface LightningPage {
  /** In any order. */
  readonly windows: readonly Observation[];
}

export function readLightningPage(json: unknown): LightningPage | BodyFailure {
  const windows = observationsOf(json, STRIKES_MAX);
  if (windows === undefined) return 'malformed';
  return windows.length === 0 ? 'empty' : { windows };
}

/** Joins the windows of one or two pages. Undefined if there are none. */
export function lightningOf(all: readonly Observation[], now: number): Lightning | undefined {
  const newest = newestOf(all, now);
  if (newest === undefined) return undefined;
  const { timestamp, updatedTimestamp } = newest;
  const later = timestamp > toSgt(now + AHEAD_MAX);
  const ordered = all
    .filter((window) => later || window.timestamp <= timestamp)
    .toSorted((a, b) => (key(a) < key(b) ? 1 : -1));
  // A window that is listed twice counts as it was published last.
  const windows = onceEach(ordered, (window) => window.timestamp).slice(0, WINDOWS_MAX);
  const read = windows.map((window) => ({ ...window, ...strikesOf(window) }));
  return {
    timestamp,
    updatedTimestamp,
    windows: read.filter(({ isWhole }) => isWhole).map((window) => window.timestamp),
    strikes: thinned(read.flatMap(({ strikes }) => strikes)),
  };
}

function strikesOf({ timestamp, readings }: Observation) {
  const strikes: Strike[] = [];
  const end = parseInstant(timestamp) ?? 0;
  const [earliest, latest] = [toSgt(end - REPORTED_WITHIN), toSgt(end + AHEAD_MAX)];
  for (const entry of readings ?? []) {
    const [reading, place] = [Reading.safeParse(entry).data, placeOf(entry)];
    if (reading === undefined || place === undefined) continue;
    const at = Instant.safeParse(reading.datetime).data;
    // One of another day than its window would count for nothing, or for ever: the window is what was published.
    const isOfWindow = at !== undefined && at > earliest && at <= latest;
    // A strike of a kind that nobody documented is a strike.
    strikes.push({
      ...place,
      at: isOfWindow ? at : timestamp,
      kind: reading.type === 'G' ? 'ground' : 'cloud',
    });
  }
  return { strikes, isWhole: readings !== undefined && strikes.length === readings.length };
}

const key = ({ timestamp, updatedTimestamp, readings }: Observation) =>
  `${timestamp} ${updatedTimestamp ?? ''} ${String(readings?.length ?? 0).padStart(6, '0')}`;
