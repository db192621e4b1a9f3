/**
 * Takes the strokes out of a drawing's JSON as the text they will be stored as, without parsing them. Reading
 * and writing decimal numbers is nearly all the work there is in saving a whole drawing; text that is in
 * canonical form already, as this product's own pages send it, needs neither.
 */

import { isObject } from '../problems.ts';
import { type Chunk, packTexts } from './chunks.ts';
import { scanStrokes } from './scan-strokes.ts';

export interface LiftedDrawing {
  /** Every member of the document but its strokes, parsed and not checked. */
  readonly members: Record<string, unknown>;
  /** What `chunkStrokes` would have made of the strokes; all of them are sound. */
  readonly chunks: Chunk[];
  readonly count: number;
}

const KEY = '"strokes":[';

/**
 * @param json a JSON text, of anything
 * @returns undefined when the text is not wholly in the form that this code knows: not canonical, not within
 *   the limits, or not a drawing. It may still be sound: parse it, and ask the guards
 */
export function liftStrokes(json: string): LiftedDrawing | undefined {
  // A quote inside a JSON string is escaped, so what is found is a member's name or no JSON at all.
  const key = json.indexOf(KEY);
  if (key === -1) return undefined;
  const scan = scanStrokes(json, key + KEY.length);
  if (scan === undefined) return undefined;
  // Both sides of the member are whole lists of members, so it is a member of the outermost object.
  const before = membersBefore(json.slice(0, key));
  const after = membersAfter(json.slice(scan.end));
  if (before === undefined || after === undefined) return undefined;
  // A name may also be written with escapes, and the last of two members counts.
  if (Object.hasOwn(before, 'strokes') || Object.hasOwn(after, 'strokes')) return undefined;
  return { members: { ...before, ...after }, chunks: packTexts(scan.texts), count: scan.texts.length };
}

/** `{`, or `{` and members with a comma after each. */
function membersBefore(text: string): Record<string, unknown> | undefined {
  if (text === '{') return {};
  return text.endsWith(',') ? parseMembers(`${text.slice(0, -1)}}`) : undefined;
}

/** `}`, or members with a comma before each and `}`. */
function membersAfter(text: string): Record<string, unknown> | undefined {
  if (text === '}') return {};
  return text.startsWith(',') ? parseMembers(`{${text.slice(1)}`) : undefined;
}

/** An object with at least one member. */
function parseMembers(json: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return isObject(value) && Object.keys(value).length > 0 ? value : undefined;
  } catch {
    return undefined;
  }
}
