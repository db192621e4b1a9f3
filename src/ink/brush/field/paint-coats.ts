/** Paints coats in their layers. Everything that paints a drawing does so here, so that all show the same. */
import { layerOf, ONE_LAYER } from '../../../core/drawing/members/layers.ts';
import type { Layer } from '../../../core/drawing/types.ts';
import { groupBy } from '../../../core/group-by.ts';
import type { FlatStroke } from '../flat-stroke.ts';
import { layPixels } from './blend.ts';
import { paintCoat, solidOf } from './paint-stroke.ts';
import { blankPixels, type Pixels } from './pixels.ts';

/**
 * What the layers make of a colour that lies between them on every pixel: a stroke being drawn there has these colours
 * (docs/ink.md, "Under other layers"). Without a colour, some of the layers alone.
 */
export interface Veil {
  /** So many of the lowest layers show through the colour, which multiplies with them. */
  readonly below: number;
  /** The layers from this one on lie over it. */
  readonly above: number;
  /** The layers from this one on do not; undefined if all do. */
  readonly until?: number | undefined;
  /** `#rrggbb`; undefined for the layers above alone, where nothing of them mixes with it. */
  readonly color?: string | undefined;
}

/** True if the layer with this index lies over the veil's colour. */
export function isOverIn({ above, until = Number.POSITIVE_INFINITY }: Veil, index: number): boolean {
  return index >= above && index < until;
}

/** A layer and what is painted in it. */
interface Sheet<T> {
  readonly layer: Layer;
  readonly coats: readonly (readonly T[])[];
}

/**
 * Paints coats onto blank pixels of the grid of this scale, one at each step: layer by layer, the lowest first, each on
 * pixels of its own, which are then laid onto those of the layers below. So a stroke erases, multiplies and goes under
 * others in its own layer alone. A drawing with one layer is painted without a second copy.
 * @param scale device px per drawing unit
 * @param coats bottom first, those of one wash together (wet-wash.ts)
 * @param flat a stroke as numbers, which are valid until its next call
 * @param veil paints what the layers make of its colour, and not what lies below that
 */
export function* paintingCoats<T>(
  pixels: Pixels,
  scale: number,
  coats: readonly (readonly T[])[],
  flat: (stroke: T) => FlatStroke,
  layers: readonly Layer[] = ONE_LAYER,
  veil?: Veil,
): Generator<readonly T[], void> {
  const sheets = inLayers(coats, flat, layers);
  if (!veil) {
    yield* paintingSheets(pixels, scale, sheets, flat, true);
    return;
  }
  const { below, color } = veil;
  const isUnder = ({ layer }: Sheet<T>) => layers.indexOf(layer) < below;
  const isOver = ({ layer }: Sheet<T>) => isOverIn(veil, layers.indexOf(layer));
  yield* paintingSheets(pixels, scale, sheets.filter(isUnder), flat, true);
  if (color !== undefined) {
    const { words } = pixels;
    layPixels('multiply', words, new Uint32Array(words.length).fill(solidOf(color)), 255);
  }
  yield* paintingSheets(pixels, scale, sheets.filter(isOver), flat, color === undefined);
}

function* paintingSheets<T>(
  pixels: Pixels,
  scale: number,
  sheets: readonly Sheet<T>[],
  flat: (stroke: T) => FlatStroke,
  isBlank: boolean,
): Generator<readonly T[], void> {
  for (const { layer, coats: own } of sheets) {
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
): Sheet<T>[] {
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
