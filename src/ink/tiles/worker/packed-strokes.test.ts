import { describe, expect, test } from 'vitest';
import { realStrokes } from '../../../../tests/support/drawing/strokes.ts';
import type { Point, Stroke } from '../../../core/drawing/types.ts';
import { strokeBounds } from '../../geometry/bounds.ts';
import { type FlatSceneStroke, pack, unpack } from './packed-strokes.ts';

const placed = (strokes: readonly Stroke[]) => strokes.map((stroke, i) => ({ stroke, place: i + 0.5 }));

/** The stroke that an entry was packed from. */
function strokeOf(entry: FlatSceneStroke): Stroke {
  const { tool, color, size, opacity, pool, at, count, pressed, tilted, per } = entry;
  const read = (i: number) => pool[at + i]! / per;
  const points = Array.from({ length: count }, (_, i): Point => [read(2 * i), read(2 * i + 1)]);
  const units = (from: number) => Array.from({ length: count }, (_, i) => read(from + i));
  return {
    tool,
    color,
    size,
    points,
    ...(pressed && { pressure: units(2 * count) }),
    ...(tilted && { tilt: units(pressed ? 3 * count : 2 * count) }),
    ...(opacity < 1 && { opacity }),
  };
}

describe('ink: strokes packed for the worker', () => {
  test('come out digit by digit as they went in, with their places and bounds', () => {
    const real = realStrokes(300);
    const odder: Stroke[] = [
      { tool: 'pen', color: '#000', size: 0.1, points: [[1 / 3, -1e6]] },
      {
        tool: 'eraser',
        color: '#fff8',
        size: 512,
        points: [
          [1e6, 0.1],
          [-0.001, 2147483.647],
        ],
        pressure: [0, 1],
      },
      {
        tool: 'marker',
        color: '#000',
        size: 3,
        points: [
          [0.0001, 2],
          [3, 4],
        ],
        pressure: [0.25, 0.3333333],
      },
    ];
    const leaning: Stroke[] = [
      { tool: 'pencil', color: '#000', size: 3, points: [[1, 2]], tilt: [0.5] },
      { tool: 'chalk', color: '#000', size: 3, points: [[1, 2]], pressure: [1], tilt: [1 / 3], opacity: 0.5 },
      {
        tool: 'chalk',
        color: '#000',
        size: 3,
        points: [[1, 2]],
        pressure: [0.125],
        tilt: [0.75],
        opacity: 1 / 3,
      },
    ];
    const odd = [...odder, ...leaning];
    const strokes = [...real.slice(0, 100), ...odd, ...real.slice(100)];
    const pieces = unpack(pack(placed(strokes)));
    expect(pieces.map(strokeOf)).toEqual(strokes);
    expect(pieces.map(({ place }) => place)).toEqual(placed(strokes).map(({ place }) => place));
    expect(pieces.map(({ bounds }) => bounds)).toEqual(strokes.map(strokeBounds));
  });

  test('real ink takes 8 bytes a point, and a style travels once', () => {
    const strokes = realStrokes(500);
    const { styles, whole, exact } = pack(placed(strokes));
    const numbers = strokes.reduce(
      (all, { points, pressure }) => all + points.length * (pressure ? 3 : 2),
      0,
    );
    expect([whole.length, exact.length]).toEqual([numbers, 0]);
    expect(styles).toHaveLength(new Set(strokes.map(({ tool, color }) => tool + color)).size);
  });

  test('a pressure that is missing is a half', () => {
    const [piece] = unpack(
      pack(
        placed([
          {
            tool: 'pen',
            color: '#000',
            size: 2,
            points: [
              [0, 0],
              [1, 1],
            ],
            pressure: [0.7],
          },
        ]),
      ),
    );
    expect(strokeOf(piece!).pressure).toEqual([0.7, 0.5]);
  });
});
