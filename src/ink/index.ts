/** The front door of the canvas engine. */
export { type Bounds, strokesBounds } from './bounds.ts';
export { type Camera, HOME, type Insets, type Size, toScreen, ZOOM_MAX, ZOOM_MIN } from './camera.ts';
export type { Edit } from './edit.ts';
export { createInk, fitting, type Ink, type InkEvents, type InkOptions } from './ink.ts';
export { pictureOf } from './picture-of.ts';
export { thumbnail, thumbnailArea } from './thumbnail.ts';
export type { ToolName } from './toolbox.ts';
export { warmTiles } from './worker-rasteriser.ts';
