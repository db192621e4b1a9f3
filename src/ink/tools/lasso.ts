/**
 * The lasso selects strokes by a loop around them or a tap, then moves, scales or turns the selection. States: idle,
 * around, moving, scaling, turning. With Shift, or while the selection is added to, loops and taps add to it; so does
 * holding a finger or a pen still on a stroke. While turning, Shift keeps to steps.
 */

import type { Point, Stroke } from '../../core/drawing/types.ts';
import type { Position } from '../geometry/bounds.ts';
import { touches } from '../geometry/hit-test.ts';
import { LassoArea } from '../geometry/lasso-area.ts';
import { emptySamples, type StrokeSamples } from '../geometry/stroke-samples.ts';
import { scaledAbout, turnedAbout } from '../geometry/transform.ts';
import type { Device, Sample } from '../input/pointer.ts';
import { isPickable } from '../selection/selection.ts';
import { inSlices } from '../tiles/slices.ts';
import { type Camera, toScreen, toWorld } from '../view/camera.ts';
import type { Tool, ToolContext } from './tool.ts';

/** Width of the lasso's line, CSS px. */
const LINE = 1.5;
/** A pointer that moves less than this taps, CSS px. */
const TAP = 4;
/** Reach of a tap: a stroke this close is selected, CSS px. */
const TAP_REACH: Readonly<Record<Device, number>> = { mouse: 6, pen: 6, touch: 12 };
/** A finger or a pen that is still for this long on a stroke adds it to the selection, ms. */
const HOLD = 500;
/** Strokes that are looked at together: a millisecond on a slow phone. */
const STROKES_PER_STEP = 50;
/** Smallest scale that dragging a corner can reach. */
const SMALLEST = 0.05;

/** The steps of a turn with Shift, degrees. */
const TURN_STEP = 15;
/** Without Shift, a turn keeps to these angles when it comes close, degrees. */
const UPRIGHT_STEP = 45;
const CLOSE = 1.5;

interface Gesture {
  readonly camera: Camera;
  readonly device: Device;
  readonly from: Position;
  /** True once the pointer has moved beyond a tap. */
  moved: boolean;
}

/** A loop or a tap that has not selected yet. */
interface Closing {
  /** Selects now. */
  finish(): void;
  drop(): void;
}

type State =
  | { readonly kind: 'idle' }
  | (Gesture & { readonly kind: 'around'; readonly path: StrokeSamples; readonly adds: boolean })
  | (Gesture & { readonly kind: 'moving' })
  | (Gesture & { readonly kind: 'scaling'; readonly corner: Position; readonly anchor: Position })
  | (Gesture & { readonly kind: 'turning'; readonly pivot: Position });

export class Lasso implements Tool {
  readonly cursor = 'crosshair';
  readonly #context: ToolContext;
  #state: State = { kind: 'idle' };
  #hold: ReturnType<typeof setTimeout> | undefined;
  /** What the last loop or tap selects, until that is known. */
  #closing: Closing | undefined;

  constructor(context: ToolContext) {
    this.#context = context;
  }

  start(sample: Sample, device: Device): void {
    const { camera, selection, shift, isAdding, wetInk, accent } = this.#context;
    while (this.#closing) this.#closing.finish();
    selection.putDown();
    const begun: Gesture = { camera, device, from: sample, moved: false };
    const adds = shift || isAdding;
    // The frame has no handles while the selection is added to.
    const grip = isAdding ? undefined : selection.gripAt(sample, device);
    clearTimeout(this.#hold);
    if (device !== 'mouse') this.#hold = setTimeout(() => this.#held(), HOLD);
    if (grip?.kind === 'corner') {
      this.#state = { kind: 'scaling', ...begun, corner: grip.corner, anchor: grip.anchor };
    } else if (grip?.kind === 'turn' && selection.pivot) {
      this.#state = { kind: 'turning', ...begun, pivot: selection.pivot };
    } else if (grip && !adds) {
      this.#state = { kind: 'moving', ...begun };
    } else {
      this.#state = { kind: 'around', ...begun, path: emptySamples(), adds };
      wetInk.begin({ tool: 'pen', color: accent, size: LINE / camera.zoom }, camera);
      this.#around([sample]);
    }
  }

  move(samples: readonly Sample[]): void {
    const state = this.#state;
    const last = samples.at(-1);
    if (state.kind === 'idle' || !last) return;
    // A loop that a slow device reports at once ends where it began.
    if (samples.some(({ x, y }) => Math.hypot(x - state.from.x, y - state.from.y) > TAP)) state.moved = true;
    if (state.moved) clearTimeout(this.#hold);
    if (state.kind === 'around') this.#around(samples);
    else if (state.moved) this.#carry(state, last);
  }

  end(): void {
    const state = this.#state;
    this.#state = { kind: 'idle' };
    if (state.kind === 'idle') return;
    this.#context.wetInk.clear();
    // A slip on the handle that turns, beside the strokes, must not deselect them.
    if (!state.moved && state.kind !== 'turning') this.#soon(() => this.#tap(state));
    else if (state.kind === 'around') this.#soon(() => this.#close(state.path, state.adds));
    else this.#context.selection.putDown();
  }

  drop(): void {
    this.#state = { kind: 'idle' };
    this.#context.wetInk.clear();
    this.#context.selection.putBack();
  }

  leave(): void {
    this.#closing?.drop();
    this.#closing = undefined;
    this.#context.selection.clear();
  }

  #around(samples: readonly Sample[]): void {
    const state = this.#state;
    if (state.kind !== 'around') return;
    for (const sample of samples) {
      const { x, y } = toWorld(state.camera, sample.x, sample.y);
      state.path.x.push(x);
      state.path.y.push(y);
    }
    this.#context.wetInk.draw(state.path, emptySamples());
  }

  #carry(state: Exclude<State, { kind: 'idle' | 'around' }>, { x, y }: Position): void {
    const { selection } = this.#context;
    const { camera, from } = state;
    if (state.kind === 'moving') {
      selection.carry(selection.moved((x - from.x) / camera.zoom, (y - from.y) / camera.zoom));
      return;
    }
    if (state.kind === 'turning') {
      const degrees = this.#turnOf(state, { x, y });
      selection.carry(turnedAbout(state.pivot, degrees), degrees);
      return;
    }
    // Scale by how far the pointer moved along the diagonal.
    const { corner, anchor } = state;
    const [width, height] = [corner.x - anchor.x, corner.y - anchor.y];
    const by = { x: (x - from.x) / camera.zoom, y: (y - from.y) / camera.zoom };
    const along = (by.x * width + by.y * height) / (width * width + height * height);
    selection.carry(scaledAbout(anchor, Math.max(SMALLEST, 1 + along)));
  }

  /** How far the pointer went around the pivot, -180 to 180 degrees. */
  #turnOf({ camera, from, pivot }: Gesture & { readonly pivot: Position }, to: Position): number {
    const middle = toScreen(camera, pivot.x, pivot.y);
    const angleOf = ({ x, y }: Position) => (Math.atan2(y - middle.y, x - middle.x) * 180) / Math.PI;
    const turned = ((angleOf(to) - angleOf(from) + 540) % 360) - 180;
    if (this.#context.shift) return roundedTo(turned, TURN_STEP);
    const upright = roundedTo(turned, UPRIGHT_STEP);
    return Math.abs(turned - upright) < CLOSE ? upright : turned;
  }

  /** Selects once the strokes are there: earlier gestures may still be cutting them. */
  #soon(select: () => void): void {
    let isDropped = false;
    const closing: Closing = {
      finish: () => this.#context.finish(),
      drop: () => {
        isDropped = true;
      },
    };
    this.#closing = closing;
    this.#context.afterwards(() => {
      if (isDropped) return;
      this.#closing = undefined;
      select();
    });
  }

  /** Selects what the loop takes. Thousands of strokes are looked at in slices, or at once when the next gesture begins. */
  #close({ x, y }: StrokeSamples, adds: boolean): void {
    const { selection } = this.#context;
    const loop = new LassoArea(x.map((one, i): Point => [one, y[i]!]));
    const near = this.#context.near(loop.bounds).filter(isPickable);
    const taken: Stroke[] = [];
    let next = 0;
    const look = (until: number) => {
      for (; next < until; next++) if (loop.takes(near[next]!)) taken.push(near[next]!);
      return next === near.length;
    };
    const select = () => {
      this.#closing = undefined;
      selection.set(adds ? [...selection.strokes, ...taken] : taken);
      if (selection.strokes.length === 0) this.#context.missed();
    };
    const finish = () => {
      work.cancel();
      look(near.length);
      select();
    };
    const work = inSlices(
      () => look(Math.min(near.length, next + STROKES_PER_STEP)),
      () => next === near.length && select(),
    );
    if (next === near.length) return;
    this.#closing = { finish, drop: () => work.cancel() };
  }

  /** Adds the stroke under a pointer that is still. Any other place is left to what the pointer does next. */
  #held(): void {
    const state = this.#state;
    const { selection, wetInk } = this.#context;
    const hit = state.kind === 'idle' || state.kind === 'turning' ? undefined : this.#strokeAt(state);
    if (!hit || selection.strokes.includes(hit)) return;
    this.#state = { kind: 'idle' };
    wetInk.clear();
    selection.set([...selection.strokes, hit]);
  }

  /** The topmost stroke where the pointer came down. */
  #strokeAt({ camera, device, from }: Gesture): Stroke | undefined {
    const { x, y } = toWorld(camera, from.x, from.y);
    const radius = TAP_REACH[device] / camera.zoom;
    const area = { minX: x - radius, minY: y - radius, maxX: x + radius, maxY: y + radius };
    return this.#context
      .near(area)
      .findLast((stroke) => isPickable(stroke) && touches(stroke, [x, y], [x, y], radius));
  }

  /** Selects the topmost stroke at a place. If it adds, adds it to the selection or removes it. */
  #tap(state: Exclude<State, { kind: 'idle' }>): void {
    const { selection } = this.#context;
    const hit = this.#strokeAt(state);
    const adds = state.kind === 'around' && state.adds;
    if (!adds) selection.set(hit ? [hit] : []);
    else if (hit && selection.strokes.includes(hit)) {
      selection.set(selection.strokes.filter((stroke) => stroke !== hit));
    } else if (hit) selection.set([...selection.strokes, hit]);
  }
}

function roundedTo(value: number, step: number): number {
  return Math.round(value / step) * step;
}
