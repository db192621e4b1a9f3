/**
 * Whether there is lightning near a place. The rule is this project's own, after what pools and sports grounds in
 * Singapore do: a strike within 8 km in the last half hour means shelter, and half an hour more after the last one.
 * Thunder that somebody hears outranks it. Strikes between clouds count like those to the ground.
 */
import { MINUTE, parseInstant } from '../air/time/time.ts';
import { distanceKm, roundedKm } from './place/distance.ts';
import type { Lightning, Place } from './types.ts';

/** Up to here a strike is near, km. */
export const NEAR_KM = 8;
/** Up to here there is lightning about, km. The feed has strikes up to 80 km away. */
export const ABOUT_KM = 20;
/** How long a strike counts, ms. */
export const COUNTS_FOR = 30 * MINUTE;

/** Length of a window of the feed, ms, and how much more may lie between the ends of two. */
const WINDOW = 2 * MINUTE;
const SLACK = MINUTE / 2;

export const LIGHTNING_STATES = ['none', 'about', 'near', 'unknown'] as const;
export type LightningState = (typeof LIGHTNING_STATES)[number];

/** The strikes that make the state: those within 8 km if it is `near`, within 20 km if `about`. Otherwise null. */
export interface LightningNow {
  readonly state: LightningState;
  readonly nearestKm: number | null;
  readonly lastStrikeAt: string | null;
}

export const LIGHTNING_UNKNOWN: LightningNow = { state: 'unknown', nearestKm: null, lastStrikeAt: null };
const NO_LIGHTNING: LightningNow = { state: 'none', nearestKm: null, lastStrikeAt: null };

/**
 * The lightning of the half hour up to the newest window. A strike counts whatever else is missing. `none` needs every
 * window of the half hour, and `unknown` is what it is otherwise.
 */
export function lightningAt(place: Place, { timestamp, windows, strikes }: Lightning): LightningNow {
  const end = parseInstant(timestamp);
  if (end === undefined) return LIGHTNING_UNKNOWN;
  const since = end - COUNTS_FOR;
  const counted = strikes.flatMap((strike) => {
    const at = parseInstant(strike.at);
    if (at !== undefined && at <= since) return [];
    return [{ text: strike.at, at: at ?? Number.NEGATIVE_INFINITY, km: distanceKm(place, strike) }];
  });
  for (const [state, reach] of [
    ['near', NEAR_KM],
    ['about', ABOUT_KM],
  ] as const) {
    const within = counted.filter(({ km }) => km <= reach);
    const [first, ...others] = within;
    if (first === undefined) continue;
    const last = others.reduce((latest, strike) => (strike.at > latest.at ? strike : latest), first);
    return {
      state,
      nearestKm: roundedKm(Math.min(...within.map(({ km }) => km))),
      lastStrikeAt: last.at === Number.NEGATIVE_INFINITY ? null : last.text,
    };
  }
  return isWhole(windows, since, end) ? NO_LIGHTNING : LIGHTNING_UNKNOWN;
}

/** True if the windows leave no gap between the two times. */
function isWhole(windows: readonly string[], since: number, end: number): boolean {
  const ends = windows.flatMap((window) => parseInstant(window) ?? []).sort((a, b) => b - a);
  let covered = end;
  for (const at of ends) {
    if (at > end) continue;
    if (covered - at > SLACK) return false;
    covered = at - WINDOW;
    if (covered <= since) return true;
  }
  return false;
}
