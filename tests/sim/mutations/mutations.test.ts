/**
 * A simulator that cannot fail proves nothing: without any one of its safeguards, sync must be caught losing
 * something.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ROOT, requireSnippets } from '../rewrite.ts';
import { BY_HAND } from '../schedule/by-hand.ts';
import { scheduleOf } from '../schedule/schedule-of.ts';
import { MUTATIONS } from './list.ts';
import { failuresOf, tryMutations } from './run.ts';
import { knownSeeds, readTable, seedOf } from './table.ts';

const THREADS = 2;

describe('sync: the mutations', () => {
  test('each replaces text that the sources have once', () => {
    for (const { edits } of MUTATIONS) requireSnippets(edits);
  });

  test('the table in docs/sync-simulator.md lists them all', () => {
    const named = readTable().map(({ name, removes }) => ({ name, removes }));
    expect(named).toEqual(MUTATIONS.map(({ name, removes }) => ({ name, removes })));
    for (const row of readTable()) {
      expect(() => scheduleOf(seedOf(row)), row.seed).not.toThrow();
      expect(row.breaks).not.toBe('');
    }
  });

  test('docs/reliability.md has their number', () => {
    const page = readFileSync(join(ROOT, 'docs/reliability.md'), 'utf8');
    expect(page).toContain(`| ${MUTATIONS.length} safeguards,`);
  });

  test('the seed of each holds while nothing is removed', { timeout: 120_000 }, async () => {
    for (const [tabs, mutations] of Map.groupBy(MUTATIONS, ({ tabs }) => tabs)) {
      const seeds = new Set([
        ...mutations.flatMap(knownSeeds),
        ...(tabs === undefined ? BY_HAND.keys() : []),
      ]);
      expect(await failuresOf([...seeds], THREADS, tabs)).toEqual([]);
    }
  });

  test('each is caught by its seed', { timeout: 300_000 }, async () => {
    const started = performance.now();
    const verdicts = await tryMutations(MUTATIONS, { known: knownSeeds }, THREADS, () => {});
    console.log(`${verdicts.length} mutations, ${((performance.now() - started) / 1000).toFixed(1)} s`);
    const survivors = verdicts.filter(({ seed }) => seed === undefined);
    expect(survivors.map(({ mutation, failure }) => `${mutation.name}: ${failure}`)).toEqual([]);
    expect(verdicts).toHaveLength(MUTATIONS.length);
  });

  test('each schedule by hand catches one', () => {
    const named = new Set(readTable().map(seedOf));
    expect([...BY_HAND.keys()].filter((name) => !named.has(name))).toEqual([]);
  });
});
