import { describe, expect, test } from 'vitest';
import { stroke } from '../../../../../tests/support/drawing/any-stroke.ts';
import type { Stroke } from '../../../../core/drawing/types.ts';
import { likenessIn, missingFrom } from './missing.ts';

const dot = () => stroke(1);
const other = stroke(2);
const left = (had?: readonly (number | null)[]) => ({
  title: '',
  strokes: [dot(), dot(), other],
  ...(had && { had }),
});

describe('studio: what a page has left', () => {
  test('all of it is missing until a page begins to save it, also what equals strokes of the drawing', () => {
    expect(missingFrom([dot(), dot(), other], left())).toHaveLength(3);
    expect(missingFrom([dot(), dot(), other], left([null, null, null]))).toHaveLength(3);
  });

  test('what was saved since is not missing, and equal strokes are counted', () => {
    const had = likenessIn([dot()], left().strokes);
    expect(had).toEqual([1, 1, 0]);
    const missing = (...own: readonly ReturnType<typeof dot>[]) => missingFrom(own, left(had)).length;
    expect(missing(dot())).toBe(3);
    expect(missing(dot(), dot())).toBe(2);
    expect(missing(dot(), dot(), dot())).toBe(1);
    expect(missing(dot(), other)).toBe(2);
    expect(missing(dot(), dot(), dot(), other)).toBe(0);
    // Others have erased some.
    expect(missing()).toBe(3);
  });

  test('of what two pages have left, what was saved counts since the first of them began', () => {
    const of = (had: readonly number[]) => ({ title: '', strokes: [dot(), dot()], had });
    for (const had of [
      [0, 1],
      [1, 0],
    ]) {
      expect(missingFrom([dot()], of(had))).toHaveLength(1);
      expect(missingFrom([dot(), dot()], of(had))).toEqual([]);
    }
  });

  test('a stroke that was saved with more of it, or of which others have erased the end, is not missing', () => {
    const line = stroke(3);
    const longer = { ...line, points: [...line.points, [1, 2]] as const };
    const of = (kept: Stroke) => ({ title: '', strokes: [kept], had: [0] });
    expect(missingFrom([longer], of(line))).toEqual([]);
    expect(missingFrom([line], of(longer))).toEqual([]);
    expect(missingFrom([longer], of(other))).toEqual([other]);
  });

  test('a stroke is the same on another layer and at another time', () => {
    const landed = { ...dot(), layer: 'sky', at: 7 };
    expect(missingFrom([landed, landed, { ...other, at: 9 }], left([0, 0, 0]))).toEqual([]);
  });

  test('what was drawn since beside what another page may have saved is missing', () => {
    expect(missingFrom([dot(), dot()], left([0, 0, null]))).toEqual([other]);
    expect(missingFrom([dot(), dot()], left([0, null, null]))).toHaveLength(2);
  });
});
