/** Base of the erasers: a round tip that takes what it touches. One drag is one edit. States: idle, sweeping. */
import type { Point, Stroke } from '../../core/drawing/types.ts';
import { leavesInk } from '../brush/brushes.ts';
import { grow } from '../geometry/bounds.ts';
import type { Device, Sample } from '../input/pointer.ts';
import { toWorld } from '../view/camera.ts';
import type { Tool, ToolContext } from './tool.ts';

/** Width factor by device: a finger hides what it points at and aims less well. */
const WIDER: Readonly<Record<Device, number>> = { mouse: 1, pen: 1, touch: 2 };

/** One segment of the tip's path, in drawing units. */
export interface Sweep {
  readonly from: Point;
  readonly to: Point;
  readonly radius: number;
}

/** @typeParam Taken what the tool has taken so far in one drag */
type State<Taken> =
  | { readonly kind: 'idle' }
  | { readonly kind: 'sweeping'; readonly radius: number; readonly taken: Taken; at: Point };

export abstract class SweepTool<Taken> implements Omit<Tool, 'cursor'> {
  protected readonly context: ToolContext;
  #state: State<Taken> = { kind: 'idle' };

  constructor(context: ToolContext) {
    this.context = context;
  }

  /** The initial state: nothing is taken. */
  protected abstract begin(): Taken;
  /** Takes what the tip touches of the strokes near its path, and hides it. */
  protected abstract take(taken: Taken, near: readonly Stroke[], sweep: Sweep): void;
  /** Commits what was taken, which may be nothing. */
  protected abstract finish(taken: Taken): void;

  start(sample: Sample, device: Device): void {
    const at = this.#place(sample);
    const radius = ((this.context.eraser.size / 2) * WIDER[device]) / this.context.camera.zoom;
    this.#state = { kind: 'sweeping', radius, taken: this.begin(), at };
    this.#sweep(at);
  }

  move(samples: readonly Sample[]): void {
    for (const sample of samples) this.#sweep(this.#place(sample));
  }

  end(): void {
    const state = this.#state;
    this.#state = { kind: 'idle' };
    if (state.kind === 'sweeping') this.finish(state.taken);
  }

  drop(): void {
    this.#state = { kind: 'idle' };
    this.context.showAll();
  }

  #place({ x, y }: Sample): Point {
    const at = toWorld(this.context.camera, x, y);
    return [at.x, at.y];
  }

  /** Moves the tip to `to`, and applies it to the strokes on the way. */
  #sweep(to: Point): void {
    const state = this.#state;
    if (state.kind !== 'sweeping') return;
    const { at: from, radius, taken } = state;
    const way = {
      minX: Math.min(from[0], to[0]),
      minY: Math.min(from[1], to[1]),
      maxX: Math.max(from[0], to[0]),
      maxY: Math.max(from[1], to[1]),
    };
    // Strokes of the tool `eraser`, which other clients may write, are invisible: nobody means to touch them.
    const near = this.context.near(grow(way, radius)).filter((stroke) => leavesInk(stroke.tool));
    state.at = to;
    this.take(taken, near, { from, to, radius });
  }
}
