import { describe, expect, it } from 'vitest';
import { fineData, SKY_NOW, skyState } from '../../../tests/support/sky/sky-state.ts';
import { HOUR, MINUTE, toSgt } from '../air/time/time.ts';
import { factsOf } from '../sky/facts.ts';
import { skyBody } from '../sky/sky.ts';
import type { FeedData } from '../sky/types.ts';
import {
  type Alert,
  type AlertState,
  FORGOTTEN_AFTER,
  NOTHING_TOLD,
  stateWithCount,
  stepAlerts,
} from './alerts.ts';
import type { Look } from './evidence.ts';
import type { AlertKind, AlertPreferences } from './preferences.ts';

const ALL: AlertPreferences = {
  area: 'bishan',
  kinds: ['lightning', 'air', 'rain', 'heat'],
  quiet: null,
  atMost: 20,
};

type Data = { readonly [F in keyof FeedData]?: FeedData[F] | null };

/** A look in fine weather, but for what is given. */
function lookAt(
  now: number,
  {
    data = {},
    pm25 = 12,
  }: { data?: (fine: FeedData) => Data; pm25?: number | null } | { data?: Data; pm25?: number | null } = {},
): Look {
  const fine = fineData(now);
  const changed = typeof data === 'function' ? data(fine) : data;
  const { body } = skyBody(factsOf(skyState(now, changed)), { area: 'bishan', now });
  const hour = toSgt(Math.floor(now / HOUR) * HOUR);
  return { sky: body, now, pm25: pm25 === null ? null : { value: pm25, at: hour } };
}

const strike = (latitude: number) => (fine: FeedData) => ({
  lightning: {
    ...fine.lightning,
    strikes: [{ latitude, longitude: 103.84, at: fine.lightning.timestamp, kind: 'cloud' as const }],
  },
});
const NEAR = strike(1.36);
const ABOUT = strike(1.25);
const wet = (fine: FeedData) => ({
  rain: { ...fine.rain, gauges: fine.rain.gauges.map((gauge) => ({ ...gauge, mmPer5min: 1 })) },
});
const forecast = (text: string) => (fine: FeedData) => ({
  forecast2h: { ...fine.forecast2h, areas: fine.forecast2h.areas.map((area) => ({ ...area, text })) },
});
const showers = forecast('Showers');
const hot = (fine: FeedData) => ({
  heat: {
    ...fine.heat,
    stations: fine.heat.stations.map((one) => ({ ...one, wbgt: 33.2, band: 'high' as const })),
  },
});

/** Steps through looks, and gives what is sent at each, as `kind level`. */
function sentAt(
  looks: readonly (readonly [minutes: number, Parameters<typeof lookAt>[1]?])[],
  wanted: AlertPreferences = ALL,
  start = SKY_NOW,
): string[] {
  let state: AlertState = NOTHING_TOLD;
  return looks.map(([minutes, given]) => {
    const step = stepAlerts(state, lookAt(start + minutes * MINUTE, given), wanted);
    // As it is stored.
    state = JSON.parse(JSON.stringify(step.state));
    return step.alerts.map(({ kind, level }: Alert) => `${kind} ${level}`).join(', ');
  });
}

describe('alerts: when one is due', () => {
  it('the first evidence is told nobody, and its end is', () => {
    expect(
      sentAt([
        [0, { pm25: 305 }],
        [60, { pm25: 310 }],
        [120, { pm25: 20 }],
      ]),
    ).toEqual(['', '', 'air 0']);
  });

  it('PM2.5 near a bound needs two readings, and one more than 10 beyond it none', () => {
    expect(sentAt([[0], [60, { pm25: 60 }], [65, { pm25: 60 }], [120, { pm25: 61 }]])).toEqual([
      '',
      '',
      '',
      'air 1',
    ]);
    expect(sentAt([[0], [60, { pm25: 66 }]])).toEqual(['', 'air 1']);
    expect(sentAt([[0], [60, { pm25: 60 }], [120, { pm25: 50 }], [180, { pm25: 60 }]])).toEqual([
      '',
      '',
      '',
      '',
    ]);
    expect(sentAt([[0], [60, { pm25: 70 }], [120, { pm25: 50 }], [180, { pm25: 49 }]])).toEqual([
      '',
      'air 1',
      '',
      'air 0',
    ]);
  });

  it('a higher band is told again, a lower one only when the air is normal', () => {
    const day = [12, 80, 200, 305, 200, 80, 20].map((pm25, i) => [i * 60, { pm25 }] as const);
    expect(sentAt(day)).toEqual(['', 'air 1', 'air 2', 'air 3', '', '', 'air 0']);
    expect(sentAt([[0], [60, { pm25: 305 }], [120, { pm25: 200 }], [180, { pm25: 305 }]])).toEqual([
      '',
      'air 3',
      '',
      'air 3',
    ]);
    // One value between two bands, close to the higher one, proves the lower one at once.
    expect(sentAt([[0], [60, { pm25: 155 }], [120, { pm25: 156 }]])).toEqual(['', '', 'air 2']);
  });

  it('lightning is told with the first strike nearby, and ends with half an hour without any', () => {
    expect(sentAt([[0], [2, { data: ABOUT }], [4, { data: NEAR }], [30, { data: ABOUT }], [36]])).toEqual([
      '',
      '',
      'lightning 1',
      '',
      'lightning 0',
    ]);
  });

  it('rain is told when it falls or is forecast, and ends with two dry readings and a dry forecast', () => {
    expect(sentAt([[0], [5, { data: wet }], [10], [15]])).toEqual(['', 'rain 1', '', 'rain 0']);
    expect(sentAt([[0], [5, { data: showers }], [10, { data: showers }], [15], [20]])).toEqual([
      '',
      'rain 1',
      '',
      '',
      'rain 0',
    ]);
  });

  it('a phrase that nobody documented is no dry forecast, so that rain is not called over', () => {
    const odd = { data: forecast('Squibbly') };
    const looks = [[0], [5, { data: wet }], [10, odd], [15, odd], [20], [25]] as const;
    expect(sentAt(looks)).toEqual(['', 'rain 1', '', '', '', 'rain 0']);
  });

  it('heat needs two readings each way', () => {
    expect(sentAt([[0], [15, { data: hot }], [30, { data: hot }], [45], [60]])).toEqual([
      '',
      '',
      'heat 1',
      '',
      'heat 0',
    ]);
  });

  it('data that are missing, late or not known are neither a warning nor an all-clear', () => {
    const gone = { data: { lightning: null, rain: null, heat: null, forecast2h: null }, pm25: null };
    expect(sentAt([[0], [5, { data: wet }], [10, gone], [15, gone], [20], [25]])).toEqual([
      '',
      'rain 1',
      '',
      '',
      '',
      'rain 0',
    ]);
    // A gap between two readings: they are not two in a row.
    expect(sentAt([[0], [60, { pm25: 60 }], [70, gone], [120, { pm25: 61 }], [180, { pm25: 61 }]])).toEqual([
      '',
      '',
      '',
      '',
      'air 1',
    ]);
    const half = (fine: FeedData) => ({
      lightning: { ...fine.lightning, windows: fine.lightning.windows.slice(0, 5) },
    });
    expect(sentAt([[0], [4, { data: NEAR }], [40, { data: half }], [42]])).toEqual([
      '',
      'lightning 1',
      '',
      'lightning 0',
    ]);
  });

  it('an all-clear of what was told hours ago, with nothing known since, is not sent', () => {
    const later = FORGOTTEN_AFTER / MINUTE + 10;
    expect(sentAt([[0], [4, { data: NEAR }], [later], [later + 2, { data: NEAR }]])).toEqual([
      '',
      'lightning 1',
      '',
      'lightning 1',
    ]);
  });

  it('in quiet hours nothing is sent; afterwards what still holds is', () => {
    const quiet = { ...ALL, quiet: { from: '14:40', to: '15:40' } };
    expect(sentAt([[0], [10, { pm25: 305 }], [65, { pm25: 305 }], [70]], quiet)).toEqual([
      '',
      '',
      'air 3',
      'air 0',
    ]);
    expect(sentAt([[0], [10, { pm25: 305 }], [62], [65]], quiet)).toEqual(['', '', '', '']);
    // What holds is not told either while this look knows nothing of it.
    const after = sentAt([[0], [10, { pm25: 305 }], [65, { pm25: null }], [70, { pm25: 300 }]], quiet);
    expect(after).toEqual(['', '', '', 'air 3']);
  });

  it('at most so many are sent in a day, and each warning leaves room for its all-clear', () => {
    const few = { ...ALL, atMost: 4 };
    const looks = [
      [0],
      [5, { data: NEAR }],
      [36],
      [40, { data: wet }],
      [50],
      [55],
      [60, { data: NEAR }],
      [92],
    ] as const;
    expect(sentAt(looks, few)).toEqual(['', 'lightning 1', 'lightning 0', 'rain 1', '', 'rain 0', '', '']);
    expect(sentAt([...looks, [24 * 60 + 5, { data: NEAR }]], few).at(-1)).toBe('lightning 1');
    // Two that begin at once need four.
    expect(sentAt([[0], [5, { data: NEAR, pm25: 305 }]], { ...ALL, atMost: 3 })).toEqual(['', 'lightning 1']);
    expect(sentAt([[0], [5, { data: NEAR, pm25: 305 }]], few)).toEqual(['', 'lightning 1, air 3']);
  });

  it('what somebody else has told and counted is not sent again, and needs no room', () => {
    const full = { ...stepAlerts(NOTHING_TOLD, lookAt(SKY_NOW), ALL).state, sent: ALL.atMost };
    const near = lookAt(SKY_NOW + MINUTE, { data: NEAR });
    const { state, alerts } = stepAlerts(
      full,
      near,
      ALL,
      (kind, level) => kind === 'lightning' && level === 1,
    );
    expect([alerts, state.sent, state.kinds.lightning?.told]).toEqual([[], ALL.atMost, 1]);
    expect(stepAlerts(full, near, ALL).state.kinds.lightning?.told).toBe(0);
  });

  it('of two counts of a day the higher one holds, and a later day begins anew', () => {
    const state = { ...NOTHING_TOLD, day: '2026-09-21', sent: 3 };
    const withCount = (day: string, sent: number) => {
      const { kinds: _, ...count } = stateWithCount(state, { day, sent });
      return count;
    };
    expect(withCount('2026-09-21', 5)).toEqual({ day: '2026-09-21', sent: 5 });
    expect(withCount('2026-09-21', 2)).toEqual({ day: '2026-09-21', sent: 3 });
    expect(withCount('2026-09-22', 1)).toEqual({ day: '2026-09-22', sent: 1 });
    expect(withCount('2026-09-20', 9)).toEqual({ day: '2026-09-21', sent: 3 });
    expect(stateWithCount(NOTHING_TOLD, { day: '2026-09-22', sent: 4 })).toMatchObject({ sent: 4 });
  });

  it('a kind that is not wanted is never sent, and begins anew when it is', () => {
    const none: readonly AlertKind[] = ['air'];
    expect(sentAt([[0], [5, { data: NEAR }]], { ...ALL, kinds: none })).toEqual(['', '']);
    const before = stepAlerts(NOTHING_TOLD, lookAt(SKY_NOW), ALL).state;
    const off = stepAlerts(before, lookAt(SKY_NOW + MINUTE), { ...ALL, kinds: none }).state;
    expect(Object.keys(off.kinds)).toEqual(none);
  });
});
