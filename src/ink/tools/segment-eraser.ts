/** The segment eraser takes the parts of strokes that it touches, which splits them. */
import type { Stroke } from '../../core/drawing/types.ts';
import { brushOf } from '../brush/brushes.ts';
import { overlap, passes, strokeBounds } from '../geometry/bounds.ts';
import { splitStroke } from '../geometry/split.ts';
import type { Swap } from '../scene/edit.ts';
import { type Sweep, SweepTool, type Way } from './sweep-tool.ts';

interface ErasedParts {
  /** Remaining parts of each touched stroke, by the stroke as it was before the drag. */
  readonly left: Map<Stroke, readonly Stroke[]>;
  /** The original stroke of each part. */
  readonly of: Map<Stroke, Stroke>;
  /** How many more strokes the drawing can hold. */
  room: number;
  refused: boolean;
}

export class SegmentEraser extends SweepTool<ErasedParts> {
  protected begin(): ErasedParts {
    return { left: new Map(), of: new Map(), room: this.context.room, refused: false };
  }

  protected override preview({ sweeps }: Way): void {
    const { from, radius } = sweeps[0]!;
    const points = [from, ...sweeps.map(({ to }) => to)];
    this.context.rub({ tool: 'eraser', color: '#000', size: 2 * radius, points });
  }

  protected take(taken: ErasedParts, near: readonly Stroke[], { sweeps, area }: Way): void {
    const swaps: Swap[] = [];
    for (const stroke of near) {
      if (!brushOf(stroke.tool).splits || !passes(stroke, area)) continue;
      const by = this.#cut(stroke, sweeps, taken);
      if (by) swaps.push({ stroke, by });
    }
    if (swaps.length > 0) this.context.swap(swaps);
  }

  protected commit({ left, refused }: ErasedParts): void {
    const swaps = [...left].map(([stroke, by]) => ({ stroke, by }));
    if (swaps.length > 0) this.context.commit({ kind: 'replace', swaps });
    if (refused) this.context.full();
  }

  /**
   * What the moves leave of the stroke; undefined if they do not touch it. A move that would split it beyond the
   * drawing's limit leaves it whole.
   */
  #cut(stroke: Stroke, sweeps: readonly Sweep[], taken: ErasedParts): readonly Stroke[] | undefined {
    const { zoom } = this.context.camera;
    const bounds = strokeBounds(stroke);
    let parts: readonly Stroke[] = [stroke];
    for (const sweep of sweeps) {
      if (!overlap(sweep.area, bounds)) continue;
      const next = parts.flatMap((part) => splitStroke(part, { ...sweep, zoom }));
      const more = next.length - parts.length;
      if (more > taken.room) {
        taken.refused = true;
        continue;
      }
      taken.room -= more;
      parts = next;
    }
    if (parts[0] === stroke) return undefined;
    const original = taken.of.get(stroke) ?? stroke;
    const before = taken.left.get(original) ?? [original];
    taken.left.set(
      original,
      before.flatMap((one) => (one === stroke ? parts : [one])),
    );
    for (const part of parts) taken.of.set(part, original);
    return parts;
  }
}
