/**
 * How much a file may take of the device before it is refused. All of this is checked before or while a file is
 * read, never afterwards.
 */
import { STROKES_MAX } from '../../../core/drawing/limits.ts';

/**
 * Largest file, bytes. 20,000 real strokes take 21 MB as JSON, and three times that as an indented
 * `.excalidraw`.
 */
export const FILE_MAX = 72 * 1024 * 1024;
/** Most points of all strokes together: 20,000 real strokes have 1.2 million. */
export const ALL_POINTS_MAX = 4_000_000;
/** Most strokes of one file. More than a drawing holds become several drawings. */
export const ALL_STROKES_MAX = 5 * STROKES_MAX;
/** Deepest nesting of brackets or elements. Drawing programs write a dozen levels. */
export const DEPTH_MAX = 200;
/** Most straight pieces that one curve is flattened to. */
export const CURVE_PIECES_MAX = 2_000;
/** How far a flattened curve may be from the curve, drawing units: half of what could be seen. */
export const FLATNESS = 0.05;
/** Decimals of coordinates. Rounding moves a point by half a thousandth of a unit at most. */
export const DECIMALS = 3;
