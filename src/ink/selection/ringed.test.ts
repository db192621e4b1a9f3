import { expect, test } from 'vitest';
import type { Stroke } from '../../core/drawing/types.ts';
import { writingStrokes } from '../handwriting/strokes.ts';
import { write } from '../handwriting/write.ts';
import { areRinged } from './ringed.ts';

test('ink: many small strokes have no rings, which would hide them; a few, large and enlarged ones have', () => {
  const written = write(['Central, Singapore, 27 Nov 2026', '24-hour PSI 127 Unhealthy, 3 am']);
  const letters = writingStrokes(written, { at: { x: 0, y: 0 }, scale: 0.9, zoom: 1, color: '#1f1b16' });
  expect(letters.length).toBeGreaterThan(40);
  expect(areRinged(letters, 1)).toBe(false);
  expect(areRinged(letters, 4)).toBe(true);
  expect(areRinged(letters.slice(0, 10), 1)).toBe(true);

  const line: Stroke = {
    ...letters[0]!,
    points: [
      [0, 0],
      [400, 0],
    ] as unknown as Stroke['points'],
  };
  const lines = Array.from({ length: 60 }, () => ({ ...line }));
  expect(areRinged(lines, 1)).toBe(true);
  expect(areRinged([...lines, ...letters.slice(0, 50)], 1)).toBe(true);
  expect(areRinged([line, ...letters], 1)).toBe(false);
});
