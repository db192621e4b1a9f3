/** The stroke eraser takes every stroke that it touches, whole. */
import type { Stroke } from '../../core/drawing/types.ts';
import { touches } from '../geometry/hit-test.ts';
import { type Sweep, SweepTool } from './sweep-tool.ts';

export class StrokeEraser extends SweepTool<Stroke[]> {
  protected begin(): Stroke[] {
    return [];
  }

  protected take(taken: Stroke[], near: readonly Stroke[], { from, to, radius }: Sweep): void {
    const hit = near.filter((stroke) => touches(stroke, from, to, radius));
    if (hit.length === 0) return;
    taken.push(...hit);
    this.context.hide(hit);
  }

  protected finish(strokes: Stroke[]): void {
    if (strokes.length > 0) this.context.commit({ kind: 'erase', strokes });
  }
}
