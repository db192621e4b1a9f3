/**
 * Undo and redo. A step holds what was drawn or erased, and what lay under it; it is resolved against the
 * drawing as it is when it is undone, so it may find less than there was. Pure.
 */
import type { Stroke } from '../../core/drawing/types.ts';
import { apply, type Below, belowOf, type Operation } from './content.ts';

export interface Step {
  readonly kind: 'add' | 'erase';
  /** Bottom first. */
  readonly items: readonly { readonly stroke: Stroke; readonly below: Below }[];
}

export interface History {
  /** Number of `steps[0]`, counted over the life of the drawing on this device. */
  readonly first: number;
  readonly steps: readonly Step[];
  /** Steps that are done; those after them were undone and can be done again. */
  readonly done: number;
}

export const NO_HISTORY: History = { first: 0, steps: [], done: 0 };
/** Steps that are kept. */
export const STEPS_MAX = 200;

/** The step that puts `strokes` on top of `before`. */
export function addStep(before: readonly Stroke[], strokes: readonly Stroke[]): Step {
  const after = [...before, ...strokes];
  const items = strokes.map((stroke, i) => ({ stroke, below: belowOf(after, before.length + i) }));
  return { kind: 'add', items };
}

/** The step that takes these objects out of `before`. */
export function eraseStep(before: readonly Stroke[], strokes: readonly Stroke[]): Step {
  const gone = new Set(strokes);
  const items: { stroke: Stroke; below: Below }[] = [];
  for (const [i, stroke] of before.entries()) {
    if (gone.has(stroke)) items.push({ stroke, below: belowOf(before, i) });
  }
  return { kind: 'erase', items };
}

/** A new step: what was undone before it can no longer be done again. */
export function record(history: History, step: Step): History {
  const steps = [...history.steps.slice(0, history.done), step];
  const dropped = Math.max(0, steps.length - STEPS_MAX);
  const kept = steps.slice(dropped);
  return { first: history.first + dropped, steps: kept, done: kept.length };
}

export interface Turned {
  readonly history: History;
  readonly step: Step;
  readonly operations: readonly Operation[];
  /** How many strokes of the step were no longer there. */
  readonly missing: number;
}

/** Takes the last step back, in the drawing as it is. Undefined when there is none. */
export function undo(history: History, strokes: readonly Stroke[]): Turned | undefined {
  const step = history.steps[history.done - 1];
  if (!step) return undefined;
  const turned = step.kind === 'add' ? removing(step, strokes) : inserting(step);
  return { history: { ...history, done: history.done - 1 }, step, ...turned };
}

/** Does the step again that was undone last. */
export function redo(history: History, strokes: readonly Stroke[]): Turned | undefined {
  const step = history.steps[history.done];
  if (!step) return undefined;
  const turned = step.kind === 'add' ? inserting(step) : removing(step, strokes);
  return { history: { ...history, done: history.done + 1 }, step, ...turned };
}

function inserting(step: Step): Pick<Turned, 'operations' | 'missing'> {
  const operations = step.items.map(
    ({ stroke, below }): Operation => ({ kind: 'insert', stroke, place: below }),
  );
  return { operations, missing: 0 };
}

function removing(step: Step, strokes: readonly Stroke[]): Pick<Turned, 'operations' | 'missing'> {
  // Top first, as they were put on.
  const operations = step.items.map(({ stroke }): Operation => ({ kind: 'remove', stroke })).reverse();
  const left = apply({ title: '', strokes }, operations).strokes.length;
  return { operations, missing: step.items.length - (strokes.length - left) };
}
