/** Base of the erasers: a round tip that takes what it touches. One drag is one edit. States: idle, sweeping. */
import type { Point, Stroke } from '../../core/drawing/types.ts';
import { leavesInk } from '../brush/brushes.ts';
import { type Bounds, union } from '../geometry/bounds.ts';
import type { Device, Sample } from '../input/pointer.ts';
import { inSlices, type SlicedWork } from '../tiles/slices.ts';
import { toWorld } from '../view/camera.ts';
import type { Tool, ToolContext } from './tool.ts';

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

/** Moves of one frame, one after another. */
export interface Way {
  readonly sweeps: readonly Sweep[];
  /** Bounds of all of them. */
  readonly area: Bounds;
}

/** Moves that are applied together: strokes near them are looked up once. */
const TOGETHER = 2;
/** Time of one frame for that, ms. What is left waits for the next frame, or is done in slices after the drag. */
const BUDGET = 4;

/** @typeParam Taken what the tool has taken so far in one drag */
type State<Taken> =
  | { readonly kind: 'idle' }
  | {
      readonly kind: 'sweeping';
      readonly radius: number;
      readonly taken: Taken;
      at: Point;
      /** Not applied yet, oldest first. */
      readonly left: Way[];
      /** Applies what is left once the pointer is lifted. */
      finishing: SlicedWork | undefined;
    };

export abstract class SweepTool<Taken> implements Omit<Tool, 'cursor'> {
  protected readonly context: ToolContext;
  #state: State<Taken> = { kind: 'idle' };

  constructor(context: ToolContext) {
    this.context = context;
  }

  /** The initial state: nothing is taken. */
  protected abstract begin(): Taken;
  /** Shows at once roughly what will be taken of the strokes near the way. */
  protected preview?(way: Way, near: readonly Stroke[]): void;
  /** Takes what the tip touches of the strokes near its way, and hides it. */
  protected abstract take(taken: Taken, near: readonly Stroke[], way: Way): void;
  /** Commits what was taken, which may be nothing. */
  protected abstract commit(taken: Taken): void;

  start(sample: Sample, device: Device): void {
    const at = this.#place(sample);
    const radius = ((this.context.eraser.size / 2) * WIDER[device]) / this.context.camera.zoom;
    this.#state = { kind: 'sweeping', radius, taken: this.begin(), at, left: [], finishing: undefined };
    this.#sweep([at]);
  }

  move(samples: readonly Sample[]): void {
    this.#sweep(samples.map((sample) => this.#place(sample)));
  }

  end(): void {
    const state = this.#state;
    if (state.kind !== 'sweeping') return;
    if (state.left.length === 0) {
      this.finish();
      return;
    }
    state.finishing = inSlices(
      () => this.#applyNext(),
      () => {
        if (state.left.length > 0) return;
        this.finish();
        this.context.lifted();
      },
      'later',
    );
  }

  get goesOn(): boolean {
    return this.#state.kind === 'sweeping' && this.#state.finishing !== undefined;
  }

  finish(): void {
    const state = this.#state;
    if (state.kind !== 'sweeping') return;
    state.finishing?.cancel();
    while (!this.#applyNext());
    this.#state = { kind: 'idle' };
    this.commit(state.taken);
  }

  drop(): void {
    this.#state = { kind: 'idle' };
    this.context.showAll();
  }

  #place({ x, y }: Sample): Point {
    const at = toWorld(this.context.camera, x, y);
    return [at.x, at.y];
  }

  /** Moves the tip along these places, and applies it to the strokes on the way as far as one frame allows. */
  #sweep(places: readonly Point[]): void {
    const state = this.#state;
    if (state.kind !== 'sweeping') return;
    const sweeps = places.map((to): Sweep => {
      const { at: from, radius } = state;
      state.at = to;
      return { from, to, radius, area: sweptBounds(from, to, radius) };
    });
    const way = wayOf(sweeps);
    const near = way ? this.#near(way) : [];
    if (way && near.length > 0) {
      this.preview?.(way, near);
      for (let i = 0; i < sweeps.length; i += TOGETHER) {
        const part = wayOf(sweeps.slice(i, i + TOGETHER));
        if (part) state.left.push(part);
      }
    }
    const until = performance.now() + BUDGET;
    while (!this.#applyNext() && performance.now() < until);
  }

  /** Applies the oldest moves. Returns true if none is left. */
  #applyNext(): boolean {
    if (this.#state.kind !== 'sweeping') return true;
    const { taken, left } = this.#state;
    const way = left.shift();
    if (!way) return true;
    const near = this.#near(way);
    if (near.length > 0) this.take(taken, near, way);
    return left.length === 0;
  }

  /** Strokes of the tool `eraser` are invisible: nobody means to touch them. */
  #near({ area }: Way): readonly Stroke[] {
    return this.context.near(area).filter(({ tool }) => leavesInk(tool));
  }
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
