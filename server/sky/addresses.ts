/** Where the feeds are, and for how long each is left alone after failures. */

import { LIMITS } from '../../src/core/sky/limits.ts';
import type { Feed } from '../../src/core/sky/types.ts';
import { FEEDS } from '../../src/core/sky/types.ts';

const V2: Readonly<Record<Feed, string>> = {
  forecast2h: '/two-hr-forecast',
  rain: '/rainfall',
  lightning: '/weather?api=lightning',
  heat: '/weather?api=wbgt',
  uv: '/uv',
  wind: '/wind-speed',
  forecast24h: '/twenty-four-hr-forecast',
};
/** v1 has rain, UV and wind too, but they are not read there: v2 has them as well, in one form less. */
const V1: Readonly<Partial<Record<Feed, string>>> = {
  forecast2h: '/2-hour-weather-forecast',
  forecast24h: '/24-hour-weather-forecast',
};

/** Below the address of the version. */
export const ADDRESSES = { v2: V2, v1: V1 } as const;

/** Longest pause after failures, ms: as long as between two polls, so that lightning is back soon after an outage. */
export const REST_MAX = Object.fromEntries(FEEDS.map((feed) => [feed, LIMITS[feed].poll])) as Readonly<
  Record<Feed, number>
>;
