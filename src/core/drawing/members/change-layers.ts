/** What people do to the layers of a drawing. Each function returns a list, the lowest first, and changes none. */
import { erases } from '../erasing.ts';
import type { Layer, Stroke } from '../types.ts';
import { BASE, layerOf, ONE_LAYER, openLayer, openLayerNear } from './layers.ts';
import { mergeLayers } from './merge-layers.ts';

/**
 * The layer that a person works on: the chosen one if the drawing has it. In place of one that is gone, the open one that
 * is nearest below it, which has its strokes if they were merged, or else above. Without a choice, where new strokes go. It
 * may be hidden or locked.
 * @param before layers among which the chosen one was
 */
export function activeLayer(
  layers: readonly Layer[] = ONE_LAYER,
  chosen?: string,
  before: readonly Layer[] = [],
): Layer {
  const placeOf = (all: readonly Layer[], wanted?: string) => all.findIndex(({ id }) => id === wanted);
  const there = layers[placeOf(layers, chosen)];
  if (there) return there;
  const was = placeOf(before, chosen);
  if (was < 0) return openLayer(layers) ?? layers.at(-1) ?? BASE;
  const below = before.slice(0, was).findLast(({ id }) => placeOf(layers, id) >= 0);
  const place = placeOf(layers, below?.id);
  return openLayerNear(layers, place) ?? layers[Math.max(0, place)] ?? BASE;
}

/**
 * The layers after a change from one list to another is made to a drawing that may have changed meanwhile. What others
 * did stays: their layers, their order, a name that they gave. A layer that the change deletes stays if it has strokes,
 * and one that others deleted does not come back.
 * @param isDrawnOn true if the drawing has strokes on a layer, apart from those that the change takes
 */
export function changedLayers(
  now: readonly Layer[] | undefined,
  from: readonly Layer[],
  to: readonly Layer[],
  isDrawnOn: (layer: string) => boolean,
): readonly Layer[] {
  const has = (layers: readonly Layer[], wanted: string) => layers.some(({ id }) => id === wanted);
  const present = now ?? ONE_LAYER;
  const layers = to.filter(({ id }) => !has(from, id) || has(present, id));
  const drawsOn = isDrawnOn;
  return mergeLayers(from, { layers, drawsOn }, { layers: present, drawsOn }) ?? present;
}

/** With a layer right above another, or on top if there is no such one. */
export function withNewLayer(layers: readonly Layer[], layer: Layer, above: string): readonly Layer[] {
  const at = layers.findIndex(({ id }) => id === above);
  return layers.toSpliced(at < 0 ? layers.length : at + 1, 0, layer);
}

/** With some members of one layer changed. `blend: undefined` takes it away. */
export function withLayer(
  layers: readonly Layer[],
  wanted: string,
  change: Partial<Omit<Layer, 'id' | 'blend'>> & { readonly blend?: 'multiply' | undefined },
): readonly Layer[] {
  return layers.map((layer) => {
    if (layer.id !== wanted) return layer;
    const { blend, ...rest } = { ...layer, ...change };
    return { ...rest, ...(blend && { blend }) };
  });
}

/** With one layer moved up, or down for a negative number; the same list if it is at the end. */
export function withMovedLayer(layers: readonly Layer[], wanted: string, by: number): readonly Layer[] {
  const from = layers.findIndex(({ id }) => id === wanted);
  const layer = layers[from];
  const to = Math.min(layers.length - 1, Math.max(0, from + by));
  if (!layer || to === from) return layers;
  return layers.toSpliced(from, 1).toSpliced(to, 0, layer);
}

/** Without one layer. The last one stays: a drawing has at least one. */
export function withoutLayer(layers: readonly Layer[], wanted: string): readonly Layer[] {
  return layers.length > 1 ? layers.filter(({ id }) => id !== wanted) : layers;
}

/** An id that no layer of the drawing has, and by chance none that another device adds meanwhile. */
export function newLayerId(random: () => number): string {
  const letters = Array.from({ length: 8 }, () => Math.floor(random() * 36).toString(36));
  return letters.join('');
}

/** The stroke on a layer: the same object if it is there. */
export function onLayer(stroke: Stroke, layer: string): Stroke {
  if ((stroke.layer ?? BASE.id) === layer) return stroke;
  const { layer: _, ...rest } = stroke;
  return layer === BASE.id ? rest : { ...rest, layer };
}

/** A layer that is merged into the one below it. */
export interface MergedDown {
  /** Without it; the lower one may have become more opaque. */
  readonly layers: readonly Layer[];
  /** Each stroke of the layer, bottom first, and the one in its place on the lower layer; undefined if it goes. */
  readonly moves: readonly { readonly stroke: Stroke; readonly by: Stroke | undefined }[];
  /** Strokes of the lower layer that fade, because that has become more opaque, and those in their place. */
  readonly fades: readonly { readonly stroke: Stroke; readonly by: Stroke }[];
  /** Number of strokes that erase and go. */
  readonly erasers: number;
  /** The stroke that the moved ones lie on; undefined for the bottom. */
  readonly onto: Stroke | undefined;
}

/** Decimals of an opacity. */
const OPACITY_STEP = 1000;

/**
 * Merges a layer into the one below. Its strokes go above all strokes there, with its opacity made their own. Where they are
 * more opaque than the lower layer is, that becomes as opaque as they need, and its own strokes fade instead: apart from
 * overlaps, each stroke looks as before. Strokes that erase go if the lower layer has any ink: they would take ink that they
 * never lay on.
 * @returns undefined if there is no layer below
 */
export function mergedDown(
  strokes: readonly Stroke[],
  layers: readonly Layer[],
  wanted: string,
): MergedDown | undefined {
  const at = layers.findIndex(({ id }) => id === wanted);
  const [upper, lower] = [layers[at], layers[at - 1]];
  if (!upper || !lower) return undefined;
  const onto = strokes.findLast((stroke) => layerOf(stroke, layers) === lower.id);
  const on = (id: string) => strokes.filter((stroke) => layerOf(stroke, layers) === id);
  const above = on(upper.id);
  const seen = above.map((stroke) => (erases(stroke) ? 0 : (stroke.opacity ?? 1) * upper.opacity));
  const opacity = seen.reduce((most, one) => Math.max(most, one), lower.opacity);
  const into = { ...lower, opacity };
  const moves = above.map((stroke) => ({
    stroke,
    by: onto && erases(stroke) ? undefined : mergedStroke(stroke, upper, into),
  }));
  const share = lower.opacity / opacity;
  const fades = (share < 1 ? on(lower.id) : []).flatMap((stroke) => {
    const by = faded(stroke, share);
    return by === stroke ? [] : [{ stroke, by }];
  });
  const erasers = moves.filter(({ by }) => by === undefined).length;
  const left = withLayer(withoutLayer(layers, upper.id), lower.id, { opacity });
  return { layers: left, moves, fades, erasers, onto };
}

/** The stroke of one layer as it looks on another, apart from where strokes overlap and as far as it can be opaque. */
export function mergedStroke(stroke: Stroke, from: Layer, into: Layer): Stroke {
  return faded(onLayer(stroke, into.id), from.opacity / into.opacity);
}

function faded(stroke: Stroke, share: number): Stroke {
  if (share === 1 || erases(stroke)) return stroke;
  const { opacity = 1, ...rest } = stroke;
  const next = Math.max(1 / OPACITY_STEP, Math.round(opacity * share * OPACITY_STEP) / OPACITY_STEP);
  return next >= 1 ? rest : { ...rest, opacity: next };
}
