import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PM25_BANDS, PSI_BANDS, pm25Presentation, psiPresentation } from './bands.ts';

/** WCAG 2 contrast ratio of two `#rrggbb` colours. */
function contrast(first: string, second: string): number {
  const [light, dark] = [luminance(first), luminance(second)].sort((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

function luminance(color: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

describe('air: bands', () => {
  it.each([
    [0, 'good'],
    [50, 'good'],
    [51, 'moderate'],
    [100, 'moderate'],
    [101, 'unhealthy'],
    [200, 'unhealthy'],
    [201, 'very-unhealthy'],
    [300, 'very-unhealthy'],
    [301, 'hazardous'],
    [500, 'hazardous'],
  ])('a 24-hour PSI of %d is %s', (psi, severity) => expect(psiPresentation(psi).severity).toBe(severity));

  it.each([
    [0, 'normal'],
    [55, 'normal'],
    [56, 'elevated'],
    [150, 'elevated'],
    [151, 'high'],
    [250, 'high'],
    [251, 'very-high'],
    [900, 'very-high'],
  ])('a 1-hour PM2.5 of %d µg/m³ is %s', (pm25, severity) =>
    expect(pm25Presentation(pm25).severity).toBe(severity),
  );

  it('presents a missing value as nothing, never as the lowest band', () => {
    for (const present of [psiPresentation, pm25Presentation]) {
      for (const value of [null, -1, Number.NaN, Number.POSITIVE_INFINITY])
        expect(present(value)).toEqual({});
    }
  });

  it('returns id, label and colour of the same band', () => {
    expect(psiPresentation(132)).toEqual({ severity: 'unhealthy', label: 'Unhealthy', color: '#a67c00' });
    expect(pm25Presentation(132)).toEqual({ severity: 'elevated', label: 'Elevated', color: '#a67c00' });
  });

  it.each([
    ['PSI', PSI_BANDS, psiPresentation],
    ['PM2.5', PM25_BANDS, pm25Presentation],
  ] as const)('every %s has exactly one band, and a higher value never a lower one', (_, bands, present) => {
    const rank = (value: number) => bands.findIndex(({ id }) => id === present(value).severity);
    const value = fc.double({ min: 0, max: 2000, noNaN: true });
    fc.assert(
      fc.property(value, value, (a, b) => {
        const [low, high] = a <= b ? [a, b] : [b, a];
        expect(rank(low)).toBeGreaterThanOrEqual(0);
        expect(rank(low)).toBeLessThanOrEqual(rank(high));
        expect(low).toBeLessThanOrEqual(bands[rank(low)]?.upTo ?? Number.NaN);
      }),
    );
  });

  const grounds = ['#ffffff', '#f4eee1', '#1c1a17', '#25211c', '#302b25', '#37312a'];
  it.each([...PSI_BANDS, ...PM25_BANDS].map(({ label, color }) => [label, color]))(
    'the colour of %s, %s, has 3:1 contrast on white and on every light and dark surface',
    (_, color) => {
      for (const ground of grounds) expect(contrast(color, ground), ground).toBeGreaterThanOrEqual(3);
    },
  );

  it('gives the bands of a metric distinct colours', () => {
    for (const bands of [PSI_BANDS, PM25_BANDS]) {
      expect(new Set(bands.map(({ color }) => color)).size).toBe(bands.length);
    }
  });
});
