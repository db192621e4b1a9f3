/** The front door of the canvas engine. */
export { type Bounds, contains, strokesBounds, union } from './bounds.ts';
export {
  type Camera,
  HOME,
  type Insets,
  type Size,
  toScreen,
  toWorld,
  visible,
  ZOOM_MAX,
  ZOOM_MIN,
} from './camera.ts';
export type { Edit, Swap } from './edit.ts';
export { fitting } from './fitting.ts';
export { freeCorner } from './free-corner.ts';
export { linePitch, writingStrokes } from './handwriting/strokes.ts';
export { write } from './handwriting/write.ts';
export { inkLiesIn, isOutOfSight } from './in-sight.ts';
export { createInk, type Ink, type InkEvents, type InkOptions } from './ink.ts';
export { inSlices } from './slices.ts';
export { thumbnail, thumbnailArea } from './thumbnail.ts';
export type { ToolName } from './toolbox.ts';
export { ERASER, type EraserTip } from './tools/tool.ts';
export { heldOnScreen, SAME, type Transform, transformed } from './transform.ts';
