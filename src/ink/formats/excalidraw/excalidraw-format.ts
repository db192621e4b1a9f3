/**
 * What `.excalidraw` and `.excalidrawlib` files look like, as far as drawings go. Source: Excalidraw's element types and
 * `data/json.ts`, of 2026-08.
 */
import { Refused } from '../common/refused.ts';

export const EXCALIDRAW_TYPE = 'excalidraw';
export const LIBRARY_TYPE = 'excalidrawlib';

/** Drawing units that a `strokeWidth` of 1 is wide: pressed or simulated, and constant. */
export const VARIABLE_WIDTH = 4.25;
export const CONSTANT_WIDTH = 2.8;
/** Lines and outlines are as wide as they say. */
export const LINE_WIDTH = 1;

/** Under this key of an element's `customData`, which Excalidraw keeps, stand the tool and size of a stroke. */
export const CUSTOM_KEY = 'pleinair';

/** What a translucent stroke must be as wide as, to be taken for a marker's. */
export const MARKER_FROM = 8;

/** The opacity that a marker's opaque colour is drawn with. */
export const MARKER_OPACITY = 40;

/** @throws Refused */
export function numberOf(value: unknown, index: number, name: string): number {
  if (typeof value !== 'number' || !Number.isFinite(value)) throw damaged(index, `its ${name} is no number`);
  return value;
}

/** What is said of a file that is damaged there. */
export function damaged(index: number, why: string): Refused {
  return new Refused(`It is damaged at element ${index + 1}: ${why}.`);
}
