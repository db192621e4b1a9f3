/** Rubs out the parts of strokes that it touches, which splits them; one drag is one edit. States: idle, rubbing. */
import type { Point, Stroke } from '../../core/drawing/types.ts';
import { grow } from '../bounds.ts';
import { toWorld } from '../camera.ts';
import type { Device, Sample } from '../pointer.ts';
import { rubbed } from '../split.ts';
import { TIP_RADIUS } from './eraser.ts';
import type { Desk, Tool } from './tool.ts';

type State =
  | { readonly kind: 'idle' }
  | {
      readonly kind: 'rubbing';
      readonly radius: number;
      /** What is left of each stroke that was touched, as it was before the drag. */
      readonly left: Map<Stroke, readonly Stroke[]>;
      /** Of which stroke each part is. */
      readonly of: Map<Stroke, Stroke>;
      /** How many strokes more the drawing may hold. */
      room: number;
      refused: boolean;
      at: Point;
    };

export class Rubber implements Tool {
  readonly cursor = 'cell';
  readonly #desk: Desk;
  #state: State = { kind: 'idle' };

  constructor(desk: Desk) {
    this.#desk = desk;
  }

  start(sample: Sample, device: Device): void {
    const { camera, room } = this.#desk;
    const at = this.#place(sample);
    const radius = TIP_RADIUS[device] / camera.zoom;
    this.#state = { kind: 'rubbing', radius, left: new Map(), of: new Map(), room, refused: false, at };
    this.#rub(at);
  }

  move(samples: readonly Sample[]): void {
    for (const sample of samples) this.#rub(this.#place(sample));
  }

  end(): void {
    const state = this.#state;
    this.#state = { kind: 'idle' };
    if (state.kind !== 'rubbing') return;
    const swaps = [...state.left].map(([stroke, by]) => ({ stroke, by }));
    if (swaps.length > 0) this.#desk.commit({ kind: 'replace', swaps });
    if (state.refused) this.#desk.full();
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
  #rub(to: Point): void {
    const state = this.#state;
    if (state.kind !== 'rubbing') return;
    const from = state.at;
    const { zoom } = this.#desk.camera;
    const way = {
      minX: Math.min(from[0], to[0]),
      minY: Math.min(from[1], to[1]),
      maxX: Math.max(from[0], to[0]),
      maxY: Math.max(from[1], to[1]),
    };
    for (const stroke of this.#desk.near(grow(way, state.radius))) {
      // A stroke that erases shows nothing that one could mean to touch.
      if (stroke.tool === 'eraser') continue;
      const parts = rubbed(stroke, { from, to, radius: state.radius, zoom });
      if (parts[0] !== stroke) this.#split(state, stroke, parts);
    }
    state.at = to;
  }

  /** A stroke that would become more strokes than the drawing may hold stays whole. */
  #split(state: Extract<State, { kind: 'rubbing' }>, stroke: Stroke, parts: readonly Stroke[]): void {
    const more = parts.length - 1;
    if (more > state.room) {
      state.refused = true;
      return;
    }
    state.room -= more;
    const original = state.of.get(stroke) ?? stroke;
    const before = state.left.get(original) ?? [original];
    state.left.set(
      original,
      before.flatMap((one) => (one === stroke ? parts : [one])),
    );
    for (const part of parts) state.of.set(part, original);
    this.#desk.hide([stroke]);
    this.#desk.show(parts);
  }
}
