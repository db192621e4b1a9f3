/**
 * A small typed client of the API, for scripts outside this project. The build joins it with the types that are
 * generated from the OpenAPI document, and the server gives the one file out at /client/pleinair.ts. So it uses nothing
 * but `fetch`, and only syntax that a runtime can strip.
 */
import type { components, paths } from './schema.ts';

/** The bodies by their names in the OpenAPI document: `Schemas['Readings']`. */
export type Schemas = components['schemas'];

type Method = 'get' | 'put' | 'post' | 'patch' | 'delete';

/** The paths that have a method. */
type PathsWith<M extends Method> = {
  [P in keyof paths]: paths[P][M] extends { responses: unknown } ? P : never;
}[keyof paths];

/** What an operation takes in one place; never when it takes nothing there. */
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

/** What may, and what must, go with a request. */
export type Options<O> = Given<'path', Part<O, 'path'>> &
  Given<'body', BodyOf<O>> & {
    readonly query?: Part<O, 'query'>;
    readonly headers?: Part<O, 'header'>;
    readonly signal?: AbortSignal;
  };

/** One of the answers that the document names; `status` tells them apart. */
export type Answer<O> = O extends { responses: infer ByStatus }
  ? {
      [S in keyof ByStatus]: {
        readonly status: S;
        readonly headers: Headers;
        /** null where the answer has none. */
        readonly body: ByStatus[S] extends { content: unknown } ? Content<ByStatus[S]> : null;
      };
    }[keyof ByStatus]
  : never;

type Call<M extends Method> = <P extends PathsWith<M>>(
  path: P,
  ...options: object extends Options<paths[P][M]> ? [Options<paths[P][M]>?] : [Options<paths[P][M]>]
) => Promise<Answer<paths[P][M]>>;

/** A function for each method: `api.get('/api/v1/readings', { query: { region: 'east' } })`. */
export type Client = { readonly [M in Method]: Call<M> };

export interface ClientOptions {
  /** Origin of the server, with or without a slash at its end. */
  readonly baseUrl: string;
  /** DRAW_TOKEN of the server. Sent with requests for drawings and the profile only: the air is public. */
  readonly token?: string | undefined;
  /** Instead of the global one. */
  readonly fetch?: (request: Request) => Promise<Response>;
}

/** An answer that is not of this API: a proxy's page, or a body that was cut off. */
export class NotAnAnswer extends Error {
  override name = 'NotAnAnswer';
  readonly status: number;

  constructor(status: number) {
    super(`the server answered ${status} with something that is not this API's JSON`);
    this.status = status;
  }
}

/** Paths that look at the token. */
const GATED = /^\/api\/v1\/(?:drawings|trash|profile|auth)(?:\/|$)/;

interface AnyOptions {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly signal?: AbortSignal;
}

/**
 * Makes a client. Its functions resolve with every answer that the API gives, errors included: look at `status`.
 * They reject with what `fetch` rejects with, and with NotAnAnswer.
 */
export function createPleinair({
  baseUrl,
  token,
  fetch: send = (request) => fetch(request),
}: ClientOptions): Client {
  async function call<O>(method: Method, path: string, options: AnyOptions = {}): Promise<Answer<O>> {
    const address = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(options.path?.[name] ?? ''));
    const url = new URL(baseUrl.replace(/\/+$/, '') + address);
    for (const [name, value] of Object.entries(options.query ?? {})) {
      if (value !== undefined) url.searchParams.set(name, String(value));
    }
    const headers = new Headers(options.headers);
    if (token !== undefined && GATED.test(path)) headers.set('Authorization', `Bearer ${token}`);
    const init: RequestInit = { method: method.toUpperCase(), headers, signal: options.signal ?? null };
    if (options.body !== undefined) {
      headers.set('Content-Type', method === 'patch' ? 'application/json-patch+json' : 'application/json');
      init.body = JSON.stringify(options.body);
    }
    const response = await send(new Request(url, init));
    const answer = {
      status: response.status,
      headers: response.headers,
      body: parsed(await response.text()),
    };
    if (!isAnswer<O>(answer)) throw new NotAnAnswer(response.status);
    return answer;
  }
  const of =
    <M extends Method>(method: M): Call<M> =>
    (path, ...[options]) =>
      call(method, path, options);
  return { get: of('get'), put: of('put'), post: of('post'), patch: of('patch'), delete: of('delete') };
}

/** What the server sends as JSON is what the document says: a test of the server holds it to that. */
function isAnswer<O>(answer: { readonly body: unknown }): answer is Answer<O> & { readonly body: unknown } {
  return answer.body !== undefined;
}

/** null for an empty body; undefined for one that is no JSON. */
function parsed(text: string): unknown {
  if (text === '') return null;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
