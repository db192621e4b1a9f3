import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { KeyEntry } from '../api/ports.ts';
import { freshKeys, type Slots } from './fresh-keys.ts';

const SLOTS = 4;
const entry = (key: string): KeyEntry => ({
  key,
  hash: '',
  rev: 1,
  title: '',
  strokeCount: 0,
  updatedAt: '2026-11-21T00:00:00.000Z',
});

describe('store: fresh keys', () => {
  it('holds nothing but what the store has, whoever writes and whatever fails', () => {
    const step = fc.record({
      who: fc.nat({ max: 1 }),
      drawing: fc.oneof({ weight: 4, arbitrary: fc.nat({ max: 2 }) }, fc.nat({ max: 11 })).map(String),
      asks: fc.boolean(),
      fails: fc.boolean(),
    });
    let held = 0;
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const connections = [freshKeys(), freshKeys()];
        const stored = new Map<string, Map<number, KeyEntry>>();
        let counter = 0;
        for (const [i, { who, drawing, asks, fails }] of steps.entries()) {
          const fresh = connections[who]!;
          const slots = stored.get(drawing) ?? new Map<number, KeyEntry>();
          if (asks) {
            const known: Slots | undefined = fresh.at(counter, drawing);
            if (known === undefined) fresh.hold(counter, drawing, slots);
            else {
              held += 1;
              expect(new Map(known)).toEqual(slots);
            }
          }
          if (fails) continue;
          const written = { drawing, slot: i % SLOTS, entry: entry(`key ${i}`) };
          stored.set(drawing, new Map(slots).set(written.slot, written.entry));
          fresh.commit(counter, counter + 1, [written]);
          counter += 1;
        }
      }),
      { numRuns: 1_000 },
    );
    expect(held).toBeGreaterThan(0);
  });
});
