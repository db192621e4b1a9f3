/**
 * Undo and redo of a step whose layer is not there any more: others have deleted it or merged it away, or their layers have
 * taken its room. What was drawn on it comes to another layer, in this step and in the others: nothing gets out of reach,
 * and the history goes on.
 */
import { erases } from '../../../core/drawing/erasing.ts';
import { LAYERS_MAX } from '../../../core/drawing/limits.ts';
import { mergedStroke } from '../../../core/drawing/members/change-layers.ts';
import { BASE, hasLayer, isOpen, layerOf, ONE_LAYER } from '../../../core/drawing/members/layers.ts';
import type { Layer, Stroke } from '../../../core/drawing/types.ts';
import { apply, BELOW_MAX, type Below, belowOf } from '../document/content.ts';
import { copied, type History, type Item, redo, type Step, strokesOf, undo } from '../document/history.ts';
import { strokeKey } from '../document/stroke-key.ts';

/** The drawing as it is now. */
export interface Now {
  readonly strokes: readonly Stroke[];
  readonly layers: readonly Layer[] | undefined;
  /** The last layers among which one was; undefined if that is not known, or for all. */
  among?(layer: string): readonly Layer[] | undefined;
}

export interface Resettled {
  /** The history, with the strokes of those layers on the other one. */
  readonly history: History;
  /** The layers for which there is no room, the lowest first; none if others have only taken layers away. */
  readonly lost: readonly Layer[];
  /** All layers among which the lost ones were. */
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
 * The history in which the next undo or redo has the layers of all its strokes. Of a layer that finds no room, all strokes
 * are on the other one. Of one that others took away, only those that come now: it may come back.
 * @param isOlder true if an earlier page made or undid the step
 * @returns undefined if it has them
 */
export function resettled(
  history: History,
  verb: 'undo' | 'redo',
  now: Now,
  isOlder = false,
): Resettled | undefined {
  const at = verb === 'undo' ? history.done - 1 : history.done;
  const step = history.steps[at];
  if (!step) return undefined;
  const present = now.layers ?? ONE_LAYER;
  const [from, to] = layersOf(step, verb) ?? [present, present];
  const come = to.filter(({ id }) => ![...from, ...present].some((one) => one.id === id));
  const isFull = come.length > 0 && present.length + come.length > LAYERS_MAX;
  const known = [...present, ...come];
  // Mostly the layers tell.
  if (!isFull && strokesOf(step).every((stroke) => hasLayer(known, stroke))) return undefined;
  const turn = verb === 'undo' ? undo : redo;
  const operations = turn(history, now.strokes, undefined, undefined, isOlder)?.operations ?? [];
  const { layers: after = ONE_LAYER, strokes } = apply({ title: '', ...now }, operations);
  const lost = come.filter((layer) => !after.some(({ id }) => id === layer.id));
  const there = new Set(now.strokes);
  const arrived = strokes.filter((stroke) => !there.has(stroke));
  const astray = arrived.filter((stroke) => !hasLayer([...after, ...lost], stroke));
  const gone = [...new Set(astray.map(({ layer = BASE.id }) => layer))].map((id) => {
    // One of which nothing is known counts as the top one: what comes is seen.
    const among = now.among?.(id) ?? [...present, { ...BASE, id }];
    return { layer: among.find((one) => one.id === id) ?? { ...BASE, id }, among };
  });
  const all = [...lost, ...gone.map(({ layer }) => layer)];
  const [lowest] = all;
  if (!lowest) return undefined;
  const among = lost.length > 0 ? to : gone[0]!.among;
  const below = among
    .slice(0, among.indexOf(lowest))
    .flatMap(({ id }) => after.filter((one) => one.id === id));
  const ahead = verb === 'undo' ? history.steps.slice(0, at) : history.steps.slice(at + 1);
  const near = [...below.reverse(), ...after];
  const left = near.filter(({ id }) => ahead.every((one) => leaves(one, id)));
  // The page has said that the nearest one takes the place of one that is gone.
  const places = lost.length > 0 || verb === 'redo' ? [...left, ...near] : near;
  const into = places.find(isOpen) ?? places.find(({ visible }) => visible) ?? after[0] ?? BASE;
  const own = new Set(arrived.filter((stroke) => hasLayer(all, stroke)));
  const hasInk = strokes.some((stroke) => !own.has(stroke) && layerOf(stroke, after) === into.id);
  const { moveIn, isDrawnOn } = mover({
    from: all,
    into,
    hasInk,
    now,
    moves: movesOf(history, verb === 'undo' ? at : at + 1, lost, astray),
  });
  // What comes now lies above the layer that it comes to, as it did, also when other steps bring it.
  const placed = new Map<string, Below>();
  let top: Below = belowOf(now.strokes, now.strokes.length);
  const keys = new Map<string, string>();
  const settleIn = (state: number, isNow: boolean) => {
    const move = moveIn(state);
    return (item: Item): Item | undefined => {
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
  };
  const settled = (one: Step, i: number, isNow: boolean) =>
    mapped(one, settleIn(i, isNow), settleIn(i + 1, isNow), moveIn(i + 1));
  const turned = settled(step, at, true);
  const without = (list: readonly Layer[]) => list.filter(({ id }) => !lost.some((one) => one.id === id));
  const steps = history.steps.map((one, i): Step => {
    const next = i === at ? turned : settled(one, i, false);
    return next.kind === 'layers' ? { ...next, from: without(next.from), to: without(next.to) } : next;
  });
  // Those that come are in the drawing already, and were drawn so.
  if (lost.length === 0 && !isDrawnOn()) return undefined;
  // All strokes first: positions name those below by their keys. Some states have the former one.
  const place = ({ stroke, below }: Item): Item => ({
    stroke,
    below: below.flatMap((key) => [...(keys.has(key) ? [keys.get(key)!] : []), key]),
  });
  return {
    history: {
      ...history,
      steps: steps.map((one, i) => copied(history.steps[i] ?? one, mapped(one, place, place), moveIn(i + 1))),
    },
    lost,
    among,
    into,
    isDrawnOn: isDrawnOn(),
  };
}

/** The layers before and after an undo or redo; undefined if it changes none. */
function layersOf(
  step: Step,
  verb: 'undo' | 'redo',
): [from: readonly Layer[], to: readonly Layer[]] | undefined {
  if (step.kind !== 'layers') return undefined;
  return verb === 'undo' ? [step.to, step.from] : [step.from, step.to];
}

/**
 * Which strokes move, by the state of the drawing that names them: step `i` leads from state `i` to the next one.
 * @param state the one to which the undo or redo leads
 * @param lost the layers that all states lose
 * @param astray the strokes that come and have no layer
 */
function movesOf(history: History, state: number, lost: readonly Layer[], astray: readonly Stroke[]) {
  const coming = new Set(astray.map(strokeKey));
  // Beyond a step that brings the layer, or takes it away, its strokes have it.
  const reach = new Map(
    astray.map(({ layer = BASE.id }) => {
      const ends = history.steps.flatMap((one, i) => (leaves(one, layer) ? [] : [i]));
      const first = (ends.findLast((i) => i < state) ?? -1) + 1;
      return [layer, { first, last: ends.find((i) => i >= state) ?? history.steps.length }];
    }),
  );
  return (stroke: Stroke, at: number): boolean => {
    if (hasLayer(lost, stroke)) return true;
    const range = reach.get(stroke.layer ?? BASE.id);
    return range !== undefined && range.first <= at && at <= range.last && coming.has(strokeKey(stroke));
  };
}

/** True if a step neither adds nor takes the layer away. */
function leaves(step: Step, id: string): boolean {
  const has = (layers: readonly Layer[]) => layers.some((one) => one.id === id);
  return step.kind !== 'layers' || has(step.from) === has(step.to);
}

interface Moving {
  readonly from: readonly Layer[];
  readonly into: Layer;
  /** True if others lie there: a stroke that erases would take ink that it never lay on, and goes. */
  readonly hasInk: boolean;
  readonly now: Now;
  /** True for a stroke of these layers that moves in a state of the drawing. */
  moves(stroke: Stroke, state: number): boolean;
}

/** Moves strokes from layers to another one. */
function mover({ from, into, hasInk, now, moves }: Moving) {
  // A stroke whose layer went with a merge is in the drawing under its name: the history finds it by that.
  const there = new Set(now.strokes.filter((stroke) => hasLayer(from, stroke)).map(strokeKey));
  const moved = new Map<Stroke, Stroke>();
  let isDrawnOn = false;
  /** Undefined for a stroke that goes. */
  const moveIn =
    (state: number) =>
    (stroke: Stroke): Stroke | undefined => {
      const layer = from.find(({ id }) => id === (stroke.layer ?? BASE.id));
      if (!layer || there.has(strokeKey(stroke)) || !moves(stroke, state)) return stroke;
      isDrawnOn = true;
      if (hasInk && erases(stroke)) return undefined;
      const next = moved.get(stroke) ?? mergedStroke(stroke, layer, into);
      moved.set(stroke, next);
      return next;
    };
  return { moveIn, isDrawnOn: () => isDrawnOn };
}

/**
 * The step with its strokes changed; those for which there is none go.
 * @param before changes those that are there before the step
 * @param after changes those that are there after it
 */
function mapped(
  step: Step,
  before: (item: Item) => Item | undefined,
  after: (item: Item) => Item | undefined,
  come = (stroke: Stroke): Stroke | undefined => stroke,
): Step {
  const all = (items: readonly Item[], change: typeof before) => items.flatMap((item) => change(item) ?? []);
  switch (step.kind) {
    case 'add':
      return { ...step, items: all(step.items, after) };
    case 'erase':
      return { ...step, items: all(step.items, before) };
    case 'replace': {
      const items = step.items.flatMap(({ by, ...item }) => {
        const next = before(item);
        return next ? [{ ...next, by: by.flatMap((stroke) => come(stroke) ?? []) }] : [];
      });
      return { ...step, items };
    }
    case 'layers': {
      const items = step.items.flatMap(({ into, ...item }) => {
        const next = before(item);
        const other = into && after(into);
        return next ? [{ ...next, ...(other && { into: other }) }] : [];
      });
      return { ...step, items, ...(step.come && { come: all(step.come, after) }) };
    }
    default:
      return step;
  }
}
