/**
 * Speaks alerts in the page while it is seen, by the rules of the server, over the air and the sky of this device: once
 * for each crossing, whichever page is seen. What a push has told is not told again, and a push that is expected has the
 * first word.
 */
import { effect, untracked } from '@preact/signals';
import { MINUTE } from '../../core/air/time/time.ts';
import {
  type Alert,
  type AlertState,
  type DayCount,
  NOTHING_TOLD,
  stateWithCount,
  stepAlerts,
} from '../../core/alerts/alerts.ts';
import type { Look } from '../../core/alerts/evidence.ts';
import { PUSHED_CHANNEL, type ToldByPush } from '../../core/alerts/message.ts';
import type { AlertKind, AlertPreferences } from '../../core/alerts/preferences.ts';
import { type AreaId, areaOf } from '../../core/sky/place/areas.ts';
import { figuresOf, followReadings } from '../air/readings/readings.ts';
import { navigate } from '../router.ts';
import { skyAt } from '../sky/sky-now.ts';
import { dismissToast, toast } from '../ui/toasts.ts';
import { alerts as words } from '../words/en/air/alerts.ts';
import { spokenWords } from './spoken-words.ts';
import { alerts, isPushed } from './wanted.ts';

/** ms between two looks. */
const STEP = 30_000;
/** How long a push that is expected has the first word, ms. */
const PATIENCE = MINUTE;
/** For how long it counts that something was told, ms: the device hears of a change some minutes after its server. */
const TOLD_FOR = 10 * MINUTE;
/** In localStorage: the state of the rules, and of which town. Also the name of the lock of the page that speaks. */
const NAME = 'pleinair.alerts-told';

/** What was told last of a kind, and when, ms on this device's clock. */
interface Told {
  readonly level: number;
  readonly at: number;
}

const pushed = new Map<AlertKind, Told>();
const spoken = new Map<AlertKind, Told & { readonly toast: number }>();
let isFollowing = false;
/** Since when something is due that a push is expected to tell, ms. */
let expectedSince: number | undefined;

/** Follows alerts for as long as the page is open. May be called again. */
export function followAlerts(): void {
  if (isFollowing) return;
  isFollowing = true;
  if ('BroadcastChannel' in globalThis) {
    new BroadcastChannel(PUSHED_CHANNEL).addEventListener('message', ({ data }) => hear(data));
  }
  let turn: AbortController | undefined;
  const look = () => {
    if (document.visibilityState === 'visible') turn ??= takeTurn();
    else {
      turn?.abort();
      turn = undefined;
    }
  };
  document.addEventListener('visibilitychange', look);
  look();
}

/** Looks until it is aborted, but not while another page of this device does. */
function takeTurn(): AbortController {
  const turn = new AbortController();
  const { signal } = turn;
  const work = () =>
    new Promise<void>((resolve) => {
      if (signal.aborted) return resolve();
      // What changed while nobody looked was told by a push.
      if (isPushed.peek()) keepState(alerts.peek().area, { ...keptState(alerts.peek().area), kinds: {} });
      const wantsAir = effect(() =>
        alerts.value.kinds.includes('air') ? untracked(followReadings) : undefined,
      );
      const timer = setInterval(() => void look(signal), STEP);
      void look(signal);
      signal.addEventListener('abort', () => {
        clearInterval(timer);
        wantsAir();
        resolve();
      });
    });
  if (navigator.locks === undefined) void work();
  // It rejects if it is aborted before its turn.
  else navigator.locks.request(NAME, { signal }, work).catch(() => undefined);
  return turn;
}

async function look(signal: AbortSignal): Promise<void> {
  const wanted = alerts.peek();
  if (wanted.kinds.length === 0) return;
  const known = await skyAt(wanted.area);
  // Meanwhile something else may be wanted.
  if (known === undefined || signal.aborted || alerts.peek() !== wanted) return;
  const { value, hour, status } = figuresOf(areaOf(wanted.area).region)?.pm25 ?? {};
  const isCurrent = status === 'ok' && typeof value === 'number' && typeof hour === 'string';
  step({ ...known, pm25: isCurrent ? { value, at: hour } : null }, wanted);
}

function step(known: Look, wanted: AlertPreferences): void {
  const isPushedAlready = (kind: AlertKind, level: number) => isTold(pushed.get(kind), level);
  const { state, alerts: due } = stepAlerts(keptState(wanted.area), known, wanted, isPushedAlready);
  if (due.length > 0 && isPushed.peek()) {
    expectedSince ??= Date.now();
    // As if nobody had looked: it is still due at the next look.
    if (Math.abs(Date.now() - expectedSince) < PATIENCE) return;
  }
  expectedSince = undefined;
  keepState(wanted.area, state);
  for (const alert of due) speak(alert, known, wanted);
}

function speak(alert: Alert, known: Look, wanted: AlertPreferences): void {
  const { kind, level } = alert;
  dismissToast(spoken.get(kind)?.toast);
  const outdoors = { label: words.outdoors, run: () => navigate('/air') };
  // Somebody who draws does not look at messages all the time.
  const key = toast(spokenWords(alert, known, wanted), outdoors, true);
  spoken.set(kind, { level, at: Date.now(), toast: key });
}

/** A push has told something just now. If this page told it before, the notification has nothing to add. */
function hear({ kind, level, count }: ToldByPush): void {
  pushed.set(kind, { level, at: Date.now() });
  takeCount(count);
  if (isTold(spoken.get(kind), level) && document.visibilityState === 'visible') void withdraw(kind);
}

/** Takes over how many the server has sent that day: what was told while no page was open counts here too. */
export function takeCount(count: DayCount | null): void {
  const { area } = alerts.peek();
  if (count !== null) keepState(area, stateWithCount(keptState(area), count));
}

function isTold(told: Told | undefined, level: number): boolean {
  return told?.level === level && Math.abs(Date.now() - told.at) < TOLD_FOR;
}

async function withdraw(tag: AlertKind): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  for (const notification of (await registration?.getNotifications({ tag })) ?? []) notification.close();
}

/** The state of the rules, anew for another town. */
function keptState(area: AreaId): AlertState {
  try {
    const kept: { area: unknown; state: AlertState } = JSON.parse(localStorage.getItem(NAME) ?? 'null');
    const { day, sent, kinds } = kept.state;
    return { day, sent, kinds: kept.area === area ? kinds : {} };
  } catch {
    return NOTHING_TOLD;
  }
}

function keepState(area: AreaId, state: AlertState): void {
  try {
    localStorage.setItem(NAME, JSON.stringify({ area, state }));
  } catch {
    // Without localStorage every look is the first, which tells nobody anything.
  }
}
