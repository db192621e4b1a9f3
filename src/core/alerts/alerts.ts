/**
 * When an alert is due. A kind of alert has the level that holds and the level that was last told. What holds changes
 * with two readings, or one that leaves no doubt; an alert is due when it is higher than what was told, or nothing
 * while something was told. So what comes and goes in quiet hours is never told, and what lasts is told after them.
 */
import { HOUR, sgtDate } from '../air/time/time.ts';
import { type Evidence, evidenceOf, type Look } from './evidence.ts';
import { ALERT_KINDS, type AlertKind, type AlertPreferences, isQuiet } from './preferences.ts';

/** After this long without evidence, what was told is forgotten, ms: an all-clear would be of another day. */
export const FORGOTTEN_AFTER = 3 * HOUR;

export interface KindState {
  /** The level that holds; null until there was evidence. */
  readonly level: number | null;
  readonly told: number;
  /** Another level that the last reading had, and the time of its data: a second one makes it hold. */
  readonly next: { readonly level: number; readonly at: string } | null;
  /** When there was evidence last, ms since the epoch. */
  readonly seenAt: number;
}

/** How many alerts were sent on a day, all-clears included. */
export interface DayCount {
  /** The calendar day in Singapore, `2026-09-21`; empty before the first look. */
  readonly day: string;
  readonly sent: number;
}

/** Plain JSON, to be stored with a subscription. */
export interface AlertState extends DayCount {
  readonly kinds: Readonly<Partial<Record<AlertKind, KindState>>>;
}

export interface Alert {
  readonly kind: AlertKind;
  /** 0 is the all-clear of what was told before. */
  readonly level: number;
  readonly told: number;
}

export const NOTHING_TOLD: AlertState = { day: '', sent: 0, kinds: {} };

/**
 * @param isToldByOther true for what somebody else has just told, and counted: it is not sent again
 * @returns the next state, and what is to be sent now, the most urgent first. The first evidence of a kind is told
 *   nobody: it is no change.
 */
export function stepAlerts(
  state: AlertState,
  look: Look,
  wanted: AlertPreferences,
  isToldByOther: (kind: AlertKind, level: number) => boolean = () => false,
): { readonly state: AlertState; readonly alerts: readonly Alert[] } {
  const { now } = look;
  const day = sgtDate(now);
  let sent = state.day === day ? state.sent : 0;
  const kinds: Partial<Record<AlertKind, KindState>> = {};
  const evidence: Partial<Record<AlertKind, Evidence | null>> = {};
  for (const kind of ALERT_KINDS) {
    // What is not wanted is forgotten, so that it begins anew when it is wanted again.
    if (!wanted.kinds.includes(kind)) continue;
    evidence[kind] = evidenceOf(kind, look);
    kinds[kind] = held(state.kinds[kind], evidence[kind], now);
  }
  const alerts: Alert[] = [];
  for (const kind of ALERT_KINDS) {
    const before = kinds[kind];
    if (before === undefined || before.level === null) continue;
    const { level, told } = before;
    // From one band into a lower one nothing is said, until the air is clear again.
    if (level > 0 && level < told) kinds[kind] = { ...before, told: level };
    const isDue = level > told || (level === 0 && told > 0);
    // What held before may have ended since, if this look does not say the same.
    if (!isDue || evidence[kind]?.level !== level || isQuiet(wanted.quiet, now)) continue;
    if (!isToldByOther(kind, level)) {
      // Each warning that was told leaves room for its all-clear.
      const open = ALERT_KINDS.filter((other) => other !== kind && (kinds[other]?.told ?? 0) > 0).length;
      const room = wanted.atMost - sent - open - (level > 0 ? 1 : 0);
      if (room < 1) continue;
      sent += 1;
      alerts.push({ kind, level, told });
    }
    kinds[kind] = { ...before, told: level };
  }
  return { state: { day, sent, kinds }, alerts };
}

/** The state after other preferences: what is known of another town means nothing here, what was sent today counts. */
export function stateAfterChange(
  state: AlertState,
  before: AlertPreferences,
  after: AlertPreferences,
): AlertState {
  return before.area === after.area ? state : { ...state, kinds: {} };
}

/**
 * The state with what another has counted for the same person: of two counts of one day the higher one holds, since
 * both have the same crossings in them.
 */
export function stateWithCount(state: AlertState, { day, sent }: DayCount): AlertState {
  if (day < state.day) return state;
  return { ...state, day, sent: day === state.day ? Math.max(state.sent, sent) : sent };
}

const UNKNOWN: KindState = { level: null, told: 0, next: null, seenAt: 0 };

/** The state of a kind with one more look. */
function held(before: KindState = UNKNOWN, evidence: Evidence | null, now: number): KindState {
  const isForgotten = before.level !== null && now - before.seenAt > FORGOTTEN_AFTER;
  const known = isForgotten ? { ...before, level: 0, told: 0, next: null } : before;
  // Two readings are two in a row.
  if (evidence === null) return { ...known, next: null };
  const { level, at, sure } = evidence;
  const seen = { ...known, seenAt: now };
  if (known.level === null) return { ...seen, level, told: level, next: null };
  if (level === known.level) return { ...seen, next: null };
  const { next } = known;
  const isUp = level > known.level;
  const isSecond = next !== null && next.at !== at && next.level > known.level === isUp;
  // Both readings are at least as far as the nearer one.
  const both = isSecond ? (isUp ? Math.min(level, next.level) : Math.max(level, next.level)) : known.level;
  const alone = sure === null ? known.level : isUp ? sure[0] : sure[1];
  const holds = isUp ? Math.max(known.level, both, alone) : Math.min(known.level, both, alone);
  return { ...seen, level: holds, next: holds === level ? null : { level, at } };
}
