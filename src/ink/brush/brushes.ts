/** All brushes, by the tool that a stroke names. */
import { type Brush, EVEN, UPRIGHT } from './brush.ts';
import { chalk } from './kinds/chalk.ts';
import { dry } from './kinds/dry.ts';
import { eraser } from './kinds/eraser.ts';
import { ink } from './kinds/ink.ts';
import { marker } from './kinds/marker.ts';
import { pen } from './kinds/pen.ts';
import { pencil } from './kinds/pencil.ts';
import { wash } from './kinds/wash.ts';

/** In the order in which people reach for them. The last one erases. */
export const BRUSHES: readonly Brush[] = [pen, ink, pencil, marker, wash, dry, chalk, eraser];

const BY_TOOL: ReadonlyMap<string, Brush> = new Map(BRUSHES.map((brush) => [brush.tool, brush]));

/** The brush of a tool. A tool that is not known here, perhaps of a newer app, is the pen. */
export function brushOf(tool: string): Brush {
  return BY_TOOL.get(tool) ?? pen;
}

/** How far from its line a stroke may paint, in the unit of `size`. */
export function reachOf(tool: string, size: number, isPressed: boolean, isTilted: boolean): number {
  const { reach } = brushOf(tool);
  return size * (isTilted ? reach.leaning : isPressed ? reach.pressed : reach.even);
}

/** True if strokes of this tool look different where the pen leans: only they keep the tilt. */
export function readsLean(tool: string): boolean {
  const { radius } = brushOf(tool);
  return radius(EVEN, 1) !== radius(EVEN, UPRIGHT);
}

/** True if strokes of this tool can be seen: they do not erase. */
export function leavesInk(tool: string): boolean {
  return brushOf(tool).blend !== 'erase';
}

/** Least and most size that the page offers for the strokes of a tool, drawing units. */
export function brushSizes(tool: string): Brush['sizes'] {
  return brushOf(tool).sizes;
}
