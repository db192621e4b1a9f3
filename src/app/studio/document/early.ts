/** What was done on a drawing before its own strokes came: it lies on top of them. Pure. */
import type { Stroke } from '../../../core/drawing/types.ts';
import { type Transform, transformed } from '../../../ink/index.ts';
import { belowOf, REMEMBERED } from './content.ts';
import { type History, type Item, record, type Step } from './history.ts';
import { strokeKey } from './stroke-key.ts';

/** Done on blank paper, as if there were nothing else on the drawing. */
export interface Early {
  readonly title: string;
  readonly strokes: readonly Stroke[];
  readonly history: History;
}

export function isBlank({ title, strokes }: Pick<Early, 'title' | 'strokes'>): boolean {
  return title === '' && strokes.length === 0;
}

/**
 * The history of the drawing with what was done early after it, as it was written step by step: the last one is the
 * history now.
 * @param under the drawing's own strokes
 */
export function continued(history: History, early: History, under: readonly Stroke[]): readonly History[] {
  const own = belowOf(under, under.length);
  const all: History[] = [];
  let last = history;
  for (const step of early.steps) {
    last = record(last, onTop(step, own));
    all.push(last);
  }
  const undone = early.steps.length - early.done;
  if (undone > 0) all.push({ ...last, done: last.done - undone });
  return all;
}

/** The same in another place, in its steps too. */
export function moved(early: Early, by: Transform): Early {
  const strokes = new Map<Stroke, Stroke>();
  const keys = new Map<string, string>();
  const move = (stroke: Stroke): Stroke => {
    const known = strokes.get(stroke);
    if (known) return known;
    const next = transformed(stroke, by);
    strokes.set(stroke, next);
    keys.set(strokeKey(stroke), strokeKey(next));
    return next;
  };
  const all = early.strokes.map(move);
  // First all strokes, then what they say of each other.
  const steps = early.history.steps.map((step) =>
    mapped(step, (item) => ({ ...item, stroke: move(item.stroke) }), move),
  );
  const below = (item: Item): Item => ({ ...item, below: item.below.map((key) => keys.get(key) ?? key) });
  return {
    title: early.title,
    strokes: all,
    history: { ...early.history, steps: steps.map((step) => mapped(step, below)) },
  };
}

/** The step with these strokes under all that it knows of. */
function onTop(step: Step, own: readonly string[]): Step {
  return mapped(step, (item) => ({ ...item, below: [...item.below, ...own].slice(0, REMEMBERED) }));
}

/** `come`: what becomes of strokes that took the place of others. */
function mapped(step: Step, change: (item: Item) => Item, come = (stroke: Stroke) => stroke): Step {
  if (step.kind !== 'replace') return { kind: step.kind, items: step.items.map(change) };
  return {
    kind: 'replace',
    items: step.items.map((item) => ({ ...change(item), by: item.by.map(come) })),
  };
}
