/** Edits that find their strokes changed elsewhere. */
import type { Stroke } from '../../../core/drawing/types.ts';
import { comingBy, neededBy, type Operation } from '../document/content.ts';
import { strokeKey } from '../document/stroke-key.ts';

/**
 * True if an edit that was dropped was meant for a stroke that is there in another form: another device or tab has moved,
 * cut or recoloured it. Whoever made the edit must hear of it. Strokes of one time are of one origin; of those without a
 * time nobody knows. What both did alike is not missed.
 */
export function missesEdit(dropped: readonly Operation[], strokes: readonly Stroke[]): boolean {
  if (dropped.length === 0) return false;
  const [times, forms] = [new Set<number>(), new Set<string>()];
  for (const stroke of strokes) if (stroke.at !== undefined) times.add(stroke.at);
  // Only where one is missed, because the keys of 20,000 strokes take long.
  const meant = dropped.filter((one) => neededBy(one).some(({ at }) => at !== undefined && times.has(at)));
  if (meant.length === 0) return false;
  for (const stroke of strokes) forms.add(strokeKey(stroke));
  return meant.some((one) => {
    const come = comingBy(one);
    return come.length === 0 || come.some((stroke) => !forms.has(strokeKey(stroke)));
  });
}
