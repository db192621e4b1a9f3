import { deepStrictEqual } from 'node:assert';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyStroke } from '../../../../tests/support/drawing/any-stroke.ts';
import { realStrokes } from '../../../../tests/support/drawing/strokes.ts';
import { parseChunk } from './chunks.ts';
import { strokeJson, strokesJson } from './stroke-json.ts';

describe('drawing: canonical stroke JSON', () => {
  it('has the members in a fixed order', () => {
    const options = { at: 7, layer: 'a', opacity: 0.5, tilt: [0.25], pressure: [0.5] };
    const stroke = { ...options, points: [[1, 2]] as const, size: 3, color: '#000', tool: 'pen' };
    expect(strokeJson(stroke)).toBe(
      '{"tool":"pen","color":"#000","size":3,"points":[[1,2]],"pressure":[0.5],"tilt":[0.25],"opacity":0.5,"layer":"a","at":7}',
    );
  });

  it('parses back to equal numbers, -0 included', () => {
    fc.assert(
      fc.property(fc.array(anyStroke), (strokes) =>
        deepStrictEqual(parseChunk(strokesJson(strokes)), strokes),
      ),
    );
    const stroke = {
      tool: 'pen',
      color: '#000',
      size: 1,
      points: [
        [-0, 0],
        [0, -0],
      ] as const,
      pressure: [-0, 0],
      tilt: [0, -0],
      at: -0,
    };
    deepStrictEqual(JSON.parse(strokeJson(stroke)), stroke);
    const real = realStrokes(500);
    deepStrictEqual(parseChunk(strokesJson(real)), real);
  });

  it('is the same text for equal strokes, and only for those', () => {
    fc.assert(fc.property(anyStroke, anyStroke, (a, b) => (strokeJson(a) === strokeJson(b)) === equal(a, b)));
    fc.assert(fc.property(anyStroke, (a) => strokeJson(a) === strokeJson(structuredClone(a))));
  });
});

function equal(a: unknown, b: unknown): boolean {
  try {
    deepStrictEqual(a, b);
    return true;
  } catch {
    return false;
  }
}
