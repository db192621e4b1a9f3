import type { Layer, Stroke } from '../../core/drawing/types.ts';

/** Of what was asked for last: asked again after each movement of the view. */
let last: { readonly strokes: readonly Stroke[]; readonly print: string } | undefined;
/** The prints of strokes that were seen: on a slow phone those of 20,000 take a tenth of a second. */
const seen = new WeakMap<Stroke, number>();

/**
 * A print of a drawing's strokes, by which one sees that a picture shows them and not others. It looks at the ends of each
 * stroke alone, so that it takes some ms for 20,000. Those of a drawing that names no layers have none in it.
 */
export function inkPrint(strokes: readonly Stroke[], layers?: readonly Layer[]): string {
  const print = strokesPrint(strokes);
  return layers ? `${print} ${JSON.stringify(layers)}` : print;
}

function strokesPrint(strokes: readonly Stroke[]): string {
  if (last?.strokes === strokes) return last.print;
  let hash = START;
  for (const stroke of strokes) hash = mix(hash, printOf(stroke));
  const print = `${strokes.length}.${(hash >>> 0).toString(36)}`;
  last = { strokes, print };
  return print;
}

const START = 0x9e3779b1;

function mix(hash: number, value: number): number {
  const mixed = Math.imul(hash ^ value, 0x01000193);
  return mixed ^ (mixed >>> 15);
}

function printOf(stroke: Stroke): number {
  const known = seen.get(stroke);
  if (known !== undefined) return known;
  const { tool, color, size, opacity = 1, points, pressure, tilt, layer = '', at = -1 } = stroke;
  const [x, y] = points[0]!;
  const [endX, endY] = points.at(-1)!;
  let hash = START;
  const values = [points.length, x, y, endX, endY, size, opacity, at];
  for (const measured of [pressure, tilt]) values.push(measured?.[0] ?? -1, measured?.at(-1) ?? -1);
  for (const value of values) hash = mix(hash, Math.round(value * 64));
  // What lies on what depends on it.
  for (let i = 0; i < layer.length; i++) hash = mix(hash, layer.charCodeAt(i));
  hash = mix(mix(hash, tool.charCodeAt(0) * 64), Number.parseInt(color.slice(1), 16));
  seen.set(stroke, hash);
  return hash;
}
