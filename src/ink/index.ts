/** The front door of the canvas engine. */
export { type Bounds, strokesBounds } from './bounds.ts';
export { type Camera, HOME, type Insets, ZOOM_MAX, ZOOM_MIN } from './camera.ts';
export type { Edit } from './edit.ts';
export { createInk, type Ink, type InkEvents, type InkOptions } from './ink.ts';
export { pictureOf } from './picture-of.ts';
export { thumbnail } from './thumbnail.ts';
export type { ToolName } from './toolbox.ts';
