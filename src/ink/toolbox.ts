/** The tools by name. */
import { Eraser } from './tools/eraser.ts';
import { Hand } from './tools/hand.ts';
import { Pen } from './tools/pen.ts';
import type { Desk, Tool } from './tools/tool.ts';

export type ToolName = 'pen' | 'eraser' | 'hand';

export function toolbox(desk: Desk): Readonly<Record<ToolName, Tool>> {
  return { pen: new Pen(desk), eraser: new Eraser(desk), hand: new Hand(desk) };
}
