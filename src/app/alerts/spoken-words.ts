/** What an alert says in the page: the sentence of the plan line for it, or that it is over. */
import { PM25_BANDS } from '../../core/air/bands.ts';
import type { Alert } from '../../core/alerts/alerts.ts';
import type { Look } from '../../core/alerts/evidence.ts';
import type { AlertKind, AlertPreferences } from '../../core/alerts/preferences.ts';
import { areaOf } from '../../core/sky/place/areas.ts';
import type { Plan } from '../../core/sky/plan.ts';
import { planWords } from '../sky/plan-words.ts';
import { alerts as words } from '../words/en/air/alerts.ts';

/** @param look the one that the alert is due to */
export function spokenWords({ kind, level }: Alert, look: Look, { area }: AlertPreferences): string {
  const { name } = areaOf(area);
  if (level === 0) return words.over[kind](name);
  const plan = PLANS[kind](look, level);
  const sentence = plan
    ? planWords({ plan, delayedSince: null }, { town: name, now: look.now })
    : words.warned[kind];
  return `${words.alertFor(name)} ${sentence}`;
}

/** Undefined if the look has no figure for it. */
const PLANS: Readonly<Record<AlertKind, (look: Look, level: number) => Plan | undefined>> = {
  lightning({ sky }) {
    const { nearestKm, lastStrikeAt } = sky.now.lightning;
    return nearestKm === null ? undefined : { what: 'shelter', km: nearestKm, at: lastStrikeAt };
  },
  air(_, level) {
    const band = PM25_BANDS[level]?.id;
    return band === undefined || band === 'normal' ? undefined : { what: 'air', band };
  },
  rain({ sky: { now, next } }) {
    const band = now.rain?.band ?? 'none';
    if (band !== 'none') return { what: 'falling', band };
    const { forecast } = next;
    return forecast
      ? { what: 'forecast', kind: forecast.kind, text: forecast.text, until: forecast.to }
      : undefined;
  },
  heat: () => ({ what: 'heat', band: 'high' }),
};
