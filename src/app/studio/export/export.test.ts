import { describe, expect, test } from 'vitest';
import { fileName } from './export.ts';

describe('studio: export', () => {
  test("the file has the drawing's title, without characters that file systems refuse", () => {
    expect(fileName('Sungei Buloh, 7 am')).toBe('Sungei Buloh, 7 am');
    expect(fileName('a/b\\c:d*?"<>|\u0000\u202ee')).toBe('a b c d e');
    expect(fileName('  ..hidden.. ')).toBe('hidden');
    expect(fileName('')).toBe('Drawing');
    expect(fileName('///')).toBe('Drawing');
    expect([...fileName('🌳'.repeat(200))]).toHaveLength(80);
  });
});
