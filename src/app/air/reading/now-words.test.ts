import { describe, expect, test } from 'vitest';
import { HOUR } from '../../../core/air/time/time.ts';
import { air as words } from '../../words/en/air/air.ts';
import type { Figure } from '../readings/figures.ts';
import { nowWords } from './now-words.ts';

function figure(metric: 'psi' | 'pm25', status: Figure['status'], band?: string): Figure {
  const value = status === 'unavailable' ? null : 84;
  return { metric, status, band, value, severity: band, color: '#000000', hour: null, age: 0 };
}

describe('air in words', () => {
  const psi = figure('psi', 'ok', 'very-unhealthy');
  const pm25 = figure('pm25', 'ok', 'high');

  test('fresh figures are described by their bands', () => {
    expect(nowWords({ psi, pm25 }, 'South')).toBe(words.here.both('high', 'very-unhealthy'));
  });

  test('a delayed or missing figure is called that, without its band', () => {
    for (const status of ['stale', 'unavailable'] as const) {
      const word = status === 'stale' ? words.here.late : words.here.none;
      const withoutPm25 = nowWords({ psi, pm25: figure('pm25', status, 'high') }, 'South');
      expect(withoutPm25).toContain(words.here.one('psi', 'very-unhealthy'));
      expect(withoutPm25).toContain(word('pm25'));
      expect(withoutPm25).not.toContain('high');
      const withoutPsi = nowWords({ psi: figure('psi', status, 'very-unhealthy'), pm25 }, 'South');
      expect(withoutPsi).toContain(words.here.one('pm25', 'high'));
      expect(withoutPsi).toContain(word('psi'));
      expect(withoutPsi).not.toContain('unhealthy');
    }
  });

  test('a figure of an hour that is yet to come is in doubt, and not delayed', () => {
    const ahead = (metric: 'psi' | 'pm25') => ({ ...figure(metric, 'stale', 'high'), age: -HOUR });
    expect(nowWords({ psi, pm25: ahead('pm25') }, 'South')).toBe(
      `${words.here.doubtful('pm25')} ${words.here.one('psi', 'very-unhealthy')}`,
    );
    expect(nowWords({ psi: ahead('psi'), pm25: ahead('pm25') }, 'South')).toBe(
      words.here.allDoubtful('South'),
    );
    expect(nowWords({ psi: figure('psi', 'stale'), pm25: ahead('pm25') }, 'South')).toBe(
      `${words.here.doubtful('pm25')} ${words.here.late('psi')}`,
    );
  });

  test('without a fresh figure, nothing describes the air now', () => {
    for (const a of ['stale', 'unavailable'] as const) {
      for (const b of ['stale', 'unavailable'] as const) {
        const said = nowWords({ psi: figure('psi', a, 'good'), pm25: figure('pm25', b, 'normal') }, 'South');
        expect(said).not.toMatch(/good|normal/i);
        expect(said).toMatch(/delayed|no figures|There is no/);
      }
    }
  });
});
