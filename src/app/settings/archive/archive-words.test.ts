import { describe, expect, it } from 'vitest';
import type { Fault } from '../../../api/archive/export.ts';
import { settings as words } from '../../words/en/settings.ts';
import { leftOutLines, refusedWords } from './archive-words.ts';

const why = 'is only for the command line';

describe('settings: words for imports', () => {
  it("give the reason for a left-out entry from its fault, not from the command line's text", () => {
    const faults: readonly Fault[] = ['encrypted', 'foreign', 'refused', 'damaged_here'];
    const lines = leftOutLines(faults.map((fault) => ({ name: 'drawings/a.json', fault, why })));
    expect(lines).toEqual([
      words.entries.encrypted('drawings/a.json'),
      words.entries.foreign('drawings/a.json'),
      words.entries.refused('drawings/a.json'),
      words.entries.damaged_here('drawings/a.json'),
    ]);
  });

  it('call entries damaged by default', () => {
    expect(leftOutLines([{ name: 'x', fault: 'no_zip', why }])).toEqual([words.entries.damaged('x')]);
    expect(refusedWords('twice')).toBe(words.refused.damaged);
    expect(refusedWords('newer_version')).toBe(words.refused.newer_version);
  });

  it('list twenty entries, and count the others', () => {
    const leftOut = Array.from({ length: 25 }, (_, n) => ({ name: `${n}`, fault: 'twice' as const, why }));
    expect(leftOutLines(leftOut)).toHaveLength(21);
    expect(leftOutLines(leftOut).at(-1)).toBe(words.moreThings(5));
  });
});
