/**
 * Undo and redo. A step holds what was drawn, erased or changed, and what lay under it; it is resolved against the
 * drawing as it is when it is undone, so it may find less than there was. Pure.
 */
import type { Stroke } from '../../../core/drawing/types.ts';
import type { Edit, Swap } from '../../../ink/index.ts';
import { type Below, belowOf, type Operation, REMEMBERED } from './content.ts';
import { strokeKey } from './stroke-key.ts';

export interface Item {
  readonly stroke: Stroke;
  readonly below: Below;
}

/** Items bottom first. */
export type Step =
  | { readonly kind: 'add' | 'erase'; readonly items: readonly Item[] }
  /** `by`: what is in the place of each, bottom first; nothing where it was erased. */
  | { readonly kind: 'replace'; readonly items: readonly (Item & { readonly by: readonly Stroke[] })[] };

export interface History {
  /** Number of `steps[0]`, counted over the life of the drawing on this device. */
  readonly first: number;
  readonly steps: readonly Step[];
  /** Steps that are done; those after them were undone and can be done again. */
  readonly done: number;
}

export const NO_HISTORY: History = { first: 0, steps: [], done: 0 };
/** Steps that are kept, */
export const STEPS_MAX = 200;
/** as long as they hold no more points than this together; the last one is kept in any case. */
export const POINTS_KEPT = 1_500_000;

/** The step that puts `strokes` on top of `before`. */
export function addStep(before: readonly Stroke[], strokes: readonly Stroke[]): Step {
  // What may be remembered of `before`, and no copy of all of it at each stroke.
  const under = before.slice(-REMEMBERED);
  const top = [...under, ...strokes];
  const items = strokes.map((stroke, i) => ({ stroke, below: belowOf(top, under.length + i) }));
  return { kind: 'add', items };
}

/** The step that takes these objects out of `before`. */
export function eraseStep(before: readonly Stroke[], strokes: readonly Stroke[]): Step {
  const gone = new Set(strokes);
  const items: { stroke: Stroke; below: Below }[] = [];
  for (let i = 0; i < before.length; i++) {
    const stroke = before[i]!;
    if (gone.has(stroke)) items.push({ stroke, below: belowOf(before, i) });
  }
  return { kind: 'erase', items };
}

/** The step that puts others in the place of these objects of `before`. */
export function replaceStep(before: readonly Stroke[], swaps: readonly Swap[]): Step {
  const swapped = new Map(swaps.map(({ stroke, by }) => [stroke, by]));
  const items: (Item & { by: readonly Stroke[] })[] = [];
  for (let i = 0; i < before.length; i++) {
    const stroke = before[i]!;
    const by = swapped.get(stroke);
    if (by) items.push({ stroke, below: belowOf(before, i), by });
  }
  return { kind: 'replace', items };
}

/** The step that this edit of `before` is. */
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

/** What this edit does to the drawing. */
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

/** A new step: what was undone before it can no longer be done again. */
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

/** Points that the step holds. */
function weight(step: Step): number {
  const known = weights.get(step);
  if (known !== undefined) return known;
  let points = 0;
  for (const { stroke } of step.items) points += stroke.points.length;
  if (step.kind === 'replace') {
    for (const { by } of step.items) for (const stroke of by) points += stroke.points.length;
  }
  weights.set(step, points);
  return points;
}

export interface Turned {
  readonly history: History;
  readonly step: Step;
  readonly operations: readonly Operation[];
  /** How many strokes of the step were no longer there. */
  readonly missing: number;
  /** How many strokes more the drawing holds after it. */
  readonly growth: number;
}

/** Takes the last step back, in the drawing as it is. Undefined when there is none. */
export function undo(history: History, strokes: readonly Stroke[]): Turned | undefined {
  const step = history.steps[history.done - 1];
  if (!step) return undefined;
  return { history: { ...history, done: history.done - 1 }, step, ...turned(undoing(step), strokes) };
}

/** Does the step again that was undone last. */
export function redo(history: History, strokes: readonly Stroke[]): Turned | undefined {
  const step = history.steps[history.done];
  if (!step) return undefined;
  return { history: { ...history, done: history.done + 1 }, step, ...turned(redoing(step), strokes) };
}

function undoing(step: Step): Operation[] {
  switch (step.kind) {
    case 'add':
      return removing(step.items);
    case 'erase':
      return inserting(step.items);
    case 'replace':
      return inTurn(
        step.items.map(({ stroke, below, by }) =>
          by.length > 0
            ? { kind: 'replace', strokes: by, by: [stroke] }
            : { kind: 'insert', stroke, place: below },
        ),
      );
  }
}

function redoing(step: Step): Operation[] {
  switch (step.kind) {
    case 'add':
      return inserting(step.items);
    case 'erase':
      return removing(step.items);
    case 'replace':
      return inTurn(step.items.map(({ stroke, by }) => changing(stroke, by)));
  }
}

function inserting(items: readonly Item[]): Operation[] {
  return items.map(({ stroke, below }) => ({ kind: 'insert', stroke, place: below }));
}

/** Top first, as they were put on. */
function removing(items: readonly Item[]): Operation[] {
  return items.map(({ stroke }): Operation => ({ kind: 'remove', stroke })).reverse();
}

function changing(stroke: Stroke, [first, ...rest]: readonly Stroke[]): Operation {
  return first ? { kind: 'replace', strokes: [stroke], by: [first, ...rest] } : { kind: 'remove', stroke };
}

/** How many strokes more there are after it. */
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
 * What makes the drawing smaller comes first: so it never holds more strokes on the way than at both ends. Those that
 * put strokes between others come last, when the others are there.
 */
function inTurn(operations: readonly Operation[]): Operation[] {
  return operations.toSorted(
    (a, b) => Number(a.kind === 'insert') - Number(b.kind === 'insert') || growth(a) - growth(b),
  );
}

function turned(
  operations: readonly Operation[],
  strokes: readonly Stroke[],
): Pick<Turned, 'operations' | 'missing' | 'growth'> {
  const sum = operations.reduce((all, operation) => all + growth(operation), 0);
  return { operations, growth: sum, missing: countMissing(operations, strokes) };
}

/** The strokes that an operation works on. */
function neededBy(operation: Operation): readonly Stroke[] {
  if (operation.kind === 'remove') return [operation.stroke];
  return operation.kind === 'replace' ? operation.strokes : [];
}

/** Are they there as these very objects, each for itself? Told without reading a single point. */
function areAllThere(needed: readonly Stroke[], strokes: readonly Stroke[]): boolean {
  if (needed.length === 0) return true;
  if (new Set(needed).size < needed.length) return false;
  const there = new Set(strokes);
  return needed.every((stroke) => there.has(stroke));
}

/** Of the operations that need strokes to work on, those that find none. */
function countMissing(operations: readonly Operation[], strokes: readonly Stroke[]): number {
  if (areAllThere(operations.flatMap(neededBy), strokes)) return 0;
  const there = new Map<string, number>();
  for (const stroke of strokes) {
    const key = strokeKey(stroke);
    there.set(key, (there.get(key) ?? 0) + 1);
  }
  const take = (stroke: Stroke): boolean => {
    const key = strokeKey(stroke);
    const left = there.get(key) ?? 0;
    if (left > 0) there.set(key, left - 1);
    return left > 0;
  };
  let missing = 0;
  for (const operation of operations) {
    if (operation.kind === 'remove' && !take(operation.stroke)) missing++;
    if (operation.kind === 'replace' && operation.strokes.filter(take).length === 0) missing++;
  }
  return missing;
}
