import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DrawingEntry } from '../../../core/drawing/types.ts';
import { arrange, fold, type Sort } from './arrange.ts';

function entry(id: string, title: string, changed = 0, created = changed): DrawingEntry {
  const at = (ms: number) => new Date(ms).toISOString();
  return {
    id,
    title,
    rev: 1,
    strokeCount: 0,
    thumb: '',
    trashed: false,
    createdAt: at(created),
    updatedAt: at(changed),
  };
}

const ids = (entries: readonly DrawingEntry[]) => entries.map(({ id }) => id).join('');

describe('gallery: search', () => {
  it.each([
    ['case', 'KALLANG', 'Kallang Basin'],
    ['marks', 'cafe', 'Café crème'],
    ['marks in the query', 'crème', 'Cafe creme'],
    ['marks as letters of their own', 'cafe\u0301', 'Café'],
    ['the Turkish i', 'istanbul', 'İstanbul'],
    ['letters that Unicode keeps whole', 'strasse o', 'Straße Ø'],
    ['width', 'abc', 'ＡＢＣ'],
    ['the order of words', 'tree rain', 'Rain tree'],
    ['space around', '  rain ', 'Rain tree'],
    ['no title', 'untitled', ''],
    ['other scripts', '雨树', '福康宁山的雨树'],
    ['the middle of a word', 'lan', 'Kallang'],
  ])('ignores %s', (_, query, title) => {
    expect(arrange([entry('a', title)], query, 'changed')).toHaveLength(1);
  });

  it('finds only titles with every word', () => {
    const entries = [entry('a', 'Rain tree'), entry('b', 'Rain'), entry('c', 'Tree')];
    expect(ids(arrange(entries, 'rain tree', 'changed'))).toBe('a');
    expect(arrange(entries, 'rain bow', 'changed')).toEqual([]);
  });

  it('folds consistently, and finds a title by any part of it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 30 }), fc.nat(), fc.nat(), (title, i, j) => {
        expect(fold(fold(title))).toBe(fold(title));
        const letters = [...title];
        const [from, to] = [i % (letters.length + 1), j % (letters.length + 1)].sort((a, b) => a - b);
        const part = letters.slice(from, to).join('');
        if (title !== '') expect(arrange([entry('a', title)], part.toLowerCase(), 'title')).toHaveLength(1);
      }),
      { numRuns: 3000 },
    );
  });
});

describe('gallery: sort', () => {
  const entries = [
    entry('a', 'Sheet 10', 3, 1),
    entry('b', 'sheet 9', 1, 3),
    entry('c', '', 4, 0),
    entry('d', 'Éclair', 2, 2),
  ];

  it.each<[Sort, string]>([
    ['changed', 'cadb'],
    ['created', 'bdac'],
    // Numbers are ordered by value; untitled drawings come last.
    ['title', 'dbac'],
  ])('by %s', (sort, order) => {
    expect(ids(arrange(entries, '', sort))).toBe(order);
  });

  it('keeps every drawing once, whatever the input order', () => {
    const any = fc.uniqueArray(
      fc.record({
        id: fc.uuid(),
        title: fc.string({ maxLength: 6 }),
        changed: fc.nat(5),
        created: fc.nat(5),
      }),
      { selector: ({ id }) => id, maxLength: 20 },
    );
    fc.assert(
      fc.property(any, fc.constantFrom<Sort>('changed', 'created', 'title'), (records, sort) => {
        const list = records.map((one) => entry(one.id, one.title, one.changed, one.created));
        const sorted = arrange(list, '', sort);
        expect(sorted.map(({ id }) => id).sort()).toEqual(list.map(({ id }) => id).sort());
        expect(ids(arrange(list.toReversed(), '', sort))).toBe(ids(sorted));
      }),
    );
  });
});
