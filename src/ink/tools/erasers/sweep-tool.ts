/** Base of the erasers: a round tip that takes what it touches. One drag is one edit. States: idle, sweeping. */
import type { Point, Stroke } from '../../../core/drawing/types.ts';
import { leavesInk } from '../../brush/brushes.ts';
import { type Bounds, union } from '../../geometry/bounds.ts';
import type { Device, Sample } from '../../input/pointer.ts';
import type { Edit } from '../../scene/edit.ts';
import { toWorld } from '../../view/camera.ts';
import type { Tool, ToolContext } from '../tool.ts';

/** Width factor by device: a finger hides what it points at and aims less well. */
const WIDER: Readonly<Record<Device, number>> = { mouse: 1, pen: 1, touch: 2 };

/** One straight move of the tip, in drawing units. */
export interface Sweep {
  readonly from: Point;
  readonly to: Point;
  readonly radius: number;
  /** Bounds of what the tip covers on the way. */
  readonly area: Bounds;
}

/** Moves, one after another. */
export interface Way {
  readonly sweeps: readonly Sweep[];
  /** Bounds of all of them. */
  readonly area: Bounds;
}

/** Moves that are applied together. */
export interface Step extends Way {
  /** The strokes to which they have been applied, and what they left of these, if time ran out in between. */
  readonly done: Set<Stroke>;
}

/** Most moves of a step. A stroke that several of them cut is cut once, and strokes near them are looked up once. */
const TOGETHER = 8;
/** Time of one frame for that, ms. What is left waits for the next frame, or is done in slices after the drag. */
const BUDGET = 2;
/** Time of a step after the drag, ms: slices look at the clock between two. */
const LATE_BUDGET = 1;
/** A pointer that came down and does not move takes what it touches after this, ms: before tiles are drawn anew. */
const STILL = 50;
const NONE: ReadonlySet<Stroke> = new Set();

/**
 * One drag, also while what it left is applied.
 * @typeParam Taken what the tool has taken so far
 */
interface Drag<Taken> {
  readonly radius: number;
  readonly zoom: number;
  /** Undefined until moves are applied: what earlier drags take comes first. */
  taken: Taken | undefined;
  at: Point;
  /** Not applied yet, oldest first. */
  readonly left: Step[];
}

export abstract class SweepTool<Taken> implements Omit<Tool, 'cursor'> {
  protected readonly context: ToolContext;
  /** Undefined while idle. */
  #drag: Drag<Taken> | undefined;

  constructor(context: ToolContext) {
    this.context = context;
  }

  /**
   * The initial state: nothing is taken.
   * @param zoom of the view in which the tip moves
   */
  protected abstract begin(zoom: number): Taken;
  /** Shows at once roughly what will be taken of the strokes near the way. */
  protected preview?(way: Way, near: readonly Stroke[]): void;
  /**
   * Takes what the tip touches of the strokes near its way, and hides it. Returns the strokes that are near it then, or
   * undefined if time ran out: then `step.done` says how far it came, which is one stroke at least.
   */
  protected abstract take(
    taken: Taken,
    near: readonly Stroke[],
    step: Step,
    isOver: () => boolean,
  ): readonly Stroke[] | undefined;
  /** The edit that takes it; undefined if it is nothing. */
  protected abstract editOf(taken: Taken): Edit | undefined;

  start(sample: Sample, device: Device): void {
    const at = this.#place(sample);
    const { zoom } = this.context.camera;
    const radius = ((this.context.eraser.size / 2) * WIDER[device]) / zoom;
    const drag: Drag<Taken> = { radius, zoom, taken: undefined, at, left: [] };
    this.#drag = drag;
    if (!this.preview) {
      this.#sweep([at]);
      return;
    }
    // On a slow phone the frame in which a pointer comes down has no time for more than to show what will be taken.
    this.#sweep([at], true);
    setTimeout(() => this.#drag === drag && this.#sweep([]), STILL);
  }

  move(samples: readonly Sample[]): void {
    this.#sweep(samples.map((sample) => this.#place(sample)));
  }

  end(): void {
    const drag = this.#drag;
    if (!drag) return;
    // A tap.
    if (!drag.taken && !this.context.isBehind) this.#applyWithin(drag, performance.now() + BUDGET);
    this.#drag = undefined;
    const edit = () => drag.taken && this.editOf(drag.taken);
    if (drag.left.length > 0) {
      this.context.later((newer) => ({
        step: () => {
          this.#applyNext(drag, newer, performance.now() + LATE_BUDGET);
          return drag.left.length === 0;
        },
        edit,
      }));
      return;
    }
    const done = edit();
    if (done) this.context.commit(done);
  }

  drop(): void {
    const drag = this.#drag;
    this.#drag = undefined;
    if (drag?.taken) this.context.showAll();
  }

  #place({ x, y }: Sample): Point {
    const at = toWorld(this.context.camera, x, y);
    return [at.x, at.y];
  }

  /**
   * Moves the tip along these places, and applies it to the strokes on the way as far as one frame allows.
   * @param later true to apply nothing in this frame
   */
  #sweep(places: readonly Point[], later = false): void {
    const drag = this.#drag;
    if (!drag) return;
    const until = performance.now() + BUDGET;
    const sweeps = places.map((to): Sweep => {
      const { at: from, radius } = drag;
      drag.at = to;
      return { from, to, radius, area: sweptBounds(from, to, radius) };
    });
    const way = wayOf(sweeps);
    const near = way ? this.#near(way) : [];
    const isCaughtUp = drag.left.length === 0;
    if (way && near.length > 0) {
      this.preview?.(way, near);
      for (const sweep of sweeps) leave(drag.left, sweep);
    }
    if (this.context.isBehind || later) return;
    // Those of the whole way, as long as nothing but its own cuts has changed them.
    this.#applyWithin(drag, until, isCaughtUp ? near : undefined);
  }

  /** Applies moves until time runs out. `known`: as for `#applyNext`. */
  #applyWithin(drag: Drag<Taken>, until: number, known?: readonly Stroke[]): void {
    let near = known;
    do near = this.#applyNext(drag, NONE, until, near);
    while (drag.left.length > 0 && performance.now() < until);
  }

  /**
   * Applies the oldest moves, or a part of them.
   * @param newer strokes that were drawn after the drag
   * @param until when time runs out, ms
   * @param known strokes among which are all those near the moves, if that is known
   * @returns these strokes as they are then
   */
  #applyNext(
    drag: Drag<Taken>,
    newer: ReadonlySet<Stroke>,
    until: number,
    known?: readonly Stroke[],
  ): readonly Stroke[] | undefined {
    const [step] = drag.left;
    if (!step) return known;
    drag.taken ??= this.begin(drag.zoom);
    const near = known ?? this.#near(step).filter((stroke) => !newer.has(stroke));
    const left = near.length > 0 ? this.take(drag.taken, near, step, () => performance.now() >= until) : near;
    if (left) drag.left.shift();
    return known && left;
  }

  /** Strokes of the tool `eraser` are invisible: nobody means to touch them. */
  #near({ area }: Way): readonly Stroke[] {
    return this.context.near(area).filter(({ tool }) => leavesInk(tool));
  }
}

/** Adds a move to the last step, unless that is full or begun. */
function leave(steps: Step[], sweep: Sweep): void {
  const last = steps.at(-1);
  if (!last || last.done.size > 0 || last.sweeps.length === TOGETHER) {
    steps.push({ sweeps: [sweep], area: sweep.area, done: new Set() });
    return;
  }
  steps[steps.length - 1] = {
    sweeps: [...last.sweeps, sweep],
    area: union(last.area, sweep.area),
    done: last.done,
  };
}

function wayOf(sweeps: readonly Sweep[]): Way | undefined {
  let area: Bounds | undefined;
  for (const sweep of sweeps) area = union(area, sweep.area);
  return area && { sweeps, area };
}

function sweptBounds(from: Point, to: Point, radius: number): Bounds {
  return {
    minX: Math.min(from[0], to[0]) - radius,
    minY: Math.min(from[1], to[1]) - radius,
    maxX: Math.max(from[0], to[0]) + radius,
    maxY: Math.max(from[1], to[1]) + radius,
  };
}
