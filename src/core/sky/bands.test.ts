import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { sharedFile } from '../../../tests/support/shared.ts';
import { rainBand, uvBand } from './bands.ts';

describe('sky: bands', () => {
  it('has bands of rain: none, below 0.5 mm, below 2 mm, and more, in five minutes', () => {
    const table = [0, 0.01, 0.4, 0.5, 1.9, 2, 25].map((mm) => [mm, rainBand(mm)]);
    expect(table).toEqual([
      [0, 'none'],
      [0.01, 'light'],
      [0.4, 'light'],
      [0.5, 'rain'],
      [1.9, 'rain'],
      [2, 'heavy'],
      [25, 'heavy'],
    ]);
  });

  it('has the five bands of the UV index', () => {
    const table = [0, 2, 3, 5, 6, 7, 8, 10, 11, 15].map((index) => [index, uvBand(index)]);
    expect(table).toEqual([
      [0, 'low'],
      [2, 'low'],
      [3, 'moderate'],
      [5, 'moderate'],
      [6, 'high'],
      [7, 'high'],
      [8, 'very-high'],
      [10, 'very-high'],
      [11, 'extreme'],
      [15, 'extreme'],
    ]);
  });

  const recorded = ['v2-weather-wbgt.json', 'v2-weather-wbgt-wet-afternoon.json'].map((name) =>
    sharedFile(`sky/${name}`),
  );

  it.skipIf(recorded.includes(undefined))(
    'finds that the words of the feed for the heat are those of the advisory of June 2026',
    () => {
      const seen = new Set<string>();
      for (const file of recorded) {
        const body: {
          data: { records: { item: { readings: { wbgt: string; heatStress: string }[] } }[] };
        } = JSON.parse(readFileSync(file ?? '', 'utf8'));
        for (const { wbgt, heatStress } of body.data.records.flatMap(({ item }) => item.readings)) {
          const expected = Number(wbgt) < 31 ? 'Low' : Number(wbgt) < 33 ? 'Moderate' : 'High';
          expect([wbgt, heatStress]).toEqual([wbgt, expected]);
          seen.add(heatStress);
        }
      }
      expect(seen.size).toBeGreaterThan(0);
    },
  );
});
