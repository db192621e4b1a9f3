/**
 * Undo and redo. A step holds the strokes that were drawn, erased or replaced, and their positions. Undo
 * applies it to the drawing as it is then, where some of these strokes may be missing.
 */
import { samePaper } from '../../../core/drawing/members/paper.ts';
import { sameUnderlay } from '../../../core/drawing/members/underlay.ts';
import type { Layer, Paper, Stroke, Underlay } from '../../../core/drawing/types.ts';
import type { Edit, Swap } from '../../../ink/index.ts';
import { BELOW_MAX, type Below, belowOf, neededBy, type Operation, stays } from './content.ts';
import { formCounts, formKey, strokeKey } from './stroke-key.ts';

export interface Item {
  readonly stroke: Stroke;
  readonly below: Below;
}

/** One step of undo. Items are in order, bottom first. */
export type Step =
  | { readonly kind: 'add' | 'erase'; readonly items: readonly Item[] }
  /**
   * `by`: the strokes in place of each item, bottom first; empty if it was erased. The item comes first if it stays, and
   * others are put on it.
   */
  | { readonly kind: 'replace'; readonly items: readonly (Item & { readonly by: readonly Stroke[] })[] }
  /**
   * The layers were changed. Each item is a stroke that went, with the one that came instead of it at another place:
   * on another layer. `beside`: how many strokes stood on other layers, equal but for layer and opacity, when its own
   * was deleted. `come`: strokes that came besides; `papers`: another paper came with them.
   */
  | {
      readonly kind: 'layers';
      readonly from: readonly Layer[];
      readonly to: readonly Layer[];
      readonly items: readonly (Item & { readonly into?: Item; readonly beside?: number })[];
      readonly come?: readonly Item[];
      readonly papers?: { readonly from: Paper; readonly to: Paper };
    }
  /** A photo came, went or was changed. It has no strokes. */
  | {
      readonly kind: 'underlay';
      readonly from: Underlay | null;
      readonly to: Underlay | null;
      readonly items: readonly never[];
    }
  /** The paper was changed: its colour, pattern or perspective. It has no strokes. */
  | {
      readonly kind: 'paper';
      readonly from: Paper;
      readonly to: Paper;
      readonly items: readonly never[];
    };

export interface History {
  /** Number of `steps[0]`. Steps are numbered over the life of the drawing on this device. */
  readonly first: number;
  readonly steps: readonly Step[];
  /** Number of done steps. Those after them were undone and can be redone. */
  readonly done: number;
}

export const NO_HISTORY: History = { first: 0, steps: [], done: 0 };
/** Most steps in a history. */
export const STEPS_MAX = 200;
/** Most points in all steps of a history. The last step is kept in any case. */
export const POINTS_KEPT = 1_500_000;

/** The step of adding `strokes` on top of `before`. */
export function addStep(before: readonly Stroke[], strokes: readonly Stroke[]): Step {
  // Only the strokes that a position may name, to avoid a copy of all for each stroke.
  const under = before.slice(-BELOW_MAX);
  const top = [...under, ...strokes];
  const items = strokes.map((stroke, i) => ({ stroke, below: belowOf(top, under.length + i) }));
  return { kind: 'add', items };
}

/** The step of erasing these objects from `before`. */
export function eraseStep(before: readonly Stroke[], strokes: readonly Stroke[]): Step {
  const gone = new Set(strokes);
  const items: { stroke: Stroke; below: Below }[] = [];
  for (let i = 0; i < before.length; i++) {
    const stroke = before[i]!;
    if (gone.has(stroke)) items.push({ stroke, below: belowOf(before, i) });
  }
  return { kind: 'erase', items };
}

/** The step of replacing these objects of `before`. */
function replaceStep(before: readonly Stroke[], swaps: readonly Swap[]): Step {
  const items: (Item & { by: readonly Stroke[] })[] = [];
  const take = (i: number, { stroke, by }: Swap) => items.push({ stroke, below: belowOf(before, i), by });
  // Bottom first as they are: no stroke is looked up.
  for (let i = 0; i < before.length && items.length < swaps.length; i++) {
    const next = swaps[items.length]!;
    if (before[i] === next.stroke) take(i, next);
  }
  if (items.length === swaps.length) return { kind: 'replace', items };
  // Some are gone or lie elsewhere by now.
  items.length = 0;
  const swapped = new Map(swaps.map((swap) => [swap.stroke, swap]));
  for (let i = 0; i < before.length; i++) {
    const swap = swapped.get(before[i]!);
    if (swap) take(i, swap);
  }
  return { kind: 'replace', items };
}

/** The step of an edit of `before`. */
export function stepOf(before: readonly Stroke[], edit: Edit): Step {
  switch (edit.kind) {
    case 'add':
      return addStep(before, edit.strokes);
    case 'erase':
      return eraseStep(before, edit.strokes);
    case 'replace':
      return replaceStep(before, edit.swaps);
  }
}

/** The operations of an edit. */
export function operationsOf(edit: Edit): Operation[] {
  switch (edit.kind) {
    case 'add':
      return edit.strokes.map((stroke) => ({ kind: 'insert', stroke, place: 'top' }));
    case 'erase':
      return edit.strokes.map((stroke) => ({ kind: 'remove', stroke }));
    case 'replace':
      return inTurn(edit.swaps.map(({ stroke, by }) => changing(stroke, by)));
  }
}

/** The history with a new step. Undone steps are dropped. */
export function record(history: History, step: Step): History {
  const steps = [...history.steps.slice(0, history.done), step];
  let dropped = Math.max(0, steps.length - STEPS_MAX);
  let points = 0;
  for (let i = steps.length - 1; i >= dropped; i--) {
    points += weight(steps[i]!);
    if (points > POINTS_KEPT && i < steps.length - 1) dropped = i + 1;
  }
  const kept = steps.slice(dropped);
  return { first: history.first + dropped, steps: kept, done: kept.length };
}

const weights = new WeakMap<Step, number>();

/** Number of points in a step. */
function weight(step: Step): number {
  const known = weights.get(step);
  if (known !== undefined) return known;
  let points = 0;
  for (const { stroke } of step.items as readonly Item[]) points += stroke.points.length;
  if (step.kind === 'replace') {
    for (const { by } of step.items) for (const stroke of by) points += stroke.points.length;
  }
  if (step.kind === 'layers') {
    for (const { into } of step.items) points += into?.stroke.points.length ?? 0;
    for (const { stroke } of step.come ?? []) points += stroke.points.length;
  }
  weights.set(step, points);
  return points;
}

/** An undo or redo. */
export interface HistoryChange {
  readonly history: History;
  readonly step: Step;
  readonly operations: readonly Operation[];
  /** Number of the step's strokes that no longer exist; 1 for a photo or a paper that was changed elsewhere since. */
  readonly missing: number;
  /** Number of strokes that the drawing gains. */
  readonly growth: number;
}

/**
 * Undoes the last step, given the present strokes, photo and paper; undefined if there is none.
 * @param isOlder true if an earlier page made or undid it: see `lacking`
 */
export function undo(
  history: History,
  strokes: readonly Stroke[],
  underlay?: Underlay | null,
  paper?: Paper,
  isOlder = false,
): HistoryChange | undefined {
  const step = history.steps[history.done - 1];
  if (!step) return undefined;
  const operations = untouched(step, 'to', undoing(step, strokes), underlay, paper);
  const change = operations ? turned(operations, strokes, isOlder) : NOTHING_THERE;
  return { history: { ...history, done: history.done - 1 }, step, ...change };
}

/**
 * Redoes the step that was undone last, given the present strokes, photo and paper; undefined if there is none.
 * @param isOlder as of `undo`
 */
export function redo(
  history: History,
  strokes: readonly Stroke[],
  underlay?: Underlay | null,
  paper?: Paper,
  isOlder = false,
): HistoryChange | undefined {
  const step = history.steps[history.done];
  if (!step) return undefined;
  const operations = untouched(step, 'from', redoing(step), underlay, paper);
  const change = operations ? turned(operations, strokes, isOlder) : NOTHING_THERE;
  return { history: { ...history, done: history.done + 1 }, step, ...change };
}

/**
 * The operations of an undo or redo, without those on a photo or a paper that others have changed since.
 * @param left what the step, or its undo, has left of them
 * @returns undefined if the step was of nothing else
 */
function untouched(
  step: Step,
  left: 'from' | 'to',
  operations: readonly Operation[],
  underlay: Underlay | null | undefined,
  paper: Paper | undefined,
): readonly Operation[] | undefined {
  switch (step.kind) {
    case 'underlay':
      return sameUnderlay(step[left], underlay) ? operations : undefined;
    case 'paper':
      return samePaper(step[left], paper) ? operations : undefined;
    case 'layers':
      if (!step.papers || samePaper(step.papers[left], paper)) return operations;
      return operations.filter(({ kind }) => kind !== 'paper');
    default:
      return operations;
  }
}

/** Another device has chosen another paper since, moved the photo or put another one there: that stays. */
const NOTHING_THERE: Turned = { operations: [], missing: 1, growth: 0 };

function undoing(step: Step, strokes: readonly Stroke[]): Operation[] {
  switch (step.kind) {
    case 'add':
      return removing(step.items);
    case 'erase':
      return inserting(step.items);
    case 'replace':
      return inTurn(
        step.items.flatMap(({ stroke, below, by }): Operation[] => {
          if (by.length === 0) return [{ kind: 'insert', stroke, place: below }];
          // What stayed may have been moved or erased elsewhere since: it is not touched.
          if (stays(stroke, by)) return removing(by.slice(1).map((one) => ({ stroke: one })));
          return [{ kind: 'replace', strokes: by, by: [stroke] }];
        }),
      );
    case 'underlay':
      return [{ kind: 'underlay', from: step.to, underlay: step.from }];
    case 'paper':
      return papering(step.from);
    case 'layers': {
      const moved = movedElsewhere(step, strokes);
      // The layers before the strokes, so that each that comes back has its layer.
      return [
        ...removing(step.come ?? []),
        ...papering(step.papers?.from),
        { kind: 'layers', from: step.to, to: step.from },
        ...step.items.flatMap((item): Operation[] => {
          const { stroke, below, into } = item;
          if (into) return [{ kind: 'move', stroke: into.stroke, by: stroke, place: below }];
          return moved.has(item) ? [] : [{ kind: 'insert', stroke, place: below }];
        }),
      ];
    }
  }
}

/**
 * Items of a deleted layer that others have moved to another one meanwhile. There they stayed, and would stand twice if they
 * came back here. What stood there before is another stroke, although it looks the same.
 */
function movedElsewhere({ items }: Extract<Step, { kind: 'layers' }>, strokes: readonly Stroke[]) {
  const deleted = items.filter(({ beside }) => beside !== undefined);
  const now = formCounts(
    strokes,
    deleted.map(({ stroke }) => stroke),
  );
  return new Set<Item>(
    deleted.filter(({ stroke, beside = 0 }) => {
      const form = formKey(stroke);
      const count = now.get(form) ?? 0;
      now.set(form, count - 1);
      return count > beside;
    }),
  );
}

/** The operations of a step that is done, or done again. */
export function redoing(step: Step): Operation[] {
  switch (step.kind) {
    case 'add':
      return inserting(step.items);
    case 'erase':
      return removing(step.items);
    case 'replace':
      return inTurn(step.items.map(({ stroke, by }) => changing(stroke, by)));
    case 'underlay':
      return [{ kind: 'underlay', from: step.from, underlay: step.to }];
    case 'paper':
      return papering(step.to);
    case 'layers':
      // The layers after the strokes: one goes once it has none.
      return [
        ...step.items.map(
          ({ stroke, into }): Operation =>
            into ? { kind: 'move', stroke, by: into.stroke, place: into.below } : { kind: 'remove', stroke },
        ),
        { kind: 'layers', from: step.from, to: step.to },
        ...papering(step.papers?.to),
        ...inserting(step.come ?? []),
      ];
  }
}

function papering(paper: Paper | undefined): Operation[] {
  return paper === undefined ? [] : [{ kind: 'paper', paper }];
}

function inserting(items: readonly Item[]): Operation[] {
  return items.map(({ stroke, below }) => ({ kind: 'insert', stroke, place: below }));
}

/** Removals, top first. */
function removing(items: readonly Pick<Item, 'stroke'>[]): Operation[] {
  return items.map(({ stroke }): Operation => ({ kind: 'remove', stroke })).reverse();
}

function changing(stroke: Stroke, [first, ...rest]: readonly Stroke[]): Operation {
  return first ? { kind: 'replace', strokes: [stroke], by: [first, ...rest] } : { kind: 'remove', stroke };
}

/** Number of strokes that an operation adds; negative if it removes some. */
function growth(operation: Operation): number {
  switch (operation.kind) {
    case 'insert':
      return 1;
    case 'remove':
      return -1;
    case 'replace':
      return operation.by.length - operation.strokes.length;
    default:
      return 0;
  }
}

/**
 * Sorts operations: those that remove strokes first, so that the drawing never exceeds both its old and its new
 * number of strokes; insertions last, when the strokes under them exist.
 */
function inTurn(operations: readonly Operation[]): Operation[] {
  return operations.toSorted(
    (a, b) => Number(a.kind === 'insert') - Number(b.kind === 'insert') || growth(a) - growth(b),
  );
}

type Turned = Pick<HistoryChange, 'operations' | 'missing' | 'growth'>;

function turned(all: readonly Operation[], strokes: readonly Stroke[], isOlder: boolean): Turned {
  const operations = isOlder ? lacking(all, strokes) : all;
  const sum = operations.reduce((all, operation) => all + growth(operation), 0);
  return { operations, growth: sum, missing: countMissing(operations, strokes) };
}

/** True if all needed strokes exist as the same objects, each once. Fast, since it reads no points. */
function areAllThere(needed: readonly Stroke[], strokes: readonly Stroke[]): boolean {
  if (needed.length === 0) return true;
  if (new Set(needed).size < needed.length) return false;
  const there = new Set(strokes);
  return needed.every((stroke) => there.has(stroke));
}

/**
 * The operations without strokes that are there already. A step is stored before its change is, and the process may have
 * ended between both: what the step took away was then never gone.
 */
function lacking(operations: readonly Operation[], strokes: readonly Stroke[]): readonly Operation[] {
  if (!operations.some(({ kind }) => kind === 'insert')) return operations;
  const take = takerOf(strokes);
  return operations.filter((operation) => operation.kind !== 'insert' || !take(operation.stroke));
}

/** A function that takes an equal stroke, and returns false if none is left. */
function takerOf(strokes: readonly Stroke[]): (stroke: Stroke) => boolean {
  const there = new Map<string, number>();
  for (const stroke of strokes) {
    const key = strokeKey(stroke);
    there.set(key, (there.get(key) ?? 0) + 1);
  }
  return (stroke) => {
    const key = strokeKey(stroke);
    const left = there.get(key) ?? 0;
    if (left > 0) there.set(key, left - 1);
    return left > 0;
  };
}

/** Number of operations whose strokes no longer exist. */
function countMissing(operations: readonly Operation[], strokes: readonly Stroke[]): number {
  if (areAllThere(operations.flatMap(neededBy), strokes)) return 0;
  const take = takerOf(strokes);
  let missing = 0;
  for (const operation of operations) {
    const isOne = operation.kind === 'remove' || operation.kind === 'move';
    if (isOne && !take(operation.stroke)) missing++;
    if (operation.kind === 'replace' && operation.strokes.filter(take).length === 0) missing++;
  }
  return missing;
}
