import { describe, expect, it } from 'vitest';
import { fineData, SKY_NOW, skyState, windowsUntil } from '../../../tests/support/sky/sky-state.ts';
import { HOUR, MINUTE, parseInstant, toSgt } from '../air/time/time.ts';
import { factsOf } from './facts.ts';
import { AREA_IDS } from './place/areas.ts';
import { skyBody } from './sky.ts';
import type { SkyState } from './types.ts';

const UNKNOWN = { state: 'unknown', nearestKm: null, lastStrikeAt: null };
const data = fineData(SKY_NOW);

function bishan(state: SkyState, now = SKY_NOW) {
  return skyBody(factsOf(state), { area: 'bishan', now }).body;
}

describe('sky: response', () => {
  it('has exactly the documented members', () => {
    const body = bishan(skyState());
    expect(Object.keys(body)).toEqual(
      'apiVersion provenance area region fetchedAt sources warning now next sun'.split(' '),
    );
    expect(body).toMatchObject({
      apiVersion: '1',
      area: 'bishan',
      region: 'central',
      fetchedAt: '2026-09-21T14:36:00+08:00',
      warning: null,
    });
    expect(body.sources.rain).toEqual({
      url: 'https://api-open.data.gov.sg/v2/real-time/api/rainfall',
      timestamp: '2026-09-21T14:35:00+08:00',
      updatedTimestamp: null,
      fetchedAt: '2026-09-21T14:36:00+08:00',
      status: 'ok',
    });
    expect(Object.values(body.sources).map(({ status }) => status)).toEqual(Array(7).fill('ok'));
  });

  it('has what the nearest station that reports measured, with its distance', () => {
    const { now } = bishan(skyState());
    const here = { station: 'Bishan Street 13', distanceKm: 1.8 };
    expect(now).toEqual({
      rain: { mmPer5min: 0, band: 'none', ...here },
      lightning: { state: 'none', nearestKm: null, lastStrikeAt: null },
      heat: { wbgt: 31.4, band: 'moderate', ...here },
      uv: { index: 7, band: 'high' },
      wind: { speedKmh: 9.3, from: 190, ...here },
    });
  });

  it('has no value from a station too far away, and says so: an absent gauge is not a dry one', () => {
    const gauges = data.rain.gauges.filter(({ name }) => name.startsWith('Tuas'));
    const body = bishan(skyState(SKY_NOW, { rain: { ...data.rain, gauges } }));
    expect(body.now.rain).toBeNull();
    expect(body.sources.rain.status).toBe('ok');
    expect(body.warning).toBe('The rain reading has no value: no gauge within 10 km of Bishan reports.');
  });

  it("has the area's phrase and its region's periods, with periods from their ends, not from their texts", () => {
    const { next } = bishan(skyState());
    expect(next.forecast).toEqual({
      text: 'Fair (Day)',
      kind: 'fair',
      from: '2026-09-21T14:30:00+08:00',
      to: '2026-09-21T16:30:00+08:00',
    });
    expect(next.periods.map(({ from }) => from.slice(11, 16))).toEqual(['14:00', '20:00', '02:00', '08:00']);
    expect(next.periods[0]?.text).toBe('Fair (Day)');
    const later = bishan(skyState(), SKY_NOW + 6 * HOUR);
    expect(later.next.periods.map(({ from }) => from.slice(11, 16))).toEqual(['20:00', '02:00', '08:00']);
    expect(later.next.forecast).toBeNull();
  });

  it('shows an unknown phrase as it was sent, and none of another area for a missing one', () => {
    const areas = data.forecast2h.areas.map((area) => ({ ...area, text: 'Volcanic Ash' }));
    const odd = bishan(skyState(SKY_NOW, { forecast2h: { ...data.forecast2h, areas } }));
    expect(odd.next.forecast).toMatchObject({ text: 'Volcanic Ash', kind: 'unknown' });
    const others = areas.filter(({ name }) => name !== 'Bishan');
    const without = bishan(skyState(SKY_NOW, { forecast2h: { ...data.forecast2h, areas: others } }));
    expect(without.next.forecast).toBeNull();
    expect(without.warning).toBe('The two-hour forecast has no phrase for Bishan.');
  });

  it('has everything of every area without one, each as if it had been asked for', () => {
    const facts = factsOf(skyState());
    const { body } = skyBody(facts, { area: 'all', now: SKY_NOW });
    expect(body).toMatchObject({ area: 'all', region: null, warning: null });
    expect(body.now).toMatchObject({ rain: null, heat: null, wind: null, uv: { index: 7 } });
    expect([body.now.lightning, body.next]).toEqual([UNKNOWN, { forecast: null, periods: [] }]);
    expect(body.areas?.map(({ id }) => id)).toEqual([...AREA_IDS]);
    for (const { id, now, next, region } of body.areas ?? []) {
      const one = skyBody(facts, { area: id, now: SKY_NOW }).body;
      expect([now, next, region]).toEqual([one.now, one.next, one.region]);
    }
  });

  it('does not let one source that fails take another away', () => {
    const nothing = { refreshed: false, fetchedAt: null, newest: null };
    const body = bishan(skyState(SKY_NOW, {}, { rain: nothing, forecast24h: nothing }));
    expect(body.now.rain).toBeNull();
    expect(body.next.periods).toEqual([]);
    expect(body.now.heat?.wbgt).toBe(31.4);
    expect(body.warning).toBe(
      'The rain reading is unavailable: nothing is known; the 24-hour forecast is unavailable: nothing is known.',
    );
  });

  it('says what is delayed, since when and why', () => {
    const late = bishan(skyState(), SKY_NOW + 20 * MINUTE);
    expect(late.sources.rain.status).toBe('stale');
    expect(late.now.rain?.mmPer5min).toBe(0);
    expect(late.warning).toContain(
      'The rain reading is delayed: the newest published is of 14:35 SGT on 21 Sep 2026;',
    );
    expect(late.warning).toContain(
      'the lightning report is unavailable: the newest, of 14:36 SGT on 21 Sep 2026, is too old',
    );
    const failed = bishan(skyState(SKY_NOW, {}, { rain: { refreshed: false } }));
    expect(failed.warning).toBe(
      'The rain reading is delayed: nothing newer than 14:35 SGT on 21 Sep 2026 could be had.',
    );
    const ahead = bishan(skyState(), SKY_NOW - 7 * MINUTE);
    expect(ahead.warning).toContain(
      'cannot be shown as current: its time 14:36 SGT on 21 Sep 2026 lies ahead',
    );
  });

  it('gives no all-clear from lightning that is late, failed, or has a gap, and keeps the warning of a strike', () => {
    const strike = {
      latitude: 1.36,
      longitude: 103.84,
      at: '2026-09-21T14:33:10.5+08:00',
      kind: 'ground' as const,
    };
    const clear = skyState();
    expect(bishan(clear, SKY_NOW + 8 * MINUTE).now.lightning.state).toBe('none');
    expect(bishan(clear, SKY_NOW + 9 * MINUTE).now.lightning).toEqual(UNKNOWN);
    expect(bishan(skyState(SKY_NOW, {}, { lightning: { refreshed: false } })).now.lightning).toEqual(UNKNOWN);
    const windows = windowsUntil(SKY_NOW).toSpliced(5, 1);
    const gap = bishan(skyState(SKY_NOW, { lightning: { ...data.lightning, windows } }));
    expect([gap.now.lightning, gap.sources.lightning.status]).toEqual([UNKNOWN, 'ok']);
    expect(gap.warning).toBe('The lightning report has a gap in the last half hour.');
    const near = skyState(SKY_NOW, { lightning: { ...data.lightning, strikes: [strike] } });
    expect(bishan(near, SKY_NOW + 14 * MINUTE).now.lightning).toEqual({
      state: 'near',
      nearestKm: 1,
      lastStrikeAt: '2026-09-21T14:33:10.5+08:00',
    });
    expect(bishan(near, SKY_NOW + 15 * MINUTE).now.lightning).toEqual(UNKNOWN);
  });

  it('takes the UV index of the newest hour, as old as that hour, and has none at night without a fault', () => {
    const noon = parseInstant('2026-09-21T12:00:00+08:00') ?? 0;
    const behind = {
      ...data.uv,
      hours: [
        { hour: toSgt(noon - HOUR), index: 4 },
        { hour: toSgt(noon), index: 9 },
      ],
    };
    const body = bishan(skyState(SKY_NOW, { uv: behind }));
    expect([body.sources.uv.timestamp, body.sources.uv.status, body.now.uv]).toEqual([
      '2026-09-21T12:00:00+08:00',
      'unavailable',
      null,
    ]);
    const night = parseInstant('2026-09-21T23:12:00+08:00') ?? 0;
    const evening = { ...data.uv, hours: [{ hour: '2026-09-21T19:00:00+08:00', index: 0 }] };
    const dark = bishan(skyState(night, { uv: evening }), night);
    expect([dark.sources.uv.status, dark.now.uv, dark.warning]).toEqual(['ok', null, null]);
    expect(bishan(skyState(SKY_NOW, { uv: { ...data.uv, hours: [] } })).now.uv).toBeNull();
  });

  it('may be kept until the next limit or question, whichever comes first', () => {
    const age = (now: number) => skyBody(factsOf(skyState()), { area: 'bishan', now }).maxAge;
    // The lightning is asked again after two minutes, and late after eight.
    expect(age(SKY_NOW)).toBe(120);
    expect(age(SKY_NOW + 59_500)).toBe(60);
    // From then on it is overdue, and can come at any moment.
    expect(age(SKY_NOW + 2 * MINUTE)).toBe(10);
    expect(age(SKY_NOW + 8 * MINUTE - 3_000)).toBe(3);
  });
});
