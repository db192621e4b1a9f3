import { expect, test } from 'vitest';
import { drawings } from '../../words/en/drawings.ts';
import { continuedTitle } from './continued-title.ts';

test('studio: a continued drawing has the same title with the next number', () => {
  expect(continuedTitle('Rain tree')).toBe('Rain tree (2)');
  expect(continuedTitle('Rain tree (2)')).toBe('Rain tree (3)');
  expect(continuedTitle('Rain tree (9)')).toBe('Rain tree (10)');
  expect(continuedTitle('')).toBe(`${drawings.untitled} (2)`);
  expect(continuedTitle('Lau Pa Sat (1894)')).toBe('Lau Pa Sat (1894) (2)');
  const longest = continuedTitle('🌳'.repeat(200));
  expect([...longest]).toHaveLength(200);
  expect(longest).toMatch(/^🌳+ \(2\)$/u);
});
