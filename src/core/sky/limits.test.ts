import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HOUR, MINUTE, parseInstant, toSgt } from '../air/time/time.ts';
import { type FeedTimes, feedStatus, isUvShown, LIMITS, secondsUntilChange } from './limits.ts';
import { FEEDS, type Feed } from './types.ts';

const at = (text: string) => parseInstant(`2026-09-21T${text}+08:00`) ?? Number.NaN;
const AT = at('14:00:00');

function times(timestamp: string | null, change: Partial<FeedTimes> = {}): FeedTimes {
  return {
    url: 'https://upstream.test/',
    refreshed: true,
    fetchedAt: timestamp,
    timestamp,
    updatedTimestamp: null,
    until: null,
    ...change,
  };
}
const of = (feed: Feed, ms: number, change: Partial<FeedTimes> = {}) =>
  times(toSgt(ms), { until: toSgt(ms + LIMITS[feed].hideAfter), ...change });

describe('sky: limits', () => {
  /** Minutes after which data are late, and after which they are gone. */
  const TABLE: readonly (readonly [Feed, number, number])[] = [
    ['forecast2h', 45, 180],
    ['rain', 15, 30],
    ['lightning', 8, 15],
    ['heat', 40, 60],
    ['uv', 80, 120],
    ['wind', 20, 40],
    // Of 14:00, so that the issue of 17:30 comes next.
    ['forecast24h', 330, 2160],
  ];

  it('is ok up to and including the time after which a feed is late, then stale, then unavailable', () => {
    expect(TABLE.map(([feed]) => feed)).toEqual([...FEEDS]);
    for (const [feed, late, hidden] of TABLE) {
      const status = (ms: number) => feedStatus(feed, of(feed, AT), AT + ms);
      // The limits of the UV index in the evening have cases of their own.
      expect([feed, status(0), status(late * MINUTE)]).toEqual([feed, 'ok', 'ok']);
      expect([feed, status(late * MINUTE + 1)]).toEqual([feed, 'stale']);
      expect([feed, status(hidden * MINUTE - 1)]).toEqual([feed, 'stale']);
      expect([feed, status(hidden * MINUTE)]).toEqual([feed, 'unavailable']);
    }
  });

  it('ends a forecast with its period, and shows none whose end is not known', () => {
    for (const feed of ['forecast2h', 'forecast24h'] as const) {
      const short = of(feed, AT, { until: toSgt(AT + 30 * MINUTE) });
      expect(feedStatus(feed, short, AT + 30 * MINUTE - 1)).toBe('ok');
      expect(feedStatus(feed, short, AT + 30 * MINUTE)).toBe('unavailable');
      for (const until of [null, 'Invalid date']) {
        expect(feedStatus(feed, of(feed, AT, { until }), AT)).toBe('unavailable');
      }
    }
  });

  it('does not believe a period that never ends', () => {
    const lie = of('forecast2h', AT, { until: toSgt(AT + 9000 * HOUR) });
    expect(feedStatus('forecast2h', lie, AT + 3 * HOUR)).toBe('unavailable');
  });

  it('is stale after a failed refresh, and unavailable without data or with a time that cannot be read', () => {
    expect(feedStatus('rain', of('rain', AT, { refreshed: false }), AT)).toBe('stale');
    expect(feedStatus('rain', times(null), AT)).toBe('unavailable');
    expect(feedStatus('rain', times('today'), AT)).toBe('unavailable');
  });

  it('is ok up to 5 min ahead of the clock, then stale, and gone as if it were of when it was fetched', () => {
    const ahead = (ms: number) => of('rain', AT + ms, { fetchedAt: toSgt(AT) });
    expect(feedStatus('rain', ahead(5 * MINUTE), AT)).toBe('ok');
    expect(feedStatus('rain', ahead(6 * MINUTE), AT)).toBe('stale');
    expect(feedStatus('rain', ahead(24 * HOUR), AT + 29 * MINUTE)).toBe('stale');
    expect(feedStatus('rain', ahead(24 * HOUR), AT + 30 * MINUTE)).toBe('unavailable');
  });

  it('calls the 24-hour forecast late two hours after an issue that did not come, and no sooner', () => {
    const tomorrow = 24 * HOUR;
    const table: readonly (readonly [string, number])[] = [
      ['05:30:00', at('13:30:00')],
      ['11:31:00', at('19:30:00')],
      ['14:11:00', at('19:30:00')],
      ['16:30:00', at('07:30:00') + tomorrow],
      ['17:29:00', at('07:30:00') + tomorrow],
      ['17:30:00', at('07:30:00') + tomorrow],
      ['22:05:00', at('07:30:00') + tomorrow],
      ['23:45:00', at('07:30:00') + tomorrow],
    ];
    for (const [issued, until] of table) {
      const status = (ms: number) => feedStatus('forecast24h', of('forecast24h', at(issued)), ms);
      expect([issued, status(until), status(until + 1)]).toEqual([issued, 'ok', 'stale']);
    }
    const afterMidnight = of('forecast24h', at('02:00:00'));
    expect(feedStatus('forecast24h', afterMidnight, at('07:30:00'))).toBe('ok');
    expect(feedStatus('forecast24h', afterMidnight, at('07:31:00'))).toBe('stale');
  });

  it('shows no UV index from 20 to 7 h, nor the evening before in the morning, and calls neither late', () => {
    const evening = times('2026-09-21T19:00:00+08:00');
    const next = (text: string) => at(text) + 24 * HOUR;
    const table: readonly (readonly [number, string, boolean])[] = [
      [at('19:30:00'), 'ok', true],
      [at('19:59:59'), 'ok', true],
      [at('20:00:00'), 'ok', false],
      [at('23:59:59'), 'ok', false],
      [next('00:00:00'), 'ok', false],
      [next('07:00:00'), 'ok', false],
      [next('08:19:59'), 'ok', false],
      [next('08:20:00'), 'unavailable', false],
    ];
    for (const [now, status, shown] of table) {
      expect([toSgt(now), feedStatus('uv', evening, now), isUvShown(evening, now)]).toEqual([
        toSgt(now),
        status,
        shown,
      ]);
    }
    const first = times('2026-09-21T07:00:00+08:00');
    expect([feedStatus('uv', first, at('07:12:00')), isUvShown(first, at('07:12:00'))]).toEqual(['ok', true]);
    expect(feedStatus('uv', times('2026-09-21T17:00:00+08:00'), next('03:00:00'))).toBe('unavailable');
    expect(feedStatus('uv', times('2026-09-20T19:00:00+08:00'), next('03:00:00'))).toBe('unavailable');
  });

  it('keeps a response no longer than anything in it holds, nor than the next question', () => {
    const fresh = of('rain', AT, { fetchedAt: toSgt(AT + MINUTE) });
    expect(secondsUntilChange('rain', fresh, AT + 2 * MINUTE)).toBe(4 * 60);
    const failing = of('rain', AT, { refreshed: false });
    expect(secondsUntilChange('rain', failing, AT + 10 * MINUTE)).toBe(10);
    expect(secondsUntilChange('rain', failing, AT + 30 * MINUTE - 4_000)).toBe(4);
    const night = times('2026-09-21T19:00:00+08:00');
    expect(secondsUntilChange('uv', night, at('22:00:00'))).toBe(9 * 3600);
  });

  it('never says anything else before that time, whatever a feed says', () => {
    const minutes = fc.integer({ min: -400, max: 3000 });
    const anyTimes = fc.record({ age: minutes, fetched: minutes, lasts: minutes, refreshed: fc.boolean() });
    fc.assert(
      fc.property(
        fc.constantFrom(...FEEDS),
        anyTimes,
        fc.integer({ min: 0, max: 24 * 60 }),
        (feed, { age, fetched, lasts, refreshed }, minute) => {
          const now = at('00:00:00') + minute * MINUTE;
          const known = times(toSgt(now - age * MINUTE), {
            fetchedAt: toSgt(now - fetched * MINUTE),
            until: toSgt(now + lasts * MINUTE),
            refreshed,
          });
          const said = (ms: number) => [feedStatus(feed, known, ms), feed === 'uv' && isUvShown(known, ms)];
          const seconds = secondsUntilChange(feed, known, now);
          expect(seconds).toBeGreaterThanOrEqual(0);
          // What is ahead of the clock comes nearer, and may become current a little late.
          const isAhead = age < -5;
          if (!isAhead)
            expect(said(now + seconds * 1000 - 1)).toEqual(seconds === 0 ? said(now - 1) : said(now));
        },
      ),
      { numRuns: 2000 },
    );
  });
});
