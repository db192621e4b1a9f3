/**
 * The segment eraser takes the parts of strokes that it touches. Most strokes are split. A stroke of a brush that does
 * not split stays whole: a stroke that erases is put on it, along the way of the tip.
 */
import { SIZE_MAX } from '../../../core/drawing/limits.ts';
import type { Point, Stroke } from '../../../core/drawing/types.ts';
import { brushOf } from '../../brush/brushes.ts';
import { eraser } from '../../brush/kinds/eraser.ts';
import { lastOfWash } from '../../brush/wet-wash.ts';
import { overlap, passes, strokeBounds } from '../../geometry/bounds.ts';
import { touches } from '../../geometry/hit-test.ts';
import { decimalsAt, roundTo, storedInk } from '../../geometry/simplify.ts';
import { splitStroke } from '../../geometry/split.ts';
import type { Edit, Swap } from '../../scene/edit.ts';
import { type Step, type Sweep, SweepTool, type Way } from './sweep-tool.ts';

/** A piece of the way of the tip that leads over strokes which stay whole. */
interface Rub {
  readonly places: Point[];
  readonly radius: number;
  /** The strokes that it touches. */
  readonly over: Set<Stroke>;
}

interface ErasedParts {
  readonly zoom: number;
  /** Remaining parts of each touched stroke, by the stroke as it was before the drag. */
  readonly left: Map<Stroke, readonly Stroke[]>;
  /** The original stroke of each part. */
  readonly of: Map<Stroke, Stroke>;
  readonly rubs: Rub[];
  refused: boolean;
}

export class SegmentEraser extends SweepTool<ErasedParts> {
  protected begin(zoom: number): ErasedParts {
    return { zoom, left: new Map(), of: new Map(), rubs: [], refused: false };
  }

  protected override preview({ sweeps }: Way, near: readonly Stroke[]): void {
    // It would be on the picture of the drawing's own strokes, which stay.
    if (this.context.isOpening) return;
    const { from, radius } = sweeps[0]!;
    const points = [from, ...sweeps.map(({ to }) => to)];
    // Nothing else shows that a part of these is gone before the commit.
    const holds = near.some(({ tool }) => !brushOf(tool).splits);
    this.context.rub({ tool: eraser.tool, color: '#000', size: 2 * radius, points }, holds);
  }

  protected take(
    taken: ErasedParts,
    near: readonly Stroke[],
    { sweeps, area, done }: Step,
    isOver: () => boolean,
  ): readonly Stroke[] | undefined {
    const swaps: Swap[] = [];
    const left: Stroke[] = [];
    const whole: Stroke[] = [];
    const room = { left: this.context.room };
    let tried = 0;
    let isDone = true;
    for (const stroke of near) {
      const isPassed = overlap(area, strokeBounds(stroke)) && passes(stroke, area);
      const splits = brushOf(stroke.tool).splits;
      // What erases there would take the drawing's own strokes below, too.
      if (isPassed && !splits && !this.context.isOpening) whole.push(stroke);
      if (!isPassed || !splits || done.has(stroke)) {
        left.push(stroke);
        continue;
      }
      // Cutting is what takes time.
      isDone = tried === 0 || !isOver();
      if (!isDone) break;
      tried += 1;
      const by = this.#cut(stroke, sweeps, taken, room);
      if (by) swaps.push({ stroke, by });
      left.push(...(by ?? [stroke]));
    }
    if (swaps.length > 0) this.context.swap(swaps);
    if (!isDone) {
      for (const stroke of left) done.add(stroke);
      return undefined;
    }
    if (whole.length > 0) for (const sweep of sweeps) noteRub(taken.rubs, sweep, whole);
    return left;
  }

  protected editOf(taken: ErasedParts): Edit | undefined {
    const swaps: Swap[] = [...taken.left].map(([stroke, by]) => ({ stroke, by }));
    if (taken.rubs.length > 0) swaps.push(...this.#rubOut(taken));
    if (taken.refused) this.context.full();
    return swaps.length > 0 ? { kind: 'replace', swaps } : undefined;
  }

  /**
   * Puts strokes that erase on those that stay whole, as many as the drawing can hold. Each lies right above the topmost
   * stroke that it is for, so that it takes no more than it must; but it parts no wash.
   */
  #rubOut(taken: ErasedParts): Swap[] {
    const { strokes, isFull, room: all } = this.context;
    const { zoom } = taken;
    const at = this.context.time();
    const index = indicesOf(strokes, new Set(taken.rubs.flatMap(({ over }) => [...over])));
    const by = new Map<Stroke, Stroke[]>();
    let room = isFull ? 0 : all;
    for (const { over, places, radius } of taken.rubs) {
      const top = Math.max(-1, ...[...over].map((stroke) => index.get(stroke) ?? -1));
      // If all of them went meanwhile, it is dropped with the first, and told.
      const below = top < 0 ? [...over][0]! : strokes[lastOfWash(strokes, top)]!;
      const size = Math.min(SIZE_MAX, roundTo(2 * radius, decimalsAt(zoom) + 1));
      const trace = { x: places.map(([x]) => x), y: places.map(([, y]) => y), pressure: [], tilt: [] };
      for (const { points } of storedInk(trace, zoom, size)) {
        if (room === 0) {
          taken.refused = true;
          break;
        }
        room -= 1;
        const there = by.get(below) ?? [below];
        const { layer } = below;
        there.push({
          tool: eraser.tool,
          color: '#000',
          size,
          points,
          ...(layer !== undefined && { layer }),
          ...(at !== undefined && { at }),
        });
        by.set(below, there);
      }
    }
    return [...by].map(([stroke, all]) => ({ stroke, by: all }));
  }

  /**
   * What the moves leave of the stroke; undefined if they do not touch it. A move that would split it beyond the
   * drawing's limit leaves it whole.
   */
  #cut(
    stroke: Stroke,
    sweeps: readonly Sweep[],
    taken: ErasedParts,
    room: { left: number },
  ): readonly Stroke[] | undefined {
    const { zoom } = taken;
    const bounds = strokeBounds(stroke);
    let parts: readonly Stroke[] = [stroke];
    for (const sweep of sweeps) {
      if (!overlap(sweep.area, bounds)) continue;
      const next = parts.flatMap((part) => splitStroke(part, { ...sweep, zoom }));
      const more = next.length - parts.length;
      if (more > room.left) {
        taken.refused = true;
        continue;
      }
      room.left -= more;
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

/** Adds the move to the last piece of the way, or begins one, if it touches any of these strokes. */
function noteRub(rubs: Rub[], { from, to, radius, area }: Sweep, whole: readonly Stroke[]): void {
  const touched = whole.filter(
    (stroke) => overlap(area, strokeBounds(stroke)) && touches(stroke, from, to, radius),
  );
  if (touched.length === 0) return;
  let rub = rubs.at(-1);
  if (rub?.places.at(-1) !== from) {
    rub = { places: [from], radius, over: new Set() };
    rubs.push(rub);
  }
  rub.places.push(to);
  for (const stroke of touched) rub.over.add(stroke);
}

/** Where these strokes are in the list. */
function indicesOf(strokes: readonly Stroke[], some: ReadonlySet<Stroke>): ReadonlyMap<Stroke, number> {
  const index = new Map<Stroke, number>();
  for (const [i, stroke] of strokes.entries()) if (some.has(stroke)) index.set(stroke, i);
  return index;
}
