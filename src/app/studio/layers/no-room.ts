/**
 * Undo and redo of a step whose layer finds no room any more, because others have added theirs. What was drawn on it
 * comes to another layer, in this step and in all others: nothing gets out of reach, and the history goes on.
 */
import { erases } from '../../../core/drawing/erasing.ts';
import { LAYERS_MAX } from '../../../core/drawing/limits.ts';
import { mergedStroke } from '../../../core/drawing/members/change-layers.ts';
import { BASE, hasLayer, isOpen, layerOf, ONE_LAYER } from '../../../core/drawing/members/layers.ts';
import type { Layer, Stroke } from '../../../core/drawing/types.ts';
import { apply, BELOW_MAX, type Below, belowOf } from '../document/content.ts';
import { copied, type History, type Item, redo, type Step, undo } from '../document/history.ts';
import { strokeKey } from '../document/stroke-key.ts';

/** The drawing as it is now. */
export interface Now {
  readonly strokes: readonly Stroke[];
  readonly layers: readonly Layer[] | undefined;
}

export interface Resettled {
  /** The history, with the strokes of those layers on the other one. */
  readonly history: History;
  /** The layers for which there is no room, the lowest first, and all layers of the step among which they were. */
  readonly lost: readonly Layer[];
  readonly among: readonly Layer[];
  /**
   * Where their strokes go: the nearest open layer below them, or else the lowest open or visible one. Rather one that the
   * steps ahead leave.
   */
  readonly into: Layer;
  /** False if the history has no strokes on them. */
  readonly isDrawnOn: boolean;
}

/**
 * The history in which the next undo or redo has room for its layers.
 * @returns undefined if it has
 */
export function resettled(history: History, verb: 'undo' | 'redo', now: Now): Resettled | undefined {
  const at = verb === 'undo' ? history.done - 1 : history.done;
  const step = history.steps[at];
  if (step?.kind !== 'layers') return undefined;
  const [from, to] = verb === 'undo' ? [step.to, step.from] : [step.from, step.to];
  const present = now.layers ?? ONE_LAYER;
  const come = to.filter(({ id }) => ![...from, ...present].some((one) => one.id === id));
  // Mostly the number tells.
  if (come.length === 0 || present.length + come.length <= LAYERS_MAX) return undefined;
  const turn = verb === 'undo' ? undo : redo;
  const operations = turn(history, now.strokes)?.operations ?? [];
  const { layers: after = ONE_LAYER } = apply({ title: '', ...now }, operations);
  const lost = come.filter(({ id }) => !after.some((one) => one.id === id));
  const [lowest] = lost;
  if (!lowest) return undefined;
  const below = to.slice(0, to.indexOf(lowest)).flatMap(({ id }) => after.filter((one) => one.id === id));
  const ahead = verb === 'undo' ? history.steps.slice(0, at) : history.steps.slice(at + 1);
  const near = [...below.reverse(), ...after];
  const places = [...near.filter(({ id }) => ahead.every((one) => leaves(one, id))), ...near];
  const into = places.find(isOpen) ?? places.find(({ visible }) => visible) ?? after[0] ?? BASE;
  const { move, isDrawnOn } = mover(lost, into, now);
  // What comes now lies above the layer that it comes to, as it did, also when other steps bring it.
  const placed = new Map<string, Below>();
  let top: Below = belowOf(now.strokes, now.strokes.length);
  const keys = new Map<string, string>();
  const settle = (item: Item, isNow: boolean): Item | undefined => {
    const stroke = move(item.stroke);
    if (!stroke || stroke === item.stroke) return stroke && item;
    const [was, key] = [strokeKey(item.stroke), strokeKey(stroke)];
    keys.set(was, key);
    if (isNow) {
      placed.set(was, top);
      top = [key, ...top].slice(0, BELOW_MAX);
    }
    return { stroke, below: placed.get(was) ?? item.below };
  };
  const settled = (one: Step, isNow: boolean) => mapped(one, (item) => settle(item, isNow), move);
  const turned = settled(step, true);
  const without = (list: readonly Layer[]) => list.filter(({ id }) => !lost.some((one) => one.id === id));
  const steps = history.steps.map((one, i): Step => {
    const next = i === at ? turned : settled(one, false);
    return next.kind === 'layers' ? { ...next, from: without(next.from), to: without(next.to) } : next;
  });
  // All strokes first: positions name those below by their keys.
  const place = ({ stroke, below }: Item): Item => ({
    stroke,
    below: below.map((key) => keys.get(key) ?? key),
  });
  return {
    history: {
      ...history,
      steps: steps.map((one, i) => copied(history.steps[i] ?? one, mapped(one, place), move)),
    },
    lost,
    among: to,
    into,
    isDrawnOn: isDrawnOn(),
  };
}

/** True if a step neither adds nor takes the layer away. */
function leaves(step: Step, id: string): boolean {
  const has = (layers: readonly Layer[]) => layers.some((one) => one.id === id);
  return step.kind !== 'layers' || has(step.from) === has(step.to);
}

/** Moves strokes from layers to another one. */
function mover(lost: readonly Layer[], into: Layer, { strokes, layers = ONE_LAYER }: Now) {
  // A stroke whose layer went with a merge is in the drawing under its name: the history finds it by that.
  const there = new Set(strokes.filter((stroke) => hasLayer(lost, stroke)).map(strokeKey));
  const hasInk = strokes.some((stroke) => layerOf(stroke, layers) === into.id);
  const moved = new Map<Stroke, Stroke>();
  let isDrawnOn = false;
  /** Undefined for a stroke that erases and would take ink that it never lay on. */
  const move = (stroke: Stroke): Stroke | undefined => {
    const known = moved.get(stroke);
    if (known) return known;
    const from = lost.find(({ id }) => id === (stroke.layer ?? BASE.id));
    if (!from || there.has(strokeKey(stroke))) return stroke;
    isDrawnOn = true;
    if (hasInk && erases(stroke)) return undefined;
    const next = mergedStroke(stroke, from, into);
    moved.set(stroke, next);
    return next;
  };
  return { move, isDrawnOn: () => isDrawnOn };
}

/** The step with its strokes changed; those for which there is none go. */
function mapped(
  step: Step,
  change: (item: Item) => Item | undefined,
  come = (stroke: Stroke): Stroke | undefined => stroke,
): Step {
  const all = (items: readonly Item[]) => items.flatMap((item) => change(item) ?? []);
  switch (step.kind) {
    case 'add':
    case 'erase':
      return { ...step, items: all(step.items) };
    case 'replace': {
      const items = step.items.flatMap(({ by, ...item }) => {
        const next = change(item);
        return next ? [{ ...next, by: by.flatMap((stroke) => come(stroke) ?? []) }] : [];
      });
      return { ...step, items };
    }
    case 'layers': {
      const items = step.items.flatMap(({ into, ...item }) => {
        const next = change(item);
        const other = into && change(into);
        return next ? [{ ...next, ...(other && { into: other }) }] : [];
      });
      return { ...step, items, ...(step.come && { come: all(step.come) }) };
    }
    default:
      return step;
  }
}
