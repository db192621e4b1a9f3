import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { DrawingEntry } from '../../../core/drawing/types.ts';
import { bounded, nextBatch, thumbsSize, withRead } from './thumbs.ts';

const entry = (n: number, chars: number, rev = 1): DrawingEntry => ({
  id: `id-${String(n).padStart(3, '0')}`,
  rev,
  title: '',
  strokeCount: 1,
  thumb: String(n % 10).repeat(chars),
  trashed: false,
  createdAt: '2026-11-21T00:00:00.000Z',
  updatedAt: '2026-11-21T00:00:00.000Z',
});
const ids = (entries: readonly DrawingEntry[]) => entries.map(({ id }) => id);
const here = (entries: readonly DrawingEntry[]) => ids(entries.filter(({ thumb }) => thumb !== ''));
const NONE: ReadonlySet<string> = new Set();

describe('gallery: thumbnails in memory', () => {
  test('the list is unchanged while all thumbnails fit', () => {
    const held = { entries: [entry(0, 10), entry(1, 10)], away: NONE };
    expect(bounded(held, 20, { order: [], from: 0, to: 0 })).toBe(held);
  });

  test('hidden drawings lose their thumbnails first, then those farthest from the view', () => {
    const entries = [0, 1, 2, 3, 4, 5, 6].map((n) => entry(n, 10));
    // Shown in another order, and without the sixth.
    const order = ids([3, 1, 5, 0, 2, 4].map((n) => entry(n, 0)));
    const view = { order, from: 2, to: 4 };
    expect(here(bounded({ entries, away: NONE }, 60, view).entries)).toEqual(ids(entries.slice(0, 6)));
    const kept = bounded({ entries, away: NONE }, 45, view);
    expect(here(kept.entries)).toEqual(['id-000', 'id-001', 'id-002', 'id-005']);
    expect([...kept.away].sort()).toEqual(['id-003', 'id-004', 'id-006']);
    // Visible thumbnails stay, however low the limit is.
    expect(here(bounded({ entries, away: NONE }, 0, view).entries)).toEqual(['id-000', 'id-005']);
  });

  test('without a view, the end of the list loses its thumbnails first', () => {
    const entries = [0, 1, 2, 3].map((n) => entry(n, 10));
    const { away } = bounded({ entries, away: NONE }, 25, { order: [], from: 0, to: 0 });
    expect([...away].sort()).toEqual(['id-002', 'id-003']);
  });

  test('stay within the limit plus the view, and those in view are loaded again', () => {
    const cases = fc.record({
      sizes: fc.array(fc.integer({ min: 0, max: 50 }), { maxLength: 40 }),
      most: fc.integer({ min: 0, max: 600 }),
      views: fc.array(fc.tuple(fc.nat(40), fc.nat(12)), { minLength: 1, maxLength: 6 }),
      mixed: fc.boolean(),
    });
    fc.assert(
      fc.property(cases, ({ sizes, most, views, mixed }) => {
        const all = sizes.map((chars, n) => entry(n, chars));
        const order = mixed ? ids(all).reverse() : ids(all);
        let held = { entries: all as readonly DrawingEntry[], away: NONE };
        for (const [from, length] of views) {
          const view = { order, from, to: from + length };
          for (let batch = nextBatch(held, view, NONE); batch; batch = nextBatch(held, view, NONE)) {
            const start = ids(all).indexOf(batch.first.id);
            held = bounded(withRead(held, all.slice(start, start + batch.count)), most, view);
          }
          held = bounded(held, most, view);
          const seen = all.filter(({ id }) => order.slice(from, from + length).includes(id));
          expect(held.entries.filter(({ id }) => ids(seen).includes(id))).toEqual(seen);
          expect(thumbsSize(held.entries)).toBeLessThanOrEqual(Math.max(most, thumbsSize(seen)));
          expect(held.entries.map((one, n) => (held.away.has(one.id) ? all[n] : one))).toEqual(all);
        }
      }),
    );
  });

  test('a drawing that changed meanwhile keeps its place, and is not requested repeatedly', () => {
    const held = { entries: [entry(0, 0), entry(1, 0)], away: new Set(['id-000', 'id-001']) };
    const view = { order: ['id-000', 'id-001'], from: 0, to: 2 };
    const read = withRead(held, [entry(0, 5, 2), entry(1, 5)]);
    expect(read.entries).toEqual([entry(0, 0), entry(1, 5)]);
    expect([...read.away]).toEqual(['id-000']);
    expect(nextBatch(read, view, NONE)?.ids).toEqual(['id-000']);
    expect(nextBatch(read, view, new Set(['id-000']))).toBeUndefined();
  });
});
