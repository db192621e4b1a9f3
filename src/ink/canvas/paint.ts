/** How a brush meets what a canvas shows. */
import type { Stroke } from '../../core/drawing/types.ts';
import { type Brush, opacityOf } from '../brush/brush.ts';

export type Canvas2D = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

/** How each way of blending is called on a canvas. */
export const COMPOSITE: Readonly<Record<Brush['blend'], GlobalCompositeOperation>> = {
  over: 'source-over',
  under: 'destination-over',
  multiply: 'multiply',
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
