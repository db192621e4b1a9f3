import { expect, test } from 'vitest';
import type { Underlay } from '../../core/drawing/types.ts';
import { photoBounds, svgPhoto } from './photo-under.ts';
import { readText } from './read.ts';
import { svgParts } from './svg/write-svg.ts';

const PHOTO: Underlay = {
  x: 100,
  y: 50,
  scale: 0.5,
  angle: 90,
  opacity: 0.6,
  visible: true,
  locked: false,
  width: 400,
  height: 200,
  sha256: '0'.repeat(64),
};
const AREA = { minX: 0, minY: 0, maxX: 100, maxY: 100 };
const STROKE = {
  tool: 'pen',
  color: '#000',
  size: 4,
  points: [
    [0, 0],
    [9, 9],
  ] as const,
};

test('formats: a file with the photo of an underlay reaches as far as it does, also turned', () => {
  const { minX, minY, maxX, maxY } = photoBounds(PHOTO);
  expect([minX, minY, maxX, maxY].map((v) => Math.round(v * 1e6) / 1e6)).toEqual([50, -50, 150, 150]);
  const tilted = photoBounds({ ...PHOTO, angle: -45 });
  expect(tilted.maxX - tilted.minX).toBeCloseTo((600 * 0.5) / Math.SQRT2);
});

test('formats: an SVG has the photo of an underlay between paper and ink, and nothing of it without being asked', () => {
  const head = { title: '', paper: '#fff', area: AREA };
  const file = [
    ...svgParts([STROKE], { ...head, under: svgPhoto('data:image/png;base64,AAAA', PHOTO) }),
  ].join('');
  expect(file).toMatch(/<rect data-paper[\s\S]*<image href="data:image\/png;base64,AAAA"[\s\S]*<path/);
  expect(file).toContain(
    'opacity="0.6" transform="translate(100 50) rotate(90) scale(0.5) translate(-200 -100)"',
  );
  // Read again it is the drawing alone, which says so.
  const read = readText(file, () => {});
  expect([read.strokes.length, read.leftOut.image]).toEqual([1, 1]);
  expect([...svgParts([STROKE], head)].join('')).not.toContain('image');
});
