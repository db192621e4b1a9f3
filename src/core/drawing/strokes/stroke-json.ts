import type { Stroke } from '../types.ts';

/**
 * The canonical JSON of a stroke: members in the order tool, color, size, points, pressure, tilt, opacity,
 * layer, at, without spaces. Equal strokes have equal texts. The text parses back to an equal stroke,
 * including -0, which JSON.stringify would write as 0.
 */
export function strokeJson(stroke: Stroke): string {
  const { tool, color, size, points, pressure, tilt, opacity, layer, at } = stroke;
  const exact = hasNegativeZero(stroke);
  let json = `{"tool":${JSON.stringify(tool)},"color":${JSON.stringify(color)},"size":${JSON.stringify(size)}`;
  json += `,"points":${exact ? `[${points.map(numbersJson).join()}]` : JSON.stringify(points)}`;
  if (pressure !== undefined)
    json += `,"pressure":${exact ? numbersJson(pressure) : JSON.stringify(pressure)}`;
  if (tilt !== undefined) json += `,"tilt":${exact ? numbersJson(tilt) : JSON.stringify(tilt)}`;
  if (opacity !== undefined) json += `,"opacity":${JSON.stringify(opacity)}`;
  if (layer !== undefined) json += `,"layer":${JSON.stringify(layer)}`;
  if (at !== undefined) json += `,"at":${numberJson(at)}`;
  return `${json}}`;
}

/** Canonical JSON of the strokes joined by `,` without brackets: the text of a chunk. */
export function strokesJson(strokes: readonly Stroke[]): string {
  const texts: string[] = [];
  for (const stroke of strokes) texts.push(strokeJson(stroke));
  return texts.join();
}

function hasNegativeZero({ points, pressure, tilt }: Stroke): boolean {
  for (const [x, y] of points) if (isNegativeZero(x) || isNegativeZero(y)) return true;
  return (pressure?.some(isNegativeZero) || tilt?.some(isNegativeZero)) ?? false;
}

function isNegativeZero(v: number): boolean {
  return v === 0 && 1 / v < 0;
}

function numbersJson(numbers: readonly number[]): string {
  return `[${numbers.map(numberJson).join()}]`;
}

function numberJson(v: number): string {
  return isNegativeZero(v) ? '-0' : JSON.stringify(v);
}
