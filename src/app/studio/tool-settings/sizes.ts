/** The sizes of a brush: its range, the values of its slider, and steps between those with a name; what can be typed. */
import { type BrushTool, brushSizes } from '../../../ink/index.ts';
import type { Sizes } from './brush-choices.ts';

/** Least and most size, drawing units. */
export interface SizeRange {
  readonly least: number;
  readonly most: number;
}

/** The range of a brush. */
export function rangeOf(tool: BrushTool): SizeRange {
  return brushSizes(tool);
}

/** Sizes up to `to` differ by `by`: nearly in proportion, in numbers that read well. */
const GRADES = [
  { to: 10, by: 0.5 },
  { to: 40, by: 1 },
  { to: 80, by: 2 },
  { to: Number.POSITIVE_INFINITY, by: 5 },
];

/** The values of a slider, least first: as fine as an eye can tell, so wider steps for wider strokes. */
export function sliderSizes({ least, most }: SizeRange): readonly number[] {
  const sizes: number[] = [];
  for (let size = least; size < most; ) {
    sizes.push(size);
    size += GRADES.find(({ to }) => size < to)?.by ?? 1;
  }
  return [...sizes, most];
}

/** The place on the slider that is nearest to a size. */
export function sliderPlace(size: number, sizes: readonly number[]): number {
  let nearest = 0;
  for (const [i, one] of sizes.entries()) {
    if (Math.abs(one - size) < Math.abs((sizes[nearest] ?? 0) - size)) nearest = i;
  }
  return nearest;
}

/** The next size with a name that is thinner (`by` -1) or thicker (1); beyond the last one, the end of the range. */
export function nextSize(size: number, sizes: Sizes, by: -1 | 1, range?: SizeRange): number {
  const ends = range ? [range.least, range.most] : [];
  const stops = [...sizes.map((one) => one.size), ...ends].sort((a, b) => a - b);
  const next = by > 0 ? stops.find((one) => one > size) : stops.findLast((one) => one < size);
  return next ?? size;
}

/** A size that a person typed; undefined if it is no number or out of range. Both decimal signs are read. */
export function typedSize(text: string, { least, most }: SizeRange): number | undefined {
  const written = text.trim().replace(',', '.');
  const size = written === '' ? Number.NaN : Number(written);
  return size >= least && size <= most ? Math.round(size * 100) / 100 : undefined;
}

/** An opacity that a person typed in percent, with or without the sign; undefined if it is none from 1 % to 100 %. */
export function typedOpacity(text: string): number | undefined {
  const percent = typedSize(text.replace(/[%٪]/, ''), { least: 1, most: 100 });
  return percent === undefined ? undefined : Math.round(percent) / 100;
}
