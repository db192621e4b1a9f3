/**
 * Requests drawings from the application, as any other client does, and turns refusals into messages for an
 * assistant.
 */
import type { Handle } from '../../../src/api/ports.ts';
import type { Stroke } from '../../../src/core/drawing/types.ts';
import { Refusal } from '../ask.ts';
import { LOCAL_URL } from '../stdio/stdio-local.ts';
import { readWithoutStrokes } from './draw-stream.ts';

export interface DrawingRequest {
  readonly method?: 'GET' | 'PATCH' | 'PUT' | 'DELETE';
  /** Without the query. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number>>;
  /** The revision that the drawing must have. */
  readonly rev?: number | undefined;
  /** Operations of a JSON Patch. */
  readonly patch?: readonly unknown[];
  /** Called with each stroke of the returned drawing, one at a time. The body then has no strokes. */
  readonly onStroke?: (stroke: Stroke) => void;
}

/** The JSON body of the response, and the drawing's revision if it has one. */
export interface Reply {
  readonly body: unknown;
  readonly rev: number | undefined;
}

/** @throws Refusal unless the request succeeds */
export type AskDrawings = (question: DrawingRequest) => Promise<Reply>;

/** @param newId makes the idempotency key of a patch, which is applied once however often it arrives */
export function askDrawings(handle: Handle, newId: () => string): AskDrawings {
  return async ({ method = 'GET', path, query = {}, rev, patch, onStroke }) => {
    const url = new URL(path, LOCAL_URL);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value));
    const headers = new Headers();
    if (rev !== undefined) headers.set('If-Match', `"${rev}"`);
    // Lists without thumbnails, and short responses to changes.
    if (onStroke === undefined) headers.set('Prefer', 'return=minimal');
    if (patch !== undefined) {
      headers.set('Content-Type', 'application/json-patch+json');
      headers.set('Idempotency-Key', newId());
    }
    const body = patch === undefined ? null : JSON.stringify(patch);
    const response = await handle(new Request(url, { method, headers, body }));
    const told = await (onStroke && response.ok ? drawingOf(response, onStroke) : jsonOf(response, method));
    if (!response.ok) throw new Refusal(whyRefused(response, told));
    return { body: told, rev: revOf(response.headers) };
  };
}

async function jsonOf(response: Response, method: string): Promise<unknown> {
  try {
    return await response.json();
  } catch (error) {
    if (error instanceof SyntaxError) throw notOurs(response);
    throw method === 'GET' ? brokenOff() : writeBrokenOff();
  }
}

async function drawingOf(response: Response, onStroke: (stroke: Stroke) => void): Promise<unknown> {
  if (response.body === null) throw notOurs(response);
  try {
    return await readWithoutStrokes(response.body, (stroke) => onStroke(stroke as Stroke));
  } catch (error) {
    if (error instanceof SyntaxError) throw notOurs(response);
    throw brokenOff();
  }
}

function brokenOff(): Refusal {
  return new Refusal('The answer broke off before its end. Call again.');
}

function writeBrokenOff(): Refusal {
  return new Refusal(
    'The answer broke off before its end. The change may have been made all the same: look with draw_get_drawing before calling again.',
  );
}

function notOurs({ status }: Response): Refusal {
  return new Refusal(
    `The answer, HTTP ${status}, is not Pleinair's. Something else may stand between: let PLEINAIR_URL name the server itself.`,
  );
}

function revOf(headers: Headers): number | undefined {
  const digits = /^(?:W\/)?"(\d+)"$/.exec(headers.get('ETag') ?? '')?.[1];
  return digits === undefined ? undefined : Number(digits);
}

function whyRefused({ status, headers }: Response, body: unknown): string {
  const { code, message } = Object(Object(body).error);
  const said = typeof message === 'string' ? message : `the answer was HTTP ${status}`;
  return `${said}. ${nextStep(String(code), revOf(headers), headers.get('Retry-After'))}`;
}

function nextStep(code: string, rev: number | undefined, retryAfter: string | null): string {
  if (retryAfter !== null) return `Wait ${retryAfter} s and call again.`;
  switch (code) {
    case 'conflict':
      return `Nothing was changed. See with draw_get_drawing what it is now; if the change is still wanted, call again with rev ${rev}.`;
    case 'gone':
      return 'Nothing was changed. If the person wants it back, call draw_restore_drawing, and then this with the rev that it answers.';
    case 'not_found':
      return 'Take an id from draw_list_drawings; with trashed: true it lists the trash.';
    case 'invalid_body':
    case 'invalid_parameter':
      return 'Correct the arguments and call again.';
    case 'storage_full':
      return 'Calling again will not help until there is space.';
    default:
      return 'Calling again at once will not help.';
  }
}
