/** What the air routes share: conditions, entity tags, cache times and the clock. */
import { parseIfNoneMatch } from '../http/conditions.ts';
import { CORS } from '../http/dispatch.ts';
import {
  clientHas,
  contentTag,
  type HeaderMap,
  jsonResponse,
  lengthOf,
  type RouteResponse,
} from '../http/respond.ts';
import type { Call, Route } from '../http/route.ts';
import type { Ports } from '../ports.ts';

/** For how long caches may serve a response while they ask for the next one, seconds. */
const REVALIDATED = 30;

/** The two possible responses for a body, with all headers of an air route. */
export interface PreparedResponse {
  readonly tag: string;
  readonly full: RouteResponse;
  readonly notModified: RouteResponse;
}

type AirRoute<P extends Ports> = Pick<Route, 'id' | 'path' | 'query'> & {
  /** At once if what it needs is there. */
  readonly prepared: (call: Call<P>) => PreparedResponse | Promise<PreparedResponse>;
};

/** A GET route of the air or the sky, open to everybody. */
export function airRoute<P extends Ports = Ports>({ prepared, ...route }: AirRoute<P>): Route<P> {
  return {
    ...route,
    method: 'GET',
    access: 'air',
    handle(call) {
      const condition = parseIfNoneMatch(call.request.headers);
      const choose = ({ tag, full, notModified }: PreparedResponse) =>
        clientHas(condition, tag) ? notModified : full;
      const made = prepared(call);
      return made instanceof Promise ? made.then(choose) : choose(made);
    },
  };
}

/**
 * Builds the responses for a body.
 * @param text of the final body. Its digest is the entity tag, so that a 304 never hides that a figure
 *   turned stale
 * @param maxAge whole seconds after which nobody may serve it any more
 * @param now ms since the epoch, the clock that ages are computed with; a worker has no server that adds a
 *   Date
 * @param content headers of the body, with its type if it is not JSON
 */
export async function prepare(
  text: string,
  maxAge: number,
  now: number,
  content: HeaderMap = {},
): Promise<PreparedResponse> {
  const tag = await contentTag(text);
  const headers = {
    ...CORS,
    'Cache-Control': `public, ${lifetime(maxAge)}`,
    Date: new Date(now).toUTCString(),
    ETag: tag,
  };
  return {
    tag,
    full: jsonResponse(200, text, { ...headers, ...content, 'Content-Length': lengthOf(text) }),
    notModified: { status: 304, headers, body: null },
  };
}

/**
 * What caches may do with a response. In its last half minute one that knows stale-while-revalidate goes on serving
 * it while it asks once for everybody. The end is the same, so nothing old is served as new. A response that has
 * less left says only its end, rounded up: a cache keeps nothing of max-age=0, and would let everybody through in the
 * last second of a response, and for as long as the upstream is in trouble.
 */
function lifetime(seconds: number): string {
  if (seconds <= REVALIDATED) return `max-age=${seconds + 1}`;
  return `max-age=${seconds - REVALIDATED}, stale-while-revalidate=${REVALIDATED}`;
}

/**
 * True if the caller sent `no-cache` (RFC 9111, 5.2.1.4): it wants figures that are fetched now, not cached
 * ones.
 */
export function wantsFresh({ headers }: Request): boolean {
  const wanted = headers.get('Cache-Control');
  return wanted !== null && /(?:^|,)\s*no-cache\s*(?:,|$)/i.test(wanted);
}
