/** The strokes that erase. A document has them among its others: they take away what lies below them. */
import type { Stroke } from './types.ts';

/** Their tool. */
export const ERASER_TOOL = 'eraser';

export function erases({ tool }: Pick<Stroke, 'tool'>): boolean {
  return tool === ERASER_TOOL;
}
