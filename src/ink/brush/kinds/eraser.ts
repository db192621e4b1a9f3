/**
 * The strokes that erase: they take away what was drawn before them. The segment eraser writes them where it cannot split
 * a stroke, and other clients may. They cannot be seen, so nobody means to touch them. Whatever its tip went over is gone.
 */
import { ERASER_TOOL } from '../../../core/drawing/erasing.ts';
import type { Brush } from '../brush.ts';
import { pen } from './pen.ts';

export const eraser: Brush = {
  ...pen,
  tool: ERASER_TOOL,
  blend: 'erase',
  splits: false,
  bends: false,
};
