/**
 * The one thing that matters most now and in the next two hours to somebody who is about to draw outdoors. The order
 * is fixed, the most urgent first. What is not known is said before anything mild, and nothing is called clear that
 * is not known to be.
 */
import type { Pm25Severity } from '../air/bands.ts';
import { HOUR, parseInstant } from '../air/time/time.ts';
import type { HeatBand, RainBand, UvBand } from './bands.ts';
import type { Phrase } from './facts.ts';
import type { Kind } from './phrases.ts';
import type { Sky } from './sky.ts';
import type { Period } from './sun.ts';
import type { Feed } from './types.ts';

/** What must be known, and current, before anything is called clear. */
const NEEDED = ['lightning', 'rain', 'forecast2h'] as const;
export type Needed = (typeof NEEDED)[number];

export type Plan =
  /** A strike so near that somebody outdoors must leave. */
  | { readonly what: 'shelter'; readonly km: number; readonly at: string | null }
  | { readonly what: 'air'; readonly band: Exclude<Pm25Severity, 'normal'> }
  | { readonly what: 'forecast'; readonly kind: Kind; readonly text: string; readonly until: string }
  | { readonly what: 'falling'; readonly band: Exclude<RainBand, 'none'> }
  | { readonly what: 'heat'; readonly band: Exclude<HeatBand, 'low'> }
  /** Lightning about, but not near. */
  | { readonly what: 'lightning'; readonly km: number; readonly at: string | null }
  | { readonly what: 'uv'; readonly band: UvBand; readonly index: number }
  | { readonly what: 'unsure'; readonly missing: readonly Needed[] }
  /** Dry and without lightning until then; `golden` if that evening light is near. Of the air, nothing may be known. */
  | {
      readonly what: 'clear';
      readonly until: string;
      readonly golden: Period | null;
      readonly airUnknown?: true;
    };

export interface PlanLine {
  readonly plan: Plan;
  /** Time of what it says if that is delayed; else null. */
  readonly delayedSince: string | null;
}

/** What the rules look at. */
interface Seen {
  readonly sky: Sky;
  readonly pm25: Pm25Severity | null;
  readonly now: number;
}

interface Rule {
  /** Whose status it stands on; of the air, only a current figure is given. */
  readonly feed: Feed | null;
  readonly say: (seen: Seen) => Plan | undefined;
}

/** The golden hour is named from this long before it, ms. */
const GOLDEN_SOON = 6 * HOUR;

const RULES: readonly Rule[] = [
  { feed: 'lightning', say: (seen) => strike(seen, 'near', 'shelter') },
  { feed: null, say: (seen) => air(seen, 'very-high') },
  { feed: 'forecast2h', say: (seen) => forecast(seen, 'storm') },
  { feed: 'rain', say: (seen) => falling(seen, 'heavy') },
  { feed: 'forecast2h', say: (seen) => forecast(seen, 'heavy') },
  { feed: null, say: (seen) => air(seen, 'high') },
  { feed: 'heat', say: (seen) => heat(seen, 'high') },
  { feed: 'rain', say: (seen) => falling(seen, 'rain', 'light') },
  { feed: 'forecast2h', say: (seen) => forecast(seen, 'wet') },
  { feed: 'lightning', say: (seen) => strike(seen, 'about', 'lightning') },
  { feed: 'uv', say: (seen) => strongSun(seen) },
  { feed: null, say: (seen) => unsure(seen) },
  { feed: null, say: (seen) => air(seen, 'elevated') },
  { feed: 'heat', say: (seen) => heat(seen, 'moderate') },
  { feed: 'forecast2h', say: (seen) => forecast(seen, 'hazy', 'windy', 'mist', 'unknown') },
  { feed: 'forecast2h', say: (seen) => clear(seen) },
];

/**
 * @param sky a response for one area
 * @param pm25 band of the 1-hour PM2.5 of its region, null unless that figure is current
 * @param now ms since the epoch, the server's clock
 */
export function planLine(sky: Sky, pm25: Pm25Severity | null, now: number): PlanLine {
  for (const { feed, say } of RULES) {
    const plan = say({ sky, pm25, now });
    if (plan === undefined) continue;
    const source = feed === null ? undefined : sky.sources[feed];
    return { plan, delayedSince: source?.status === 'stale' ? source.timestamp : null };
  }
  // Unreachable while every kind of phrase has a rule; a new one must not become an all-clear.
  return { plan: { what: 'unsure', missing: ['forecast2h'] }, delayedSince: null };
}

/**
 * What the air alone says, while nothing of the sky is known: its advice, and null if there is none. A normal figure is
 * no all-clear.
 * @param pm25 as above
 */
export function airLine(pm25: Pm25Severity | null): PlanLine | null {
  if (pm25 === null || pm25 === 'normal') return null;
  return { plan: { what: 'air', band: pm25 }, delayedSince: null };
}

/** True if nobody may be invited outdoors: bad air, lightning near, or a storm. */
export function keepsIn(plan: Plan | null, pm25: Pm25Severity | null): boolean {
  if (airLine(pm25) !== null) return true;
  return plan !== null && (plan.what === 'shelter' || (plan.what === 'forecast' && plan.kind === 'storm'));
}

/** True if the advice about the air goes with masks. */
export function needsMask(pm25: Pm25Severity | null): boolean {
  return pm25 === 'high' || pm25 === 'very-high';
}

function strike({ sky }: Seen, state: 'near' | 'about', what: 'shelter' | 'lightning'): Plan | undefined {
  const { lightning } = sky.now;
  if (lightning.state !== state || lightning.nearestKm === null) return undefined;
  return { what, km: lightning.nearestKm, at: lightning.lastStrikeAt };
}

function air({ pm25 }: Seen, band: Exclude<Pm25Severity, 'normal'>): Plan | undefined {
  return pm25 === band ? { what: 'air', band } : undefined;
}

/** The phrase of the area while its period runs. */
function running({ sky, now }: Seen): Phrase | undefined {
  const { forecast: phrase } = sky.next;
  return phrase !== null && (parseInstant(phrase.to) ?? 0) > now ? phrase : undefined;
}

function forecast(seen: Seen, ...kinds: readonly Kind[]): Plan | undefined {
  const phrase = running(seen);
  if (phrase === undefined || !kinds.includes(phrase.kind)) return undefined;
  return { what: 'forecast', kind: phrase.kind, text: phrase.text, until: phrase.to };
}

function falling({ sky }: Seen, ...bands: readonly Exclude<RainBand, 'none'>[]): Plan | undefined {
  const band = bands.find((one) => one === sky.now.rain?.band);
  return band && { what: 'falling', band };
}

function heat({ sky }: Seen, band: Exclude<HeatBand, 'low'>): Plan | undefined {
  return sky.now.heat?.band === band ? { what: 'heat', band } : undefined;
}

function strongSun({ sky }: Seen): Plan | undefined {
  const { uv } = sky.now;
  if (uv === null || (uv.band !== 'very-high' && uv.band !== 'extreme')) return undefined;
  return { what: 'uv', band: uv.band, index: uv.index };
}

function unsure(seen: Seen): Plan | undefined {
  const { sources, now } = seen.sky;
  const isKnown: Readonly<Record<Needed, boolean>> = {
    lightning: now.lightning.state !== 'unknown',
    rain: now.rain !== null,
    forecast2h: running(seen) !== undefined,
  };
  const missing = NEEDED.filter((feed) => !isKnown[feed] || sources[feed].status !== 'ok');
  return missing.length === 0 ? undefined : { what: 'unsure', missing };
}

/** Reached only when everything needed is known, and nothing of it speaks against. */
function clear(seen: Seen): Plan | undefined {
  const phrase = running(seen);
  if (phrase === undefined || (phrase.kind !== 'fair' && phrase.kind !== 'cloudy')) return undefined;
  const { goldenEvening } = seen.sky.sun;
  const from = parseInstant(goldenEvening.from) ?? Number.POSITIVE_INFINITY;
  const to = parseInstant(goldenEvening.to) ?? 0;
  const isSoon = from - seen.now <= GOLDEN_SOON && to > seen.now;
  const golden = isSoon ? goldenEvening : null;
  return { what: 'clear', until: phrase.to, golden, ...(seen.pm25 === null && { airUnknown: true }) };
}
