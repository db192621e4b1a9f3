/** What a route is: one row of the table that dispatch obeys and the OpenAPI document is made from. */

import type { Client, Ports } from '../ports.ts';
import type { ParameterMap } from './query.ts';
import type { Answer, StreamedAnswer } from './respond.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Who may ask: anybody, whoever has the token, or anybody within the air's quota and with CORS. */
export type Access = 'public' | 'token' | 'air';

export interface BodySpec {
  /** The one media type that is understood. */
  readonly mediaType: 'application/json' | 'application/json-patch+json';
  /**
   * Reads the text; JSON.parse where it is left out.
   * @throws where the text is not JSON
   */
  readonly parse?: (text: string) => unknown;
}

/** A request body that passed size, media type and JSON. */
export interface JsonBody {
  /** What `BodySpec.parse` made of it. */
  readonly value: unknown;
  /** As it came, for the digest of an idempotent request. */
  readonly bytes: Uint8Array;
}

/** A request that passed every check that needs no storage. */
export interface Call {
  readonly ports: Ports;
  readonly request: Request;
  readonly client: Client;
  /** Values of `{…}` in the path, still as they were sent. */
  readonly path: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: JsonBody | undefined;
}

export interface Route {
  /** The OpenAPI operationId. */
  readonly id: string;
  readonly method: Method;
  /** `/api/v1/drawings/{id}`; a literal segment wins over a `{…}` one. */
  readonly path: string;
  readonly access: Access;
  readonly query?: ParameterMap;
  readonly body?: BodySpec;
  /**
   * Looks at the headers before anything of the body is read, so that a malformed one is a 400 in the
   * place that the contract's order of checks gives it.
   */
  readonly checkHeaders?: (headers: Headers) => void;
  readonly handle: (call: Call) => Promise<Answer | StreamedAnswer>;
}
