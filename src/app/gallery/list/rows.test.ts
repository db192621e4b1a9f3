import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cardsInView, type Grid, gridHeight, stepTo } from './rows.ts';

const grid = fc.record<Grid>({
  count: fc.integer({ min: 0, max: 3000 }),
  columns: fc.integer({ min: 1, max: 12 }),
  pitch: fc.double({ min: 60, max: 900, noNaN: true }),
  gap: fc.integer({ min: 0, max: 40 }),
});
const view = fc.record({
  top: fc.double({ min: -5000, max: 900_000, noNaN: true }),
  height: fc.double({ min: 1, max: 4000, noNaN: true }),
});

describe('gallery: rows in view', () => {
  it('has every card in view, in whole rows, and no further row', () => {
    fc.assert(
      fc.property(grid, view, fc.integer({ min: 0, max: 4 }), (grid, seen, spare) => {
        const { from, to } = cardsInView(grid, seen, spare);
        expect(from === grid.count || from % grid.columns === 0).toBe(true);
        expect(to === grid.count || to % grid.columns === 0).toBe(true);
        expect(from).toBeLessThanOrEqual(to);
        for (let i = 0; i < grid.count; i++) {
          const top = Math.floor(i / grid.columns) * grid.pitch;
          const cut = top < seen.top + seen.height && top + grid.pitch - grid.gap > seen.top;
          if (cut && (i < from || i >= to)) expect.fail(`card ${i} is seen and not in ${from}..${to}`);
        }
        const most = (Math.ceil(seen.height / grid.pitch) + 1 + 2 * spare) * grid.columns;
        expect(to - from).toBeLessThanOrEqual(most);
      }),
    );
  });

  it('ends where its last row ends', () => {
    const grid = { count: 7, columns: 3, pitch: 100, gap: 20 };
    expect(gridHeight(grid)).toBe(280);
    expect(gridHeight({ ...grid, count: 0 })).toBe(0);
  });
});

describe('gallery: arrow keys', () => {
  // 0 1 2 / 3 4 5 / 6
  const grid = { count: 7, columns: 3 };

  it.each([
    ['ArrowRight', 2, 3],
    ['ArrowRight', 6, 6],
    ['ArrowLeft', 3, 2],
    ['ArrowLeft', 0, 0],
    ['ArrowDown', 1, 4],
    ['ArrowDown', 5, 6],
    ['ArrowDown', 6, 6],
    ['ArrowUp', 6, 3],
    ['ArrowUp', 2, 2],
    ['PageDown', 0, 6],
    ['PageUp', 5, 2],
    ['Home', 5, 0],
    ['End', 0, 6],
    ['a', 1, undefined],
  ])('%s from %i', (key, at, to) => {
    expect(stepTo(key, at, grid, 2)).toBe(to);
  });

  it.each([
    ['ArrowRight', 3, 2],
    ['ArrowRight', 0, 0],
    ['ArrowLeft', 2, 3],
    ['ArrowLeft', 6, 6],
    ['ArrowDown', 1, 4],
    ['Home', 5, 0],
  ])('%s from %i in a grid from right to left', (key, at, to) => {
    expect(stepTo(key, at, { ...grid, isRtl: true }, 2)).toBe(to);
  });

  it('stay in the grid', () => {
    const key = fc.constantFrom(
      'ArrowLeft',
      'ArrowRight',
      'ArrowUp',
      'ArrowDown',
      'PageUp',
      'PageDown',
      'Home',
      'End',
    );
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 50 }),
        fc.integer({ min: 1, max: 9 }),
        fc.nat(),
        key,
        (count, columns, at, name) => {
          const to = stepTo(name, at % count, { count, columns }, 3);
          expect(to).toBeGreaterThanOrEqual(0);
          expect(to).toBeLessThan(count);
        },
      ),
    );
  });
});
