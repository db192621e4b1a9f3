/** The alerts that this device wants. They are on if any kind is wanted. Stored on this device. */
import { signal } from '@preact/signals';
import { ALERT_KINDS, type AlertPreferences, AT_MOST, timeOfDay } from '../../core/alerts/preferences.ts';
import { AREAS, areaOf } from '../../core/sky/place/areas.ts';
import { town } from '../sky/town.ts';
import { ALERTS_KEY } from './start.ts';

interface Kept {
  readonly wanted: AlertPreferences;
  readonly isPushed: boolean;
}

function stored(): Kept {
  const area = (town.peek() ?? AREAS[0]!).id;
  const usual = { wanted: { area, kinds: [], quiet: null, atMost: AT_MOST.usual }, isPushed: true };
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(ALERTS_KEY) ?? 'null');
    if (!isPreferences(kept)) return usual;
    const { area, kinds, quiet, atMost } = kept;
    return { wanted: { area, kinds, quiet, atMost }, isPushed: 'pushed' in kept && kept.pushed === true };
  } catch {
    return usual;
  }
}

function isPreferences(value: unknown): value is AlertPreferences {
  if (typeof value !== 'object' || value === null) return false;
  const { area, kinds, quiet, atMost } = value as Partial<Record<keyof AlertPreferences, unknown>>;
  const known: readonly unknown[] = ALERT_KINDS;
  const { from, to } = (quiet ?? {}) as Partial<Record<'from' | 'to', unknown>>;
  const isTime = (time: unknown) => typeof time === 'string' && timeOfDay(time) !== undefined;
  return (
    typeof area === 'string' &&
    areaOf(area) !== undefined &&
    Array.isArray(kinds) &&
    kinds.every((kind) => known.includes(kind)) &&
    (quiet === null || (isTime(from) && isTime(to))) &&
    typeof atMost === 'number' &&
    atMost >= AT_MOST.least &&
    atMost <= AT_MOST.most
  );
}

const kept = stored();
export const alerts = signal(kept.wanted);
/** True if the server has agreed to push just these; also while nobody has chosen any. */
export const isPushed = signal(kept.isPushed);

// Another page of this device may change them, and this one must not put back what it knew before.
globalThis.addEventListener?.('storage', ({ key }) => {
  if (key !== ALERTS_KEY) return;
  const now = stored();
  alerts.value = now.wanted;
  isPushed.value = now.isPushed;
});

// Until somebody chooses alerts, they are for the town where that person draws.
town.subscribe((chosen) => {
  if (chosen === undefined || alerts.peek().area === chosen.id || isKept()) return;
  alerts.value = { ...alerts.peek(), area: chosen.id };
});

/** True once a person has said for which town: by choosing alerts before, or the town where that person draws. */
export function hasTown(): boolean {
  return isKept() || town.value !== undefined;
}

function isKept(): boolean {
  try {
    return localStorage.getItem(ALERTS_KEY) !== null;
  } catch {
    return alerts.peek().kinds.length > 0;
  }
}

export function keepAlerts(wanted: AlertPreferences, pushed: boolean): void {
  alerts.value = wanted;
  isPushed.value = pushed;
  try {
    localStorage.setItem(ALERTS_KEY, JSON.stringify({ ...wanted, pushed }));
  } catch {
    // Without localStorage the choice lasts until the page is closed.
  }
}
