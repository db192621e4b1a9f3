/** Handwriting as strokes of a drawing. Pure. */
import type { Stroke } from '../../core/drawing/types.ts';
import type { Position } from '../geometry/bounds.ts';
import { storedInk } from '../geometry/simplify.ts';
import { LINE_PITCH, type Written } from './write.ts';

/** Of the pen, in letters' units. */
const NIB = 1.4;

export interface WritingPlace {
  /** Top left corner, drawing units. */
  readonly at: Position;
  /** Drawing units per letters' unit. */
  readonly scale: number;
  /** At which it is written: what is stored is as fine as a hand's strokes would be. */
  readonly zoom: number;
  readonly color: string;
}

/** In the order in which a hand would write. */
export function writingStrokes({ letters }: Written, { at, scale, zoom, color }: WritingPlace): Stroke[] {
  const size = NIB * scale;
  return letters
    .flatMap(({ strokes }) => strokes)
    .flatMap((points) => {
      const x = points.map(([px]) => at.x + px * scale);
      const y = points.map(([, py]) => at.y + py * scale);
      return storedInk({ x, y, pressure: [] }, zoom, size);
    })
    .map((ink): Stroke => ({ tool: 'pen', color, size, ...ink }));
}

/** From one baseline to the next, drawing units: also the air to leave around a block. */
export function linePitch(scale: number): number {
  return LINE_PITCH * scale;
}
