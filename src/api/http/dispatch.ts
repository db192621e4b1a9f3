/**
 * From a Request to a Response. The checks run in the contract's order: route (404), method (405), token
 * (503, 401), parameters (400), size (413), media type (415), body (400). Checks that need storage are up to
 * the routes.
 */
import { ApiError, ERROR_STATUS } from '../errors.ts';
import type { AuthResult, DrawingPorts, Handle, Principal } from '../ports.ts';
import { SpaceGone, StoreBusy, StoreFull, StoreUnavailable } from '../ports.ts';
import { splitAddress } from './address.ts';
import { readQuery } from './query.ts';
import { type HeaderMap, jsonResponse, lengthOf, type RouteResponse } from './respond.ts';
import type { Call, Handled, Route } from './route.ts';
import { ChangedWhileSending, streamedResponse } from './stream.ts';

/** CORS headers of every response of an air route, errors included: any page may read the air. */
export const CORS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'ETag, Retry-After',
} as const;

const NO_STORE: HeaderMap = { 'Cache-Control': 'no-store' };

interface Resource<P extends DrawingPorts> {
  readonly segments: readonly string[];
  /** By method. */
  readonly routes: Map<string, Route<P>>;
  readonly isAir: boolean;
}

interface Resources<P extends DrawingPorts> {
  /** Paths without `{…}`. They win over the others, so /drawings/changes is not a drawing. */
  readonly literal: ReadonlyMap<string, Resource<P>>;
  readonly variable: readonly Resource<P>[];
}

/**
 * Builds the application from its table of routes.
 * @param others answers the requests for which the table has no route; by default these are 404 and 405
 */
export function createHandle<P extends DrawingPorts>(
  routes: readonly Route<P>[],
  ports: P,
  others?: Handle,
): Handle {
  const resources = resourcesOf(routes);

  return (request, client = {}) => {
    const head = request.method === 'HEAD';
    const { path: pathname, query: search } = splitAddress(request.url);
    const found = findResource(resources, pathname);
    const route = found?.resource.routes.get(head ? 'GET' : request.method);
    if (route === undefined && others !== undefined) return others(request, client);
    const isAir = found?.resource.isAir === true;
    const isOwn = route?.access === 'token' || route?.access === 'shared';
    const base = isAir ? CORS : isOwn ? NO_STORE : {};
    const finished = (response: Handled) =>
      respond(response, { ...ports.hostHeaders?.(pathname), ...base, ...response.headers }, head, ports);
    const failed = (error: unknown) => finished(errorResponse(error, ports, isAir));
    try {
      if (found === undefined) throw new ApiError('not_found', 'no such route');
      const { resource, path } = found;
      if (isAir && request.method === 'OPTIONS') return finished(preflight(resource));
      if (route === undefined) throw methodNotAllowed(resource, isAir);
      const response = run(route, { ports, request, client, path }, search);
      // Waiting for what is there would cost as much as all checks.
      return response instanceof Promise ? response.then(finished).catch(failed) : finished(response);
    } catch (error) {
      return failed(error);
    }
  };
}

/**
 * Finds the template of a path, `/api/v1/drawings/{id}`; undefined if no route has it. For hosts that count requests
 * by route.
 */
export function templateFinder<P extends DrawingPorts>(
  routes: readonly Route<P>[],
): (path: string) => string | undefined {
  const resources = resourcesOf(routes);
  return (path) => findResource(resources, path)?.resource.segments.join('/');
}

function resourcesOf<P extends DrawingPorts>(routes: readonly Route<P>[]): Resources<P> {
  const byPath = new Map<string, Resource<P>>();
  for (const route of routes) {
    const isAir = route.access === 'air';
    const resource = byPath.get(route.path) ?? { segments: route.path.split('/'), routes: new Map(), isAir };
    resource.routes.set(route.method, route);
    byPath.set(route.path, resource);
  }
  const isLiteral = ([path]: [string, Resource<P>]) => !path.includes('{');
  const all = [...byPath];
  return {
    literal: new Map(all.filter(isLiteral)),
    variable: all.filter((entry) => !isLiteral(entry)).map(([, resource]) => resource),
  };
}

const NO_VARIABLES: Readonly<Record<string, string>> = {};

function findResource<P extends DrawingPorts>({ literal, variable }: Resources<P>, pathname: string) {
  const known = literal.get(pathname);
  if (known !== undefined) return { resource: known, path: NO_VARIABLES };
  const segments = pathname.split('/');
  for (const resource of variable) {
    if (resource.segments.length !== segments.length) continue;
    const path: Record<string, string> = {};
    const fits = resource.segments.every((expected, index) => {
      const segment = segments[index] ?? '';
      if (!expected.startsWith('{')) return expected === segment;
      path[expected.slice(1, -1)] = segment;
      return segment !== '';
    });
    if (fits) return { resource, path };
  }
  return undefined;
}

function allowed<P extends DrawingPorts>(resource: Resource<P>, isAir: boolean): string {
  const methods: string[] = [...resource.routes.keys()];
  if (resource.routes.has('GET')) methods.push('HEAD');
  if (isAir) methods.push('OPTIONS');
  return methods.sort().join(', ');
}

function methodNotAllowed<P extends DrawingPorts>(resource: Resource<P>, isAir: boolean): ApiError {
  const allow = allowed(resource, isAir);
  return new ApiError('method_not_allowed', `this route allows ${allow}`, { headers: { Allow: allow } });
}

/** Answers a CORS preflight (Fetch, 3.2.2). Cached for a day, because it is the same for everybody. */
function preflight<P extends DrawingPorts>(resource: Resource<P>): RouteResponse {
  const methods = allowed(resource, true);
  return {
    status: 204,
    body: null,
    headers: {
      Allow: methods,
      'Access-Control-Allow-Methods': methods,
      'Access-Control-Allow-Headers': 'Cache-Control, If-None-Match',
      'Access-Control-Max-Age': '86400',
    },
  };
}

/** A request, and what its address says of it. */
type Received<P extends DrawingPorts> = Pick<Call<P>, 'ports' | 'request' | 'client' | 'path'>;

/** Runs the checks that need no storage, in the contract's order, and then the route. */
function run<P extends DrawingPorts>(
  route: Route<P>,
  received: Received<P>,
  search: string,
): Handled | Promise<Handled> {
  const admitted = received.ports.admission?.admit(route.access, received.client);
  if (admitted !== undefined || route.access === 'token' || route.body !== undefined) {
    return runLater(route, received, search, admitted);
  }
  return route.handle({ ...received, query: readAddress(route, received, search), body: undefined });
}

async function runLater<P extends DrawingPorts>(
  route: Route<P>,
  received: Received<P>,
  search: string,
  admitted: Promise<void> | undefined,
): Promise<Handled> {
  const { ports, request, client } = received;
  await admitted;
  if (route.access !== 'token') return route.handle(await readCall(route, received, search));
  const checkedAt = performance.now();
  const checked = principalOf(await ports.auth.check(request, client));
  const call = await readCall(route, received, search, checked.space);
  // A token can be revoked while its sender takes long over the body.
  const isOld = call.body !== undefined && performance.now() - checkedAt >= CHECKED_MS;
  const principal = isOld ? principalOf(await ports.auth.check(request, client)) : checked;
  return route.handle({ ...call, principal, store: ports.storeOf(principal.space) });
}

/** How long a check of a token holds, ms. */
const CHECKED_MS = 1_000;

async function readCall<P extends DrawingPorts>(
  route: Route<P>,
  received: Received<P>,
  search: string,
  space?: string,
): Promise<Call<P>> {
  const { ports, request } = received;
  const query = readAddress(route, received, search);
  if (route.body === undefined) return { ...received, query, body: undefined };
  try {
    return { ...received, query, body: await route.body.read(request, ports, space) };
  } catch (error) {
    const isRefused = error instanceof ApiError && ERROR_STATUS[error.code] < 500;
    if (isRefused && route.access !== 'token') await route.onRefusedBody?.(received);
    throw error;
  }
}

/** Checks the query and the headers. */
function readAddress<P extends DrawingPorts>(route: Route<P>, { request }: Received<P>, search: string) {
  const query = readQuery(search, route.query ?? {});
  route.checkHeaders?.(request.headers);
  return query;
}

/** @throws ApiError 503 or 401 unless the token is right */
export function principalOf(result: AuthResult): Principal {
  if (result.ok) return result.principal;
  if (result.reason === 'not_configured') {
    throw new ApiError('auth_not_configured', 'this server has no token; set DRAW_TOKEN');
  }
  throw unauthorized(result.reason === 'missing' ? 'a token is required' : WRONG_TOKEN);
}

const WRONG_TOKEN = 'the token is invalid';

function unauthorized(message: string): ApiError {
  return new ApiError('unauthorized', message, {
    headers: { 'WWW-Authenticate': 'Bearer realm="draw/v1"' },
  });
}

/** The error body of the contract. Any error that the contract does not know is a defect. */
function errorResponse(error: unknown, ports: DrawingPorts, isAir: boolean): RouteResponse {
  const known = error instanceof ApiError ? error : (storageError(error) ?? defect(error, ports));
  const body = {
    ...(isAir ? { apiVersion: '1' } : {}),
    error: {
      code: known.code,
      message: known.message,
      ...(known.details === undefined ? {} : { details: known.details }),
    },
  };
  return jsonResponse(ERROR_STATUS[known.code], JSON.stringify(body), {
    'Cache-Control': 'no-store',
    ...known.headers,
  });
}

function storageError(error: unknown): ApiError | undefined {
  if (error instanceof StoreFull) {
    const { limit: message = 'storage is full', part } = error;
    const details = part && [{ path: part, message }];
    return new ApiError('storage_full', `${message}; nothing was changed`, details ? { details } : {});
  }
  if (error instanceof StoreUnavailable) {
    const why =
      error instanceof StoreBusy
        ? 'the server is busy with large drawings'
        : 'storage is not available right now';
    return new ApiError('unavailable', `${why}; nothing was changed`, {
      headers: { 'Retry-After': '1' },
    });
  }
  // Its token opened a space that was removed since: from now on it is a wrong one.
  return error instanceof SpaceGone ? unauthorized(WRONG_TOKEN) : undefined;
}

function defect(error: unknown, ports: DrawingPorts): ApiError {
  const id = ports.newId();
  ports.onDefect(id, error);
  return new ApiError('internal', `internal error; the log has it as ${id}`);
}

/**
 * Builds the Response with the headers of the route. HEAD gets GET's headers and length without the content.
 * A response in pieces has no length. Where a host does not send a text that is still being read, it is waited for.
 */
function respond(
  { status, body }: Handled,
  headers: HeaderMap,
  head: boolean,
  ports: DrawingPorts,
): Response | Promise<Response> {
  const { sendText } = ports;
  if (body === null || typeof body === 'string') {
    if (head && body !== null) headers['Content-Length'] = lengthOf(body);
    const content = head || body === null ? null : (sendText?.(body) ?? body);
    return new Response(content, { status, headers });
  }
  const onBroken = (error: unknown) => brokenOff(error, ports);
  if (body instanceof Promise) {
    if (sendText !== undefined && !head) return new Response(sendText(body, onBroken), { status, headers });
    return body.then((text) => respond({ status, headers, body: text }, headers, head, ports));
  }
  if (!head) return streamedResponse(body, { status, headers }, onBroken);
  body.close();
  return new Response(null, { status, headers });
}

/**
 * Handles a response that could not be finished. The caller sees that it ended early; the log gets only
 * defects.
 */
function brokenOff(error: unknown, ports: DrawingPorts): void {
  const isExpected = error instanceof ChangedWhileSending || error instanceof ApiError;
  if (!isExpected && storageError(error) === undefined) defect(error, ports);
}
