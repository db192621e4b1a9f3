/**
 * The rules for a drawing's body. Core's hand-written guard checks the strokes, 12 to 50 times as fast as a
 * schema on 20,000 of them. Their JSON Schema is in openapi/schemas.ts; a property test keeps the two equal.
 */

import { type GivenDates, INVALID_DATE, readDate } from '../../core/drawing/dates.ts';
import { checkStrokes, checkTitle } from '../../core/drawing/guard.ts';
import { checkMembers } from '../../core/drawing/members/member-kinds.ts';
import { optionalMembers } from '../../core/drawing/members/optional-members.ts';
import { type Chunk, chunkStrokes } from '../../core/drawing/strokes/chunks.ts';
import { type LiftedDrawing, liftStrokes } from '../../core/drawing/strokes/lift-strokes.ts';
import { checkThumb } from '../../core/drawing/thumb.ts';
import type { OptionalMembers, Problem } from '../../core/drawing/types.ts';
import { invalidBody } from '../errors.ts';
import { anything, type Envelope, optionalText, readEnvelope } from './envelope.ts';

/** Of the optional members, those that the body names. */
export interface DrawingBody extends OptionalMembers {
  readonly title: string;
  /** The strokes as the texts that will be stored. */
  readonly chunks: readonly Chunk[];
  readonly strokeCount: number;
  readonly thumb: string;
}

/** A body with valid strokes that were never parsed. A class, so that no JSON text parses to one. */
class LiftedBody {
  readonly drawing: LiftedDrawing;
  constructor(drawing: LiftedDrawing) {
    this.drawing = drawing;
  }
}

/**
 * Parses the text of a drawing's body for `readDrawingBody`, without parsing the strokes if possible.
 * @param check is given what will be parsed, and may throw; strokes in canonical form are bounded anyway
 */
export function parseDrawing(json: string, check?: (part: string) => void): unknown {
  const drawing = liftStrokes(json, check);
  if (drawing !== undefined) return new LiftedBody(drawing);
  check?.(json);
  return JSON.parse(json);
}

interface DrawingMembers {
  readonly id?: string | undefined;
  readonly rev?: unknown;
  readonly trashed?: unknown;
  readonly createdAt?: unknown;
  readonly updatedAt?: unknown;
  readonly strokeCount?: unknown;
  readonly drawing?: unknown;
  readonly title?: unknown;
  readonly strokes?: unknown;
  readonly thumb?: unknown;
  readonly paper?: unknown;
  readonly layers?: unknown;
  readonly underlay?: unknown;
}

export const drawingEnvelope: Envelope<DrawingMembers> = {
  // Members that the host owns. They are accepted, so that a document from GET can be PUT, and ignored except
  // for the dates (`readDates`).
  id: optionalText,
  rev: anything,
  trashed: anything,
  createdAt: anything,
  updatedAt: anything,
  strokeCount: anything,
  // Only an earlier version has it: the drawing that it is of. Its `id` is its own, and its date not that of a change.
  drawing: anything,
  // Members that core's guards check.
  title: anything,
  strokes: anything,
  thumb: anything,
  paper: anything,
  layers: anything,
  underlay: anything,
};

/**
 * Checks a drawing's body.
 * @param value result of `parseDrawing`
 * @param id drawing in the address; a different id in the body is refused, or a version of another drawing
 * @param complete true for PUT, which needs title, strokes and thumb; POST replaces missing ones by `""`, `[]`, `""`
 * @throws ApiError 400 with all problems found, 20 at most
 */
export function readDrawingBody(value: unknown, id: string | undefined, complete: boolean): DrawingBody {
  const lifted = value instanceof LiftedBody ? value.drawing : undefined;
  const body = readEnvelope(drawingEnvelope, lifted?.members ?? value);
  const problems: Problem[] = [];
  const named = body.drawing === undefined ? 'id' : 'drawing';
  if (id && (body[named] ?? id) !== id) {
    problems.push({ path: `/${named}`, message: 'differs from the id in the address' });
  }
  for (const member of complete ? (['title', 'strokes', 'thumb'] as const) : []) {
    const isThere = body[member] !== undefined || (member === 'strokes' && lifted !== undefined);
    if (!isThere) problems.push({ path: `/${member}`, message: 'is missing' });
  }
  const { title = '', strokes = [], thumb = '' } = body;
  if (
    checkTitle(title, '/title', problems) &&
    checkThumb(thumb, '/thumb', problems) &&
    checkMembers(body, problems) &&
    checkStrokes(strokes, '/strokes', problems) &&
    problems.length === 0
  ) {
    const { chunks, count } = lifted ?? { chunks: chunkStrokes(strokes), count: strokes.length };
    return { title, chunks, strokeCount: count, thumb, ...optionalMembers(body) };
  }
  throw invalidBody(problems);
}

/**
 * The dates in a PUT body: when a person made and changed the drawing. Only a new drawing accepts both,
 * because the date of creation never changes. That of an earlier version is ignored: it is taken back now.
 * @throws ApiError 400 with the problems
 */
export function readDates(value: unknown, isNew: boolean): GivenDates {
  const owned = ownedMembers(value);
  const problems: Problem[] = [];
  const dates: { -readonly [K in keyof GivenDates]: GivenDates[K] } = {};
  for (const name of isNew ? (['createdAt', 'updatedAt'] as const) : (['updatedAt'] as const)) {
    if (owned[name] === undefined || owned.drawing) continue;
    dates[name] = readDate(owned[name]);
    if (dates[name] === undefined) problems.push({ path: `/${name}`, message: INVALID_DATE });
  }
  const { createdAt, updatedAt } = dates;
  if (createdAt !== undefined && updatedAt !== undefined && createdAt > updatedAt) {
    problems.push({ path: '/createdAt', message: 'must not be after updatedAt' });
  }
  if (problems.length > 0) throw invalidBody(problems);
  return dates;
}

/**
 * The members that the host owns, unchecked. An import keeps them, a PUT uses the dates, other requests
 * ignore them.
 */
export function ownedMembers(value: unknown): DrawingMembers {
  const members: unknown = value instanceof LiftedBody ? value.drawing.members : value;
  return typeof members === 'object' && members !== null ? members : {};
}
