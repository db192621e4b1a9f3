/** All brushes, by the tool that a stroke names. */
import type { Brush } from './brush.ts';
import { eraser } from './eraser.ts';
import { marker } from './marker.ts';
import { pen } from './pen.ts';

const BRUSHES: ReadonlyMap<string, Brush> = new Map(
  [pen, marker, eraser].map((brush) => [brush.tool, brush]),
);

/** The brush of a tool. A tool that is not known here, perhaps of a newer app, is the pen. */
export function brushOf(tool: string): Brush {
  return BRUSHES.get(tool) ?? pen;
}

/** How far from its line a stroke may paint, in the unit of `size`. */
export function reachOf(tool: string, size: number, isPressed: boolean): number {
  const { reach } = brushOf(tool);
  return size * (isPressed ? reach.pressed : reach.even);
}

/** True if strokes of this tool can be seen: they do not erase. */
export function leavesInk(tool: string): boolean {
  return brushOf(tool).blend !== 'erase';
}
