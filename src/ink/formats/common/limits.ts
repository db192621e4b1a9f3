/**
 * How much a file may ask of the device before it is refused. All of it is checked before, or while, a file is read:
 * never afterwards.
 */
import { STROKES_MAX } from '../../../core/drawing/limits.ts';

/** Bytes. 20,000 real strokes are 21 MB as JSON, and three times that as an indented `.excalidraw`. */
export const FILE_MAX = 72 * 1024 * 1024;
/** Points of all strokes together: 20,000 real strokes have 1.2 million. */
export const ALL_POINTS_MAX = 4_000_000;
/** Strokes of one file: more than a drawing holds become several drawings. */
export const ALL_STROKES_MAX = 5 * STROKES_MAX;
/** Brackets within brackets, elements within elements. Drawing programs write a dozen. */
export const DEPTH_MAX = 200;
/** FlatScene that one curve is flattened to, at most. */
export const CURVE_PIECES_MAX = 2_000;
/** How far, in drawing units, a flattened curve may be from the curve: half of what could be seen. */
export const FLATNESS = 0.05;
/** Decimals that read coordinates keep: a twentieth of a hundredth of a pixel is the most they move. */
export const DECIMALS = 3;
