import { describe, expect, it } from 'vitest';
import { cursorBefore, listCursor, readListCursor } from './list-cursor.ts';

const place = { updatedAt: '2026-11-22T03:04:05.678Z', id: '00000000-0000-4000-8000-000000000001' };

describe('drawing: cursors of lists', () => {
  it('encodes a place that can be decoded', () => {
    expect(listCursor(place)).toMatch(/^[\w-]+$/);
    expect(readListCursor(listCursor(place))).toEqual(place);
  });

  it('encodes the place right before a drawing and after its predecessor', () => {
    const before = readListCursor(cursorBefore(place));
    expect(before?.updatedAt).toBe(place.updatedAt);
    expect((before?.id ?? 'z') < place.id).toBe(true);
    expect((before?.id ?? '') > '00000000-0000-4000-8000-00000000000').toBe(false);
    expect((before?.id ?? '') > '00000000-0000-4000-7fff-ffffffffffff').toBe(true);
  });

  it.each([
    ['nothing', ''],
    ['a word', 'nonsense'],
    ['a sign', '!'],
    ['no date', btoa('yesterday x')],
    ['no id', btoa('2026-11-22T03:04:05.678Z ')],
    ['three parts', btoa('a b c')],
  ])('does not read %s', (_, cursor) => {
    expect(readListCursor(cursor)).toBeUndefined();
  });
});
