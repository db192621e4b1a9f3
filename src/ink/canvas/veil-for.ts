/** What must be known of the layers to show ink where it will lie while it is drawn or carried below others. */
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

/** Some of the layers, as a picture of their own, and how it meets the ink. */
export interface Pass {
  readonly veil: Veil;
  readonly blend: 'over' | 'multiply';
}

/**
 * What a picture of ink in several colours, such as that of a selection, goes through: the layers above, those that
 * blend alike together. So there are few passes, and each is the same for every colour. Empty where nothing lies above,
 * or all of it multiplies with ink that multiplies.
 * @param at the index of the ink's layer
 */
export function passesFor(layers: readonly Layer[], at: number): readonly Pass[] {
  const passes: Pass[] = [];
  const multiplies = layers[at]?.blend === 'multiply';
  for (const [i, { visible, blend = 'over' }] of layers.entries()) {
    if (i <= at || !visible) continue;
    const last = passes.at(-1);
    if (last?.blend === blend) passes[passes.length - 1] = pass(last.veil.above, i + 1, blend);
    else passes.push(pass(i, i + 1, blend));
  }
  if (!multiplies) return passes;
  // Colours may multiply in any order: the browser can do it last.
  if (passes.every(({ blend }) => blend === 'multiply')) return [];
  // Covered again afterwards, they have to multiply with what is below first.
  return [pass(0, at, 'multiply'), ...passes];
}

function pass(above: number, until: number, blend: Pass['blend']): Pass {
  return { veil: { below: 0, above, until }, blend };
}
