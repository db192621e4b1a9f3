/** The tools by name. */
import { Eraser } from './erasers/eraser.ts';
import { Hand } from './hand.ts';
import { Lasso } from './lasso.ts';
import { Pen } from './pen.ts';
import type { Tool, ToolContext } from './tool.ts';

/** The tools that draw, by the name that their strokes carry. Each has a brush of that name. */
export const BRUSH_TOOLS = ['pen', 'ink', 'pencil', 'marker', 'wash', 'dry', 'chalk'] as const;
export type BrushTool = (typeof BRUSH_TOOLS)[number];
export type ToolName = BrushTool | 'eraser' | 'lasso' | 'hand';

export function toolbox(context: ToolContext): Readonly<Record<ToolName, Tool>> {
  return {
    pen: new Pen(context),
    ink: new Pen(context, 'ink'),
    pencil: new Pen(context, 'pencil'),
    marker: new Pen(context, 'marker'),
    wash: new Pen(context, 'wash'),
    dry: new Pen(context, 'dry'),
    chalk: new Pen(context, 'chalk'),
    eraser: new Eraser(context),
    lasso: new Lasso(context),
    hand: new Hand(context),
  };
}
