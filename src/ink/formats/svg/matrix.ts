/** Affine transforms of the plane, and the `transform` attribute of SVG (CSS Transforms 1, 12.1). */
import { Refused } from '../common/refused.ts';

/** `[a b c d e f]`: x' = a x + c y + e, y' = b x + d y + f. */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

export const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

/** The transform that does `inner` first, then `outer`. */
export function multiply(outer: Matrix, inner: Matrix): Matrix {
  const [a, b, c, d, e, f] = outer;
  const [g, h, i, j, k, l] = inner;
  return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f];
}

export function movedBy(x: number, y: number): Matrix {
  return [1, 0, 0, 1, x, y];
}

export function scaledBy(x: number, y: number): Matrix {
  return [x, 0, 0, y, 0, 0];
}

/** The average growth of lengths: the side of the square that a unit square's area becomes. */
export function meanScale([a, b, c, d]: Matrix): number {
  return Math.sqrt(Math.abs(a * d - b * c));
}

function turnedBy(radians: number): Matrix {
  const [cos, sin] = [Math.cos(radians), Math.sin(radians)];
  return [cos, sin, -sin, cos, 0, 0];
}

const FUNCTION = /[\s,]*([a-zA-Z]+)\s*\(([^()]*)\)/y;
const NUMBER = /^[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?$/;

/** @throws Refused for a text that is no transform */
export function parseTransform(text: string): Matrix {
  let matrix = IDENTITY;
  FUNCTION.lastIndex = 0;
  const end = text.trimEnd().length;
  while (FUNCTION.lastIndex < end) {
    const from = FUNCTION.lastIndex;
    const match = FUNCTION.exec(text);
    if (!match) throw new Refused({ code: 'transform', text: text.slice(from, from + 24) });
    const { lastIndex } = FUNCTION;
    matrix = multiply(matrix, one(match[1] ?? '', match[2] ?? ''));
    FUNCTION.lastIndex = lastIndex;
  }
  return matrix;
}

function one(name: string, inside: string): Matrix {
  const words = inside
    .split(/[\s,]+/)
    .filter((word) => word !== '')
    .map((word) => word.replace(/(?:px|deg)$/, ''));
  const sound = words.every((word) => NUMBER.test(word));
  const values = words.map(Number);
  const [p = 0, q, r, s, t, u] = values;
  const radians = (p * Math.PI) / 180;
  if (sound) {
    if (name === 'matrix' && values.length === 6) return [p, q ?? 0, r ?? 0, s ?? 0, t ?? 0, u ?? 0];
    if (name === 'translate' && values.length <= 2) return movedBy(p, q ?? 0);
    if (name === 'scale' && values.length >= 1 && values.length <= 2) return scaledBy(p, q ?? p);
    if (name === 'skewX' && values.length === 1) return [1, 0, Math.tan(radians), 1, 0, 0];
    if (name === 'skewY' && values.length === 1) return [1, Math.tan(radians), 0, 1, 0, 0];
    if (name === 'rotate' && values.length === 1) return turnedBy(radians);
    if (name === 'rotate' && values.length === 3) {
      return multiply(multiply(movedBy(q ?? 0, r ?? 0), turnedBy(radians)), movedBy(-(q ?? 0), -(r ?? 0)));
    }
  }
  throw new Refused({ code: 'transform', text: `${name}(${inside.slice(0, 24)})` });
}
