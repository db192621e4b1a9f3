/** A drawing as a picture file. */
import type { Stroke } from '../core/drawing/types.ts';
import { strokesBounds } from './bounds.ts';
import { paintStroke } from './paint.ts';

/** Drawing units around the ink. */
const MARGIN = 24;
/** Pixels per drawing unit, where the picture does not become too large for it. */
const SCALE = 2;
const MOST_PIXELS = 16_000_000;
const LONGEST_SIDE = 8_192;

/** A PNG of all strokes on paper of this colour. Undefined for an empty drawing, or where the browser refuses. */
export async function pictureOf(strokes: readonly Stroke[], paper: string): Promise<Blob | undefined> {
  const bounds = strokesBounds(strokes);
  if (!bounds) return undefined;
  const width = bounds.maxX - bounds.minX + 2 * MARGIN;
  const height = bounds.maxY - bounds.minY + 2 * MARGIN;
  const scale = Math.min(
    SCALE,
    LONGEST_SIDE / Math.max(width, height),
    Math.sqrt(MOST_PIXELS / (width * height)),
  );
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  const context = canvas.getContext('2d');
  if (!context) return undefined;
  context.setTransform(scale, 0, 0, scale, (MARGIN - bounds.minX) * scale, (MARGIN - bounds.minY) * scale);
  for (const stroke of strokes) paintStroke(context, stroke);
  // The paper comes last, under the ink: strokes that erase show it.
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.globalAlpha = 1;
  context.globalCompositeOperation = 'destination-over';
  context.fillStyle = paper;
  context.fillRect(0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob((blob) => resolve(blob ?? undefined), 'image/png'));
}
