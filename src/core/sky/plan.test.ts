import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyStep, dataOf } from '../../../tests/support/sky/honest.ts';
import { fineData, SKY_NOW, skyState } from '../../../tests/support/sky/sky-state.ts';
import { HOUR, MINUTE, toSgt } from '../air/time/time.ts';
import type { HeatBand } from './bands.ts';
import { factsOf } from './facts.ts';
import { airLine, keepsIn, needsMask, planLine } from './plan.ts';
import { skyBody } from './sky.ts';
import { FEEDS, type SkyState } from './types.ts';

const fine = fineData(SKY_NOW);
const skyOf = (state: SkyState, now = SKY_NOW) => skyBody(factsOf(state), { area: 'bishan', now }).body;

type Data = NonNullable<Parameters<typeof skyState>[1]>;

const phrase = (text: string): Data => ({
  forecast2h: { ...fine.forecast2h, areas: fine.forecast2h.areas.map((area) => ({ ...area, text })) },
});
const rain = (mm: number): Data => ({
  rain: { ...fine.rain, gauges: fine.rain.gauges.map((gauge) => ({ ...gauge, mmPer5min: mm })) },
});
const heat = (band: HeatBand | null, wbgt = 30): Data => ({
  heat: { ...fine.heat, stations: fine.heat.stations.map((station) => ({ ...station, band, wbgt })) },
});
const uv = (index: number): Data => ({
  uv: { ...fine.uv, hours: fine.uv.hours.map(({ hour }) => ({ hour, index })) },
});
const strikeAt = (latitude: number): Data => ({
  lightning: {
    ...fine.lightning,
    strikes: [{ latitude, longitude: 103.84, at: fine.lightning.timestamp, kind: 'cloud' }],
  },
});
const NEAR = strikeAt(1.36);
const ABOUT = strikeAt(1.25);
const COOL = { ...heat('low'), ...uv(3) };

describe('sky: the plan line', () => {
  it('says what is most urgent, by the table', () => {
    const table: readonly (readonly [Data, Parameters<typeof planLine>[1], object])[] = [
      [{ ...NEAR, ...phrase('Thundery Showers') }, 'very-high', { what: 'shelter', km: 1 }],
      [{ ...ABOUT, ...phrase('Thundery Showers') }, 'very-high', { what: 'air', band: 'very-high' }],
      [{ ...rain(3), ...phrase('Thundery Showers') }, 'high', { what: 'forecast', kind: 'storm' }],
      [{ ...rain(3), ...phrase('Heavy Rain') }, 'high', { what: 'falling', band: 'heavy' }],
      [{ ...rain(1), ...phrase('Heavy Rain') }, 'high', { what: 'forecast', kind: 'heavy' }],
      [{ ...rain(1), ...heat('high') }, 'high', { what: 'air', band: 'high' }],
      [{ ...rain(1), ...heat('high') }, 'elevated', { what: 'heat', band: 'high' }],
      // Without a word that is known, the figure says it.
      [heat(null, 35.1), 'normal', { what: 'heat', band: 'high' }],
      [{ ...COOL, ...heat(null, 31) }, 'normal', { what: 'heat', band: 'moderate' }],
      [{ ...COOL, ...heat(null, 30.9) }, 'normal', { what: 'clear' }],
      [{ ...rain(1), ...phrase('Light Showers') }, 'elevated', { what: 'falling', band: 'rain' }],
      [rain(0.2), 'normal', { what: 'falling', band: 'light' }],
      [{ ...ABOUT, ...phrase('Passing Showers') }, 'normal', { what: 'forecast', kind: 'wet' }],
      [{ ...ABOUT, ...uv(12) }, 'normal', { what: 'lightning' }],
      [uv(12), 'elevated', { what: 'uv', band: 'extreme', index: 12 }],
      [{ rain: null, ...heat('moderate') }, 'elevated', { what: 'unsure', missing: ['rain'] }],
      [heat('moderate'), 'elevated', { what: 'air', band: 'elevated' }],
      [{ ...heat('moderate'), ...phrase('Hazy') }, 'normal', { what: 'heat', band: 'moderate' }],
      [{ ...COOL, ...phrase('Hazy') }, 'normal', { what: 'forecast', kind: 'hazy' }],
      [{ ...COOL, ...phrase('Raining Frogs-to-be') }, 'normal', { what: 'forecast', kind: 'wet' }],
      [
        { ...COOL, ...phrase('Iridescent') },
        'normal',
        { what: 'forecast', kind: 'unknown', text: 'Iridescent' },
      ],
      [COOL, 'normal', { what: 'clear', until: '2026-09-21T16:30:00+08:00' }],
      [COOL, null, { what: 'clear', airUnknown: true }],
    ];
    for (const [data, pm25, expected] of table) {
      expect(planLine(skyOf(skyState(SKY_NOW, data)), pm25, SKY_NOW)).toMatchObject({
        plan: expected,
        delayedSince: null,
      });
    }
  });

  it('lets the air speak alone where nothing of the sky is known, and never reassure', () => {
    expect([airLine(null), airLine('normal')]).toEqual([null, null]);
    for (const band of ['elevated', 'high', 'very-high'] as const) {
      expect(airLine(band)).toEqual({ plan: { what: 'air', band }, delayedSince: null });
    }
    expect(([null, 'normal', 'elevated', 'high', 'very-high'] as const).filter(needsMask)).toEqual([
      'high',
      'very-high',
    ]);
  });

  it('invites nobody outdoors in bad air, with lightning near or in a storm', () => {
    const kept = (data: Data, pm25: Parameters<typeof planLine>[1]) =>
      keepsIn(planLine(skyOf(skyState(SKY_NOW, data)), pm25, SKY_NOW).plan, pm25);
    expect([kept(COOL, 'normal'), kept(COOL, null), keepsIn(null, null)]).toEqual([false, false, false]);
    expect([kept(COOL, 'elevated'), kept(uv(12), 'elevated'), keepsIn(null, 'high')]).toEqual([
      true,
      true,
      true,
    ]);
    expect([kept(NEAR, null), kept(phrase('Thundery Showers'), 'normal')]).toEqual([true, true]);
    expect([kept(ABOUT, 'normal'), kept(rain(1), 'normal')]).toEqual([false, false]);
  });

  it('names all that is missing, and calls nothing clear whose source is delayed', () => {
    const state = skyState(SKY_NOW, COOL, { rain: { refreshed: false }, lightning: { refreshed: false } });
    expect(planLine(skyOf(state), 'normal', SKY_NOW).plan).toEqual({
      what: 'unsure',
      missing: ['lightning', 'rain'],
    });
    const now = SKY_NOW + 24 * HOUR;
    expect(planLine(skyOf(skyState(), now), 'normal', now).plan).toEqual({
      what: 'unsure',
      missing: ['lightning', 'rain', 'forecast2h'],
    });
  });

  it('says nothing of a forecast whose period has ended since the response', () => {
    const later = SKY_NOW + 2 * HOUR;
    for (const text of ['Fair (Day)', 'Thundery Showers']) {
      const sky = skyOf(skyState(SKY_NOW, { ...COOL, ...phrase(text) }));
      expect(planLine(sky, 'normal', later).plan).toEqual({ what: 'unsure', missing: ['forecast2h'] });
    }
  });

  it('dates a warning that is delayed', () => {
    const state = skyState(SKY_NOW, rain(3), { rain: { refreshed: false } });
    expect(planLine(skyOf(state), 'normal', SKY_NOW)).toEqual({
      plan: { what: 'falling', band: 'heavy' },
      delayedSince: fine.rain.timestamp,
    });
  });

  it('names the golden hour of the evening when it is near, and not after it', () => {
    const golden = (time: string) => {
      const now = Date.parse(`2026-09-21T${time}:00+08:00`);
      const dry = fineData(now);
      const cool = {
        ...dry.heat,
        stations: dry.heat.stations.map((one) => ({ ...one, band: 'low' as const })),
      };
      const dim = { ...dry.uv, hours: dry.uv.hours.map(({ hour }) => ({ hour, index: 1 })) };
      const body = skyOf(skyState(now, { heat: cool, uv: dim }), now);
      const { plan } = planLine(body, 'normal', now);
      return plan.what === 'clear' ? plan.golden?.from.slice(11, 13) : plan;
    };
    expect([golden('09:00'), golden('13:00'), golden('18:50'), golden('19:30')]).toEqual([
      undefined,
      '18',
      '18',
      undefined,
    ]);
  });

  it('calls nothing clear that is not known to be, and says a near strike first, whatever the feeds do', () => {
    const said = new Set<string>();
    fc.assert(
      fc.property(
        fc.array(anyStep, { minLength: 1, maxLength: 6 }),
        fc.constantFrom(null, 'normal', 'elevated', 'high', 'very-high'),
        (steps, pm25) => {
          let now = SKY_NOW;
          let { feeds }: SkyState = skyState(SKY_NOW, COOL);
          for (const { minutes, answers, area } of steps) {
            now += minutes * MINUTE;
            for (const feed of FEEDS) {
              const answer = answers[feed];
              if (answer === undefined) continue;
              const heard = answer && { fetchedAt: toSgt(now), newest: dataOf(feed, answer, now) };
              if (heard && feed === 'forecast2h' && answer.present[0])
                heard.newest = { ...fineData(now).forecast2h, to: toSgt(now + answer.lasts * MINUTE) };
              feeds = { ...feeds, [feed]: { ...feeds[feed], refreshed: answer !== null, ...heard } };
            }
            const sky = skyBody(factsOf({ feeds }), { area, now }).body;
            const { plan, delayedSince } = planLine(sky, pm25, now);
            said.add(plan.what);
            const isNear = sky.now.lightning.state === 'near';
            expect(plan.what === 'shelter').toBe(isNear);
            if (delayedSince !== null) expect(Date.parse(delayedSince)).not.toBeNaN();
            if (plan.what !== 'clear') continue;
            const { lightning, rain: gauge } = sky.now;
            const { sources } = sky;
            expect([lightning.state, gauge?.mmPer5min, delayedSince]).toEqual(['none', 0, null]);
            expect([sources.lightning.status, sources.rain.status, sources.forecast2h.status]).toEqual(
              Array(3).fill('ok'),
            );
            expect(['fair', 'cloudy']).toContain(sky.next.forecast?.kind);
            expect(Date.parse(plan.until)).toBeGreaterThan(now);
            expect(['high', 'very-high']).not.toContain(pm25);
            expect(plan.airUnknown === true).toBe(pm25 === null);
          }
        },
      ),
      { numRuns: 300 },
    );
    // The histories reach what they must, or this proves nothing.
    for (const what of ['shelter', 'air', 'forecast', 'unsure', 'clear']) expect(said).toContain(what);
  });
});
