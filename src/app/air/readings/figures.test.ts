import { describe, expect, test } from 'vitest';
import { readingsBody } from '../../../core/air/readings.ts';
import { FALLBACK_CENTRES } from '../../../core/air/regions.ts';
import { HOUR, MINUTE } from '../../../core/air/time/time.ts';
import type { AirState, Metric, SourceState } from '../../../core/air/types.ts';
import { air } from '../../words/en/air/air.ts';
import { nextHourWords } from '../reading/advice.ts';
import { figureOf } from './figures.ts';

const HOUR_TEXT = '2026-09-28T16:00:00+08:00';
const at = Date.parse(HOUR_TEXT);

function source(metric: Metric, south: number | null): SourceState {
  const values = { north: 10, south, east: 12, west: 13, central: 14 };
  const newest = { metric, hour: HOUR_TEXT, values, updatedTimestamp: null };
  return { url: 'https://example.invalid/', refreshed: true, fetchedAt: HOUR_TEXT, newest };
}

function response(psi: SourceState, pm25: SourceState, now: number) {
  const state: AirState = { sources: { psi, pm25 }, centres: FALLBACK_CENTRES };
  return readingsBody(state, { region: 'all', now, publicUrl: 'http://127.0.0.1' }).body;
}

describe('air figures on the page', () => {
  const now = at + 40 * MINUTE;
  const body = response(source('psi', 84), source('pm25', null), now);

  test('a measured value of a fresh source is shown with its band and its own hour', () => {
    const figure = figureOf(body, 'south', 'psi', { now, refreshed: true });
    expect(figure).toMatchObject({
      value: 84,
      band: 'Moderate',
      hour: HOUR_TEXT,
      status: 'ok',
      age: 40 * MINUTE,
    });
  });

  test('a missing value is unavailable even if its source is ok', () => {
    const figure = figureOf(body, 'south', 'pm25', { now, refreshed: true });
    expect(figure).toMatchObject({ value: null, band: undefined, status: 'unavailable' });
    expect(nextHourWords(figure, now)).not.toMatch(/Good|Normal|carry on/);
  });

  test('an unavailable source shows no number, even if the response has one', () => {
    const sources = { ...body.sources, psi: { ...body.sources.psi, status: 'unavailable' as const } };
    const figure = figureOf({ ...body, sources }, 'north', 'psi', { now, refreshed: true });
    expect(figure).toMatchObject({
      value: null,
      band: undefined,
      severity: undefined,
      status: 'unavailable',
    });
  });

  test('a fresh response becomes delayed once its hour is over 2 h 15 min old', () => {
    const contextAt = (age: number) => ({ now: at + age, refreshed: true });
    expect(figureOf(body, 'north', 'psi', contextAt(2 * HOUR + 15 * MINUTE)).status).toBe('ok');
    expect(figureOf(body, 'north', 'psi', contextAt(2 * HOUR + 15 * MINUTE + 1)).status).toBe('stale');
  });

  test('a response is delayed after a failed refresh, however recent', () => {
    expect(figureOf(body, 'north', 'psi', { now, refreshed: false }).status).toBe('stale');
  });

  test('a delayed PM2.5 says nothing about the next hour', () => {
    const late = at + 5 * HOUR;
    const words = nextHourWords(figureOf(body, 'north', 'pm25', { now: late, refreshed: true }), late);
    expect(words).toBe(air.maybeOutdated('4 pm'));
    const early = at - HOUR;
    const doubtful = nextHourWords(figureOf(body, 'north', 'pm25', { now: early, refreshed: true }), early);
    expect(doubtful).toBe(air.doubtfulHour('4 pm'));
  });
});
