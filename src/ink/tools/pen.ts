/**
 * The pen and all other brushes draw lines. States: idle, drawing. The line is straight while Shift is held, and once the
 * pointer has held still at the end of a nearly straight stroke, until it goes far from there. It follows the guide of a
 * perspective, if there is one.
 */

import { onLayer } from '../../core/drawing/members/change-layers.ts';
import { BASE } from '../../core/drawing/members/layers.ts';
import { readsLean } from '../brush/brushes.ts';
import type { WetInkStyle } from '../canvas/wet-ink-layer.ts';
import { Touch } from '../feel/touch.ts';
import type { Position } from '../geometry/bounds.ts';
import { snapEnd } from '../geometry/guide.ts';
import { storedInk } from '../geometry/simplify.ts';
import { curveBetween } from '../geometry/smooth.ts';
import { HoldTimer, isNearlyStraight, isStill, reachOf, straighten } from '../geometry/straight.ts';
import { emptySamples, type StrokeSamples } from '../geometry/stroke-samples.ts';
import type { Device, Sample } from '../input/pointer.ts';
import { type Camera, toWorld } from '../view/camera.ts';
import type { Tool, ToolContext } from './tool.ts';

/** A straight line that begins this near to a vanishing point is free, CSS px. */
const AT_POINT = 12;
/** How long a hand sends nothing before it counts as resting, about, ms. */
const REST_MS = 200;
/** The constant pressure that a pen without a sensor reports. */
const NO_SENSOR = 0.5;

type State =
  | { readonly kind: 'idle' }
  | {
      readonly kind: 'drawing';
      readonly camera: Camera;
      readonly style: WetInkStyle;
      readonly touch: Touch;
      /** Samples as they came, or as a person chose that they follow the hand. */
      readonly samples: StrokeSamples;
      /** The settled line: samples and the curve between them, up to the last sample but one. */
      readonly line: StrokeSamples;
      /** True if the screen shows a straight line. */
      straight: boolean;
      /** Once the pointer has held still, how far from `still` the line stays straight, CSS px. */
      reach: number | undefined;
      /** Where the pointer has been still so far, or held still. */
      still: Position;
      /** Timer that ends the hold. */
      readonly holdTimer: HoldTimer;
      /** Timer that takes back what was predicted. */
      readonly restTimer: HoldTimer;
      /** Sums over all samples, for the mean of a straight line. */
      pressed: number;
      leaned: number;
    };

type Drawing = Extract<State, { kind: 'drawing' }>;

export class Pen implements Tool {
  readonly cursor = 'crosshair';
  readonly #context: ToolContext;
  readonly #tool: string;
  /** True if its strokes keep the lean of the pen. */
  readonly #leans: boolean;
  /** True once a pen has shown that it measures pressure. */
  #hasSensor = false;
  #state: State = { kind: 'idle' };

  /** @param tool name that its strokes carry */
  constructor(context: ToolContext, tool = 'pen') {
    this.#context = context;
    this.#tool = tool;
    this.#leans = readsLean(tool);
  }

  start(sample: Sample, device: Device): void {
    const { camera, color, size, opacity, layer, feel, wetInk } = this.#context;
    const time = this.#context.time(true);
    const style: WetInkStyle = {
      tool: this.#tool,
      color,
      size,
      ...(opacity < 1 && { opacity }),
      ...(layer !== undefined && { layer }),
      ...(time !== undefined && { at: time }),
    };
    const [samples, line] = [emptySamples(), emptySamples()];
    const touch = new Touch(sample, device, feel, this.#hasSensor);
    const about = { straight: false, reach: undefined, still: sample, pressed: 0, leaned: 0 };
    const timers = {
      holdTimer: new HoldTimer(() => this.#heldStill()),
      restTimer: new HoldTimer(() => this.#rested(), REST_MS),
    };
    this.#state = { kind: 'drawing', camera, style, touch, samples, line, ...timers, ...about };
    wetInk.begin(style, camera);
    this.#take(touch.begin());
    wetInk.draw(line, emptySamples());
  }

  move(samples: readonly Sample[], predicted: readonly Sample[]): void {
    const state = this.#state;
    if (state.kind !== 'drawing') return;
    for (const sample of samples) this.#take(state.touch.move(sample));
    // Time in which somebody draws is no pause.
    this.#context.time();
    const { still, reach } = state;
    // A pause, not the end of the stroke: what was drawn comes back, and nothing of it is lost.
    if (reach !== undefined && samples.some(({ x, y }) => Math.hypot(x - still.x, y - still.y) > reach)) {
      state.reach = undefined;
    }
    const last = samples.at(-1);
    if (last && state.reach === undefined && !isStill(still, last)) {
      state.still = last;
      state.holdTimer.moved();
    }
    if (predicted.length > 0) state.restTimer.moved();
    this.#show(state, predicted);
  }

  end(): void {
    const state = this.#state;
    if (state.kind !== 'drawing') return;
    const { touch, samples, camera, style } = state;
    this.#take(touch.rest());
    this.#hasSensor = touch.hasSensor;
    this.#rest();
    const n = samples.x.length;
    if (n > 1) settle(samples, n - 2, camera.zoom, state.line);
    const isStraight = state.reach !== undefined || this.#context.shift;
    const line = isStraight ? this.#guided(straighten(samples), camera) : state.line;
    if (!isStraight) touch.finish(line, camera.zoom);
    if (line.pressure.every((pressure) => pressure === NO_SENSOR)) line.pressure.length = 0;
    // The layers may be known only since the stroke began.
    const { layer = BASE.id } = this.#context;
    const strokes = storedInk(line, camera.zoom, style.size).map((ink) =>
      onLayer({ ...style, ...ink }, layer),
    );
    if (strokes.length > 0) this.#context.commit({ kind: 'add', strokes });
    this.#context.wetInk.clear();
  }

  drop(): void {
    this.#rest();
    this.#context.wetInk.clear();
  }

  #rest(): void {
    if (this.#state.kind === 'drawing') {
      this.#state.holdTimer.stop();
      this.#state.restTimer.stop();
    }
    this.#state = { kind: 'idle' };
  }

  /** Straightens the line if it is nearly straight. */
  #heldStill(): void {
    const state = this.#state;
    if (state.kind !== 'drawing' || !isNearlyStraight(state.samples, state.camera.zoom)) return;
    state.reach = reachOf(state.samples, state.camera.zoom);
    this.#show(state, []);
  }

  /** A hand that stopped dead sends nothing more, and would leave the line where it was expected to go. */
  #rested(): void {
    if (this.#state.kind === 'drawing') this.#show(this.#state, []);
  }

  #show(state: Drawing, predicted: readonly Sample[]): void {
    const { wetInk, shift } = this.#context;
    const straight = state.reach !== undefined || shift;
    if (straight !== state.straight) {
      state.straight = straight;
      wetInk.begin(state.style, state.camera);
    }
    const end = this.#end(state, predicted);
    if (!straight) {
      wetInk.draw(state.line, end);
      return;
    }
    const { x, y, pressure, tilt } = state.samples;
    const n = end.x.length;
    const even = (sum: number, { length }: readonly number[]) =>
      length > 0 ? [sum / length, sum / length] : [];
    const far = {
      x: [x[0]!, end.x[n - 1]!],
      y: [y[0]!, end.y[n - 1]!],
      pressure: even(state.pressed, pressure),
      tilt: even(state.leaned, tilt),
    };
    wetInk.draw(firstOf(far), this.#guided(far, state.camera));
  }

  /** A straight line as the guide has it. */
  #guided(line: StrokeSamples, { zoom }: Camera): StrokeSamples {
    const { guide } = this.#context;
    const [x, y] = [line.x[1], line.y[1]];
    if (!guide || x === undefined || y === undefined) return line;
    const end = snapEnd({ x: line.x[0]!, y: line.y[0]! }, { x, y }, guide, AT_POINT / zoom);
    return { ...line, x: [line.x[0]!, end.x], y: [line.y[0]!, end.y] };
  }

  #take(sample: Sample | undefined): void {
    const state = this.#state;
    if (state.kind !== 'drawing' || sample === undefined) return;
    const { x, y, pressure, tilt: lean } = sample;
    const { samples, line, camera } = state;
    const tilt = this.#leans ? lean : undefined;
    const at = toWorld(camera, x, y);
    const n = samples.x.length;
    if (
      n > 0 &&
      samples.x[n - 1] === at.x &&
      samples.y[n - 1] === at.y &&
      samples.pressure[n - 1] === pressure &&
      samples.tilt[n - 1] === tilt
    ) {
      return;
    }
    push(samples, at.x, at.y, pressure, tilt);
    state.pressed += pressure ?? 0;
    state.leaned += tilt ?? 0;
    if (n === 0) push(line, at.x, at.y, pressure, tilt);
    else if (n > 1) settle(samples, n - 2, camera.zoom, line);
  }

  /** The loose end: from the last settled point through the last sample to the pointer or the predicted ones. */
  #end({ touch, samples, line, camera }: Drawing, predicted: readonly Sample[]): StrokeSamples {
    const end = emptySamples();
    copy(line, line.x.length - 1, end);
    copy(samples, samples.x.length - 1, end);
    const rest = touch.rest();
    for (const { x, y, pressure, tilt } of rest ? [rest] : touch.predicted(predicted)) {
      const at = toWorld(camera, x, y);
      push(end, at.x, at.y, pressure, this.#leans ? tilt : undefined);
    }
    return end;
  }
}

/** Appends the curve from sample `i` to the next sample, inclusive. */
function settle(samples: StrokeSamples, i: number, zoom: number, line: StrokeSamples): void {
  curveBetween(samples, i, zoom, line);
  copy(samples, i + 1, line);
}

function firstOf({ x, y, pressure, tilt }: StrokeSamples): StrokeSamples {
  return { x: x.slice(0, 1), y: y.slice(0, 1), pressure: pressure.slice(0, 1), tilt: tilt.slice(0, 1) };
}

function copy({ x, y, pressure, tilt }: StrokeSamples, i: number, to: StrokeSamples): void {
  push(to, x[i]!, y[i]!, pressure[i], tilt[i]);
}

function push(
  trace: StrokeSamples,
  x: number,
  y: number,
  pressure: number | undefined,
  tilt: number | undefined,
): void {
  trace.x.push(x);
  trace.y.push(y);
  if (pressure !== undefined) trace.pressure.push(pressure);
  if (tilt !== undefined) trace.tilt.push(tilt);
}
