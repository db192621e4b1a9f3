/** The strokes that were picked out: what is shown of them, and what can be done with them. */
import type { Stroke } from '../../core/drawing/types.ts';
import { type Bounds, type Position, strokesBounds } from '../geometry/bounds.ts';
import { decimalsAt, roundTo } from '../geometry/simplify.ts';
import {
  after,
  movedBy,
  SAME,
  scaledAbout,
  type Transform,
  transformed,
  within,
} from '../geometry/transform.ts';
import type { Device } from '../input/pointer.ts';
import type { Edit } from '../scene/edit.ts';
import { inSlices, type Sliced } from '../tiles/slices.ts';
import { type Camera, toScreen } from '../view/camera.ts';

/** What shows a selection. */
export interface SelectionView {
  /** These strokes are picked out now. `kept`: what the screen shows stays until they are drawn. */
  show(strokes: readonly Stroke[], bounds: Bounds | undefined, kept: boolean): void;
  /** Shows them moved, instead of the drawing. */
  carry(transform: Transform): void;
  /** They are where they were. */
  putBack(): void;
}

/** What it needs of the engine. */
export interface SelectionHost {
  readonly strokes: readonly Stroke[];
  readonly camera: Camera;
  /** How many strokes more the drawing may hold. */
  readonly room: number;
  hide(strokes: readonly Stroke[]): void;
  showAll(): void;
  commit(edit: Edit): void;
  full(): void;
}

/** Where a hand takes hold of a selection: within its frame, or at a corner, away from the opposite one. */
export type Grip =
  | { readonly kind: 'inside' }
  | { readonly kind: 'corner'; readonly corner: Position; readonly anchor: Position };

/** CSS px between what is selected and the frame around it. */
export const FRAME_GAP = 8;
/** CSS px around a corner that take hold of it. */
const REACH: Readonly<Record<Device, number>> = { mouse: 12, pen: 16, touch: 22 };
/** CSS px that a copy lies beside what it was made of. */
const COPY_OFF = 16;
/** ms after a move by a key, until it counts as done. */
const NUDGED = 250;
/** With more strokes than these, what is put down is reckoned in slices; so many between two looks at the clock. */
const FEW = 256;
const AT_ONCE = 32;

/** A stroke that erases cannot be seen, and so not be picked. */
export function isPickable({ tool }: Stroke): boolean {
  return tool !== 'eraser';
}

function isSame({ scale, dx, dy }: Transform): boolean {
  return scale === 1 && dx === 0 && dy === 0;
}

export class Selection {
  readonly #host: SelectionHost;
  readonly #view: SelectionView;
  readonly #told: (strokes: readonly Stroke[]) => void;
  #strokes: readonly Stroke[] = [];
  #bounds: Bounds | undefined;
  #carried: Transform | undefined;
  #nudging: ReturnType<typeof setTimeout> | undefined;
  /** What is carried as it will be, as far as that is reckoned, from the bottom up. */
  #moved: readonly Stroke[] = [];
  #reckoning: Sliced | undefined;

  /** `told`: called each time that other strokes are selected. */
  constructor(host: SelectionHost, view: SelectionView, told: (strokes: readonly Stroke[]) => void) {
    this.#host = host;
    this.#view = view;
    this.#told = told;
  }

  /** Bottom first. */
  get strokes(): readonly Stroke[] {
    return this.#strokes;
  }

  get bounds(): Bounds | undefined {
    return this.#bounds;
  }

  /** Picks these, of those that the drawing has. */
  set(strokes: readonly Stroke[]): void {
    this.putDown();
    const wanted = new Set(strokes);
    this.#take(this.#host.strokes.filter((stroke) => wanted.has(stroke) && isPickable(stroke)));
  }

  all(): void {
    this.putDown();
    this.#take(this.#host.strokes.filter(isPickable));
  }

  /** Picks one: the topmost, then so many further up or down, around from one end to the other. */
  step(by: 1 | -1): void {
    this.putDown();
    const all = this.#host.strokes.filter(isPickable);
    const picked = this.#strokes[by < 0 ? 0 : this.#strokes.length - 1];
    const at = picked ? all.indexOf(picked) + by : all.length - 1;
    const next = all[(at + all.length) % all.length];
    if (next) this.#take([next]);
  }

  clear(): void {
    this.putDown();
    this.#take([]);
  }

  /** The drawing has changed: what is no longer there is no longer selected. */
  keep(strokes: readonly Stroke[]): void {
    if (this.#strokes.length === 0) return;
    const there = new Set(strokes);
    if (this.#strokes.every((stroke) => there.has(stroke))) return;
    this.#take(this.#strokes.filter((stroke) => there.has(stroke)));
  }

  /** What a hand takes hold of at this place of the view, if anything. */
  gripAt(at: Position, device: Device): Grip | undefined {
    const bounds = this.#bounds;
    if (!bounds) return undefined;
    const { camera } = this.#host;
    const low = toScreen(camera, bounds.minX, bounds.minY);
    const high = toScreen(camera, bounds.maxX, bounds.maxY);
    const frame = {
      left: low.x - FRAME_GAP,
      top: low.y - FRAME_GAP,
      right: high.x + FRAME_GAP,
      bottom: high.y + FRAME_GAP,
    };
    const isNear = (x: number, y: number) => Math.hypot(at.x - x, at.y - y) <= REACH[device];
    for (const right of [true, false]) {
      for (const bottom of [true, false]) {
        if (!isNear(right ? frame.right : frame.left, bottom ? frame.bottom : frame.top)) continue;
        return {
          kind: 'corner',
          corner: { x: right ? bounds.maxX : bounds.minX, y: bottom ? bounds.maxY : bounds.minY },
          anchor: { x: right ? bounds.minX : bounds.maxX, y: bottom ? bounds.minY : bounds.maxY },
        };
      }
    }
    const isInside = at.x >= frame.left && at.x <= frame.right && at.y >= frame.top && at.y <= frame.bottom;
    return isInside ? { kind: 'inside' } : undefined;
  }

  /** Shows the selection so, without changing the drawing: until `apply`, or `putBack`. */
  carry(transform: Transform): void {
    if (this.#strokes.length === 0) return;
    this.#stopReckoning();
    if (!this.#carried) this.#host.hide(this.#strokes);
    this.#carried = this.#limited(transform);
    this.#view.carry(this.#carried);
  }

  putBack(): void {
    clearTimeout(this.#nudging);
    this.#stopReckoning();
    if (!this.#carried) return;
    this.#carried = undefined;
    this.#host.showAll();
    this.#view.putBack();
  }

  /** Makes what is carried true, as one edit. */
  putDown(): void {
    clearTimeout(this.#nudging);
    const carried = this.#carried;
    if (!carried) return;
    const moved = this.#moved;
    this.#stopReckoning();
    if (isSame(carried)) this.putBack();
    else this.#change((stroke, i) => moved[i] ?? transformed(stroke, carried));
  }

  /** As `putDown`, but thousands of strokes are reckoned in slices first; until then they are carried. */
  #putDownSoon(): void {
    const carried = this.#carried;
    if (!carried || isSame(carried) || this.#strokes.length <= FEW) {
      this.putDown();
      return;
    }
    this.#stopReckoning();
    const strokes = this.#strokes;
    const moved: Stroke[] = [];
    this.#moved = moved;
    this.#reckoning = inSlices(
      () => {
        const to = Math.min(strokes.length, moved.length + AT_ONCE);
        while (moved.length < to) moved.push(transformed(strokes[moved.length]!, carried));
        return to === strokes.length;
      },
      () => {
        if (moved.length === strokes.length) this.putDown();
      },
      'later',
    );
  }

  #stopReckoning(): void {
    this.#reckoning?.cancel();
    this.#reckoning = undefined;
    this.#moved = [];
  }

  /** CSS px. Moves that follow each other at once are one edit. */
  nudge(dx: number, dy: number): void {
    const { zoom } = this.#host.camera;
    const before = this.#carried ?? SAME;
    this.carry(after(before, this.moved(dx / zoom, dy / zoom)));
    clearTimeout(this.#nudging);
    this.#nudging = setTimeout(() => this.#putDownSoon(), NUDGED);
  }

  /** A move by about so many drawing units: by no finer steps than lines are stored with. */
  moved(dx: number, dy: number): Transform {
    const decimals = decimalsAt(this.#host.camera.zoom);
    return movedBy(roundTo(dx, decimals), roundTo(dy, decimals));
  }

  /** About its middle. */
  scale(factor: number): void {
    this.putDown();
    const bounds = this.#bounds;
    if (!bounds) return;
    const middle = { x: (bounds.minX + bounds.maxX) / 2, y: (bounds.minY + bounds.maxY) / 2 };
    this.carry(scaledAbout(middle, factor));
    this.putDown();
  }

  recolor(color: string): void {
    this.putDown();
    this.#change((stroke) => (stroke.color === color ? stroke : { ...stroke, color }));
  }

  erase(): void {
    this.putDown();
    if (this.#strokes.length > 0) this.#host.commit({ kind: 'erase', strokes: this.#strokes });
  }

  /** Puts a copy beside it, which is selected instead. */
  duplicate(): void {
    this.putDown();
    if (this.#strokes.length === 0) return;
    if (this.#strokes.length > this.#host.room) {
      this.#host.full();
      return;
    }
    const off = COPY_OFF / this.#host.camera.zoom;
    const by = this.#limited(this.moved(off, off));
    const strokes = this.#strokes.map((stroke) => transformed(stroke, by));
    this.#host.commit({ kind: 'add', strokes });
    this.#take(strokes);
  }

  /** Puts another stroke in the place of each, which is selected instead. */
  #change(into: (stroke: Stroke, i: number) => Stroke): void {
    const next = this.#strokes.map(into);
    const swaps = this.#strokes
      .map((stroke, i) => ({ stroke, by: [next[i]!] }))
      .filter(({ stroke, by }) => by[0] !== stroke);
    this.#carried = undefined;
    if (swaps.length === 0) return;
    this.#strokes = next;
    this.#bounds = strokesBounds(next);
    this.#host.commit({ kind: 'replace', swaps });
    // The drawing may have become another one meanwhile.
    const there = new Set(this.#host.strokes);
    this.#take(
      next.filter((stroke) => there.has(stroke)),
      true,
    );
  }

  #take(strokes: readonly Stroke[], kept = false): void {
    if (strokes.length === 0 && this.#strokes.length === 0) return;
    if (this.#carried) this.putBack();
    this.#strokes = strokes;
    this.#bounds = strokesBounds(strokes);
    this.#view.show(strokes, this.#bounds, kept);
    this.#told(strokes);
  }

  #limited(transform: Transform): Transform {
    const bounds = this.#bounds;
    if (!bounds) return SAME;
    const sizes = this.#strokes.map(({ size }) => size);
    const thinnest = sizes.reduce((a, b) => Math.min(a, b), Infinity);
    const widest = sizes.reduce((a, b) => Math.max(a, b), 0);
    return within(transform, bounds, thinnest, widest);
  }
}
