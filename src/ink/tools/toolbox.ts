/** The tools by name. */
import { Eraser } from './eraser.ts';
import { Hand } from './hand.ts';
import { Lasso } from './lasso.ts';
import { Pen } from './pen.ts';
import type { Desk, Tool } from './tool.ts';

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
