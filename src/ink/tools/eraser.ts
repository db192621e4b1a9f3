/** Takes away whole strokes that it touches; one drag is one edit. States: idle, erasing. */
import type { Point, Stroke } from '../../core/drawing/types.ts';
import { grow } from '../bounds.ts';
import { toWorld } from '../camera.ts';
import { touches } from '../hit-test.ts';
import type { Device, Sample } from '../pointer.ts';
import type { Desk, Tool } from './tool.ts';

/** CSS px around the tip. */
export const TIP_RADIUS: Readonly<Record<Device, number>> = { mouse: 6, pen: 6, touch: 12 };

type State =
  | { readonly kind: 'idle' }
  | { readonly kind: 'erasing'; readonly radius: number; readonly found: Stroke[]; at: Point };

export class Eraser implements Tool {
  readonly cursor = 'cell';
  readonly #desk: Desk;
  #state: State = { kind: 'idle' };

  constructor(desk: Desk) {
    this.#desk = desk;
  }

  start(sample: Sample, device: Device): void {
    const at = this.#place(sample);
    this.#state = { kind: 'erasing', radius: TIP_RADIUS[device] / this.#desk.camera.zoom, found: [], at };
    this.#sweep(at);
  }

  move(samples: readonly Sample[]): void {
    for (const sample of samples) this.#sweep(this.#place(sample));
  }

  end(): void {
    const state = this.#state;
    this.#state = { kind: 'idle' };
    if (state.kind === 'erasing' && state.found.length > 0) {
      this.#desk.commit({ kind: 'erase', strokes: state.found });
    }
  }

  drop(): void {
    this.#state = { kind: 'idle' };
    this.#desk.showAll();
  }

  #place({ x, y }: Sample): Point {
    const at = toWorld(this.#desk.camera, x, y);
    return [at.x, at.y];
  }

  /** Moves on to `to`, and takes what lies on the way. */
  #sweep(to: Point): void {
    const state = this.#state;
    if (state.kind !== 'erasing') return;
    const { at, radius } = state;
    const way = {
      minX: Math.min(at[0], to[0]),
      minY: Math.min(at[1], to[1]),
      maxX: Math.max(at[0], to[0]),
      maxY: Math.max(at[1], to[1]),
    };
    // A stroke that erases shows nothing that one could mean to touch.
    const hit = this.#desk
      .near(grow(way, radius))
      .filter((stroke) => stroke.tool !== 'eraser' && touches(stroke, at, to, radius));
    state.at = to;
    if (hit.length === 0) return;
    state.found.push(...hit);
    this.#desk.hide(hit);
  }
}
