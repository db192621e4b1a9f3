/**
 * Label values of metrics, from short and fixed lists. So no request can add a time series, and no title, id, address
 * or token gets into one.
 */
import { templateFinder } from '../../src/api/http/dispatch.ts';
import { StoreCorrupt, StoreFull, StoreUnavailable } from '../../src/api/ports.ts';
import { SERVER_ROUTES } from '../../src/api/server-api.ts';
import { LIVE_PATH } from '../live/live.ts';

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
const templateOf = templateFinder(SERVER_ROUTES);

export function methodLabel(method: string): string {
  return METHODS.has(method) ? method : 'other';
}

/**
 * The template of a route, `/api/v1/drawings/{id}`; `page` for the built app, `none` for what the API does not have.
 * @param target path and query, as the client sent them
 */
export function routeLabel(target: string): string {
  const path = target.split('?', 1)[0] ?? '';
  const template = templateOf(path);
  if (template !== undefined) return template;
  if (path === '/mcp' || path === LIVE_PATH) return path;
  return path.startsWith('/') && !/^\/api(?:\/|$)/.test(path) ? 'page' : 'none';
}

/** @param status null if the client left before its response was sent */
export function statusLabel(status: number | null): string {
  if (status === null) return 'gone';
  return status >= 100 && status <= 599 ? String(status) : 'other';
}

/** The kind of a store's error; undefined for other errors, and for one person's limit. */
export function storeErrorLabel(error: unknown): 'full' | 'unavailable' | 'corrupt' | undefined {
  if (error instanceof StoreFull) return error.limit === undefined ? 'full' : undefined;
  if (error instanceof StoreUnavailable) return 'unavailable';
  return error instanceof StoreCorrupt ? 'corrupt' : undefined;
}
