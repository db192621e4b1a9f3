/** The tools by name. */
import { Eraser } from './eraser.ts';
import { Hand } from './hand.ts';
import { Lasso } from './lasso.ts';
import { Pen } from './pen.ts';
import type { Tool, ToolContext } from './tool.ts';

export type ToolName = 'pen' | 'marker' | 'eraser' | 'lasso' | 'hand';

export function toolbox(context: ToolContext): Readonly<Record<ToolName, Tool>> {
  return {
    pen: new Pen(context),
    marker: new Pen(context, 'marker'),
    eraser: new Eraser(context),
    lasso: new Lasso(context),
    hand: new Hand(context),
  };
}
