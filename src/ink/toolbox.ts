/** The tools by name. */
import { Eraser } from './tools/eraser.ts';
import { Hand } from './tools/hand.ts';
import { Lasso } from './tools/lasso.ts';
import { Pen } from './tools/pen.ts';
import type { Desk, Tool } from './tools/tool.ts';

export type ToolName = 'pen' | 'marker' | 'eraser' | 'lasso' | 'hand';

export function toolbox(desk: Desk): Readonly<Record<ToolName, Tool>> {
  return {
    pen: new Pen(desk),
    marker: new Pen(desk, 'marker'),
    eraser: new Eraser(desk),
    lasso: new Lasso(desk),
    hand: new Hand(desk),
  };
}
