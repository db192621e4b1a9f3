/**
 * Reads JSON bodies: size (413), media type (415), JSON (400). Apart from dispatch, because a worker starts with routes
 * that have none.
 */
import { BODY_MAX } from '../../core/drawing/limits.ts';
import { ApiError, invalidBody } from '../errors.ts';
import type { DrawingPorts } from '../ports.ts';
import type { BodySpec, JsonBody } from './route.ts';
import { DEPTH_MAX, hasSaneShape, MEMBERS_MAX, NAMES_MAX } from './shape.ts';

const UTF8 = new TextDecoder('utf-8', { fatal: true });

interface JsonOptions extends Pick<BodySpec, 'mediaType'> {
  /**
   * Most bytes; BODY_MAX by default. Give a small body a limit of its own: a host keeps memory for each limit apart,
   * so that nobody delays drawings by it.
   */
  readonly max?: number;
  /**
   * Parses the text; JSON.parse by default.
   * @param check throws for a text of a shape that takes long to parse; `parse` gives it all that it parses as JSON
   * @throws if the text is not JSON
   */
  readonly parse?: (text: string, check: (json: string) => void) => unknown;
}

/** The body of a route that takes JSON. */
export function jsonBody(options: JsonOptions): BodySpec {
  return {
    mediaType: options.mediaType,
    read: (request, ports, space) => readBody(options, request, ports, space),
  };
}

async function readBody(
  { mediaType, max = BODY_MAX, parse = parseJson }: JsonOptions,
  request: Request,
  ports: DrawingPorts,
  space: string | undefined,
): Promise<JsonBody> {
  const bytes = await ports.readBody(request, max, space);
  if (bytes === 'too_large') throw new ApiError('too_large', `this body may have at most ${max} bytes`);
  requirePlain(request.headers);
  const sent = (request.headers.get('Content-Type') ?? '').split(';', 1)[0]?.trim().toLowerCase();
  if (sent !== mediaType) {
    const headers = request.method === 'PATCH' ? { 'Accept-Patch': mediaType } : {};
    throw new ApiError('unsupported_media_type', `the body must be ${mediaType}`, { headers });
  }
  try {
    return { bytes, value: parse(UTF8.decode(bytes), requireSaneShape) };
  } catch (error) {
    if (error instanceof ApiError) throw error;
    throw new ApiError('invalid_json', 'the body is not valid JSON in UTF-8');
  }
}

function parseJson(text: string, check: (json: string) => void): unknown {
  check(text);
  return JSON.parse(text);
}

/** @throws ApiError 400 */
function requireSaneShape(json: string): void {
  if (hasSaneShape(json)) return;
  const message = `is nested deeper than ${DEPTH_MAX}, or has more than ${NAMES_MAX} names or ${MEMBERS_MAX} members`;
  throw invalidBody([{ path: '', message }]);
}

/** Refuses content codings, and names the one that is accepted (RFC 9110, 15.5.16). */
export function requirePlain(headers: Headers): void {
  const coding = (headers.get('Content-Encoding') ?? '').trim().toLowerCase();
  if (coding === '' || coding === 'identity') return;
  throw new ApiError('unsupported_media_type', 'send the body without Content-Encoding', {
    headers: { 'Accept-Encoding': 'identity' },
  });
}
