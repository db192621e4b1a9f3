/** Paints coats in their layers. Everything that paints a drawing does so here, so that all show the same. */
import { layerOf, ONE_LAYER } from '../../../core/drawing/members/layers.ts';
import type { Layer } from '../../../core/drawing/types.ts';
import { groupBy } from '../../../core/group-by.ts';
import type { FlatStroke } from '../flat-stroke.ts';
import { layPixels } from './blend.ts';
import { paintCoat } from './paint-stroke.ts';
import { blankPixels, type Pixels } from './pixels.ts';

/**
 * Paints coats onto blank pixels of the grid of this scale, one at each step: layer by layer, the lowest first, each on
 * pixels of its own, which are then laid onto those of the layers below. So a stroke erases, multiplies and goes under
 * others in its own layer alone. A drawing with one layer is painted without a second copy.
 * @param scale device px per drawing unit
 * @param coats bottom first, those of one wash together (wet-wash.ts)
 * @param flat a stroke as numbers, which are valid until its next call
 */
export function* paintingCoats<T>(
  pixels: Pixels,
  scale: number,
  coats: readonly (readonly T[])[],
  flat: (stroke: T) => FlatStroke,
  layers: readonly Layer[] = ONE_LAYER,
): Generator<readonly T[], void> {
  let isBlank = true;
  for (const { layer, coats: own } of inLayers(coats, flat, layers)) {
    const isPlain = layer.opacity === 1 && isBlank;
    const { left, top, width, height } = pixels;
    const sheet = isPlain ? pixels : blankPixels(left, top, width, height);
    for (const coat of own) {
      paintCoat(sheet, scale, coat, flat);
      yield coat;
    }
    if (!isPlain)
      layPixels(layer.blend ?? 'over', pixels.words, sheet.words, Math.round(255 * layer.opacity));
    isBlank = false;
  }
}

/** The same at once. */
export function paintCoats<T>(...what: Parameters<typeof paintingCoats<T>>): void {
  for (const _ of paintingCoats(...what));
}

/** The coats of each visible layer that has some, the lowest first. */
function inLayers<T>(
  coats: readonly (readonly T[])[],
  flat: (stroke: T) => FlatStroke,
  layers: readonly Layer[],
): { readonly layer: Layer; readonly coats: readonly (readonly T[])[] }[] {
  const [only] = layers;
  if (layers.length === 1 && only) return only.visible ? [{ layer: only, coats }] : [];
  const found = groupBy(coats, (coat) => {
    const { layer } = flat(coat[0]!);
    return layerOf(layer === '' ? {} : { layer }, layers);
  });
  return layers.flatMap((layer) => {
    const own = layer.visible ? found.get(layer.id) : undefined;
    return own ? [{ layer, coats: own }] : [];
  });
}
