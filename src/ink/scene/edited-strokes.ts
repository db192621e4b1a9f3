/**
 * The drawing's strokes on the canvas. An edit is applied and shown at once, and reported in the order of the gestures:
 * while one of them still has its edit worked out, strokes drawn after it wait with their report.
 */
import { erases } from '../../core/drawing/erasing.ts';
import { STROKES_MAX } from '../../core/drawing/limits.ts';
import type { Stroke } from '../../core/drawing/types.ts';
import { erasersOf } from './belonging.ts';
import type { Edit, Swap } from './edit.ts';

export interface EditsHost {
  /** Shows these strokes, bottom first. */
  show(strokes: readonly Stroke[]): void;
  /** The drawing has these strokes now. */
  changed(strokes: readonly Stroke[]): void;
  report(edit: Edit): void;
  /** What of an edit was for strokes that are gone. */
  gone(edit: Edit): void;
  /** Strokes were refused: the drawing is full. */
  full(): void;
  /** Lands every edit that is awaited, now. */
  finish(): void;
}

/** An edit that is still worked out. `newer`: the strokes drawn since, which it leaves alone. */
interface Awaited {
  readonly kind: 'awaited';
  readonly newer: Set<Stroke>;
}

export class EditedStrokes {
  readonly #host: EditsHost;
  #all: readonly Stroke[] = [];
  /** Not shown, although the drawing has them. */
  readonly #hidden = new Set<Stroke>();
  /** Parts that are shown in the places of strokes, or of other parts. */
  readonly #swapped = new Map<Stroke, readonly Stroke[]>();
  /** By how many strokes the drawing grows with them. */
  #growth = 0;
  /** Edits that are not reported yet, in order. The first is awaited. */
  #queue: (Edit | Awaited)[] = [];
  isFull = false;

  constructor(host: EditsHost) {
    this.#host = host;
  }

  /** Bottom first; those that are hidden or swapped are still there. */
  get all(): readonly Stroke[] {
    return this.#all;
  }

  /** How many more strokes the drawing can hold. */
  get room(): number {
    return Math.max(0, STROKES_MAX - this.#all.length - this.#growth);
  }

  /** True if an edit is awaited. */
  get isBehind(): boolean {
    return this.#queue.length > 0;
  }

  /** Replaces all strokes but those whose edits are not reported yet. */
  set(strokes: readonly Stroke[]): void {
    const more = this.#queue.flatMap((edit) => (edit.kind === 'add' ? edit.strokes : []));
    this.#set(more.length > 0 ? [...strokes, ...more] : strokes);
  }

  hide(strokes: readonly Stroke[]): void {
    for (const stroke of strokes) this.#hidden.add(stroke);
  }

  /** Has others shown in the places of strokes, until the edit that replaces them, or `showAll`. */
  swap(swaps: readonly Swap[]): void {
    for (const { stroke, by } of swaps) {
      this.#swapped.set(stroke, by);
      this.#growth += by.length - 1;
    }
  }

  /** Ends `hide` and `swap`. */
  showAll(): void {
    this.#hidden.clear();
    this.#swapped.clear();
    this.#growth = 0;
    this.show();
  }

  show(): void {
    this.#host.show(this.#shown);
  }

  /** Announces an edit whose gesture is over. Returns the strokes that are drawn before it lands. */
  expect(): ReadonlySet<Stroke> {
    const awaited: Awaited = { kind: 'awaited', newer: new Set() };
    this.#queue.push(awaited);
    return awaited.newer;
  }

  /** Applies the edit that was announced first, and reports it with those that waited for it. */
  land(edit: Edit | undefined): void {
    const gone = edit && this.#goneOf(edit);
    const applied = edit && this.#apply(edit);
    if (applied) this.#queue[0] = applied;
    else this.#queue.shift();
    for (let next = this.#queue[0]; next && next.kind !== 'awaited'; next = this.#queue[0]) {
      // The list that it leads to comes back at once: the others must still be known then.
      this.#queue.shift();
      this.#host.report(next);
    }
    if (gone) this.#host.gone(gone);
  }

  /** Applies an edit, and reports it unless an earlier one is awaited. */
  commit(edit: Edit): void {
    // Where a stroke lies on top of all others, what is left to erase below it does not matter. Other edits need that.
    if (edit.kind !== 'add' && this.isBehind) this.#host.finish();
    const gone = this.#goneOf(edit);
    const applied = this.#apply(edit);
    if (applied && this.isBehind) this.#wait(applied);
    else if (applied) this.#host.report(applied);
    if (gone) this.#host.gone(gone);
  }

  #wait(edit: Edit): void {
    this.#queue.push(edit);
    for (const one of this.#queue) {
      if (one.kind === 'awaited')
        for (const stroke of edit.kind === 'add' ? edit.strokes : []) one.newer.add(stroke);
    }
  }

  #goneOf(edit: Edit): Edit | undefined {
    if (edit.kind === 'add') return undefined;
    const gone = new Set(edit.kind === 'erase' ? edit.strokes : edit.swaps.map(({ stroke }) => stroke));
    for (const stroke of this.#all) {
      if (gone.size === 0) return undefined;
      gone.delete(stroke);
    }
    if (gone.size === 0) return undefined;
    if (edit.kind === 'erase') return { kind: 'erase', strokes: [...gone] };
    return { kind: 'replace', swaps: edit.swaps.filter(({ stroke }) => gone.has(stroke)) };
  }

  /** What was done; undefined if that is nothing. */
  #apply(edit: Edit): Edit | undefined {
    switch (edit.kind) {
      case 'add':
        return this.#add(edit.strokes);
      case 'erase':
        return this.#erase(new Set(edit.strokes));
      case 'replace':
        return this.#replace(new Map(edit.swaps.map((swap) => [swap.stroke, swap])));
    }
  }

  #add(all: readonly Stroke[]): Edit | undefined {
    const strokes = all.slice(0, this.isFull ? 0 : this.room);
    if (strokes.length > 0) this.#set([...this.#all, ...strokes]);
    if (strokes.length < all.length) this.#host.full();
    return strokes.length > 0 ? { kind: 'add', strokes } : undefined;
  }

  /** With the last stroke that one which erases belongs to goes this, too: nobody could see, touch or delete it any more. */
  #erase(gone: ReadonlySet<Stroke>): Edit | undefined {
    const idle = new Set<Stroke>();
    for (const { eraser, isShared } of erasersOf(this.#all, gone)) if (!isShared) idle.add(eraser);
    const strokes: Stroke[] = [];
    const left: Stroke[] = [];
    for (const stroke of this.#all) {
      const isIdle = idle.has(stroke) || (left.length === 0 && strokes.length > 0 && erases(stroke));
      (isIdle || gone.has(stroke) ? strokes : left).push(stroke);
    }
    this.#set(left);
    return strokes.length > 0 ? { kind: 'erase', strokes } : undefined;
  }

  /** Swaps of strokes that are gone are skipped. */
  #replace(by: ReadonlyMap<Stroke, Swap>): Edit | undefined {
    const idle = this.#idleAfter(by);
    const swaps: Swap[] = [];
    const strokes: Stroke[] = [];
    for (const stroke of this.#all) {
      const isIdle = idle.has(stroke) || (strokes.length === 0 && swaps.length > 0 && erases(stroke));
      const swap = by.get(stroke) ?? (isIdle ? { stroke, by: [] } : undefined);
      if (swap) {
        swaps.push(swap);
        strokes.push(...swap.by);
      } else strokes.push(stroke);
    }
    this.#set(strokes);
    return swaps.length > 0 ? { kind: 'replace', swaps } : undefined;
  }

  /** The strokes that erase and belong to nothing once these are replaced. */
  #idleAfter(by: ReadonlyMap<Stroke, Swap>): ReadonlySet<Stroke> {
    const idle = new Set<Stroke>();
    for (const { eraser, isShared } of erasersOf(this.#all, by.keys()))
      if (!isShared && !by.has(eraser)) idle.add(eraser);
    if (idle.size === 0) return idle;
    const after = this.#all.flatMap((stroke) => by.get(stroke)?.by ?? [stroke]);
    const parts = new Set([...by.values()].flatMap((swap) => swap.by));
    for (const { eraser } of erasersOf(after, parts)) idle.delete(eraser);
    return idle;
  }

  #set(strokes: readonly Stroke[]): void {
    this.#all = strokes;
    this.#forgetGone();
    this.show();
    this.#host.changed(strokes);
  }

  /** Strokes that are gone may come back by undo, and are shown then. */
  #forgetGone(): void {
    if (this.#hidden.size > 0) {
      const left = this.#all.filter((stroke) => this.#hidden.has(stroke));
      this.#hidden.clear();
      for (const stroke of left) this.#hidden.add(stroke);
    }
    if (this.#swapped.size === 0) return;
    const swapped = [...this.#swapped];
    const there = new Set<Stroke>();
    for (const stroke of this.#all) if (this.#swapped.has(stroke)) there.add(stroke);
    this.#swapped.clear();
    this.#growth = 0;
    // A part comes after the stroke that it is of.
    for (const [stroke, by] of swapped) {
      if (!there.has(stroke)) continue;
      this.swap([{ stroke, by }]);
      for (const part of by) there.add(part);
    }
  }

  get #shown(): readonly Stroke[] {
    if (this.#hidden.size === 0 && this.#swapped.size === 0) return this.#all;
    const shown: Stroke[] = [];
    const put = (stroke: Stroke) => {
      if (this.#hidden.has(stroke)) return;
      const parts = this.#swapped.get(stroke);
      if (parts) parts.forEach(put);
      else shown.push(stroke);
    };
    this.#all.forEach(put);
    return shown;
  }
}
