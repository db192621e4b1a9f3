/** The requests about drawings that the studio sends to the API. */
import { optionalMembers } from '../../../core/drawing/members/optional-members.ts';
import type { Drawing, OptionalMembers, Stroke } from '../../../core/drawing/types.ts';
import { api, repeatable } from '../../client/client.ts';
import type { PatchOperation } from './content.ts';
import { parseDrawing } from './parse-drawing.ts';

/** The value of a response, or its error. */
export type PortResult<T> =
  | { readonly ok: true; readonly value: T }
  | {
      readonly ok: false;
      readonly status: number;
      /** Error code of the API, `""` without one. */
      readonly code: string;
      readonly message: string;
      /** ms of Retry-After; undefined without it. */
      readonly retryAfter: number | undefined;
      /** True if the request took effect before the drawing was deleted for good. */
      readonly applied?: boolean;
    };

export interface NewDrawing extends OptionalMembers {
  readonly title: string;
  readonly strokes: Drawing['strokes'];
  readonly thumb: string;
}

export interface DrawingPatch {
  readonly rev: number;
  /** Idempotency key: the same when the patch is sent again. */
  readonly key: string;
  readonly operations: readonly PatchOperation[];
}

/** Called while a drawing is loading. */
export interface Reader {
  /** The JSON has come, in a buffer that the reader may keep. Parsing starts when this resolves. */
  onDocument(document: ArrayBuffer): Promise<void>;
  /** More strokes have been parsed, in order. */
  onStrokes(strokes: readonly Stroke[]): void;
}

/** Requests about drawings. Each rejects if there was no response: the change may or may not have happened. */
export interface DrawingsPort {
  read(id: string, reader?: Reader): Promise<PortResult<Drawing>>;
  /**
   * Creates a drawing. Resolves with its revision.
   * @param key Idempotency key: the same when the drawing is sent again
   */
  create(id: string, drawing: NewDrawing, key: string): Promise<PortResult<number>>;
  /** Changes a drawing. Resolves with the new revision. */
  patch(id: string, patch: DrawingPatch): Promise<PortResult<number>>;
  /** Restores a drawing from the trash. Resolves with its revision. */
  restore(id: string): Promise<PortResult<number>>;
}

/** ms to wait for a response. */
const TIMEOUT = 20_000;
const KEY = 'Idempotency-Key';
const MINIMAL = { Prefer: 'return=minimal' };

interface RefusalBody {
  readonly code: string;
  readonly message: string;
  readonly details?: { readonly [index: number]: { readonly path: string } };
}

interface ClientResult<T> {
  readonly data?: T;
  readonly error?: { readonly error: RefusalBody } | undefined;
  readonly response: Response;
}

function resultOf<T, V>({ data, error, response }: ClientResult<T>, value: (data: T) => V): PortResult<V> {
  if (response.ok && data !== undefined) return { ok: true, value: value(data) };
  const seconds = Number(response.headers.get('Retry-After'));
  return {
    ok: false,
    status: response.status,
    code: error?.error?.code ?? '',
    message: error?.error?.message ?? '',
    retryAfter: seconds > 0 ? seconds * 1000 : undefined,
    // The host names the key then (docs/contract.md).
    applied: response.status === 404 && error?.error?.details?.[0]?.path === KEY,
  };
}

/** The port over the typed client. */
export const drawingsApi: DrawingsPort = {
  async read(id, reader) {
    const signal = AbortSignal.timeout(TIMEOUT);
    const result = await repeatable(() =>
      api.GET('/api/v1/drawings/{id}', { params: { path: { id } }, parseAs: 'arrayBuffer', signal }),
    );
    const read = resultOf(result, (document) => document);
    if (!read.ok) return read;
    const bytes = new Uint8Array(read.value);
    await reader?.onDocument(read.value.slice(0));
    return { ok: true, value: await parseDrawing(bytes, (strokes) => reader?.onStrokes(strokes)) };
  },

  async create(id, { title, strokes, thumb, ...drawing }, key) {
    const result = await api.PUT('/api/v1/drawings/{id}', {
      params: { path: { id }, header: { 'If-None-Match': '*', [KEY]: key, ...MINIMAL } },
      body: { title, strokes, thumb, ...optionalMembers(drawing) },
      signal: AbortSignal.timeout(TIMEOUT),
    });
    return resultOf(result, ({ rev }) => rev);
  },

  async patch(id, { rev, key, operations }) {
    const result = await api.PATCH('/api/v1/drawings/{id}', {
      params: { path: { id }, header: { 'If-Match': `"${rev}"`, [KEY]: key } },
      body: operations,
      headers: { 'Content-Type': 'application/json-patch+json', ...MINIMAL },
      signal: AbortSignal.timeout(TIMEOUT),
    });
    return resultOf(result, (patched) => patched.rev);
  },

  async restore(id) {
    const result = await api.PUT('/api/v1/drawings/{id}/restore', {
      params: { path: { id }, header: MINIMAL },
      signal: AbortSignal.timeout(TIMEOUT),
    });
    return resultOf(result, ({ rev }) => rev);
  },
};
