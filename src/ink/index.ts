/** The front door of the canvas engine. */
export { brushSizes } from './brush/brushes.ts';
export { createInk } from './engine.ts';
export { curved } from './feel/curve.ts';
export { type Feel, PLAIN } from './feel/feel.ts';
export { type Bounds, contains, strokesBounds, union } from './geometry/bounds.ts';
export { type Guide, horizonOf, raysIn, withinBox } from './geometry/guide.ts';
export { decimalsAt, roundTo } from './geometry/simplify.ts';
export { movedBy, NO_TRANSFORM, type Transform, transformed } from './geometry/transform.ts';
export { linePitch, writingStrokes } from './handwriting/strokes.ts';
export { isWritable, write } from './handwriting/write.ts';
export type { Ink, InkEvents, InkOptions } from './ink.ts';
export type { PointerMove } from './input/pointer.ts';
export { TAP } from './input/taps.ts';
export { paintSample } from './output/paint-sample.ts';
export { thumbnail, thumbnailArea } from './output/thumbnail.ts';
export type { Edit, Swap } from './scene/edit.ts';
export { inSlices } from './tiles/slices.ts';
export type { StandIn } from './tiles/tile-painter.ts';
export { landed, landingTime, onTopOf } from './tools/drawing-time.ts';
export { ERASER, type EraserTip } from './tools/tool.ts';
export { BRUSH_TOOLS, type BrushTool, forEachBrush, type ToolName } from './tools/toolbox.ts';
export {
  type Camera,
  HOME,
  heldOnScreen,
  type Insets,
  type Size,
  toScreen,
  toWorld,
  visibleBounds,
} from './view/camera.ts';
export { fitDrawing } from './view/fitting.ts';
export { freeCorner } from './view/free-corner.ts';
export { inkLiesIn, isOutOfSight } from './view/in-sight.ts';
export { ZOOM_MAX, ZOOM_MIN } from './view/zoom-limits.ts';
