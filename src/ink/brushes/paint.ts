/** Draws one stroke onto a canvas whose transform is in drawing units. */
import type { Stroke } from '../../core/drawing/types.ts';
import { isOutline, traceStroke } from './stroke-path.ts';

export type Canvas2D = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

/** Opacity of a marker stroke, whatever its colour. */
const MARKER_ALPHA = 0.4;
const OPAQUE = /^#(?:[0-9a-f]{3}|[0-9a-f]{6}|[0-9a-f]{3}f|[0-9a-f]{6}ff)$/i;

/**
 * The compositing of a tool's strokes with those drawn before them. Marker goes under everything, so that a
 * later colour never dulls a line. An unknown tool is drawn as a pen.
 */
export function compositeOf(tool: string): GlobalCompositeOperation {
  if (tool === 'eraser') return 'destination-out';
  return tool === 'marker' ? 'destination-over' : 'source-over';
}

/** The opacity of a whole stroke, on top of the alpha in its colour. */
export function alphaOf(tool: string, color: string): number {
  return tool === 'marker' && OPAQUE.test(color) ? MARKER_ALPHA : 1;
}

/** The colour to draw with. An eraser removes whatever colour it was given, so it is always black. */
function inkOf({ tool, color }: Stroke): string {
  return tool === 'eraser' ? '#000' : color;
}

function pathOf(stroke: Stroke): Path2D {
  const path = new Path2D();
  traceStroke(stroke, path);
  return path;
}

/** Draws the stroke. The context's transform and clip are left alone. */
export function paintStroke(context: Canvas2D, stroke: Stroke): void {
  context.globalCompositeOperation = compositeOf(stroke.tool);
  context.globalAlpha = alphaOf(stroke.tool, stroke.color);
  if (isOutline(stroke)) {
    context.fillStyle = inkOf(stroke);
    context.fill(pathOf(stroke));
    return;
  }
  context.strokeStyle = inkOf(stroke);
  context.lineWidth = stroke.size;
  context.lineCap = 'round';
  context.lineJoin = 'round';
  context.stroke(pathOf(stroke));
}
