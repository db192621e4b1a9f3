/**
 * The part of the `.excalidraw` and `.excalidrawlib` formats that drawings use. Source: Excalidraw's element
 * types and `data/json.ts`, of 2026-08.
 */
import { Refused } from '../common/refused.ts';

export const EXCALIDRAW_TYPE = 'excalidraw';
export const LIBRARY_TYPE = 'excalidrawlib';

/**
 * Width in drawing units of a freehand line with `strokeWidth` 1: with real or simulated pressure, and with
 * constant width.
 */
export const VARIABLE_WIDTH = 4.25;
export const CONSTANT_WIDTH = 2.8;
/** The same of lines and outlines: they are as wide as they say. */
export const LINE_WIDTH = 1;

/**
 * The key in an element's `customData`, which Excalidraw keeps: what a stroke has beside what the element shows. The first
 * element of each layer has the list of all layers too, so that it is kept if another program saves the file, or part
 * of it.
 */
export const CUSTOM_KEY = 'pleinair';

/** The least width at which a translucent stroke is taken for a marker's. */
export const MARKER_WIDTH_MIN = 8;

/** The opacity that a marker's opaque colour is drawn with, per cent. */
export const MARKER_OPACITY = 40;

/**
 * The value as a number.
 * @throws Refused if it is none
 */
export function numberOf(value: unknown, index: number, name: string): number {
  if (typeof value !== 'number' || !Number.isFinite(value)) throw damagedElement(index, name);
  return value;
}

/** The error for a file whose element `index` is damaged, at this member of it if one is named. */
export function damagedElement(index: number, member?: string): Refused {
  const at = `elements/${index}`;
  return new Refused({ code: 'damaged', at: member === undefined ? at : `${at}/${member}` });
}
