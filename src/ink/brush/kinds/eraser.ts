/**
 * The strokes that erase, which other clients may write: they take away what was drawn before them. They cannot be
 * seen, so nobody means to touch them.
 */
import type { Brush } from '../brush.ts';
import { pen } from './pen.ts';

export const eraser: Brush = { ...pen, tool: 'eraser', blend: 'erase', splits: false };
