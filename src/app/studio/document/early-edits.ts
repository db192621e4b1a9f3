/** Edits made on a drawing before it was loaded. They go on top of its strokes. */
import type { Stroke } from '../../../core/drawing/types.ts';
import { type Transform, transformed } from '../../../ink/index.ts';
import { BELOW_MAX, belowOf } from './content.ts';
import { type History, type Item, record, type Step } from './history.ts';
import { strokeKey } from './stroke-key.ts';

/** Title, strokes and history as if the drawing were blank. */
export interface EarlyEdits {
  readonly title: string;
  readonly strokes: readonly Stroke[];
  readonly history: History;
}

/** True if there is no title and no stroke. */
export function isBlank({ title, strokes }: Pick<EarlyEdits, 'title' | 'strokes'>): boolean {
  return title === '' && strokes.length === 0;
}

/**
 * The history of the loaded drawing with the early steps after it, as a list of histories to write one after
 * the other. The last one is the new history.
 * @param under the drawing's own strokes
 */
export function continueHistory(
  history: History,
  early: History,
  under: readonly Stroke[],
): readonly History[] {
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

/** The early edits transformed, their steps included. */
export function transformEarly(early: EarlyEdits, by: Transform): EarlyEdits {
  return changeEarly(early, (stroke) => transformed(stroke, by));
}

/** The early edits with each stroke changed, their steps included. */
export function changeEarly(early: EarlyEdits, change: (stroke: Stroke) => Stroke): EarlyEdits {
  const strokes = new Map<Stroke, Stroke>();
  const keys = new Map<string, string>();
  const move = (stroke: Stroke): Stroke => {
    const known = strokes.get(stroke);
    if (known) return known;
    const next = change(stroke);
    strokes.set(stroke, next);
    keys.set(strokeKey(stroke), strokeKey(next));
    return next;
  };
  const all = early.strokes.map(move);
  // All strokes first, because the positions below need the keys of all moved strokes.
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

/** The step, with the drawing's own strokes under its strokes. */
function onTop(step: Step, own: readonly string[]): Step {
  return mapped(step, (item) => ({ ...item, below: [...item.below, ...own].slice(0, BELOW_MAX) }));
}

/**
 * A step with all items changed.
 * @param come changes strokes that replaced others
 */
function mapped(step: Step, change: (item: Item) => Item, come = (stroke: Stroke) => stroke): Step {
  // While a drawing opens, nobody changes its layers or its photo.
  if (step.kind === 'layers' || step.kind === 'underlay' || step.kind === 'paper') return step;
  if (step.kind !== 'replace') return { kind: step.kind, items: step.items.map(change) };
  return {
    kind: 'replace',
    items: step.items.map((item) => ({ ...change(item), by: item.by.map(come) })),
  };
}
