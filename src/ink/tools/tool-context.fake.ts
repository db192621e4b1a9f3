/** A ToolContext without a screen, for tests of tools. */
import { STROKES_MAX } from '../../core/drawing/limits.ts';
import type { Stroke } from '../../core/drawing/types.ts';
import type { WetInkStyle } from '../canvas/wet-ink-layer.ts';
import { type Feel, PLAIN } from '../feel/feel.ts';
import { type Bounds, overlap, type Position, strokeBounds } from '../geometry/bounds.ts';
import type { Guide } from '../geometry/guide.ts';
import type { StrokeSamples } from '../geometry/stroke-samples.ts';
import type { Transform } from '../geometry/transform.ts';
import type { Sample } from '../input/pointer.ts';
import type { Edit, Swap } from '../scene/edit.ts';
import { Selection } from '../selection/selection.ts';
import { type Camera, HOME, pan } from '../view/camera.ts';
import type { Left } from './late-work.ts';
import { ERASER, type EraserTip, type ToolContext } from './tool.ts';

/** A sample. @param more its lean and its time, which is 0 otherwise */
export const at = (
  x: number,
  y: number,
  pressure?: number,
  more: Partial<Pick<Sample, 'tilt' | 'time'>> = {},
): Sample => ({ x, y, pressure, tilt: undefined, time: 0, ...more });

export class FakeToolContext implements ToolContext {
  camera: Camera = HOME;
  readonly view = { width: 1000, height: 700 };
  color = '#1f1b16';
  size = 4;
  opacity = 1;
  layer: string | undefined;
  eraser: EraserTip = ERASER;
  feel: Feel = PLAIN;
  guide: Guide | undefined;
  shift = false;
  isAdding = false;
  /** What `time` returns. */
  now: number | undefined;
  /** How often a stroke asked for it as it began. */
  begins = 0;
  /** How many more strokes the drawing can hold, but for parts. */
  #room = STROKES_MAX;
  isFull = false;
  isOpening = false;
  readonly accent = '#1f4fae';
  /** The drawing; commits change it. */
  strokes: readonly Stroke[] = [];
  readonly hidden = new Set<Stroke>();
  /** Parts that `swap` put in the places of strokes. */
  readonly swapped = new Map<Stroke, readonly Stroke[]>();
  /** What was rubbed out, and how much of it must wait for the end of the gesture. */
  readonly rubbed: Stroke[] = [];
  held = 0;
  readonly edits: Edit[] = [];
  /** What was not done, because the strokes that it was for are gone. */
  readonly dropped: Edit[] = [];
  refusals = 0;
  /** What gestures left, oldest first; each with the strokes drawn since. */
  readonly left: { readonly newer: Set<Stroke>; readonly work: Left }[] = [];
  #then: (() => void)[] = [];
  /** How often something was refused because it would leave the paper. */
  tooFars = 0;
  /** How often a loop caught nothing. */
  misses = 0;
  /** Wet ink as drawn last: the settled line and its loose end. */
  shown: { settled: StrokeSamples; end: StrokeSamples } | undefined;
  readonly begun: WetInkStyle[] = [];
  /** How the selection was last displayed. */
  carried: Transform | undefined;
  /** The angle that was last shown, degrees. */
  angle: number | undefined;
  readonly wetInk = {
    begin: (style: WetInkStyle) => {
      this.begun.push(style);
    },
    draw: (settled: StrokeSamples, end: StrokeSamples) => {
      this.shown = { settled, end };
    },
    clear: () => {
      this.shown = undefined;
    },
  };
  readonly counts: number[] = [];
  readonly selection = new Selection(
    this,
    {
      show: () => {
        this.carried = undefined;
        this.angle = undefined;
      },
      carry: (transform, turn) => {
        this.carried = transform;
        this.angle = turn;
      },
      putBack: () => {
        this.carried = undefined;
        this.angle = undefined;
      },
      keepBelow: () => {},
    },
    ({ length }) => this.counts.push(length),
  );

  /** Visible strokes, bottom first. */
  get seen(): readonly Stroke[] {
    const now = (one: Stroke): readonly Stroke[] => {
      if (this.hidden.has(one)) return [];
      return this.swapped.get(one)?.flatMap(now) ?? [one];
    };
    return this.strokes.flatMap(now);
  }

  reaches(): boolean {
    return true;
  }

  near(area: Bounds): readonly Stroke[] {
    return this.seen.filter((one) => overlap(strokeBounds(one), area));
  }

  hide(strokes: readonly Stroke[]): void {
    for (const one of strokes) this.hidden.add(one);
  }

  swap(swaps: readonly Swap[]): void {
    for (const { stroke, by } of swaps) this.swapped.set(stroke, by);
  }

  rub(stroke: Stroke, holds: boolean): void {
    this.rubbed.push(stroke);
    if (holds) this.held += 1;
  }

  get room(): number {
    let more = 0;
    for (const by of this.swapped.values()) more += by.length - 1;
    return this.#room - more;
  }

  set room(room: number) {
    this.#room = room;
  }

  get isBehind(): boolean {
    return this.left.length > 0;
  }

  later(work: (newer: ReadonlySet<Stroke>) => Left): void {
    const newer = new Set<Stroke>();
    this.left.push({ newer, work: work(newer) });
  }

  /** Another gesture adds a stroke. */
  draw(stroke: Stroke): void {
    this.strokes = [...this.strokes, stroke];
    this.#room -= 1;
    this.edits.push({ kind: 'add', strokes: [stroke] });
    for (const { newer } of this.left) newer.add(stroke);
  }

  afterwards(run: () => void): void {
    if (this.isBehind) this.#then.push(run);
    else run();
  }

  finish(): void {
    for (let next = this.left[0]; next; next = this.left[0]) {
      while (!next.work.step());
      this.left.shift();
      const edit = next.work.edit();
      if (edit) this.commit(edit);
    }
    for (const run of this.#then.splice(0)) run();
  }

  showAll(): void {
    this.hidden.clear();
    this.swapped.clear();
  }

  commit(edit: Edit): void {
    this.edits.push(edit);
    this.showAll();
    if (edit.kind === 'add') this.strokes = [...this.strokes, ...edit.strokes];
    else if (edit.kind === 'erase') {
      this.strokes = this.strokes.filter((stroke) => !edit.strokes.includes(stroke));
    } else {
      const by = new Map(edit.swaps.map((swap) => [swap.stroke, swap.by]));
      this.strokes = this.strokes.flatMap((stroke) => by.get(stroke) ?? [stroke]);
    }
    this.selection.keep(this.strokes);
  }

  time(begins = false): number | undefined {
    if (begins) this.begins += 1;
    return this.now;
  }

  renewed(strokes: readonly Stroke[]): readonly Stroke[] {
    const { now } = this;
    return now === undefined ? strokes : strokes.map((stroke) => ({ ...stroke, at: now }));
  }

  gone(edit: Edit): void {
    this.dropped.push(edit);
  }

  full(): void {
    this.refusals++;
  }

  missed(): void {
    this.misses++;
  }

  tooFar(): void {
    this.tooFars++;
  }

  drag(from: Position, to: Position): void {
    this.camera = pan(this.camera, to.x - from.x, to.y - from.y);
  }
}
