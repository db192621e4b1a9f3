/** One stroke onto a canvas whose transform is in drawing units. */
import type { Stroke } from '../../core/drawing/types.ts';
import { isOutline, traceStroke } from './stroke-path.ts';

export type Canvas2D = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

/** What makes a marker's opaque colour translucent. */
const MARKER_ALPHA = 0.4;
const OPAQUE = /^#(?:[0-9a-f]{3}|[0-9a-f]{6}|[0-9a-f]{3}f|[0-9a-f]{6}ff)$/i;

/**
 * How the strokes of a tool lie on what was drawn before them. A marker's go under all of it, so that no line is dulled
 * by a colour that comes later. A tool that is not known is drawn as a pen.
 */
export function compositeOf(tool: string): GlobalCompositeOperation {
  if (tool === 'eraser') return 'destination-out';
  return tool === 'marker' ? 'destination-over' : 'source-over';
}

/** The opacity of a whole stroke, besides what its colour says. */
export function alphaOf(tool: string, color: string): number {
  return tool === 'marker' && OPAQUE.test(color) ? MARKER_ALPHA : 1;
}

/** An eraser removes, whatever colour it was given. */
function inkOf({ tool, color }: Stroke): string {
  return tool === 'eraser' ? '#000' : color;
}

function pathOf(stroke: Stroke): Path2D {
  const path = new Path2D();
  traceStroke(stroke, path);
  return path;
}

/** Draws the stroke, leaving the context's transform and clip alone. */
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
