import { describe, expect, test } from 'vitest';
import { HOUR, parseInstant } from '../../../core/air/time/time.ts';
import { air } from '../../words/en/air/air.ts';
import type { Figure } from '../readings/figures.ts';
import { freshnessWords } from './freshness-words.ts';

const NOW = parseInstant('2026-09-28T19:00:00+08:00') ?? 0;
const FOUR = '2026-09-28T16:00:00+08:00';
const SIX = '2026-09-28T18:00:00+08:00';

function figure(metric: 'psi' | 'pm25', status: Figure['status'], hour: string | null = SIX): Figure {
  const value = status === 'unavailable' ? null : 84;
  const age = hour === null ? 0 : NOW - (parseInstant(hour) ?? 0);
  return { metric, status, value, hour, age, severity: 'good', band: 'Good', color: '#000000' };
}

const FOUR_LATE = air.freshness.late('4 pm', 3 * HOUR);

function words(psi: Figure, pm25: Figure, isOnline = true): string {
  return freshnessWords({ psi, pm25 }, { isOnline, now: NOW });
}

describe('air: freshness of the figures', () => {
  test('there is no text for fresh figures with a network', () => {
    expect(words(figure('psi', 'ok'), figure('pm25', 'ok'))).toBe('');
  });

  test('two figures delayed since the same hour are named once', () => {
    const late = [figure('psi', 'stale', FOUR), figure('pm25', 'stale', FOUR)] as const;
    expect(words(...late)).toBe(FOUR_LATE);
    expect(words(...late, false)).toBe(`${air.freshness.offline} ${FOUR_LATE}`);
  });

  test('figures of different hours are each named with their hour', () => {
    expect(words(figure('psi', 'stale', FOUR), figure('pm25', 'stale', SIX))).toBe(
      'Delayed: 24-hour PSI from 4 pm, 3 hr ago; 1-hour PM2.5 from 6 pm, 1 hr ago.',
    );
    expect(words(figure('psi', 'ok'), figure('pm25', 'stale', FOUR), false)).toBe(
      'Offline. Delayed: 1-hour PM2.5 from 4 pm, 3 hr ago.',
    );
    expect(words(figure('psi', 'unavailable', null), figure('pm25', 'stale', FOUR))).toBe(
      'Delayed: 1-hour PM2.5 from 4 pm, 3 hr ago.',
    );
  });

  test('offline is reported for fresh figures too, with their hour', () => {
    expect(words(figure('psi', 'ok'), figure('pm25', 'ok'), false)).toBe(
      `${air.freshness.offline} ${air.freshness.kept('6 pm', HOUR)}`,
    );
  });

  test('an hour that is yet to come is in doubt, and has no age', () => {
    const ahead = new Date(NOW + 3 * HOUR).toISOString();
    expect(words(figure('psi', 'stale', ahead), figure('pm25', 'stale', ahead))).toBe(
      'In doubt: the hour of the figures, 10 pm, is yet to come.',
    );
    expect(words(figure('psi', 'stale', FOUR), figure('pm25', 'stale', ahead), false)).toBe(
      'Offline. Delayed: 24-hour PSI from 4 pm, 3 hr ago. In doubt: 1-hour PM2.5 from 10 pm, which is yet to come.',
    );
  });

  test('an hour that has just begun, or is ahead by no more than clocks are, is only delayed', () => {
    const soon = new Date(NOW + 60_000).toISOString();
    expect(words(figure('psi', 'stale', soon), figure('pm25', 'stale', soon))).toMatch(
      /^Delayed: figures from /,
    );
  });

  test('without any figure, the text depends on the network', () => {
    const none = [figure('psi', 'unavailable', null), figure('pm25', 'unavailable', null)] as const;
    expect(words(...none)).toBe(air.freshness.noFigures);
    expect(words(...none, false)).toBe(air.freshness.nothingKept);
  });
});
