/** The layers of a drawing. One without them has a single layer, the base. */
import { groupBy } from '../../group-by.ts';
import { LAYER_NAME_MAX, LAYER_PATTERN, LAYERS_MAX } from '../limits.ts';
import { isObject, PROBLEMS_MAX, problem } from '../problems.ts';
import { codePoints, textProblem } from '../text.ts';
import type { Layer, Problem, Stroke } from '../types.ts';
import { checkObject, FLAG, OPACITY, type Rule, type Rules, textOf } from './rules.ts';

/**
 * The layer of strokes that name none. It has an id, so that it can go above another without a change of its strokes,
 * which are most of the drawing.
 */
export const BASE: Layer = { id: 'base', name: '', opacity: 1, visible: true, locked: false };

/** What a drawing that names no layers has. */
export const ONE_LAYER: readonly Layer[] = [BASE];

/**
 * The id of the layer that a stroke is drawn on: its own, or the base for one that names none; the lowest if the drawing
 * has no such layer.
 */
export function layerOf(stroke: Pick<Stroke, 'layer'>, layers = ONE_LAYER): string {
  const { layer = BASE.id } = stroke;
  return hasLayer(layers, stroke) ? layer : (layers[0]?.id ?? BASE.id);
}

/** True if the drawing has the stroke's own layer. */
export function hasLayer(layers = ONE_LAYER, { layer = BASE.id }: Pick<Stroke, 'layer'>): boolean {
  return layers.some(({ id }) => id === layer);
}

/** True if strokes that had a layer of their own before would now lie on the lowest one, where nobody put them. */
export function losesLayer(
  strokes: readonly Pick<Stroke, 'layer'>[],
  before: readonly Layer[] | undefined,
  now: readonly Layer[] | undefined,
): boolean {
  return strokes.some((stroke) => hasLayer(before, stroke) && !hasLayer(now, stroke));
}

/** The strokes of the visible layers, the lowest first: the order in which they lie on each other. */
export function visibleStrokes<T extends Pick<Stroke, 'layer'>>(
  strokes: readonly T[],
  layers: readonly Layer[] = ONE_LAYER,
): readonly T[] {
  if (isPlain(layers)) return strokes;
  const on = groupBy(strokes, (stroke) => layerOf(stroke, layers));
  return layers.flatMap(({ id, visible }) => (visible ? (on.get(id) ?? []) : []));
}

/** True if strokes lie on each other in their order, as without layers. */
export function isPlain([only, ...others]: readonly Layer[]): boolean {
  return others.length === 0 && only?.visible === true && only.opacity === 1;
}

/** True if people can change what is on it by hand. */
export function isOpen({ visible, locked }: Layer): boolean {
  return visible && !locked;
}

/** The layer that new strokes go to: the base, or else the highest that is open. Undefined if none is. */
export function openLayer(layers: readonly Layer[]): Layer | undefined {
  const open = layers.filter(isOpen);
  return open.find(({ id }) => id === BASE.id) ?? open.at(-1);
}

/** The open layer at a place, or else the nearest below it, or else above. Undefined if none is open. */
export function openLayerNear(layers: readonly Layer[], place: number): Layer | undefined {
  return layers.findLast((layer, i) => i <= place && isOpen(layer)) ?? layers.find(isOpen);
}

/** True if both show the same, in the same order. */
export function sameLayers(a: readonly Layer[] = ONE_LAYER, b: readonly Layer[] = ONE_LAYER): boolean {
  return a.length === b.length && a.every((layer, i) => sameLayer(layer, b[i]!));
}

/** Every member counts. */
export function sameLayer(a: Layer, b: Layer): boolean {
  return textOf(a, RULES) === textOf(b, RULES);
}

const RULES: Rules = new Map<string, Rule>([
  [
    'id',
    {
      isSound: (v) => typeof v === 'string' && LAYER_PATTERN.test(v),
      must: 'must be 1 to 8 of a-z and 0-9',
    },
  ],
  [
    'name',
    {
      isSound: (v) =>
        typeof v === 'string' && textProblem(v) === undefined && codePoints(v) <= LAYER_NAME_MAX,
      must: `must be text of at most ${LAYER_NAME_MAX} characters, without NUL and lone surrogates`,
    },
  ],
  ['opacity', OPACITY],
  ['visible', FLAG],
  ['locked', FLAG],
  ['blend', { isOptional: true, isSound: (v) => v === 'multiply', must: 'must be multiply' }],
]);

/**
 * Checks a list of layers. A member that this version does not know is refused, as in a paper: another device would show
 * another drawing without saying so.
 */
export function checkLayers(value: unknown, path: string, problems: Problem[]): value is Layer[] {
  if (!Array.isArray(value) || value.length === 0 || value.length > LAYERS_MAX) {
    return problem(problems, path, `must be an array of 1 to ${LAYERS_MAX} layers`);
  }
  const layers: readonly unknown[] = value;
  const ids = new Set<unknown>();
  let sound = true;
  for (const [i, layer] of layers.entries()) {
    if (problems.length >= PROBLEMS_MAX) return false;
    const at = `${path}/${i}`;
    sound = checkObject(layer, 'a layer', RULES, at, problems) && sound;
    if (!isObject(layer)) continue;
    if (ids.has(layer.id)) sound = problem(problems, `${at}/id`, 'is the id of another layer too');
    ids.add(layer.id);
  }
  return sound;
}
