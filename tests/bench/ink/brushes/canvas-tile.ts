/**
 * The yardstick of the painter: a stroke on a tile by the path of a canvas, without what lies outside of the tile. The
 * app drew its tiles this way before it painted them by numbers.
 */
import type { Stroke } from '../../../../src/core/drawing/types.ts';
import { type Brush, EVEN, opacityOf, UPRIGHT } from '../../../../src/ink/brush/brush.ts';
import { brushOf } from '../../../../src/ink/brush/brushes.ts';
import type { FlatStroke } from '../../../../src/ink/brush/flat-stroke.ts';
import { COMPOSITE } from '../../../../src/ink/canvas/paint.ts';
import { type Cell, INK_EDGE, TILE } from '../../../../src/ink/tiles/tile-grid.ts';
import { addDot, addSegment } from './stroke-path.ts';

type Canvas2D = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

/** Sets how the brush's strokes of this colour meet what was drawn before. Returns the colour to draw with. */
function beginStroke(context: Canvas2D, brush: Brush, given: Pick<Stroke, 'color' | 'opacity'>): string {
  // What erases does so wholly, however faint its own colour.
  const style = brush.blend === 'erase' ? { color: '#000' } : given;
  context.globalCompositeOperation = COMPOSITE[brush.blend];
  context.globalAlpha = opacityOf(brush, style);
  return style.color;
}

/** True if all points are the same place. */
function isOnePlace({ pool, at, count }: FlatStroke): boolean {
  for (let i = at + 2; i < at + 2 * count; i += 2) {
    if (pool[i] !== pool[at] || pool[i + 1] !== pool[at + 1]) return false;
  }
  return true;
}

/** Draws the stroke onto a canvas that shows one tile, and whose transform is in drawing units. */
export function paintOnCanvasTile(
  context: Canvas2D,
  { scale, x: cellX, y: cellY }: Cell,
  stroke: FlatStroke,
): void {
  const side = TILE / scale;
  const [originX, originY] = [cellX * side, cellY * side];
  const { tool, pool, at, count, pressed, per, size } = stroke;
  if (count === 0) return;
  const brush = brushOf(tool);
  const color = beginStroke(context, brush, stroke);
  context.beginPath();
  let x = pool[at]! / per - originX;
  let y = pool[at + 1]! / per - originY;
  const isDot = !pressed && isOnePlace(stroke);
  if (!pressed && !isDot) {
    const least = -(size / 2 + INK_EDGE / scale);
    const most = side - least;
    let isDown = false;
    for (let i = at + 2; i < at + 2 * count; i += 2) {
      const nextX = pool[i]! / per - originX;
      const nextY = pool[i + 1]! / per - originY;
      const isBeside =
        (x < least && nextX < least) ||
        (y < least && nextY < least) ||
        (x > most && nextX > most) ||
        (y > most && nextY > most);
      // A line that enters from outside begins outside, so that its round cap is not seen.
      if (!isBeside && !isDown) context.moveTo(x, y);
      if (!isBeside) context.lineTo(nextX, nextY);
      isDown = !isBeside;
      x = nextX;
      y = nextY;
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
