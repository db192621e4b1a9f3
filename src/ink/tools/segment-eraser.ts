/** The segment eraser takes the parts of strokes that it touches, which splits them. */
import type { Stroke } from '../../core/drawing/types.ts';
import { brushOf } from '../brush/brushes.ts';
import { splitStroke } from '../geometry/split.ts';
import { type Sweep, SweepTool } from './sweep-tool.ts';

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

  protected take(taken: ErasedParts, near: readonly Stroke[], sweep: Sweep): void {
    const { zoom } = this.context.camera;
    for (const stroke of near) {
      if (!brushOf(stroke.tool).splits) continue;
      const parts = splitStroke(stroke, { ...sweep, zoom });
      if (parts[0] !== stroke) this.#split(taken, stroke, parts);
    }
  }

  protected finish({ left, refused }: ErasedParts): void {
    const swaps = [...left].map(([stroke, by]) => ({ stroke, by }));
    if (swaps.length > 0) this.context.commit({ kind: 'replace', swaps });
    if (refused) this.context.full();
  }

  /** Keeps a stroke whole if splitting it would exceed the drawing's limit. */
  #split(taken: ErasedParts, stroke: Stroke, parts: readonly Stroke[]): void {
    const more = parts.length - 1;
    if (more > taken.room) {
      taken.refused = true;
      return;
    }
    taken.room -= more;
    const original = taken.of.get(stroke) ?? stroke;
    const before = taken.left.get(original) ?? [original];
    taken.left.set(
      original,
      before.flatMap((one) => (one === stroke ? parts : [one])),
    );
    for (const part of parts) taken.of.set(part, original);
    this.context.hide([stroke]);
    this.context.show(parts);
  }
}
