/** Steps of undo that change the layers of a drawing. Each is of the drawing as it is before. */
import {
  mergedDown,
  withLayer,
  withMovedLayer,
  withNewLayer,
  withoutLayer,
} from '../../../core/drawing/members/change-layers.ts';
import { layerOf, sameLayers } from '../../../core/drawing/members/layers.ts';
import type { Layer, Stroke } from '../../../core/drawing/types.ts';
import { belowOf } from '../document/content.ts';
import type { Step } from '../document/history.ts';
import { formsBeside } from '../document/stroke-key.ts';

export type LayersStep = Extract<Step, { kind: 'layers' }>;

/** True for a step that leaves everything as it is. */
export function isIdle({ from, to, items, come = [], papers }: LayersStep): boolean {
  return items.length + come.length === 0 && papers === undefined && sameLayers(from, to);
}

/** What the steps need of a drawing. */
export interface Layered {
  readonly strokes: readonly Stroke[];
  readonly layers: readonly Layer[];
}

/** Adds a layer right above another. */
export function addLayerStep({ layers }: Layered, layer: Layer, above: string): LayersStep {
  return { kind: 'layers', from: layers, to: withNewLayer(layers, layer, above), items: [] };
}

/** Changes some members of a layer. */
export function changeLayerStep(
  { layers }: Layered,
  id: string,
  change: Parameters<typeof withLayer>[2],
): LayersStep {
  return { kind: 'layers', from: layers, to: withLayer(layers, id, change), items: [] };
}

/** Moves a layer up by a number of places, or down for a negative one. */
export function moveLayerStep({ layers }: Layered, id: string, by: number): LayersStep {
  return { kind: 'layers', from: layers, to: withMovedLayer(layers, id, by), items: [] };
}

/** Deletes a layer with its strokes. */
export function deleteLayerStep({ layers, strokes }: Layered, id: string): LayersStep {
  const isOn = (stroke: Stroke) => layerOf(stroke, layers) === id;
  const gone = strokes.filter(isOn);
  const items = strokes.flatMap((stroke, i) =>
    isOn(stroke) ? [{ stroke, below: belowOf(strokes, i) }] : [],
  );
  const beside = formsBeside(strokes, gone, gone);
  return { kind: 'layers', from: layers, to: withoutLayer(layers, id), items, beside };
}

export interface MergeStep {
  readonly step: LayersStep;
  /** Number of strokes that erase and go. */
  readonly erasers: number;
}

/** Merges a layer into the one below it; undefined if there is none. */
export function mergeDownStep({ layers, strokes }: Layered, id: string): MergeStep | undefined {
  const merged = mergedDown(strokes, layers, id);
  if (!merged) return undefined;
  const by = new Map(merged.moves.map((move) => [move.stroke, move.by]));
  const faded = new Map(merged.fades.map((fade) => [fade.stroke, fade.by]));
  const after = strokes.flatMap((stroke) => {
    const come = stroke === merged.onto ? [...by.values()].filter((one) => one !== undefined) : [];
    if (!by.has(stroke)) return [faded.get(stroke) ?? stroke, ...come];
    // Nothing lies on the lower layer: each keeps its place.
    return merged.onto ? [] : (by.get(stroke) ?? []);
  });
  const places = new Map(after.map((stroke, i) => [stroke, i]));
  const items = strokes.flatMap((stroke, i) => {
    const into = by.get(stroke) ?? faded.get(stroke);
    if (!into && !by.has(stroke)) return [];
    const item = { stroke, below: belowOf(strokes, i) };
    return into ? [{ ...item, into: { stroke: into, below: belowOf(after, places.get(into)!) } }] : [item];
  });
  const gone = items.map(({ stroke }) => stroke);
  const beside = formsBeside(strokes, gone, gone);
  return {
    step: { kind: 'layers', from: layers, to: merged.layers, items, beside },
    erasers: merged.erasers,
  };
}
