/** What must be known of the layers to show a stroke where it will lie while it is drawn below others. */
import type { Layer } from '../../core/drawing/types.ts';
import type { Veil } from '../brush/field/paint-coats.ts';
import { meetsAs } from './wet-ink-layer.ts';

/**
 * Undefined where nothing is: no visible layer lies above, or the stroke's canvas lies under all of them.
 * @param at the index of the stroke's layer
 */
export function veilFor(
  layers: readonly Layer[],
  at: number,
  { tool, color }: { readonly tool: string; readonly color: string },
): Veil | undefined {
  const over = layers.slice(at + 1).filter(({ visible }) => visible);
  const layer = layers[at];
  if (!layer || over.length === 0) return undefined;
  const mixes = over.some(({ blend }) => blend === 'multiply');
  const above = at + 1;
  const meets = meetsAs({ ...layer, isAbove: at > 0 }, tool);
  // The layer's own ink multiplies with its brushes, and not as a layer.
  if (meets === 'multiply') {
    // The order in which colours multiply does not matter.
    const isFree = over.every(({ blend }) => blend === 'multiply');
    return isFree ? undefined : { below: layer.blend ? at : above, above, color };
  }
  if (meets === 'over') return { below: 0, above, color: mixes ? color : undefined };
  return mixes ? { below: 0, above: at, color } : undefined;
}
