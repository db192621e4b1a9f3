/** The sentence of a plan line, and how it looks. */
import { isAhead } from '../../core/air/upstream/freshness.ts';
import type { Plan, PlanLine } from '../../core/sky/plan.ts';
import { singaporeTime } from '../words/clock-time.ts';
import { sky as words } from '../words/en/air/sky.ts';
import { relativeTime } from '../words/format.ts';

/** How urgent it looks: `danger` to leave at once, `care`, `wet`, `calm`, or `unknown`. */
export type Tone = 'danger' | 'care' | 'wet' | 'calm' | 'unknown';

/** Of where and when a sentence is. */
export interface PlanAt {
  readonly town: string;
  /** ms since the epoch, the server's clock. */
  readonly now: number;
  /** True while what is missing may be here in seconds. */
  readonly isComing?: boolean;
}

export function planWords({ plan, delayedSince }: PlanLine, at: PlanAt): string {
  const { now } = at;
  const sentence = sentenceOf(plan, at);
  if (delayedSince === null) return sentence;
  const isOfLightning = plan.what === 'shelter' || plan.what === 'lightning';
  const delay =
    isOfLightning && !isAhead(delayedSince, now)
      ? words.noneAfter(singaporeTime(delayedSince, now))
      : delayedWords(delayedSince, now);
  return `${sentence} ${delay}`;
}

/** `Delayed: from 2:35 pm, 20 min ago.` Of what claims to be of a time to come, that it is in doubt. */
export function delayedWords(timestamp: string, now: number): string {
  if (isAhead(timestamp, now)) return words.ahead(singaporeTime(timestamp, now));
  return words.delayed(singaporeTime(timestamp, now), relativeTime(timestamp, now));
}

function sentenceOf(plan: Plan, { town, now, isComing = false }: PlanAt): string {
  const { plan: says } = words;
  switch (plan.what) {
    case 'shelter':
      return plan.at === null
        ? says.shelterUndated(plan.km)
        : says.shelter(plan.km, relativeTime(plan.at, now));
    case 'lightning':
      return plan.at === null
        ? says.lightningUndated(plan.km)
        : says.lightning(plan.km, relativeTime(plan.at, now));
    case 'air':
      return says.air[plan.band];
    case 'forecast':
      return forecastWords(plan, town, now);
    case 'falling':
      return says.falling[plan.band](town);
    case 'heat':
      return says.heat[plan.band];
    case 'uv':
      return says.uv(plan.index);
    case 'unsure':
      return isComing ? says.coming(plan.missing) : says.unsure(plan.missing);
    case 'clear': {
      const until = singaporeTime(plan.until, now);
      if (plan.airUnknown) return says.clearWithoutAir(town, until);
      return plan.golden === null
        ? says.clear(town, until)
        : says.clearAndGolden(town, until, singaporeTime(plan.golden.from, now));
    }
  }
}

function forecastWords(plan: Plan & { readonly what: 'forecast' }, town: string, now: number): string {
  const until = singaporeTime(plan.until, now);
  const { forecast, phrase } = words.plan;
  switch (plan.kind) {
    case 'storm':
    case 'heavy':
    case 'wet':
    case 'hazy':
    case 'windy':
    case 'mist':
      return forecast[plan.kind](town, until);
    default:
      return phrase(plan.text, town, until);
  }
}

export function toneOf(plan: Plan): Tone {
  switch (plan.what) {
    case 'shelter':
      return 'danger';
    case 'air':
      return plan.band === 'elevated' ? 'care' : 'danger';
    case 'forecast':
      if (plan.kind === 'storm') return 'danger';
      return plan.kind === 'heavy' || plan.kind === 'wet' ? 'wet' : 'care';
    case 'falling':
      return 'wet';
    case 'heat':
    case 'lightning':
    case 'uv':
      return 'care';
    case 'unsure':
      return 'unknown';
    case 'clear':
      return plan.airUnknown ? 'unknown' : 'calm';
  }
}
