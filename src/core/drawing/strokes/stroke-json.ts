import type { Stroke } from '../types.ts';

/**
 * The canonical JSON of a stroke: members in the order tool, color, size, points, pressure, without spaces.
 * Equal strokes have equal texts. The text parses back to an equal stroke, including -0, which JSON.stringify
 * would write as 0.
 */
export function strokeJson(stroke: Stroke): string {
  const { tool, color, size, points, pressure } = stroke;
  const exact = hasNegativeZero(stroke);
  const head = `{"tool":${JSON.stringify(tool)},"color":${JSON.stringify(color)},"size":${JSON.stringify(size)}`;
  const pointsText = exact ? `[${points.map(numbersJson).join()}]` : JSON.stringify(points);
  if (pressure === undefined) return `${head},"points":${pointsText}}`;
  const pressureText = exact ? numbersJson(pressure) : JSON.stringify(pressure);
  return `${head},"points":${pointsText},"pressure":${pressureText}}`;
}

/** Canonical JSON of the strokes joined by `,` without brackets: the text of a chunk. */
export function strokesJson(strokes: readonly Stroke[]): string {
  const texts: string[] = [];
  for (const stroke of strokes) texts.push(strokeJson(stroke));
  return texts.join();
}

function hasNegativeZero({ points, pressure }: Stroke): boolean {
  for (const [x, y] of points) if (isNegativeZero(x) || isNegativeZero(y)) return true;
  return pressure?.some(isNegativeZero) ?? false;
}

function isNegativeZero(v: number): boolean {
  return v === 0 && 1 / v < 0;
}

function numbersJson(numbers: readonly number[]): string {
  return `[${numbers.map((v) => (isNegativeZero(v) ? '-0' : JSON.stringify(v))).join()}]`;
}
