/**
 * A small typed client of the API, for scripts outside this project. The build joins it with the types
 * generated from the OpenAPI document, and the server offers the file at /client/pleinair.ts. It uses nothing
 * but `fetch`, and only syntax that a runtime can strip.
 */
import type { components, paths } from './schema.ts';

/** Bodies by their names in the OpenAPI document: `Schemas['Readings']`. */
export type Schemas = components['schemas'];

type Method = 'get' | 'put' | 'post' | 'patch' | 'delete';

/** Paths that have a method. */
type PathsWith<M extends Method> = {
  [P in keyof paths]: paths[P][M] extends { responses: unknown } ? P : never;
}[keyof paths];

/** Parameters of an operation in one place; never if it has none there. */
type Part<O, Place extends 'path' | 'query' | 'header'> = O extends { parameters: infer All }
  ? Place extends keyof All
    ? Exclude<All[Place], undefined>
    : never
  : never;

type Content<Holder> = Holder extends { content: infer ByType } ? ByType[keyof ByType] : never;
type BodyOf<O> = O extends { requestBody: infer Body } ? Content<Body> : never;
type Given<Name extends string, T> = [T] extends [never]
  ? { readonly [N in Name]?: never }
  : { readonly [N in Name]: T };

/** Options of a request; required where the operation requires them. */
export type Options<O> = Given<'path', Part<O, 'path'>> &
  Given<'body', BodyOf<O>> & {
    readonly query?: Part<O, 'query'>;
    readonly headers?: Part<O, 'header'>;
    readonly signal?: AbortSignal;
  };

/** One of the responses in the document; `status` tells them apart. */
export type ApiResponse<O> = O extends { responses: infer ByStatus }
  ? {
      [S in keyof ByStatus]: {
        readonly status: S;
        readonly headers: Headers;
        /** null for a response without a body. */
        readonly body: ByStatus[S] extends { content: unknown } ? Content<ByStatus[S]> : null;
      };
    }[keyof ByStatus]
  : never;

type Call<M extends Method> = <P extends PathsWith<M>>(
  path: P,
  ...options: object extends Options<paths[P][M]> ? [Options<paths[P][M]>?] : [Options<paths[P][M]>]
) => Promise<ApiResponse<paths[P][M]>>;

/** A function per method: `api.get('/api/v1/readings', { query: { region: 'east' } })`. */
export type Client = { readonly [M in Method]: Call<M> };

export interface ClientOptions {
  /** Origin of the server, with or without a slash at the end. */
  readonly baseUrl: string;
  /** DRAW_TOKEN of the server. Sent only to paths that need it; the air is public. */
  readonly token?: string | undefined;
  /** Used instead of the global `fetch`. */
  readonly fetch?: (request: Request) => Promise<Response>;
}

/** The response is not from this API: a proxy's page, or a body that was cut off. */
export class UnexpectedResponse extends Error {
  override name = 'UnexpectedResponse';
  readonly status: number;

  constructor(status: number) {
    super(`the server answered ${status} with something that is not this API's JSON`);
    this.status = status;
  }
}

/** Paths that need the token. */
const GATED = /^\/api\/v1\/(?:drawings|trash|profile|auth|pairing-codes|live-tickets)(?:\/|$)/;

interface AnyOptions {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly signal?: AbortSignal;
}

/**
 * Creates a client. Its functions resolve with every response of the API, errors included: check `status`. They
 * reject with UnexpectedResponse, and with the errors of `fetch`.
 */
export function createPleinair({
  baseUrl,
  token,
  fetch: send = (request) => fetch(request),
}: ClientOptions): Client {
  async function call<O>(method: Method, path: string, options: AnyOptions = {}): Promise<ApiResponse<O>> {
    const address = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(options.path?.[name] ?? ''));
    const url = new URL(baseUrl.replace(/\/+$/, '') + address);
    for (const [name, value] of Object.entries(options.query ?? {})) {
      if (value !== undefined) url.searchParams.set(name, String(value));
    }
    const headers = new Headers(options.headers);
    if (token !== undefined && GATED.test(path)) headers.set('Authorization', `Bearer ${token}`);
    const init: RequestInit = { method: method.toUpperCase(), headers, signal: options.signal ?? null };
    if (options.body instanceof Blob) {
      headers.set('Content-Type', options.body.type);
      init.body = options.body;
    } else if (options.body !== undefined) {
      headers.set('Content-Type', method === 'patch' ? 'application/json-patch+json' : 'application/json');
      init.body = JSON.stringify(options.body);
    }
    const received = await send(new Request(url, init));
    const type = received.headers.get('Content-Type');
    const isPicture = type?.startsWith('image/') === true;
    const response = {
      status: received.status,
      headers: received.headers,
      body: isPicture ? await received.blob() : parsed(await received.text(), type),
    };
    if (!isApiResponse<O>(response)) throw new UnexpectedResponse(received.status);
    return response;
  }
  const of =
    <M extends Method>(method: M): Call<M> =>
    (path, ...[options]) =>
      call(method, path, options);
  return { get: of('get'), put: of('put'), post: of('post'), patch: of('patch'), delete: of('delete') };
}

/** True for JSON. That it matches the OpenAPI document is tested on the server. */
function isApiResponse<O>(response: {
  readonly body: unknown;
}): response is ApiResponse<O> & { readonly body: unknown } {
  return response.body !== undefined;
}

/** The parsed body: null if it is empty, a table or a feed as its text, undefined if it is none of these and not JSON. */
function parsed(text: string, type: string | null): unknown {
  if (text === '') return null;
  if (/^(?:text\/csv|application\/atom\+xml)(?:;|$)/.test(type ?? '')) return text;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
