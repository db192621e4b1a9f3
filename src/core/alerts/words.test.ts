import { describe, expect, it } from 'vitest';
import { fineData, SKY_NOW, skyState } from '../../../tests/support/sky/sky-state.ts';
import { factsOf } from '../sky/facts.ts';
import { skyBody } from '../sky/sky.ts';
import type { Look } from './evidence.ts';
import { type AlertKind, AT_MOST } from './preferences.ts';
import { alertWords } from './words.ts';

const { lightning, rain, heat } = fineData(SKY_NOW);
const data = {
  lightning: {
    ...lightning,
    strikes: [{ latitude: 1.36, longitude: 103.84, at: lightning.timestamp, kind: 'cloud' as const }],
  },
  rain: { ...rain, gauges: rain.gauges.map((gauge) => ({ ...gauge, mmPer5min: 1.2 })) },
  heat: {
    ...heat,
    stations: heat.stations.map((station) => ({ ...station, wbgt: 33.2, band: 'high' as const })),
  },
};
const { body: sky } = skyBody(factsOf(skyState(SKY_NOW, data)), { area: 'bishan', now: SKY_NOW });
const look: Look = { sky, now: SKY_NOW, pm25: { value: 305, at: '2026-09-21T14:00:00+08:00' } };

const said = (kind: AlertKind, level: number) => {
  const wanted = { area: 'bishan', kinds: [], quiet: null, atMost: AT_MOST.usual } as const;
  const { title, body } = alertWords({ kind, level, told: level === 0 ? 1 : 0 }, look, wanted);
  return `${title}: ${body}`;
};

describe('alerts: what they say', () => {
  it('names the town, the figure and its time', () => {
    expect(said('lightning', 1)).toBe(
      'Take shelter: lightning near Bishan: As near as 1 km, the last at 14:36. When you hear thunder, go.',
    );
    expect(said('air', 3)).toBe(
      'Very high PM2.5 near Bishan: 1-hour PM2.5 305 µg/m³ at 14:00 SGT on 21 Sep 2026. Draw indoors, or wear a mask.',
    );
    expect(said('rain', 1)).toBe('Rain at Bishan: 1.2 mm in five minutes at Bishan Street 13.');
    expect(said('heat', 1)).toBe(
      'High heat stress near Bishan: WBGT 33.2 °C at Bishan Street 13. Rest in the shade, and drink.',
    );
    expect(said('lightning', 0)).toBe(
      'No more lightning near Bishan: None within 20 km for half an hour. When you hear thunder, go.',
    );
  });
});
