/**
 * What a drawing's body must be. Strokes are checked by core's hand-written guard, which is 12 to 50 times
 * faster than a schema on 20,000 of them. Their JSON Schema stands in openapi/schemas.ts, held to the guard
 * by a property test.
 */

import { type GivenDates, NO_DATE, readDate } from '../../core/drawing/dates.ts';
import { checkStrokes, checkTitle } from '../../core/drawing/guard.ts';
import { type Chunk, chunkStrokes } from '../../core/drawing/strokes/chunks.ts';
import { type LiftedDrawing, liftStrokes } from '../../core/drawing/strokes/lift-strokes.ts';
import { checkThumb } from '../../core/drawing/thumb.ts';
import type { Problem } from '../../core/drawing/types.ts';
import { invalidBody } from '../errors.ts';
import { anything, type Envelope, optionalText, readEnvelope } from './envelope.ts';

export interface DrawingBody {
  readonly title: string;
  /** The strokes as the texts that they will be stored as. */
  readonly chunks: readonly Chunk[];
  readonly strokeCount: number;
  readonly thumb: string;
}

/** A body whose strokes are sound, and were never parsed. No JSON text parses to one. */
class Lifted {
  readonly drawing: LiftedDrawing;
  constructor(drawing: LiftedDrawing) {
    this.drawing = drawing;
  }
}

/** Parses the text of a drawing's body, for `readDrawingBody`; spares the strokes where it can. */
export function parseDrawing(json: string): unknown {
  const drawing = liftStrokes(json);
  return drawing === undefined ? JSON.parse(json) : new Lifted(drawing);
}

interface DrawingMembers {
  readonly id?: string | undefined;
  readonly rev?: unknown;
  readonly trashed?: unknown;
  readonly createdAt?: unknown;
  readonly updatedAt?: unknown;
  readonly strokeCount?: unknown;
  readonly title?: unknown;
  readonly strokes?: unknown;
  readonly thumb?: unknown;
}

export const drawingEnvelope: Envelope<DrawingMembers> = {
  // Members that the host owns: accepted, so that what was GET can be PUT, and ignored but for the dates (`readDates`).
  id: optionalText,
  rev: anything,
  trashed: anything,
  createdAt: anything,
  updatedAt: anything,
  strokeCount: anything,
  // Core's guards check these.
  title: anything,
  strokes: anything,
  thumb: anything,
};

/**
 * Checks a drawing's body.
 * @param value what `parseDrawing` answered
 * @param id the drawing that the address names; another one in the body is refused
 * @param complete PUT needs all three members; POST fills what is missing with `""`, `[]`, `""`
 * @throws ApiError 400 with every problem found, 20 at most
 */
export function readDrawingBody(value: unknown, id: string | undefined, complete: boolean): DrawingBody {
  const lifted = value instanceof Lifted ? value.drawing : undefined;
  const body = readEnvelope(drawingEnvelope, lifted?.members ?? value);
  const problems: Problem[] = [];
  if (id !== undefined && body.id !== undefined && body.id !== id) {
    problems.push({ path: '/id', message: 'is not the drawing that the address names' });
  }
  for (const member of complete ? (['title', 'strokes', 'thumb'] as const) : []) {
    const isThere = body[member] !== undefined || (member === 'strokes' && lifted !== undefined);
    if (!isThere) problems.push({ path: `/${member}`, message: 'is missing' });
  }
  const { title = '', strokes = [], thumb = '' } = body;
  if (
    checkTitle(title, '/title', problems) &&
    checkThumb(thumb, '/thumb', problems) &&
    checkStrokes(strokes, '/strokes', problems) &&
    problems.length === 0
  ) {
    const { chunks, count } = lifted ?? { chunks: chunkStrokes(strokes), count: strokes.length };
    return { title, chunks, strokeCount: count, thumb };
  }
  throw invalidBody(problems);
}

/**
 * When a person made and changed the drawing, as a PUT says. Only what is new here takes both: nothing moves a creation.
 * @throws ApiError 400 with what is wrong
 */
export function readDates(value: unknown, isNew: boolean): GivenDates {
  const owned = ownedMembers(value);
  const problems: Problem[] = [];
  const dates: { -readonly [K in keyof GivenDates]: GivenDates[K] } = {};
  for (const name of isNew ? (['createdAt', 'updatedAt'] as const) : (['updatedAt'] as const)) {
    if (owned[name] === undefined) continue;
    dates[name] = readDate(owned[name]);
    if (dates[name] === undefined) problems.push({ path: `/${name}`, message: NO_DATE });
  }
  const { createdAt, updatedAt } = dates;
  if (createdAt !== undefined && updatedAt !== undefined && createdAt > updatedAt) {
    problems.push({ path: '/createdAt', message: 'must not be after updatedAt' });
  }
  if (problems.length > 0) throw invalidBody(problems);
  return dates;
}

/** The members that a host owns, unchecked: an import keeps them, a PUT takes the dates, other requests ignore them. */
export function ownedMembers(value: unknown): DrawingMembers {
  const members: unknown = value instanceof Lifted ? value.drawing.members : value;
  return typeof members === 'object' && members !== null ? members : {};
}
