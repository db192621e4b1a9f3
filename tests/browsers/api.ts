/** Requests to `/api/v1` from the page, as its scripts send them. */
import type { Engine } from './engine.ts';

export interface PageRequest {
  readonly json?: unknown;
  /** Sent unchanged. */
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface PageResponse {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** @param path below /api/v1 */
export function ask(
  engine: Engine,
  method: string,
  path: string,
  asked: PageRequest = {},
): Promise<PageResponse> {
  const body = asked.json === undefined ? (asked.body ?? null) : JSON.stringify(asked.json);
  const type = method === 'PATCH' ? 'application/json-patch+json' : 'application/json';
  const headers = { ...(body === null ? {} : { 'Content-Type': type }), ...asked.headers };
  return engine.run(send, `/api/v1${path}`, method, headers, body);
}

/** Runs in the page. */
async function send(
  path: string,
  method: string,
  headers: Readonly<Record<string, string>>,
  body: string | null,
): Promise<PageResponse> {
  const response = await fetch(path, { method, headers, ...(body === null ? {} : { body }) });
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    text: await response.text(),
  };
}
