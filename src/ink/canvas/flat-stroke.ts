/** Paints a stroke in flat form onto a canvas. */
import { EVEN, UPRIGHT } from '../brush/brush.ts';
import { brushOf } from '../brush/brushes.ts';
import type { FlatStroke } from '../brush/flat-stroke.ts';
import { beginStroke, type Canvas2D } from './paint.ts';
import { addDot, addSegment } from './stroke-path.ts';

/** True if all points are the same place. The rule of `isOnePlace` in stroke-path.ts. */
function isOnePlace({ pool, at, count }: FlatStroke): boolean {
  for (let i = at + 2; i < at + 2 * count; i += 2) {
    if (pool[i] !== pool[at] || pool[i + 1] !== pool[at + 1]) return false;
  }
  return true;
}

/**
 * Draws the stroke onto a canvas whose transform is in drawing units, with its origin at `originX`, `originY`:
 * far from the paper's origin, coordinates are too large for a canvas to compute with.
 *
 * `tool` draws the stroke as if another tool had made it.
 */
export function paintFlat(
  context: Canvas2D,
  stroke: FlatStroke,
  originX: number,
  originY: number,
  tool = stroke.tool,
): void {
  const { pool, at, count, pressed, per, size } = stroke;
  if (count === 0) return;
  const brush = brushOf(tool);
  const color = beginStroke(context, brush, stroke);
  context.beginPath();
  let x = pool[at]! / per - originX;
  let y = pool[at + 1]! / per - originY;
  const isDot = !pressed && isOnePlace(stroke);
  if (!pressed && !isDot) {
    context.moveTo(x, y);
    for (let i = at + 2; i < at + 2 * count; i += 2) {
      context.lineTo(pool[i]! / per - originX, pool[i + 1]! / per - originY);
    }
    context.strokeStyle = color;
    context.lineWidth = size;
    context.lineCap = 'round';
    context.lineJoin = 'round';
    context.stroke();
    return;
  }
  const radiusAt = (i: number) =>
    size * brush.radius(pressed ? pool[at + 2 * count + i]! / per : EVEN, UPRIGHT);
  let radius = radiusAt(0);
  addDot(context, x, y, radius);
  for (let i = 1; i < count && !isDot; i++) {
    const nextX = pool[at + 2 * i]! / per - originX;
    const nextY = pool[at + 2 * i + 1]! / per - originY;
    const nextRadius = radiusAt(i);
    addSegment(context, x, y, radius, nextX, nextY, nextRadius);
    x = nextX;
    y = nextY;
    radius = nextRadius;
  }
  context.fillStyle = color;
  context.fill();
}
