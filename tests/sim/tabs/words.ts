/** Strokes and acts in words, for people who read a failure. */
import type { Stroke } from '../../../src/core/drawing/types.ts';
import type { Act } from './plan.ts';

/** Colour of a stroke that nobody has recoloured. */
export const INK = '#000';

/** A stroke by its number, such as `12#101(0,0.1)@x*0.5`: with what is unusual in its colour, its points, layer and opacity. */
function strokeWords({ at, points, color, layer, opacity }: Stroke): string {
  const ys = points.map(([, y]) => y).join();
  return [
    at,
    color === INK ? '' : color,
    ys === '0,1,2' ? '' : `(${ys})`,
    layer === undefined ? '' : `@${layer}`,
    opacity === undefined ? '' : `*${opacity}`,
  ].join('');
}

export function strokesWords(strokes: readonly Stroke[]): string {
  return `[${strokes.map(strokeWords).join(' ')}]`;
}

export function actWords({ kind, tab, a, b }: Act): string {
  return `tab ${tab}: ${kind} (${a}, ${b})`;
}
