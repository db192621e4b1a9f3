/** The selection: which strokes are selected, how they are displayed, and what can be done with them. */
import { onLayer } from '../../core/drawing/members/change-layers.ts';
import type { Stroke } from '../../core/drawing/types.ts';
import { leavesInk } from '../brush/brushes.ts';
import { type Bounds, type Position, strokesBounds } from '../geometry/bounds.ts';
import { decimalsAt, roundTo } from '../geometry/simplify.ts';
import {
  composed,
  isNothing,
  limitTransform,
  type Mirror,
  mirroredAbout,
  movedBy,
  NO_TRANSFORM,
  placed,
  scaledAbout,
  staysOnPaper,
  type Transform,
  transformed,
  turnedAbout,
} from '../geometry/transform.ts';
import type { Device } from '../input/pointer.ts';
import { type Belonging, erasersOf } from '../scene/belonging.ts';
import type { Edit, Swap } from '../scene/edit.ts';
import { inSlices, type SlicedWork } from '../tiles/slices.ts';
import type { Camera, Size } from '../view/camera.ts';
import { handleAt, type SelectionHandle } from './frame.ts';

/** The display of a selection. */
export interface SelectionView {
  /**
   * Shows these strokes as selected, with those among them that erase and go along. `kept`: the previous picture stays
   * until the new one is drawn.
   */
  show(strokes: readonly Stroke[], bounds: Bounds | undefined, kept: boolean): void;
  /**
   * Shows the strokes transformed, over the drawing.
   * @param turn the angle to show beside them, degrees
   */
  carry(transform: Transform, turn?: number): void;
  /** Shows the strokes where they were. */
  putBack(): void;
  /** Keeps the handle that turns below the upper edge of the view that is covered, CSS px high. */
  keepBelow(head: number): void;
}

/** What the selection needs from the engine. */
export interface SelectionHost {
  readonly strokes: readonly Stroke[];
  /** False for strokes of other layers than the active one, and of that one while it is hidden or locked. */
  reaches(stroke: Stroke): boolean;
  readonly camera: Camera;
  readonly view: Size;
  /** How many more strokes the drawing can hold. */
  readonly room: number;
  /** True if it takes no new stroke. */
  readonly isFull: boolean;
  hide(strokes: readonly Stroke[]): void;
  showAll(): void;
  /** The strokes as new ink of the drawing. */
  renewed(strokes: readonly Stroke[]): readonly Stroke[];
  commit(edit: Edit): void;
  /** Reports what was not done, because the strokes that it was for are gone. */
  gone(edit: Edit): void;
  full(): void;
  /** Reports that the strokes stay as they were: turned or mirrored, they would leave the paper. */
  tooFar(): void;
  /** Does what earlier gestures have left, now. It may change or take selected strokes. */
  finish(): void;
}

/** Offset of a duplicate, CSS px. */
const COPY_OFF = 16;
/** How long after the last arrow key a move is committed, ms. */
const NUDGE_DELAY = 250;
/** With more strokes than this, a move is computed in slices. */
const SLICED_FROM = 256;
/** Strokes between two looks at the clock in a slice. */
const AT_ONCE = 32;

/** Strokes of the tool `eraser` are invisible and cannot be selected. */
export function isPickable({ tool }: Stroke): boolean {
  return leavesInk(tool);
}

export class Selection {
  readonly #host: SelectionHost;
  readonly #view: SelectionView;
  readonly #onChange: (strokes: readonly Stroke[]) => void;
  #strokes: readonly Stroke[] = [];
  #bounds: Bounds | undefined;
  /** Strokes that erase and go along, because they belong to selected ones. */
  #erasers: readonly Belonging[] = [];
  /** Both, bottom first, and their bounds. */
  #going: readonly Stroke[] = [];
  #goingBounds: Bounds | undefined;
  /** The middle of the strokes when they were selected, moved with them; undefined until it is needed. */
  #pivot: Position | undefined;
  #carried: Transform | undefined;
  #head = 0;
  /** True while its own edit is committed. */
  #isChanging = false;
  #nudging: ReturnType<typeof setTimeout> | undefined;
  /** Where strokes were carried that went meanwhile. */
  #gone: readonly Swap[] = [];
  /** The moved strokes computed so far, bottom first. */
  #moved: readonly Stroke[] = [];
  #computation: SlicedWork | undefined;

  /** @param onChange called each time the selection changes */
  constructor(host: SelectionHost, view: SelectionView, onChange: (strokes: readonly Stroke[]) => void) {
    this.#host = host;
    this.#view = view;
    this.#onChange = onChange;
  }

  /** Bottom first. */
  get strokes(): readonly Stroke[] {
    return this.#strokes;
  }

  get bounds(): Bounds | undefined {
    return this.#bounds;
  }

  /** True if some of a selected stroke was erased by strokes that go along, and that copies lack. */
  get isErased(): boolean {
    return this.#erasers.length > 0;
  }

  /** Selects these strokes, as far as the drawing has them. */
  set(strokes: readonly Stroke[]): void {
    this.putDown();
    const wanted = new Set(strokes);
    this.#take(this.#pickable.filter((stroke) => wanted.has(stroke)));
  }

  all(): void {
    this.putDown();
    this.#host.finish();
    this.#take(this.#pickable);
  }

  /** Selects one stroke: the topmost first, then the next up or down, wrapping around. */
  step(by: 1 | -1): void {
    this.putDown();
    this.#host.finish();
    const all = this.#pickable;
    const picked = this.#strokes[by < 0 ? 0 : this.#strokes.length - 1];
    const at = picked ? all.indexOf(picked) + by : all.length - 1;
    const next = all[(at + all.length) % all.length];
    if (next) this.#take([next]);
  }

  clear(): void {
    this.putDown();
    this.#take([]);
  }

  get #pickable(): readonly Stroke[] {
    return this.#host.strokes.filter((stroke) => isPickable(stroke) && this.#host.reaches(stroke));
  }

  /** The drawing or its layers changed: strokes that are gone are no longer selected. */
  keep(strokes: readonly Stroke[]): void {
    if (this.#strokes.length === 0) return;
    const there = new Set(strokes);
    const stays = (stroke: Stroke) => there.has(stroke) && this.#host.reaches(stroke);
    if (!this.#strokes.every(stays)) this.#lose(there, this.#strokes.filter(stays));
    // What comes while the selection is carried is known once it is put down.
    else if (
      !this.#carried &&
      !this.#isChanging &&
      !sameErasers(this.#erasers, erasersOf(strokes, this.#strokes))
    )
      this.#take(this.#strokes, true);
  }

  /** Strokes are gone or out of reach. The others can be carried on. */
  #lose(there: ReadonlySet<Stroke>, left: readonly Stroke[]): void {
    const carried = this.#carried;
    const lost = carried ? this.#strokes.filter((stroke) => !there.has(stroke)) : [];
    const gone = lost.map((stroke) => ({ stroke, by: [transformed(stroke, carried!)] }));
    const all = [...this.#gone, ...gone];
    // A hand that carries them puts them down.
    const isInHand = this.#nudging === undefined && this.#computation === undefined;
    this.#take(left);
    this.#gone = all;
    if (!isInHand) this.#tellGone();
  }

  #tellGone(): void {
    const swaps = this.#gone;
    this.#gone = [];
    if (swaps.length > 0) this.#host.gone({ kind: 'replace', swaps });
  }

  /** Keeps the handle that turns below what covers the upper edge of the view, CSS px high: messages, notices. */
  keepBelow(head: number): void {
    if (head === this.#head) return;
    this.#head = head;
    this.#view.keepBelow(head);
  }

  /** The handle at a place of the view, if any. */
  gripAt(at: Position, device: Device): SelectionHandle | undefined {
    const { camera, view } = this.#host;
    return this.#bounds && handleAt(at, device, this.#bounds, camera, view, this.#head);
  }

  /** Shows the selection transformed without changing the drawing, until `apply` or `putBack`. */
  carry(transform: Transform, turn?: number): void {
    if (!this.#carried) this.#host.finish();
    if (this.#strokes.length === 0) return;
    this.#stopReckoning();
    if (!this.#carried) {
      const stay = new Set(this.#erasers.filter(({ isShared }) => isShared).map(({ eraser }) => eraser));
      this.#host.hide(stay.size > 0 ? this.#going.filter((stroke) => !stay.has(stroke)) : this.#going);
    }
    this.#carried = this.#limited(transform);
    this.#view.carry(this.#carried, turn);
  }

  putBack(): void {
    this.#gone = [];
    this.#endNudging();
    this.#stopReckoning();
    if (!this.#carried) return;
    this.#carried = undefined;
    this.#host.showAll();
    this.#view.putBack();
  }

  #endNudging(): void {
    clearTimeout(this.#nudging);
    this.#nudging = undefined;
  }

  /** Commits the move as one edit. */
  putDown(): void {
    this.#endNudging();
    if (this.#carried) this.#putDown(this.#carried);
    this.#tellGone();
  }

  #putDown(carried: Transform): void {
    const moved = this.#moved;
    this.#stopReckoning();
    if (isNothing(carried)) {
      this.putBack();
    } else if (this.#goingBounds && !staysOnPaper(this.#going, this.#goingBounds, carried)) {
      this.putBack();
      this.#host.tooFar();
    } else {
      const pivot = this.#pivot && placed(this.#pivot, carried);
      this.#knowErasers();
      this.#change(
        (stroke, i) => moved[i] ?? transformed(stroke, carried),
        (eraser) => transformed(eraser, carried),
      );
      this.#pivot = pivot;
    }
  }

  /** Another device may have erased or drawn while the selection was carried: what goes along now may be hidden or not. */
  #knowErasers(): void {
    const erasers = erasersOf(this.#host.strokes, this.#strokes);
    if (sameErasers(this.#erasers, erasers)) return;
    this.#erasers = erasers;
    this.#host.showAll();
  }

  /** Like `putDown`, but computes thousands of strokes in slices first; until then they stay displayed as moved. */
  #putDownSoon(): void {
    const carried = this.#carried;
    if (!carried || isNothing(carried) || this.#strokes.length <= SLICED_FROM) {
      this.putDown();
      return;
    }
    this.#stopReckoning();
    const strokes = this.#strokes;
    const moved: Stroke[] = [];
    this.#moved = moved;
    this.#computation = inSlices(
      () => {
        const to = Math.min(strokes.length, moved.length + AT_ONCE);
        for (const stroke of strokes.slice(moved.length, to)) moved.push(transformed(stroke, carried));
        return to === strokes.length;
      },
      () => {
        if (moved.length === strokes.length) this.putDown();
      },
      'later',
    );
  }

  #stopReckoning(): void {
    this.#computation?.cancel();
    this.#computation = undefined;
    this.#moved = [];
  }

  /** Moves the selection by CSS px. Moves in quick succession are one edit. */
  nudge(dx: number, dy: number): void {
    const { zoom } = this.#host.camera;
    const before = this.#carried ?? NO_TRANSFORM;
    this.carry(composed(before, this.moved(dx / zoom, dy / zoom)));
    clearTimeout(this.#nudging);
    this.#nudging = setTimeout(() => this.#putDownSoon(), NUDGE_DELAY);
  }

  /** A move by about so many drawing units, rounded to the precision that strokes are stored with. */
  moved(dx: number, dy: number): Transform {
    const decimals = decimalsAt(this.#host.camera.zoom);
    return movedBy(roundTo(dx, decimals), roundTo(dy, decimals));
  }

  /** Scales around the middle of the selection. */
  scale(factor: number): void {
    this.putDown();
    const bounds = this.#bounds;
    if (!bounds) return;
    const middle = { x: (bounds.minX + bounds.maxX) / 2, y: (bounds.minY + bounds.maxY) / 2 };
    this.carry(scaledAbout(middle, factor));
    this.putDown();
  }

  /**
   * Where the selection turns and mirrors: the middle of its frame, drawing units. It stays the same place of the
   * strokes while they are selected, so that a turn and the turn back end where they began.
   */
  get pivot(): Position | undefined {
    const bounds = this.#bounds;
    if (!bounds) return undefined;
    const { x, y } = this.#pivot ?? {
      x: (bounds.minX + bounds.maxX) / 2,
      y: (bounds.minY + bounds.maxY) / 2,
    };
    // On the grid of the points, so that mirrored and quarter-turned points are on it too.
    const decimals = decimalsAt(this.#host.camera.zoom);
    this.#pivot = { x: roundTo(x, decimals), y: roundTo(y, decimals) };
    return this.#pivot;
  }

  /** Turns clockwise around the pivot. */
  turn(degrees: number): void {
    this.#about((pivot) => turnedAbout(pivot, degrees));
  }

  mirror(mirror: Mirror): void {
    this.#about((pivot) => mirroredAbout(pivot, mirror));
  }

  #about(transform: (pivot: Position) => Transform): void {
    this.putDown();
    const { pivot } = this;
    if (!pivot) return;
    this.carry(transform(pivot));
    this.#putDownSoon();
  }

  recolor(color: string): void {
    this.putDown();
    this.#host.finish();
    this.#change((stroke) => (stroke.color === color ? stroke : { ...stroke, color }));
  }

  /** Moves the strokes to a layer, where they lie in the order in which they were drawn. */
  moveToLayer(layer: string): void {
    const moved = (stroke: Stroke) => onLayer(stroke, layer);
    this.#change(moved, moved);
  }

  erase(): void {
    this.putDown();
    if (this.#strokes.length > 0) this.#host.commit({ kind: 'erase', strokes: this.#strokes });
  }

  /** Adds a copy beside the selection and selects it. */
  duplicate(): void {
    this.putDown();
    if (this.#strokes.length === 0) return;
    if (this.#strokes.length > this.#host.room) {
      this.#host.full();
      return;
    }
    const off = COPY_OFF / this.#host.camera.zoom;
    const by = this.#limited(this.moved(off, off));
    const strokes = this.#host.renewed(this.#strokes.map((stroke) => transformed(stroke, by)));
    this.#host.commit({ kind: 'add', strokes });
    this.#take(strokes);
  }

  /**
   * Replaces each selected stroke and selects the new ones.
   * @param along where strokes that erase go; without it they stay
   */
  #change(into: (stroke: Stroke, i: number) => Stroke, along?: (eraser: Stroke) => Stroke): void {
    const next = this.#strokes.map(into);
    const swaps: Swap[] = this.#strokes
      .map((stroke, i) => ({ stroke, by: [next[i]!] }))
      .filter(({ stroke, by }) => by[0] !== stroke);
    this.#carried = undefined;
    if (swaps.length === 0) return;
    if (along) swaps.push(...this.#taken(along));
    this.#strokes = next;
    this.#bounds = strokesBounds(next);
    this.#isChanging = true;
    this.#host.commit({ kind: 'replace', swaps });
    this.#isChanging = false;
    // The drawing may have been replaced meanwhile.
    const there = new Set(this.#host.strokes);
    this.#take(
      next.filter((stroke) => there.has(stroke)),
      true,
    );
  }

  /** The strokes that erase, where they go. Of one that belongs to others as well a copy goes, as far as there is room. */
  #taken(along: (eraser: Stroke) => Stroke): Swap[] {
    const room = this.#host.isFull ? 0 : this.#host.room;
    let copies = 0;
    const swaps = this.#erasers.flatMap(({ eraser, isShared }): Swap[] => {
      if (!isShared) return [{ stroke: eraser, by: [along(eraser)] }];
      copies += 1;
      return copies > room ? [] : [{ stroke: eraser, by: [eraser, along(eraser)] }];
    });
    if (copies > room) this.#host.full();
    return swaps;
  }

  #take(strokes: readonly Stroke[], kept = false): void {
    if (strokes.length === 0 && this.#strokes.length === 0) return;
    if (this.#carried) this.putBack();
    this.#strokes = strokes;
    if (!kept) this.#pivot = undefined;
    this.#bounds = strokesBounds(strokes);
    this.#erasers = erasersOf(this.#host.strokes, strokes);
    this.#going = withErasers(this.#host.strokes, strokes, this.#erasers);
    this.#goingBounds = this.#erasers.length > 0 ? strokesBounds(this.#going) : this.#bounds;
    this.#view.show(this.#going, this.#bounds, kept);
    this.#onChange(strokes);
  }

  #limited(transform: Transform): Transform {
    const bounds = this.#goingBounds;
    if (!bounds) return NO_TRANSFORM;
    const sizes = this.#going.map(({ size }) => size);
    const thinnest = sizes.reduce((a, b) => Math.min(a, b), Infinity);
    const widest = sizes.reduce((a, b) => Math.max(a, b), 0);
    return limitTransform(transform, bounds, thinnest, widest);
  }
}

/** The strokes and what erases them, in the order of the drawing. */
function withErasers(
  all: readonly Stroke[],
  strokes: readonly Stroke[],
  erasers: readonly Belonging[],
): readonly Stroke[] {
  if (erasers.length === 0) return strokes;
  const going = new Set([...strokes, ...erasers.map(({ eraser }) => eraser)]);
  return all.filter((stroke) => going.has(stroke));
}

function sameErasers(some: readonly Belonging[], others: readonly Belonging[]): boolean {
  const isSame = ({ eraser, isShared }: Belonging, i: number) =>
    eraser === others[i]?.eraser && isShared === others[i].isShared;
  return some.length === others.length && some.every(isSame);
}
