/**
 * Extracts the strokes of a drawing's JSON as text, ready to be stored, without parsing them. Parsing and
 * printing decimal numbers is nearly all the work of saving a whole drawing. Text in canonical form, which
 * this product's own pages send, needs neither.
 */

import { isObject } from '../problems.ts';
import { type Chunk, packTexts } from './chunks.ts';
import { scanStrokes } from './scan-strokes.ts';

export interface LiftedDrawing {
  /** All members of the document except `strokes`, parsed and not validated. */
  readonly members: Record<string, unknown>;
  /** The chunks that `chunkStrokes` would make of the strokes. All strokes are valid. */
  readonly chunks: Chunk[];
  readonly count: number;
}

const KEY = '"strokes":[';

/**
 * @param json any JSON text
 * @param check is given the rest without the strokes, before any of it is parsed; it may throw
 * @returns undefined if the text is not canonical, exceeds the limits or is not a drawing. It may still be
 *   valid: parse it and run the guards
 */
export function liftStrokes(json: string, check?: (rest: string) => void): LiftedDrawing | undefined {
  // Quotes inside JSON strings are escaped, so a match is a member name, or the text is not JSON.
  const key = json.indexOf(KEY);
  if (key === -1) return undefined;
  const scan = scanStrokes(json, key + KEY.length);
  if (scan === undefined) return undefined;
  const [start, end] = [json.slice(0, key), json.slice(scan.end)];
  check?.(start + end);
  // The text on each side parses as complete members, so `strokes` is a member of the outermost object.
  const before = membersBefore(start);
  // In this order, because only a text that is JSON up to here has passed the bounds on its shape.
  const after = before && membersAfter(end);
  if (before === undefined || after === undefined) return undefined;
  // A second `strokes`, perhaps written with escapes, could override the first.
  if (Object.hasOwn(before, 'strokes') || Object.hasOwn(after, 'strokes')) return undefined;
  return { members: { ...before, ...after }, chunks: packTexts(scan.texts), count: scan.texts.length };
}

/** Parses the text before `strokes`: `{`, or `{` and members with a comma after each. */
function membersBefore(text: string): Record<string, unknown> | undefined {
  if (text === '{') return {};
  return text.endsWith(',') ? parseMembers(`${text.slice(0, -1)}}`) : undefined;
}

/** Parses the text after `strokes`: `}`, or members with a comma before each, and `}`. */
function membersAfter(text: string): Record<string, unknown> | undefined {
  if (text === '}') return {};
  return text.startsWith(',') ? parseMembers(`{${text.slice(1)}`) : undefined;
}

/** Parses an object with at least one member. */
function parseMembers(json: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return isObject(value) && Object.keys(value).length > 0 ? value : undefined;
  } catch {
    return undefined;
  }
}
