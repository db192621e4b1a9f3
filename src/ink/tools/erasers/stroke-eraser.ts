/** The stroke eraser takes every stroke that it touches, whole. */
import type { Stroke } from '../../../core/drawing/types.ts';
import { overlap, strokeBounds } from '../../geometry/bounds.ts';
import { touches } from '../../geometry/hit-test.ts';
import type { Edit } from '../../scene/edit.ts';
import { SweepTool, type Way } from './sweep-tool.ts';

export class StrokeEraser extends SweepTool<Stroke[]> {
  protected begin(): Stroke[] {
    return [];
  }

  protected take(taken: Stroke[], near: readonly Stroke[], { sweeps }: Way): void {
    const hit = near.filter((stroke) => {
      const bounds = strokeBounds(stroke);
      return sweeps.some(
        ({ from, to, radius, area }) => overlap(area, bounds) && touches(stroke, from, to, radius),
      );
    });
    if (hit.length === 0) return;
    taken.push(...hit);
    this.context.hide(hit);
  }

  protected editOf(strokes: Stroke[]): Edit | undefined {
    return strokes.length > 0 ? { kind: 'erase', strokes } : undefined;
  }
}
