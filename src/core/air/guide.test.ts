import { describe, expect, it } from 'vitest';
import { PM25_BANDS, PSI_BANDS, pm25Presentation, psiPresentation } from './bands.ts';
import { guide, guideJson } from './guide.ts';

const { pm25Bands, psiForecast, ...rest } = guide();

describe('air: guide', () => {
  it("has the agency's figures and names of the bands", () => {
    expect(pm25Bands.map(({ id, label, min, max }) => [id, label, min, max])).toEqual([
      ['normal', 'Normal', 0, 55],
      ['elevated', 'Elevated', 56, 150],
      ['high', 'High', 151, 250],
      ['very-high', 'Very high', 251, null],
    ]);
    expect(psiForecast.bands.map(({ id, label, min, max }) => [id, label, min, max])).toEqual([
      ['good', 'Good', 0, 50],
      ['moderate', 'Moderate', 51, 100],
      ['unhealthy', 'Unhealthy', 101, 200],
      ['very-unhealthy', 'Very unhealthy', 201, 300],
      ['hazardous', 'Hazardous', 301, null],
    ]);
  });

  it('has bands without gap or overlap, the same ones as the presentation of values', () => {
    for (const [bands, present, known] of [
      [pm25Bands, pm25Presentation, PM25_BANDS],
      [psiForecast.bands, psiPresentation, PSI_BANDS],
    ] as const) {
      expect(bands.map(({ id }) => id)).toEqual(known.map(({ id }) => id));
      for (const [index, { id, label, min, max }] of bands.entries()) {
        expect(min).toBe(index === 0 ? 0 : (bands[index - 1]?.max ?? Number.NaN) + 1);
        expect(present(min)).toMatchObject({ severity: id, label });
        expect(present(max ?? 5000)).toMatchObject({ severity: id, label });
      }
    }
  });

  it("has the agency's advice for each band, and the period of that advice", () => {
    // Texts of the poster. The other sentences are this project's own.
    const pm25Actions = [
      [/^Carry on as usual/, /^Carry on as usual/],
      [/^Reduce .*strenuous/, /^Avoid .*strenuous/],
      [/^Avoid .*strenuous/, /^Avoid being active/],
      [/^Minimise being active/, /^Avoid being active/],
    ];
    for (const [index, { everyone, vulnerable }] of pm25Bands.entries()) {
      expect(everyone).toMatch(pm25Actions[index]?.[0] ?? /none/);
      expect(vulnerable).toMatch(pm25Actions[index]?.[1] ?? /none/);
      for (const words of [everyone, vulnerable]) expect(words).toMatch(/ for the next hour\.$/);
    }
    const psiActions = [
      [/^As usual/, /^As usual/, /^As usual/],
      [/^As usual/, /^As usual/, /^As usual/],
      [/^Reduce prolonged or strenuous/, /^Minimise prolonged or strenuous/, /^Avoid prolonged or strenuous/],
      [/^Avoid prolonged or strenuous/, /^Minimise being active/, /^Avoid being active/],
      [/^Minimise being active/, /^Avoid being active/, /^Avoid being active/],
    ];
    for (const [index, { healthy, sensitive, chronic }] of psiForecast.bands.entries()) {
      for (const [group, words] of [healthy, sensitive, chronic].entries()) {
        expect(words).toMatch(psiActions[index]?.[group] ?? /none/);
      }
    }
  });

  it('has its date and its source, and says that it is no forecast', () => {
    expect(rest).toMatchObject({
      source: { publisher: 'National Environment Agency (NEA)', date: 'June 2026' },
      isLiveForecast: false,
    });
    expect(new URL(rest.source.referenceUrl).host).toBe('www.haze.gov.sg');
    expect(Object.keys(rest.definitions)).toEqual(['reduce', 'minimise', 'avoid', 'prolonged', 'strenuous']);
    expect(rest.vulnerablePersons).toMatch(/older.*pregnant.*children.*lungs or heart/);
    expect(rest.caveats.join(' ')).toMatch(/prescribes nothing.*not a forecast/);
    expect(JSON.parse(guideJson())).toEqual(guide());
  });
});
