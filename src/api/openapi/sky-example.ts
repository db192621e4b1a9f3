/** An example of the sky on an afternoon with rain coming, built by the same rules as real ones. Build time only. */
import { MINUTE, toSgt } from '../../core/air/time/time.ts';
import { factsOf } from '../../core/sky/facts.ts';
import { areaOf } from '../../core/sky/place/areas.ts';
import { SKY_URLS } from '../../core/sky/provenance.ts';
import { skyBody } from '../../core/sky/sky.ts';
import type { Feed, FeedData, FeedState } from '../../core/sky/types.ts';

const NOW = Date.parse('2026-09-21T14:36:00+08:00');
const { latitude, longitude, name } = areaOf('bishan');
const at = (time: string, day = '21') => `2026-09-${day}T${time}:00+08:00`;

/** Invented, not measured. */
const station = { id: 'S000', name: 'Invented Road', latitude: latitude + 0.01, longitude };

function feed<F extends Feed>(
  of: F,
  timestamp: string,
  data: Omit<FeedData[F], 'timestamp' | 'updatedTimestamp'>,
): FeedState<FeedData[F]> {
  const published = { timestamp, updatedTimestamp: toSgt(Date.parse(timestamp) + 2 * MINUTE) };
  const newest = { ...published, ...data } as unknown as FeedData[F];
  return { url: SKY_URLS[of], refreshed: true, fetchedAt: at('14:35'), newest };
}

const windows = Array.from({ length: 15 }, (_, ago) => toSgt(Date.parse(at('14:32')) - 2 * ago * MINUTE));
const periods = [
  { from: at('12:00'), to: at('18:00'), regions: { central: 'Thundery Showers' } },
  { from: at('18:00'), to: at('06:00', '22'), regions: { central: 'Partly Cloudy (Night)' } },
];

const state = {
  feeds: {
    forecast2h: feed('forecast2h', at('14:30'), {
      from: at('14:30'),
      to: at('16:30'),
      areas: [{ name, latitude, longitude, text: 'Light Rain' }],
    }),
    rain: feed('rain', at('14:30'), { gauges: [{ ...station, mmPer5min: 0.4 }] }),
    lightning: feed('lightning', at('14:32'), {
      windows,
      strikes: [{ latitude: latitude + 0.12, longitude, at: at('14:31'), kind: 'cloud' }],
    }),
    heat: feed('heat', at('14:15'), { stations: [{ ...station, wbgt: 31.2, band: 'moderate' }] }),
    uv: feed('uv', at('14:00'), { hours: [{ hour: at('14:00'), index: 7 }] }),
    wind: feed('wind', at('14:34'), { stations: [{ ...station, speedKmh: 9.3, from: 190 }] }),
    forecast24h: feed('forecast24h', at('11:31'), {
      from: at('12:00'),
      to: at('12:00', '22'),
      text: 'Thundery Showers',
      periods,
    }),
  },
} as const;

export const skyExample = skyBody(factsOf(state), { area: 'bishan', now: NOW }).body;
