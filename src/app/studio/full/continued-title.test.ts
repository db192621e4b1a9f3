import { expect, test } from 'vitest';
import { continuedTitle } from './continued-title.ts';

test('studio: a continued drawing is called like the one before it, numbered from the second on', () => {
  expect(continuedTitle('Rain tree')).toBe('Rain tree, continued');
  expect(continuedTitle('Rain tree, continued')).toBe('Rain tree, continued 2');
  expect(continuedTitle('Rain tree, continued 9')).toBe('Rain tree, continued 10');
  expect(continuedTitle('')).toBe('Untitled, continued');
  expect(continuedTitle('To be continued')).toBe('To be continued, continued');
  const longest = continuedTitle('🌳'.repeat(200));
  expect([...longest]).toHaveLength(200);
  expect(longest).toMatch(/^🌳+, continued$/u);
});
