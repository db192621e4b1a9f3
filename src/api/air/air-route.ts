/** What the routes of the air share: conditions, tags, lifetimes, the clock. */
import { parseCondition } from '../http/conditions.ts';
import { CORS } from '../http/dispatch.ts';
import { type Answer, contentTag, isHeld, jsonAnswer } from '../http/respond.ts';
import type { Call, Route } from '../http/route.ts';

/** Both answers that a body can be, with all that an air route's answers carry. */
export interface Prepared {
  readonly tag: string;
  readonly full: Answer;
  readonly notModified: Answer;
}

type AirRoute = Pick<Route, 'id' | 'path' | 'query'> & {
  readonly prepared: (call: Call) => Promise<Prepared>;
};

/** A GET of the air, which everybody may send. */
export function airRoute({ prepared, ...route }: AirRoute): Route {
  return {
    ...route,
    method: 'GET',
    access: 'air',
    checkHeaders: (headers) => void parseCondition('If-None-Match', headers.get('If-None-Match')),
    handle: async (call) => chosen(await prepared(call), call.request.headers.get('If-None-Match')),
  };
}

/** The one of the two that a caller gets who holds these tags. */
function chosen({ tag, full, notModified }: Prepared, ifNoneMatch: string | null): Answer {
  // Nearly always it is one tag, as it was given out.
  if (ifNoneMatch === tag) return notModified;
  return isHeld(parseCondition('If-None-Match', ifNoneMatch), tag) ? notModified : full;
}

/**
 * @param json text of the final body, whose digest is the tag: a 304 can never hide that a figure turned stale
 * @param maxAge whole seconds for which caches may serve it
 * @param now ms, the clock that ages were reckoned with: in a worker no server adds a Date
 */
export async function prepare(json: string, maxAge: number, now: number): Promise<Prepared> {
  const tag = await contentTag(json);
  const headers = {
    ...CORS,
    'Cache-Control': `public, max-age=${maxAge}`,
    Date: new Date(now).toUTCString(),
    ETag: tag,
  };
  return {
    tag,
    full: jsonAnswer(200, json, { ...headers, ...lengthOf(json) }),
    notModified: { status: 304, headers, body: null },
  };
}

/** RFC 9111, 5.2.1.4: with `no-cache` the caller wants what was asked anew, not what is kept. */
export function wantsAnew({ headers }: Request): boolean {
  return /(?:^|,)\s*no-cache\s*(?:,|$)/i.test(headers.get('Cache-Control') ?? '');
}

function lengthOf(body: string) {
  return { 'Content-Length': String(new TextEncoder().encode(body).length) };
}
