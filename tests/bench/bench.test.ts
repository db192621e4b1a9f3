import { describe, expect, it } from 'vitest';
import { isNamed } from './names.ts';
import { misses, table } from './report.ts';
import { type Figure, figureOf, measureRuns, measureTrial, median, undisturbed } from './trial.ts';

const trial = { unit: 'ms', note: 'a note' } as const;

describe('bench', () => {
  it('takes the median of the ratios of each run, not the ratio of the medians', () => {
    const runs = [
      { worker: 10, bare: 10 },
      { worker: 90, bare: 60 },
      { worker: 30, bare: 10 },
    ];
    const figure = figureOf(
      trial,
      { what: 'x', subject: 'worker', limit: 'bare', budget: { atMost: 1.4 } },
      runs,
    );
    expect(figure).toMatchObject({ subject: 30, limit: 10, ratio: 1.5, spread: [1, 3], ok: false });
  });

  it('is over budget above an upper bound or below a lower one, and names the figure', () => {
    const figure = (what: string, ratio: number, budget: Figure['budget']): Figure =>
      figureOf(trial, { what, subject: 'a', limit: 'b', budget }, [{ a: ratio, b: 1 }]);
    const figures = [
      figure('on it', 2, { atMost: 2 }),
      figure('too slow', 2.01, { atMost: 2 }),
      figure('enough', 0.7, { atLeast: 0.7 }),
      figure('too few', 0.69, { atLeast: 0.7 }),
    ];
    expect(misses(figures)).toEqual([
      'over budget: too slow is 2.01x, the budget is <= 2',
      'over budget: too few is 0.69x, the budget is >= 0.7',
    ]);
    expect(table(figures).split('\n')).toHaveLength(6);
  });

  it('measures the sides in turn, after a warm-up, in reversed order each run', async () => {
    const asked: string[] = [];
    const side = (name: string) => async () => asked.push(name);
    const runs = await measureRuns({ a: side('a'), b: side('b') }, 2);
    expect(asked).toEqual(['a', 'b', 'a', 'b', 'b', 'a']);
    expect(runs).toEqual([
      { a: 3, b: 4 },
      { b: 5, a: 6 },
    ]);
  });

  it('ends a slow measurement early, but not before seven runs', async () => {
    const side = (ms: number) => () => new Promise<number>((resolve) => setTimeout(() => resolve(ms), ms));
    expect(await measureRuns({ slow: side(2) }, 21, 1)).toHaveLength(7);
    expect(await measureRuns({ slow: side(1) }, 9, 60_000)).toHaveLength(9);
  });

  it('measures what has a word that begins with the name', () => {
    expect(isNamed('ink: brushes, tile, pen', 'ink')).toBe(true);
    expect(isNamed('ink: brushes, tile, pen', 'INK: Brush')).toBe(true);
    expect(isNamed('live: a stroke stands on the page of a link', 'ink')).toBe(false);
    expect(isNamed('a link, or ink', 'ink')).toBe(true);
    expect(isNamed('worker: GET of a 57 KB drawing', '57 kb')).toBe(true);
    expect(isNamed('anything', '')).toBe(true);
  });

  it('restarts as often as a trial wants, closes each time, and measures only what was named', async () => {
    const asked: string[] = [];
    const side = (name: string) => async () => asked.push(name);
    const open = async () => ({
      sides: { a: side('a'), other: side('other') },
      close: async () => void asked.push('closed'),
    });
    const runs = await measureTrial({ open, openings: 2 }, new Set(['a']), 3);
    expect(asked).toEqual(['a', 'a', 'a', 'closed', 'a', 'a', 'a', 'closed']);
    expect(runs).toHaveLength(4);
  });

  it('is not moved by outliers', () => {
    expect(median([3, 1, 1000])).toBe(3);
    expect(undisturbed([1000, 4, 2])).toBe(3);
  });
});
