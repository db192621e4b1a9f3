import { describe, expect, it } from 'vitest';
import { readingsBody } from './readings.ts';
import { FALLBACK_CENTRES } from './regions.ts';
import { MINUTE, parseInstant, toSgt } from './time/time.ts';
import type { AirState, HourFigure, Metric, RegionValues, SourceState } from './types.ts';
import { REGIONS } from './types.ts';

const NOW = parseInstant('2026-09-28T16:20:00+08:00') ?? Number.NaN;
const PSI: RegionValues = { north: 64, south: 84, east: 73, west: 81, central: 81 };
const PM25: RegionValues = { north: 49, south: 105, east: 83, west: 117, central: 105 };

function hour(metric: Metric, values: RegionValues, text = '2026-09-28T16:00:00+08:00'): HourFigure {
  return { metric, hour: text, values, updatedTimestamp: '2026-09-28T16:01:05+08:00' };
}
function source(metric: Metric, change: Partial<SourceState> = {}): SourceState {
  const newest = hour(metric, metric === 'psi' ? PSI : PM25);
  const fetchedAt = toSgt(NOW - 4 * MINUTE);
  return { url: `https://upstream.test/${metric}`, refreshed: true, fetchedAt, newest, ...change };
}
function state(psi: Partial<SourceState> = {}, pm25: Partial<SourceState> = {}): AirState {
  return { sources: { psi: source('psi', psi), pm25: source('pm25', pm25) }, centres: FALLBACK_CENTRES };
}
const all = { region: 'all', now: NOW, publicUrl: 'https://air.example/' } as const;
const NEVER = { refreshed: false, fetchedAt: null, newest: null };

describe('air: readings', () => {
  it('has hour, fetch time and status of each figure, and no warning', () => {
    const { body } = readingsBody(state(), all);
    expect(body.warning).toBeNull();
    expect(body.sources.psi).toEqual({
      url: 'https://upstream.test/psi',
      timestamp: '2026-09-28T16:00:00+08:00',
      updatedTimestamp: '2026-09-28T16:01:05+08:00',
      fetchedAt: '2026-09-28T16:16:00+08:00',
      status: 'ok',
    });
    expect(body).toMatchObject({ apiVersion: '1', region: 'all', cacheSeconds: 600 });
    expect(body.fetchedAt).toBe('2026-09-28T16:16:00+08:00');
    expect(body.regions.map(({ id }) => id)).toEqual([...REGIONS]);
    expect(body.regions[1]).toEqual({
      id: 'south',
      name: 'South',
      latitude: 1.29587,
      longitude: 103.82,
      psi: 84,
      pm25: 105,
      psiPresentation: { severity: 'moderate', label: 'Moderate', color: '#3480c4' },
      pm25Presentation: { severity: 'elevated', label: 'Elevated', color: '#a67c00' },
    });
  });

  it('has publisher, portal, licence, guide and catalogues, with its own addresses', () => {
    const { body } = readingsBody(state(), all);
    expect(body.provenance).toMatchObject({
      publisher: 'National Environment Agency (NEA)',
      provider: 'data.gov.sg',
      licence: 'https://data.gov.sg/open-data-licence',
    });
    expect(body.provenance.sourceUrls.every((url) => URL.canParse(url))).toBe(true);
    expect(body.provenance.disclaimer).toMatch(/independent/);
    expect(body.guideUrl).toBe('https://air.example/api/v1/guide');
    expect(body.affiliate.catalogues.purifiers).toBe(
      'https://air.example/api/v1/products?category=purifiers',
    );
  });

  it('has only the requested region', () => {
    const { body } = readingsBody(state(), { ...all, region: 'west' });
    expect(body.region).toBe('west');
    expect(body.regions.map(({ id }) => id)).toEqual(['west']);
  });

  it('keeps the other source unchanged if one fails', () => {
    const { body } = readingsBody(state(NEVER), all);
    expect(body.sources.psi).toMatchObject({ status: 'unavailable', timestamp: null, fetchedAt: null });
    expect(body.sources.pm25.status).toBe('ok');
    expect(body.regions[0]).toMatchObject({ psi: null, psiPresentation: {}, pm25: 49 });
    expect(body.fetchedAt).toBe('2026-09-28T16:16:00+08:00');
    expect(body.warning).toBe('The 24-hour PSI is unavailable: no reading is known.');
  });

  it('has nulls, unavailable and a warning if nothing is known, never a zero', () => {
    const { body, maxAge } = readingsBody(state(NEVER, NEVER), all);
    expect(maxAge).toBe(0);
    expect(body.fetchedAt).toBeNull();
    expect(body.regions).toHaveLength(5);
    for (const region of body.regions) expect(region).toMatchObject({ psi: null, pm25: null });
    expect(body.warning).toBe('The 24-hour PSI and the 1-hour PM2.5 are unavailable: no reading is known.');
  });

  it('keeps value and hour after a failed refresh, as stale, and names the hour', () => {
    const { body } = readingsBody(state({}, { refreshed: false }), all);
    expect(body.sources.pm25).toMatchObject({ status: 'stale', timestamp: '2026-09-28T16:00:00+08:00' });
    expect(body.regions[0]?.pm25).toBe(49);
    expect(body.warning).toBe(
      'The 1-hour PM2.5 is delayed: nothing newer than 16:00 SGT on 28 Sep 2026 could be had.',
    );
  });

  it('warns with the newest hour if the upstream stops publishing', () => {
    const old = { newest: hour('psi', PSI, '2026-09-28T11:00:00+08:00') };
    expect(readingsBody(state(old), all).body.warning).toBe(
      'The 24-hour PSI is delayed: the newest hour published is 11:00 SGT on 28 Sep 2026.',
    );
  });

  it('does not call an hour ahead of the clock delayed', () => {
    const ahead = { newest: hour('psi', PSI, '2026-09-28T18:00:00+08:00') };
    const { body } = readingsBody(state(ahead), all);
    expect(body.sources.psi.status).toBe('stale');
    expect(body.warning).toMatch(/18:00 SGT on 28 Sep 2026 lies ahead of the clock/);
  });

  it('warns about a missing region only where it is shown', () => {
    const partial = { newest: hour('pm25', { ...PM25, south: null }) };
    expect(readingsBody(state({}, partial), all).body.warning).toBe(
      'The 1-hour PM2.5 of 16:00 SGT on 28 Sep 2026 has no value for South.',
    );
    expect(readingsBody(state({}, partial), { ...all, region: 'north' }).body.warning).toBeNull();
    expect(readingsBody(state({}, partial), all).body.sources.pm25.status).toBe('ok');
  });

  it('may be cached until ten minutes after the older fetch', () => {
    expect(readingsBody(state(), all).maxAge).toBe(360);
    expect(readingsBody(state({ fetchedAt: toSgt(NOW - 9 * MINUTE) }), all).maxAge).toBe(60);
    expect(readingsBody(state({ fetchedAt: toSgt(NOW - 30 * MINUTE) }), all).maxAge).toBe(0);
    expect(readingsBody(state({ fetchedAt: toSgt(NOW + MINUTE) }), all).maxAge).toBe(360);
  });

  it('may not be cached past the moment a status turns stale', () => {
    const now = (parseInstant('2026-09-28T18:15:00+08:00') ?? 0) - 90_000;
    const fetchedAt = toSgt(now);
    const { body, maxAge } = readingsBody(state({ fetchedAt }, { fetchedAt }), { ...all, now });
    expect(body.sources.psi.status).toBe('ok');
    expect(maxAge).toBe(90);
    const later = readingsBody(state({ fetchedAt }, { fetchedAt }), { ...all, now: now + 91_000 });
    expect(later.body.sources.psi.status).toBe('stale');
  });
});
