/**
 * A simulator that cannot fail proves nothing: without any one of its safeguards, sync must be caught losing
 * something.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ROOT, requireSnippets } from '../rewrite.ts';
import { MUTATIONS } from './list.ts';
import { SEEDS, tryMutations } from './run.ts';
import { knownSeeds, readTable } from './table.ts';

describe('sync: the mutations', () => {
  test('each replaces text that the sources have once', () => {
    for (const { edits } of MUTATIONS) requireSnippets(edits);
  });

  test('the table in docs/sync-simulator.md lists them all', () => {
    const named = readTable().map(({ name, removes }) => ({ name, removes }));
    expect(named).toEqual(MUTATIONS.map(({ name, removes }) => ({ name, removes })));
    for (const { seed, breaks } of readTable()) {
      expect(Number(seed)).toBeGreaterThan(0);
      expect(breaks).not.toBe('');
    }
  });

  test('docs/reliability.md has their number', () => {
    const page = readFileSync(join(ROOT, 'docs/reliability.md'), 'utf8');
    expect(page).toContain(`| ${MUTATIONS.length} safeguards,`);
  });

  test(`each is caught by one of ${SEEDS} seeds`, { timeout: 300_000 }, async () => {
    const started = performance.now();
    const verdicts = await tryMutations(MUTATIONS, knownSeeds, 2, () => {});
    console.log(`${verdicts.length} mutations, ${((performance.now() - started) / 1000).toFixed(1)} s`);
    const survivors = verdicts.filter(({ seed }) => seed === undefined);
    expect(survivors.map(({ mutation }) => mutation.name)).toEqual([]);
    expect(verdicts).toHaveLength(MUTATIONS.length);
  });
});
