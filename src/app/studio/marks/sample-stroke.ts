/** The stroke of a sample: a wave from a light touch to a firm one and back, or one dab. */
import type { Stroke } from '../../../core/drawing/types.ts';
import type { BrushTool, Size } from '../../../ink/index.ts';

export interface SampleStyle {
  readonly tool: BrushTool;
  readonly color: string;
  /** Drawing units. */
  readonly size: number;
  readonly opacity: number;
  /** A wave unless it is one dab. */
  readonly shape?: 'wave' | 'dab';
}

/** Between two points, CSS px. */
const STEP = 2;
/** Where a wave begins at the latest, as a share of the width of its box. */
const LATEST = 0.3;
/** Width of the widest wave that fits the lowest sheet (marks.css), CSS px. */
const WIDEST = 40;
/** How much wider than its size a stroke is at most, with room for its edge. */
const SPREAD = 1.3;

/**
 * How many drawing units are one CSS px of a wave: one as long as the wave fits, otherwise as many as it takes. So its ends
 * and edges are always seen, and a wider one never looks thinner.
 */
export function sampleScale(size: number): number {
  return Math.max(1, size / WIDEST);
}

/**
 * The stroke of a sample, from the corner of a box. A dab that does not fit is smaller than its size.
 * @param box drawing units
 */
export function sampleStroke({ tool, color, size, opacity, shape }: SampleStyle, box: Size): Stroke {
  if (shape === 'dab') return dab({ tool, color, size, opacity }, box);
  const half = (size * SPREAD) / 2;
  const edge = Math.min(box.width * LATEST, half + 2);
  const length = box.width - 2 * edge;
  const swing = Math.max(0, Math.min(box.height * 0.24, box.height / 2 - half - 1));
  const count = Math.max(2, Math.ceil(length / STEP));
  const points: [number, number][] = [];
  const pressure: number[] = [];
  for (let i = 0; i <= count; i++) {
    const way = i / count;
    points.push([edge + way * length, box.height / 2 - swing * Math.sin(2 * Math.PI * way)]);
    pressure.push(0.2 + 0.55 * Math.sin(Math.PI * way));
  }
  return { tool, color, size, points, pressure, ...(opacity < 1 && { opacity }) };
}

/** A dab as wide as the brush: a short stroke, since a point shows no grain. */
function dab({ tool, color, size, opacity }: SampleStyle, { width, height }: Size): Stroke {
  const wide = Math.min(size, (Math.min(width, height) - 4) / SPREAD);
  const half = wide * 0.12;
  const points = [-half, half].map((by): [number, number] => [width / 2 + by, height / 2 - by]);
  return { tool, color, size: wide, points, ...(opacity < 1 && { opacity }) };
}
