import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { sharedFile } from '../../../../tests/support/shared.ts';
import { AREAS, areaOf, slugOf } from './areas.ts';
import { distanceKm, nearest } from './distance.ts';

interface Forecast {
  readonly data: {
    readonly area_metadata: readonly {
      name: string;
      label_location: { latitude: number; longitude: number };
    }[];
  };
}

describe('sky: areas', () => {
  it('has 47 areas, each with an id of its own made from its name', () => {
    expect(AREAS).toHaveLength(47);
    expect(new Set(AREAS.map(({ id }) => id)).size).toBe(47);
    for (const { id, name } of AREAS) expect([name, slugOf(name)]).toEqual([name, id]);
    expect(slugOf(' Toa  Payoh ')).toBe('toa-payoh');
    for (const unknown of ['Bishan', 'atlantis', '', '__proto__']) expect(areaOf(unknown)).toBeUndefined();
  });

  it('has the region of each town as the agency lists it', () => {
    const towns = {
      north: ['woodlands', 'sembawang', 'yishun', 'seletar', 'sengkang', 'sungei-kadut', 'mandai'],
      south: ['queenstown', 'bukit-merah', 'sentosa', 'bukit-timah', 'city', 'tanglin', 'southern-islands'],
      east: ['serangoon', 'punggol', 'hougang', 'tampines', 'pasir-ris', 'kallang', 'bedok', 'pulau-tekong'],
      west: ['lim-chu-kang', 'choa-chu-kang', 'bukit-panjang', 'tuas', 'jurong-east', 'clementi', 'boon-lay'],
      central: ['ang-mo-kio', 'bishan', 'toa-payoh', 'novena', 'central-water-catchment'],
    };
    for (const [region, ids] of Object.entries(towns)) {
      for (const id of ids) expect([id, areaOf(id)?.region]).toEqual([id, region]);
    }
  });

  const recorded = sharedFile('sky/v2-two-hr-forecast.json');

  it.skipIf(recorded === undefined)('has the names and label points that data.gov.sg sends', () => {
    const { data }: Forecast = JSON.parse(readFileSync(recorded ?? '', 'utf8'));
    const sent = data.area_metadata.map(({ name, label_location }) => ({ name, ...label_location }));
    expect(AREAS.map(({ name, latitude, longitude }) => ({ name, latitude, longitude }))).toEqual(sent);
  });
});

describe('sky: distances', () => {
  const bishan = areaOf('bishan');
  const tekong = areaOf('pulau-tekong');

  it('are along the great circle, in km', () => {
    // 1 degree of a meridian.
    expect(distanceKm({ latitude: 1, longitude: 103 }, { latitude: 2, longitude: 103 })).toBeCloseTo(
      111.195,
      2,
    );
    expect(distanceKm(bishan, bishan)).toBe(0);
    expect(distanceKm(bishan, tekong)).toBeCloseTo(distanceKm(tekong, bishan), 9);
    expect(distanceKm({ latitude: 0, longitude: 0 }, { latitude: 0, longitude: 180 })).toBeCloseTo(
      20015.1,
      0,
    );
  });

  it('find the nearest within reach, and nothing beyond it', () => {
    const near = { latitude: 1.36, longitude: 103.84 };
    expect(nearest(bishan, [tekong, near], 10)?.place).toBe(near);
    expect(nearest(bishan, [tekong], 10)).toBeNull();
    expect(nearest(bishan, [], 10)).toBeNull();
    expect(nearest(bishan, [{ latitude: Number.NaN, longitude: 103.84 }, near], 10)?.place).toBe(near);
  });
});
