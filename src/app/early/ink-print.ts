import type { Stroke } from '../../core/drawing/types.ts';

/** Of what was asked for last: asked again after each movement of the view. */
let last: { readonly strokes: readonly Stroke[]; readonly print: string } | undefined;

/**
 * A print of a drawing's strokes, by which one sees that a picture shows them and not others. It looks at the ends of each
 * stroke alone, so that it takes some ms for 20,000.
 */
export function inkPrint(strokes: readonly Stroke[]): string {
  if (last?.strokes === strokes) return last.print;
  let hash = 0x9e3779b1;
  const mix = (value: number) => {
    hash = Math.imul(hash ^ Math.round(value * 64), 0x01000193);
    hash ^= hash >>> 15;
  };
  for (const { tool, color, size, opacity = 1, points } of strokes) {
    const [x, y] = points[0]!;
    const [endX, endY] = points.at(-1)!;
    for (const value of [points.length, x, y, endX, endY, size, opacity]) mix(value);
    mix(tool.charCodeAt(0));
    mix(Number.parseInt(color.slice(1), 16));
  }
  const print = `${strokes.length}.${(hash >>> 0).toString(36)}`;
  last = { strokes, print };
  return print;
}
