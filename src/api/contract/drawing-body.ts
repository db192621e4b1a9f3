/**
 * What a drawing's body must be. The envelope is a zod schema, and the OpenAPI document is made from
 * it; strokes are checked by core's hand-written guard, which is 12 to 50 times faster than a schema
 * on 20,000 of them. Their JSON Schema stands beside it in openapi/schemas.ts, held to the guard by a
 * property test.
 */
import * as z from 'zod/mini';
import { type Chunk, chunkStrokes } from '../../core/drawing/chunks.ts';
import { checkStrokes, checkTitle } from '../../core/drawing/guard.ts';
import { type LiftedDrawing, liftStrokes } from '../../core/drawing/lift-strokes.ts';
import { checkThumb } from '../../core/drawing/thumb.ts';
import type { Problem } from '../../core/drawing/types.ts';
import { invalidBody } from '../errors.ts';

// The policy of the page and the worker forbids eval, which zod would otherwise try.
z.config({ jitless: true });

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

/** Members that the host owns: accepted, so that what was GET can be PUT, and ignored. */
const hostMembers = {
  id: z.optional(z.string()),
  rev: z.optional(z.unknown()),
  trashed: z.optional(z.unknown()),
  createdAt: z.optional(z.unknown()),
  updatedAt: z.optional(z.unknown()),
  strokeCount: z.optional(z.unknown()),
};

export const drawingEnvelope = z.strictObject({
  ...hostMembers,
  title: z.optional(z.unknown()),
  strokes: z.optional(z.unknown()),
  thumb: z.optional(z.unknown()),
});

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
 * Parses an envelope.
 * @throws ApiError 400 naming the members at fault as JSON Pointers
 */
export function readEnvelope<S extends z.ZodMiniType>(schema: S, value: unknown): z.output<S> {
  const result = z.safeParse(schema, value);
  if (result.success) return result.data;
  const problems: Problem[] = [];
  for (const issue of result.error.issues) {
    const path = issue.path.map((step) => `/${pointerStep(String(step))}`).join('');
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys) {
        problems.push({ path: `${path}/${pointerStep(key)}`, message: 'is not a member that is known here' });
      }
    } else {
      problems.push({ path, message: issue.message });
    }
  }
  throw invalidBody(problems.slice(0, 20));
}

/** Escapes a member's name for a JSON Pointer (RFC 6901, 3), and keeps a hostile one short. */
function pointerStep(name: string): string {
  return name.slice(0, 64).replaceAll('~', '~0').replaceAll('/', '~1');
}
