import { describe, expect, it } from 'vitest';
import { MINUTE } from '../../../src/core/air/time/time.ts';
import { factsOf } from '../../../src/core/sky/facts.ts';
import { skyBody } from '../../../src/core/sky/sky.ts';
import type { SkyState } from '../../../src/core/sky/types.ts';
import { fineData, SKY_NOW, skyState } from '../../../tests/support/sky/sky-state.ts';
import { skyText } from './sky-text.ts';

const bishan = (state: SkyState, now = SKY_NOW) =>
  skyText(skyBody(factsOf(state), { area: 'bishan', now }).body);

describe('mcp: the text of the sky', () => {
  it('says each value with its unit, station, time and state, in a line of its own', () => {
    const [place, lightning, rain, next, heat, uv, wind, later, sun, thunder, source] = bishan(
      skyState(),
    ).split('\n');
    expect([place, lightning, rain, next, heat, uv, wind]).toEqual([
      'Bishan, Central region.',
      'Lightning: none within 20 km in the last half hour (of 14:36 SGT on 21 Sep 2026, current).',
      "Rain: 0 mm in 5 minutes, none by Pleinair's own bands, at Bishan Street 13, 1.8 km away (of 14:35 SGT on 21 Sep 2026, current).",
      'Next two hours: “Fair (Day)” from 14:30 to 16:30 (of 14:30 SGT on 21 Sep 2026, current).',
      'Heat: WBGT 31.4 °C, heat stress moderate, at Bishan Street 13, 1.8 km away (of 14:30 SGT on 21 Sep 2026, current).',
      'UV: index 7, high (of 14:00 SGT on 21 Sep 2026, current).',
      'Wind: 9.3 km/h from 190°, at Bishan Street 13, 1.8 km away (of 14:36 SGT on 21 Sep 2026, current).',
    ]);
    expect(later).toContain('Later: “Fair (Day)” from 14:00 to 20:00; ');
    expect(sun).toMatch(
      /^Sun: up 06:54 to 19:01, golden until 07:2\d and from 18:3\d; it stands [\d.]+° high at/,
    );
    expect(thunder).toContain('hears thunder');
    expect(source).toContain('Source: National Environment Agency');
  });

  it('has no number where nothing is known, and calls that neither dry nor clear', () => {
    const nothing = { refreshed: false, fetchedAt: null, newest: null };
    const feeds = ['rain', 'lightning', 'heat', 'uv', 'wind', 'forecast2h', 'forecast24h'] as const;
    const text = bishan(skyState(SKY_NOW, {}, Object.fromEntries(feeds.map((feed) => [feed, nothing]))));
    expect(text).toContain('Lightning: not known; that is not an all-clear (unavailable).');
    expect(text).toContain('Rain: nothing is known, which is not dry (unavailable).');
    expect(text).toContain('Note: The two-hour forecast is unavailable: nothing is known;');
    expect(text).not.toMatch(/null|undefined|NaN|\d mm|°C/);
  });

  it('says what is delayed, and tells to take shelter from a near strike', () => {
    const { lightning } = fineData(SKY_NOW);
    const strike = { latitude: 1.36, longitude: 103.84, at: lightning.timestamp, kind: 'cloud' as const };
    const state = skyState(SKY_NOW, { lightning: { ...lightning, strikes: [strike] } });
    const text = bishan(state, SKY_NOW + 10 * MINUTE);
    expect(text).toContain(
      'Lightning: NEAR, within 8 km in the last half hour, the nearest 1 km away, the last at 14:36: take shelter (of 14:36 SGT on 21 Sep 2026, DELAYED).',
    );
  });

  it('has a line for each area when all are asked for', () => {
    const text = skyText(skyBody(factsOf(skyState()), { area: 'all', now: SKY_NOW }).body);
    expect(text.split('\n')[0]).toBe('Forecast current, rain current, lightning current.');
    expect(text).toContain('Bishan: next two hours Fair (Day); rain 0 mm in 5 minutes; lightning none.');
    expect(text).toContain('Pulau Tekong: next two hours Fair (Day); rain not known; lightning none.');
  });
});
