import { describe, expect, it } from 'vitest';
import { atomFeed, crossingName, type Entry } from './atom.ts';

const ENTRY: Entry = {
  id: '3f2b8c52-7f0e-8d43-9a55-1c6a8e0d4b21',
  metric: 'pm25',
  region: 'central',
  hour: '2026-09-28T16:00:00+08:00',
  before: { value: 48, severity: 'normal', label: 'Normal' },
  after: { value: 62, severity: 'elevated', label: 'Elevated' },
};
const options = {
  region: 'central',
  newestHour: '2026-09-28T18:00:00+08:00',
  publicUrl: 'https://draw.example/',
} as const;

describe('past: the feed', () => {
  it('says what was crossed, when and by which figures, dated by the data’s own hour', () => {
    const text = atomFeed([ENTRY], options);
    expect(text).toContain('<title>Central: 1-hour PM2.5 up to Elevated</title>');
    expect(text).toContain(
      '<summary>1-hour PM2.5 in Central: 62 µg/m³ (Elevated) at 16:00 SGT on 28 Sep 2026, 48 µg/m³ (Normal) an hour earlier.</summary>',
    );
    expect(text.match(/<updated>[^<]+/g)).toEqual(
      Array.from({ length: 2 }, () => '<updated>2026-09-28T16:00:00+08:00'),
    );
    expect(text).toContain('<id>https://draw.example/air.atom?region=central</id>');
    expect(text).toContain('href="https://draw.example/air"');
  });

  it('names each thing as RFC 4287 does, and an index has no unit', () => {
    const before = { value: 50, severity: 'good', label: 'Good' };
    const after = { value: 51, severity: 'moderate', label: 'Moderate' };
    const text = atomFeed([{ ...ENTRY, metric: 'psi', before, after }], { ...options, region: 'all' });
    expect(text).toContain('<title>Central: 24-hour PSI up to Moderate</title>');
    expect(text).toContain(' 51 (Moderate) at 16:00 SGT on 28 Sep 2026, 50 (Good) an hour earlier.');
    expect(text).toContain(`<id>urn:uuid:${ENTRY.id}</id>`);
    expect(text).toContain('<published>2026-09-28T16:00:00+08:00</published>');
    expect(text).toContain('<author><name>Pleinair</name></author>');
    expect(text).toMatch(/<rights>[^<]*National Environment Agency[^<]*<\/rights>/);
    expect(text).toContain('<id>https://draw.example/air.atom</id>');
  });

  it('without an entry is dated by the newest measured hour, and before any by none', () => {
    expect(atomFeed([], options)).toContain('<updated>2026-09-28T18:00:00+08:00</updated>');
    expect(atomFeed([], { ...options, newestHour: null })).toContain('<updated>1970-01-01T');
  });

  it('escapes what would be markup', () => {
    const text = atomFeed([], { ...options, publicUrl: 'https://draw.example/?a=1&b="<x>"' });
    expect(text).toContain('a=1&amp;b=&quot;&lt;x&gt;&quot;');
    expect(text).not.toContain('<x>');
  });

  it('names a crossing by metric, region and hour, and not by figures, which may be corrected', () => {
    const { hour } = ENTRY;
    const corrected = { ...ENTRY, after: { ...ENTRY.after, value: 160, label: 'High' } };
    expect(crossingName(corrected)).toBe(crossingName(ENTRY));
    const others = [
      { ...ENTRY, metric: 'psi' as const },
      { ...ENTRY, region: 'west' as const },
      { ...ENTRY, hour: `${hour}x` },
    ];
    expect(new Set([ENTRY, ...others].map(crossingName)).size).toBe(4);
  });
});
