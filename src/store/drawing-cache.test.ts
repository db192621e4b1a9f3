import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DrawingRow, KeyEntry } from '../api/ports.ts';
import { drawingCache } from './drawing-cache.ts';

const SLOTS = 4;
const TIME = '2026-11-21T00:00:00.000Z';
const entry = (key: string): KeyEntry => ({
  key,
  hash: '',
  rev: 1,
  title: '',
  strokeCount: 0,
  updatedAt: TIME,
});
const rowOf = (id: string, rev: number): DrawingRow => ({
  id,
  rev,
  seq: rev,
  title: '',
  strokeCount: 0,
  chunks: [],
  trashed: false,
  createdAt: TIME,
  updatedAt: TIME,
  keyCount: 0,
});

interface Stored {
  readonly row: DrawingRow;
  readonly slots: Map<number, KeyEntry>;
}

describe('store: cache of drawings', () => {
  it('equals the store, whoever writes and whatever fails', () => {
    const step = fc.record({
      who: fc.nat({ max: 1 }),
      drawing: fc.oneof({ weight: 4, arbitrary: fc.nat({ max: 2 }) }, fc.nat({ max: 11 })).map(String),
      asks: fc.constantFrom('row', 'slots', 'nothing'),
      writes: fc.constantFrom('row', 'both', 'nothing'),
    });
    let held = 0;
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const connections = [drawingCache(), drawingCache()];
        const stored = new Map<string, Stored>();
        let counter = 0;
        for (const [i, { who, drawing, asks, writes }] of steps.entries()) {
          const cache = connections[who]!;
          const before = stored.get(drawing) ?? { row: rowOf(drawing, 0), slots: new Map() };
          if (asks !== 'nothing') {
            const known = cache.at(counter, drawing);
            if (known !== undefined) expect(cache.counter).toBe(counter);
            if (known !== undefined) expect(cache.has(drawing)).toBe(true);
            const what = known?.[asks];
            if (what === undefined) cache.set(counter, drawing, { [asks]: before[asks] });
            else {
              held += 1;
              expect(what).toEqual(before[asks]);
            }
          }
          if (writes === 'nothing') continue;
          const row = rowOf(drawing, i + 1);
          const key = { drawing, slot: i % SLOTS, entry: entry(`key ${i}`) };
          const keys = writes === 'both' ? [key] : [];
          const slots = new Map(before.slots);
          for (const { slot, entry: made } of keys) slots.set(slot, made);
          stored.set(drawing, { row, slots });
          cache.commit(counter, counter + 1, { rows: [row], keys, deleted: [] });
          counter += 1;
        }
      }),
      { numRuns: 1_000 },
    );
    expect(held).toBeGreaterThan(0);
  });
});
