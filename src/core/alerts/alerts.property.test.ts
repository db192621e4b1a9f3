import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fineData, SKY_NOW, skyState, windowsUntil } from '../../../tests/support/sky/sky-state.ts';
import { HOUR, MINUTE, parseInstant, sgtDate, toSgt } from '../air/time/time.ts';
import { factsOf } from '../sky/facts.ts';
import { skyBody } from '../sky/sky.ts';
import { FEEDS, type Feed, type FeedData, perFeed, type SkyState } from '../sky/types.ts';
import { type AlertState, NOTHING_TOLD, stepAlerts } from './alerts.ts';
import { evidenceOf, type Look } from './evidence.ts';
import { ALERT_KINDS, type AlertKind, type AlertPreferences, isQuiet } from './preferences.ts';
import { alertWords } from './words.ts';

const NOTHING = { refreshed: false, fetchedAt: null, newest: null };

/** What the feeds answer at a step: another sky, or nothing, so that what is known grows old. */
const anyStep = fc.record({
  minutes: fc.oneof(
    { weight: 8, arbitrary: fc.integer({ min: 1, max: 40 }) },
    fc.integer({ min: 41, max: 400 }),
  ),
  silent: fc.oneof(fc.constant<Feed[]>([]), fc.subarray([...FEEDS])),
  strikes: fc.constantFrom('none', 'near', 'about', 'gap'),
  mm: fc.constantFrom(0, 0, 0.2, 3),
  text: fc.constantFrom('Fair (Day)', 'Fair (Day)', 'Showers', 'Thundery Showers'),
  band: fc.constantFrom<'low' | 'high' | null>('low', 'high', null),
});
type Step = typeof anyStep extends fc.Arbitrary<infer T> ? T : never;

/** What the feeds say of that step. */
function dataOf({ strikes, mm, text, band }: Step, now: number): FeedData {
  const fine = fineData(now);
  const { timestamp } = fine.lightning;
  const struck = {
    latitude: strikes === 'near' ? 1.36 : 1.25,
    longitude: 103.84,
    at: timestamp,
    kind: 'cloud' as const,
  };
  return {
    ...fine,
    lightning: {
      timestamp,
      updatedTimestamp: null,
      windows: windowsUntil(parseInstant(timestamp) ?? Number.NaN, strikes === 'gap' ? 6 : 15),
      strikes: strikes === 'near' || strikes === 'about' ? [struck] : [],
    },
    rain: { ...fine.rain, gauges: fine.rain.gauges.map((gauge) => ({ ...gauge, mmPer5min: mm })) },
    forecast2h: { ...fine.forecast2h, areas: fine.forecast2h.areas.map((area) => ({ ...area, text })) },
    heat: { ...fine.heat, stations: fine.heat.stations.map((station) => ({ ...station, band })) },
  };
}

/** The feeds after a step. */
function answered(feeds: SkyState['feeds'], step: Step, now: number): SkyState['feeds'] {
  const data = dataOf(step, now);
  const heard = (feed: Feed) =>
    step.silent.includes(feed)
      ? { ...feeds[feed], refreshed: false }
      : { ...feeds[feed], refreshed: true, fetchedAt: toSgt(now), newest: data[feed] };
  return perFeed<object>(heard) as SkyState['feeds'];
}

const hour = fc.integer({ min: 0, max: 23 }).map((h) => `${String(h).padStart(2, '0')}:00`);
const anyWanted: fc.Arbitrary<AlertPreferences> = fc.record({
  area: fc.constantFrom('bishan', 'tuas', 'pulau-ubin'),
  kinds: fc.subarray([...ALERT_KINDS]),
  quiet: fc.option(fc.record({ from: hour, to: hour })),
  atMost: fc.integer({ min: 2, max: 8 }),
});
/** Everything begins and ends again: each kind of message is sent. */
const ALL_TOLD: [AlertPreferences, [Step, number | null][]] = [
  { area: 'bishan', kinds: ALERT_KINDS, quiet: null, atMost: 2 * ALERT_KINDS.length },
  [false, true, true, false, false].map((isBad) => {
    const bad = { strikes: 'near', mm: 3, text: 'Thundery Showers', band: 'high' } as const;
    const fine = { strikes: 'none', mm: 0, text: 'Fair (Day)', band: 'low' } as const;
    return [{ minutes: 20, silent: [], ...(isBad ? bad : fine) }, isBad ? 305 : 20];
  }),
];
const anyAir = fc.option(fc.oneof(fc.nat(400), fc.constantFrom(45, 54, 55, 56, 66, 149, 151, 251)), {
  freq: 4,
});

describe('alerts: whatever the sources do', () => {
  it('each is due to current data, outside of quiet hours, within its number, and each all-clear to a warning', () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(
        anyWanted,
        fc.array(fc.tuple(anyStep, anyAir), { minLength: 2, maxLength: 25 }),
        (wanted, steps) => {
          let now = SKY_NOW;
          let { feeds }: SkyState = skyState(
            now,
            {},
            Object.fromEntries(FEEDS.map((feed) => [feed, NOTHING])),
          );
          let state: AlertState = NOTHING_TOLD;
          const open = new Map<AlertKind, number>();
          const days = new Map<string, number>();
          for (const [one, pm25] of steps) {
            now += one.minutes * MINUTE;
            feeds = answered(feeds, one, now);
            const { body } = skyBody(factsOf({ feeds }), { area: wanted.area, now });
            const at = toSgt(Math.floor(now / HOUR) * HOUR);
            const look: Look = { sky: body, now, pm25: pm25 === null ? null : { value: pm25, at } };
            for (const kind of wanted.kinds) {
              // What holds at first is known from the page, and its end is told.
              const first = evidenceOf(kind, look)?.level;
              if (first !== undefined && !open.has(kind)) open.set(kind, first);
            }
            const step = stepAlerts(state, look, wanted);
            state = JSON.parse(JSON.stringify(step.state));
            // The same look again is no news.
            expect(stepAlerts(state, look, wanted).alerts).toEqual([]);
            for (const alert of step.alerts) {
              const { kind, level } = alert;
              expect(wanted.kinds).toContain(kind);
              expect(isQuiet(wanted.quiet, now)).toBe(false);
              expect(evidenceOf(kind, look)?.level).toBe(level);
              if (kind !== 'air' && kind !== 'rain') expect(body.sources[kind].status).toBe('ok');
              if (kind === 'lightning' && level === 0) expect(body.now.lightning.state).toBe('none');
              if (kind === 'rain' && level === 0) expect(body.now.rain?.mmPer5min).toBe(0);
              // An all-clear follows a warning, and a warning is more than what was told.
              if (level === 0) expect(open.get(kind) ?? 0).toBeGreaterThan(0);
              open.set(kind, level);
              const { title, body: text } = alertWords(alert, look, wanted);
              expect(`${title} ${text}`).not.toMatch(/null|undefined|NaN/);
              days.set(sgtDate(now), (days.get(sgtDate(now)) ?? 0) + 1);
              seen.add(`${kind} ${level > 0 ? 'warning' : 'all clear'}`);
            }
          }
          expect(Math.max(0, ...days.values())).toBeLessThanOrEqual(wanted.atMost);
        },
      ),
      { numRuns: 400, examples: [ALL_TOLD] },
    );
    // The histories reach every kind of message, or this proves nothing.
    expect([...seen].sort()).toEqual(
      ALERT_KINDS.flatMap((kind) => [`${kind} all clear`, `${kind} warning`]).sort(),
    );
  });
});
