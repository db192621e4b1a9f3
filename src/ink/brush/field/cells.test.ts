import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Cells, RUNS_PER_ROW } from './cells.ts';

test('ink: runs are whole cells: all that was marked, in order, none twice, and forgotten then', () => {
  const cells = new Cells();
  fc.assert(
    fc.property(
      fc.constantFrom(1, 40, 64, 200, 256, 1000),
      fc.array(fc.tuple(fc.nat(2), fc.nat(), fc.nat(80)), { minLength: 1, maxLength: 12 }),
      (width, spans) => {
        cells.fit(width, 3);
        const side = Math.max(1, 2 ** Math.ceil(Math.log2(width / 64)));
        const wanted = new Set<number>();
        const begins: number[] = [width, width, width];
        const ends = [0, 0, 0];
        for (const [y, at, more] of spans) {
          const low = at % width;
          const high = Math.min(width - 1, low + more);
          cells.mark(y, low, high);
          const from = low - (low % side);
          const to = Math.min(width, high - (high % side) + side);
          for (let x = from; x < to; x++) wanted.add(y * width + x);
          begins[y] = Math.min(begins[y]!, from);
          ends[y] = Math.max(ends[y]!, to);
        }
        expect([0, 1, 2].map((y) => cells.beginOf(y))).toEqual(begins);
        expect([0, 1, 2].map((y) => cells.endOf(y))).toEqual(ends);
        const runs = new Int32Array(3 * RUNS_PER_ROW);
        const count = cells.takeRuns(0, 2, runs);
        const found: number[] = [];
        for (let i = 0; i < count; i += 2) for (let at = runs[i]!; at < runs[i + 1]!; at++) found.push(at);
        expect(found).toEqual([...wanted].sort((a, b) => a - b));
        expect(cells.takeRuns(0, 2, runs)).toBe(0);
      },
    ),
  );
});
