/** The three-way merge of the layers of two versions. */
import { LAYERS_MAX } from '../limits.ts';
import type { Layer } from '../types.ts';
import { ONE_LAYER, sameLayer, sameLayers } from './layers.ts';

/** A version of a drawing, as far as it concerns its layers. */
export interface LayersVersion {
  readonly layers?: readonly Layer[] | undefined;
  /** True if the merged drawing has strokes on a layer that this version drew and the other never had. */
  readonly drawsOn: (layer: string) => boolean;
}

/**
 * Merges the layers of two versions that share `base`.
 *
 * - A layer that one side added is there.
 * - One that one side deleted goes, unless the other side changed it or drew on it: that side's strokes would lie on the
 *   lowest layer, where nobody put them.
 * - Of a layer that both have, each member has the value of the side that changed it, and remote's if both did.
 * - The order is that of the side that changed it, and remote's if both did. A layer that the other side added goes
 *   above the one that it was above there.
 * - Layers beyond LAYERS_MAX go, local's additions first: those that nobody drew on, then the highest. Their strokes
 *   stay, on the lowest layer, and whoever would lose their place that way keeps a copy (`MergedVersion.lacksLayer`).
 *
 * @returns undefined if the drawing needs none named
 */
export function mergeLayers(
  base: readonly Layer[] | undefined,
  local: LayersVersion,
  remote: LayersVersion,
): readonly Layer[] | undefined {
  const [b, l, r] = [base ?? ONE_LAYER, local.layers ?? ONE_LAYER, remote.layers ?? ONE_LAYER];
  if (sameLayers(l, r)) return remote.layers ?? local.layers;
  const stays = (layer: Layer, other: readonly Layer[], { drawsOn }: LayersVersion) => {
    const before = find(b, layer.id);
    return !before || !!find(other, layer.id) || !sameLayer(before, layer) || drawsOn(layer.id);
  };
  const ours = l.filter((layer) => stays(layer, r, local));
  const theirs = r.filter((layer) => stays(layer, l, remote));
  const isOurOrder = sameOrder(b, r);
  const ids = isOurOrder ? together(ours, theirs) : together(theirs, ours);
  const merged = ids.map((id) => mergeLayer(find(b, id), find(l, id), find(r, id)));
  const kept = atMost(merged, (id) => find(r, id) !== undefined, local.drawsOn);
  // Each side deleted what the other had left.
  return kept.length === 0 ? remote.layers : kept;
}

function find(layers: readonly Layer[], wanted: string): Layer | undefined {
  return layers.find(({ id }) => id === wanted);
}

function idsOf(layers: readonly Layer[]): string[] {
  return layers.map(({ id }) => id);
}

/** True if the layers that both have are in the same order. */
function sameOrder(a: readonly Layer[], b: readonly Layer[]): boolean {
  const shared = (layers: readonly Layer[], others: readonly Layer[]) =>
    idsOf(layers).filter((id) => find(others, id));
  return shared(a, b).join() === shared(b, a).join();
}

/** The ids of the first in their order, each of the others above the one that it is above there. */
function together(first: readonly Layer[], others: readonly Layer[]): string[] {
  const ids = idsOf(first);
  let above = 0;
  for (const id of idsOf(others)) {
    const at = ids.indexOf(id);
    if (at < 0) ids.splice(above++, 0, id);
    else above = at + 1;
  }
  return ids;
}

function mergeLayer(base: Layer | undefined, local: Layer | undefined, remote: Layer | undefined): Layer {
  if (!local || !remote) return (local ?? remote)!;
  const pick = <Name extends keyof Layer>(name: Name): Layer[Name] =>
    base !== undefined && remote[name] === base[name] ? local[name] : remote[name];
  const blend = pick('blend');
  return {
    id: remote.id,
    name: pick('name'),
    opacity: pick('opacity'),
    visible: pick('visible'),
    locked: pick('locked'),
    ...(blend && { blend }),
  };
}

/** Without as many of those that are not in remote as there are too many. */
function atMost(
  layers: readonly Layer[],
  isRemote: (id: string) => boolean,
  isDrawnOn: (id: string) => boolean,
): readonly Layer[] {
  const additions = layers.filter(({ id }) => !isRemote(id)).reverse();
  const inTurn = additions.sort((a, b) => Number(isDrawnOn(a.id)) - Number(isDrawnOn(b.id)));
  const gone = new Set(inTurn.slice(0, Math.max(0, layers.length - LAYERS_MAX)));
  return layers.filter((layer) => !gone.has(layer));
}
