/** One look at the air and the sky for all subscriptions: what is due, and the state after it. */

import type { AirState } from '../../src/core/air/types.ts';
import { sourceStatus } from '../../src/core/air/upstream/freshness.ts';
import { type AlertState, stepAlerts } from '../../src/core/alerts/alerts.ts';
import type { Look } from '../../src/core/alerts/evidence.ts';
import type { AlertKind, AlertPreferences } from '../../src/core/alerts/preferences.ts';
import { alertWords } from '../../src/core/alerts/words.ts';
import { factsOf, type SkyFacts } from '../../src/core/sky/facts.ts';
import { type AreaId, areaOf } from '../../src/core/sky/place/areas.ts';
import { skyBody } from '../../src/core/sky/sky.ts';
import type { SkyState } from '../../src/core/sky/types.ts';
import type { Receiver, StoredAlerts } from '../store/index.ts';

export interface Known {
  readonly air: AirState;
  readonly sky: SkyState | SkyFacts;
  /** ms since the epoch. */
  readonly now: number;
}

export interface Due {
  readonly receiver: Receiver;
  readonly kind: AlertKind;
  /** JSON of a `PushMessage`. */
  readonly payload: string;
}

/**
 * Steps the rules for every subscription. The new states are stored when this resolves, before anything is sent: a
 * server that is killed in between sends an alert never rather than twice.
 * @returns what is to be sent, the most urgent of a subscription first
 */
export function lookOnce(stored: StoredAlerts, known: Known): Promise<Due[]> {
  const lookOf = looks(known);
  return stored.write(async (tx) => {
    const due: Due[] = [];
    for (const group of await tx.held()) {
      const wanted: AlertPreferences = JSON.parse(group.wanted);
      const before: AlertState = JSON.parse(group.state);
      const town: string = wanted.area;
      // A town of another version of this server: nothing is known of it, and nobody else waits for it.
      if (areaOf(town) === undefined) continue;
      const look = lookOf(wanted.area);
      const { state, alerts } = stepAlerts(before, look, wanted);
      const text = JSON.stringify(state);
      if (text !== group.state) await tx.putState(group.ids, text);
      if (alerts.length === 0) continue;
      const receivers = await tx.receivers(group.ids);
      const { day, sent } = state;
      for (const alert of alerts) {
        const { kind, level } = alert;
        const payload = JSON.stringify({
          ...alertWords(alert, look, wanted),
          tag: kind,
          level,
          count: { day, sent },
        });
        for (const receiver of receivers) due.push({ receiver, kind, payload });
      }
    }
    return due;
  });
}

/** What is known at each town, made once. */
function looks({ air, sky, now }: Known): (area: AreaId) => Look {
  const facts = factsOf(sky);
  const { pm25 } = air.sources;
  const newest = sourceStatus(pm25, now) === 'ok' ? pm25.newest : null;
  const made = new Map<AreaId, Look>();
  return (area) => {
    const value = newest?.values[areaOf(area).region] ?? null;
    const look = made.get(area) ?? {
      sky: skyBody(facts, { area, now }).body,
      pm25: newest === null || value === null ? null : { value, at: newest.hour },
      now,
    };
    made.set(area, look);
    return look;
  };
}
