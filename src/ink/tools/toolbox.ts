/** The tools by name. */
import { Eraser } from './erasers/eraser.ts';
import { Hand } from './hand.ts';
import { Lasso } from './lasso.ts';
import { Pen } from './pen.ts';
import type { Tool, ToolContext } from './tool.ts';

/** The tools that draw, by the name that their strokes carry: that of their brush. In the order of the brushes. */
export const BRUSH_TOOLS = ['pen', 'ink', 'pencil', 'marker', 'wash', 'dry', 'chalk'] as const;
export type BrushTool = (typeof BRUSH_TOOLS)[number];
export type ToolName = BrushTool | 'eraser' | 'lasso' | 'hand';

/** One value for each brush. */
export function forEachBrush<T>(make: (tool: BrushTool) => T): Readonly<Record<BrushTool, T>> {
  return Object.fromEntries(BRUSH_TOOLS.map((tool) => [tool, make(tool)])) as Record<BrushTool, T>;
}

export function toolbox(context: ToolContext): Readonly<Record<ToolName, Tool>> {
  return {
    ...forEachBrush((tool) => new Pen(context, tool)),
    eraser: new Eraser(context),
    lasso: new Lasso(context),
    hand: new Hand(context),
  };
}
