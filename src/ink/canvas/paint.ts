/** Draws one stroke onto a canvas whose transform is in drawing units. */
import type { Stroke } from '../../core/drawing/types.ts';
import { type Brush, opacityOf } from '../brush/brush.ts';
import { brushOf } from '../brush/brushes.ts';
import { isOutline, traceStroke } from './stroke-path.ts';

export type Canvas2D = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

/** How each way of blending is called on a canvas. */
export const COMPOSITE: Readonly<Record<Brush['blend'], GlobalCompositeOperation>> = {
  over: 'source-over',
  under: 'destination-over',
  erase: 'destination-out',
};

/** Sets how the brush's strokes of this colour meet what was drawn before. Returns the colour to draw with. */
export function beginStroke(
  context: Canvas2D,
  brush: Brush,
  given: Pick<Stroke, 'color' | 'opacity'>,
): string {
  // What erases does so wholly, however faint its own colour.
  const style = brush.blend === 'erase' ? { color: '#000' } : given;
  context.globalCompositeOperation = COMPOSITE[brush.blend];
  context.globalAlpha = opacityOf(brush, style);
  return style.color;
}

function pathOf(stroke: Stroke): Path2D {
  const path = new Path2D();
  traceStroke(stroke, path);
  return path;
}

/** Draws the stroke. The context's transform and clip are left alone. */
export function paintStroke(context: Canvas2D, stroke: Stroke): void {
  const color = beginStroke(context, brushOf(stroke.tool), stroke);
  if (isOutline(stroke)) {
    context.fillStyle = color;
    context.fill(pathOf(stroke));
    return;
  }
  context.strokeStyle = color;
  context.lineWidth = stroke.size;
  context.lineCap = 'round';
  context.lineJoin = 'round';
  context.stroke(pathOf(stroke));
}
