import { describe, expect, test } from 'vitest';
import type { Figure } from '../readings/figures.ts';
import { nowWords } from './now-words.ts';

function figure(metric: 'psi' | 'pm25', status: Figure['status'], band?: string): Figure {
  const value = status === 'unavailable' ? null : 84;
  return { metric, status, band, value, severity: band, color: band, hour: null, age: 0 };
}

describe('air in words', () => {
  const psi = figure('psi', 'ok', 'Very unhealthy');
  const pm25 = figure('pm25', 'ok', 'High');

  test('fresh figures are said by their bands', () => {
    expect(nowWords({ psi, pm25 }, 'South')).toBe(
      'The 1-hour PM2.5 is high and the 24-hour PSI very unhealthy.',
    );
  });

  test('a figure that is delayed or missing is said as such, and its band is not', () => {
    for (const status of ['stale', 'unavailable'] as const) {
      const word = status === 'stale' ? 'is delayed' : 'just now';
      const withoutPm25 = nowWords({ psi, pm25: figure('pm25', status, 'High') }, 'South');
      expect(withoutPm25).toContain('24-hour PSI is very unhealthy');
      expect(withoutPm25).toContain(word);
      expect(withoutPm25).not.toContain('high');
      const withoutPsi = nowWords({ psi: figure('psi', status, 'Very unhealthy'), pm25 }, 'South');
      expect(withoutPsi).toContain('1-hour PM2.5 is high');
      expect(withoutPsi).toContain(word);
      expect(withoutPsi).not.toContain('unhealthy');
    }
  });

  test('without a fresh figure nothing is said of the air now', () => {
    for (const a of ['stale', 'unavailable'] as const) {
      for (const b of ['stale', 'unavailable'] as const) {
        const words = nowWords({ psi: figure('psi', a, 'Good'), pm25: figure('pm25', b, 'Normal') }, 'South');
        expect(words).not.toMatch(/good|normal/i);
        expect(words).toMatch(/delayed|no figures|There is no/);
      }
    }
  });
});
