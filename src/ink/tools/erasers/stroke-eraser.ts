/** The stroke eraser takes every stroke that it touches, whole. */
import type { Stroke } from '../../../core/drawing/types.ts';
import { overlap, strokeBounds } from '../../geometry/bounds.ts';
import { touches } from '../../geometry/hit-test.ts';
import type { Edit } from '../../scene/edit.ts';
import { type Step, SweepTool } from './sweep-tool.ts';

export class StrokeEraser extends SweepTool<Stroke[]> {
  protected begin(): Stroke[] {
    return [];
  }

  protected take(taken: Stroke[], near: readonly Stroke[], { sweeps }: Step): readonly Stroke[] {
    const isHit = (stroke: Stroke) => {
      const bounds = strokeBounds(stroke);
      return sweeps.some(
        ({ from, to, radius, area }) => overlap(area, bounds) && touches(stroke, from, to, radius),
      );
    };
    const hit: Stroke[] = [];
    const left: Stroke[] = [];
    for (const stroke of near) (isHit(stroke) ? hit : left).push(stroke);
    if (hit.length === 0) return near;
    taken.push(...hit);
    this.context.hide(hit);
    return left;
  }

  protected editOf(strokes: Stroke[]): Edit | undefined {
    return strokes.length > 0 ? { kind: 'erase', strokes } : undefined;
  }
}
