/** Handwriting as strokes of a drawing. Pure. */
import type { Stroke } from '../../core/drawing/types.ts';
import type { Position } from '../geometry/bounds.ts';
import { storedInk } from '../geometry/simplify.ts';
import { LINE_PITCH, type WrittenText } from './write.ts';

/** Width of the pen, in the letters' unit of length. */
const NIB = 1.4;

export interface WritingPlace {
  /** Top left corner, drawing units. */
  readonly at: Position;
  /** Drawing units for one of the letters' unit of length. */
  readonly scale: number;
  /** Zoom of the view: points are stored as finely as those of strokes drawn by hand at this zoom. */
  readonly zoom: number;
  readonly color: string;
}

/** The strokes of the text, in the order in which a hand would write them. */
export function writingStrokes({ letters }: WrittenText, { at, scale, zoom, color }: WritingPlace): Stroke[] {
  const size = NIB * scale;
  return letters
    .flatMap(({ strokes }) => strokes)
    .flatMap((points) => {
      const x = points.map(([px]) => at.x + px * scale);
      const y = points.map(([, py]) => at.y + py * scale);
      return storedInk({ x, y, pressure: [], tilt: [] }, zoom, size);
    })
    .map((ink): Stroke => ({ tool: 'pen', color, size, ...ink }));
}

/** Distance between baselines, drawing units. Also the space to leave around a block of text. */
export function linePitch(scale: number): number {
  return LINE_PITCH * scale;
}
