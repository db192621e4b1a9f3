/** What becomes of a layer of this page that was not stored yet when others changed the layers. */
import { LAYERS_MAX } from '../../../core/drawing/limits.ts';
import { hasLayer, losesLayer } from '../../../core/drawing/members/layers.ts';
import type { Content } from '../document/content.ts';

/**
 * Whether a layer is gone that the person has just drawn on, or a new one for which others left no room.
 * @param seen what the person saw
 * @param known what this page knew to be stored then
 * @param stored what is stored now
 * @param now that with what waits
 */
export function lostLayer(
  seen: Content,
  known: Content,
  stored: Content,
  now: Content,
): 'drawn-on' | 'new' | undefined {
  const others = new Set(stored.strokes);
  const own = now.strokes.filter((stroke) => !others.has(stroke));
  if (losesLayer(own, seen.layers, now.layers)) return 'drawn-on';
  const isLost = (layer: string) => !hasLayer(known.layers, { layer }) && !hasLayer(now.layers, { layer });
  return now.layers?.length === LAYERS_MAX && seen.layers?.some(({ id }) => isLost(id)) ? 'new' : undefined;
}
