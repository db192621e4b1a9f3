import { describe, expect, test } from 'vitest';
import { overlap } from '../geometry/bounds.ts';
import { lineOf } from './curve.ts';
import { HIGHEST, LETTERS, LOWEST } from './letters.ts';
import { isWritable, LINE_PITCH, runsOf, write } from './write.ts';

const ALL = Object.keys(LETTERS);

describe('handwriting: the letters', () => {
  test('there are all that air and weather are told with', () => {
    const needed = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789.,:-–/µ°&()';
    expect([...needed].filter((letter) => !(letter in LETTERS))).toEqual([]);
  });

  test.each(ALL)('%s has strokes, which stay in its box and are smooth to the eye', (letter) => {
    const { width, strokes } = LETTERS[letter]!;
    expect(width).toBeGreaterThan(0);
    expect(strokes.length).toBeGreaterThan(0);
    for (const stroke of strokes) {
      const line = lineOf(stroke);
      expect(line.length).toBeGreaterThan(0);
      for (const [x, y] of line) {
        // A curve may swell a little beyond its points.
        expect(x).toBeGreaterThanOrEqual(-0.45);
        expect(x).toBeLessThanOrEqual(width + 0.45);
        expect(y).toBeGreaterThanOrEqual(LOWEST);
        expect(y).toBeLessThanOrEqual(HIGHEST);
      }
    }
  });

  test('no two letters look the same', () => {
    const drawn = ALL.map((letter) => LETTERS[letter]!.strokes.join(' | '));
    expect(new Set(drawn).size).toBe(ALL.length);
  });

  test('a ring closes without a corner, a corner bends nothing beside it, a dot is one point', () => {
    // The ring of an O is symmetric, also where the pen comes down and is lifted.
    const ring = lineOf(LETTERS.O!.strokes[0]!);
    for (const [i, [x, y]] of ring.entries()) {
      const other = ring[ring.length - 1 - i]!;
      expect(11 - other[0]).toBeCloseTo(x, 6);
      expect(other[1]).toBeCloseTo(y, 6);
    }
    const [first, second] = [ring[0]!, ring[1]!];
    expect(Math.abs(second[1] - first[1])).toBeLessThan(0.3 * Math.abs(second[0] - first[0]));
    const bent = lineOf('0,0 4,8! 8,0');
    expect(bent).toContainEqual([4, 8]);
    for (const [x, y] of bent) expect(y).toBeCloseTo(x < 4 ? 2 * x : 16 - 2 * x, 6);
    expect(lineOf('/0,14 5,0 10,14')).toEqual([
      [0, 14],
      [5, 0],
      [10, 14],
    ]);
    expect(lineOf('0.5,0.2')).toEqual([[0.5, 0.2]]);
  });
});

describe('handwriting: lines of text', () => {
  test('no letter lies on another, on its own line or the next, whatever stands side by side', () => {
    const lines = ['24-hour PSI 54 Moderate, 4 pm', '1-hour PM2.5 12 µg/m³ Normal, 4 pm', ALL.join('')];
    for (const align of ['left', 'right'] as const) {
      const { letters, width, height } = write(lines, align);
      expect(letters.map(({ letter }) => letter).join('')).toBe(
        lines.join('').replaceAll(' ', '').replace('³', '3'),
      );
      for (const [i, { box, strokes }] of letters.entries()) {
        for (const other of letters.slice(i + 1)) expect(overlap(box, other.box)).toBe(false);
        for (const [x, y] of strokes.flat()) {
          expect(x).toBeGreaterThanOrEqual(-0.5);
          expect(x).toBeLessThanOrEqual(width + 0.5);
          expect(y).toBeGreaterThanOrEqual(-0.5);
          expect(y).toBeLessThanOrEqual(height + 0.5);
        }
      }
    }
  });

  test('words stand apart: a space is wider than what lies between letters', () => {
    const { letters } = write(['ab ab']);
    const gap = (i: number) => letters[i + 1]!.box.minX - letters[i]!.box.maxX;
    expect(gap(1)).toBeGreaterThan(2 * gap(0));
    expect(gap(0)).toBeGreaterThan(0);
  });

  test('the figures of PM2.5 are small and low, the third power small and high, other figures neither', () => {
    expect(runsOf('PM2.5 12 µg/m³, 2.5')).toEqual([
      { text: 'PM', level: 'line' },
      { text: '2.5', level: 'sub' },
      { text: ' 12 µg/m', level: 'line' },
      { text: '3', level: 'super' },
      { text: ', 2.5', level: 'line' },
    ]);
    const { letters } = write(['PM2.5 5 m³']);
    const size = (i: number) => letters[i]!.box.maxY - letters[i]!.box.minY;
    const [m, sub, plain, power] = [1, 2, 5, 7].map((i) => letters[i]!.box);
    expect(size(2)).toBeLessThan(size(5));
    expect(sub!.maxY).toBeGreaterThan(m!.maxY);
    expect(power!.maxY).toBeLessThan(plain!.maxY - 3);
  });

  test('lines follow each other at one distance, and end together when they are asked to', () => {
    const { letters } = write(['I', 'III'], 'right');
    const [one, ...three] = letters;
    expect(three.at(-1)!.box.maxX).toBeCloseTo(one!.box.maxX);
    expect(three[0]!.box.minX).toBeLessThan(one!.box.minX);
    expect(Math.abs(three[0]!.box.maxY - one!.box.maxY - LINE_PITCH)).toBeLessThan(1);
    expect(write([])).toEqual({ letters: [], width: expect.any(Number), height: 0 });
  });

  test('what the hand does not know is written as a question mark, and said beforehand', () => {
    expect(write(['☂']).letters[0]!.strokes).toHaveLength(LETTERS['?']!.strokes.length);
    expect(isWritable('☂')).toBe(false);
    expect(isWritable('Normal, 4 pm')).toBe(true);
    expect(isWritable('4:30\u202fpm, 31\u00a0°C')).toBe(true);
    expect(write(['4\u202fpm'])).toEqual(write(['4 pm']));
  });
});
