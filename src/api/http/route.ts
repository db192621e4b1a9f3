/** A route: one row of the table that drives dispatch and the OpenAPI document. */
import type { Client, DrawingPorts, Ports, Principal, Store } from '../ports.ts';
import type { ParameterMap } from './query.ts';
import type { LateResponse, PiecesResponse, RouteResponse } from './respond.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The body of a route: json-body.ts makes one. */
export interface BodySpec {
  /** The only media type accepted. */
  readonly mediaType: 'application/json' | 'application/json-patch+json';
  /**
   * Reads the body and checks it.
   * @throws ApiError 413, 415 or 400
   */
  readonly read: (request: Request, ports: DrawingPorts, space: string | undefined) => Promise<JsonBody>;
}

/** A request body that passed size, media type and JSON. */
export interface JsonBody {
  /** What the text was parsed to. */
  readonly value: unknown;
  /** The bytes as received, for the digest of an idempotent request. */
  readonly bytes: Uint8Array;
}

/** A request that passed every check that needs no storage. */
export interface Call<P extends DrawingPorts = Ports> {
  readonly ports: P;
  readonly request: Request;
  readonly client: Client;
  /** Values of `{…}` in the path, exactly as sent. */
  readonly path: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: JsonBody | undefined;
}

/** A request of somebody who may see a space. */
export interface AuthorizedCall<P extends DrawingPorts = Ports> extends Call<P> {
  readonly principal: Principal;
  /** The store of the principal's space. */
  readonly store: Store;
}

interface RouteBase {
  /** The OpenAPI operationId. */
  readonly id: string;
  readonly method: Method;
  /** `/api/v1/drawings/{id}`; a literal segment wins over a `{…}` one. */
  readonly path: string;
  readonly query?: ParameterMap;
  readonly body?: BodySpec;
  /**
   * Checks the headers before the body is read, so that a malformed one is a 400 at its place in the
   * contract's order of checks.
   */
  readonly checkHeaders?: (headers: Headers) => void;
}

export type Handled = RouteResponse | LateResponse | PiecesResponse;

interface OpenRoute<P extends DrawingPorts> extends RouteBase {
  readonly access: 'public' | 'shared' | 'air';
  /** Told of a body that is refused, before the answer: an error that it throws is answered instead. */
  readonly onRefusedBody?: (call: Pick<Call<P>, 'ports' | 'client'>) => Promise<void>;
  readonly handle: (call: Call<P>) => Handled | Promise<Handled>;
}

interface AuthorizedRoute<P extends DrawingPorts> extends RouteBase {
  readonly access: 'token';
  readonly handle: (call: AuthorizedCall<P>) => Promise<Handled>;
}

/** @typeParam P what it needs of its host */
export type Route<P extends DrawingPorts = Ports> = OpenRoute<P> | AuthorizedRoute<P>;
