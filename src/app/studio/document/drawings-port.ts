/** What saving needs of the API, over the typed client. */
import type { Drawing, Stroke } from '../../../core/drawing/types.ts';
import { api } from '../../client/client.ts';
import { newId } from '../../platform/new-id.ts';
import type { PatchOperation } from './content.ts';
import { parseDrawing } from './parse-drawing.ts';

export type Answer<T> =
  | { readonly ok: true; readonly value: T }
  | {
      readonly ok: false;
      readonly status: number;
      /** Error code of the API, `""` without one. */
      readonly code: string;
      readonly message: string;
      /** ms; undefined when the answer names none. */
      readonly retryAfter: number | undefined;
    };

export interface NewDrawing {
  readonly title: string;
  readonly strokes: Drawing['strokes'];
  readonly thumb: string;
}

export interface DrawingPatch {
  readonly rev: number;
  /** The same one when the same patch is sent again. */
  readonly key: string;
  readonly operations: readonly PatchOperation[];
}

/** Told of a drawing while it is read. */
export interface Reader {
  /** Its JSON came. The buffer is the reader's own. Its strokes are read when this resolves. */
  onDocument(document: ArrayBuffer): Promise<void>;
  /** Some more of its strokes, in their order. */
  onStrokes(strokes: readonly Stroke[]): void;
}

/** Each call rejects when no answer came: what was sent may or may not have happened. */
export interface DrawingsPort {
  read(id: string, reader?: Reader): Promise<Answer<Drawing>>;
  /** Answers the rev. */
  create(id: string, drawing: NewDrawing): Promise<Answer<number>>;
  /** Answers the new rev. */
  patch(id: string, patch: DrawingPatch): Promise<Answer<number>>;
  /** Takes it out of the trash. Answers the rev. */
  restore(id: string): Promise<Answer<number>>;
}

/** ms without an answer until a request counts as unanswered. */
const TIMEOUT = 20_000;
const MINIMAL = { Prefer: 'return=minimal' };

interface Result<T> {
  readonly data?: T;
  readonly error?: { readonly error: { readonly code: string; readonly message: string } } | undefined;
  readonly response: Response;
}

function answer<T, V>({ data, error, response }: Result<T>, value: (data: T) => V): Answer<V> {
  if (response.ok && data !== undefined) return { ok: true, value: value(data) };
  const seconds = Number(response.headers.get('Retry-After'));
  return {
    ok: false,
    status: response.status,
    code: error?.error?.code ?? '',
    message: error?.error?.message ?? '',
    retryAfter: seconds > 0 ? seconds * 1000 : undefined,
  };
}

export const drawingsApi: DrawingsPort = {
  async read(id, reader) {
    const signal = AbortSignal.timeout(TIMEOUT);
    const get = () =>
      api.GET('/api/v1/drawings/{id}', { params: { path: { id } }, parseAs: 'arrayBuffer', signal });
    // A worker may be stopped in the middle of an answer; the next one gives it whole.
    const result = await get().catch((error: unknown) => {
      if (signal.aborted) throw error;
      return get();
    });
    const read = answer(result, (document) => document);
    if (!read.ok) return read;
    const bytes = new Uint8Array(read.value);
    await reader?.onDocument(read.value.slice(0));
    return { ok: true, value: await parseDrawing(bytes, (strokes) => reader?.onStrokes(strokes)) };
  },

  async create(id, drawing) {
    const result = await api.PUT('/api/v1/drawings/{id}', {
      params: { path: { id }, header: { 'If-None-Match': '*', 'Idempotency-Key': newId(), ...MINIMAL } },
      body: drawing,
      signal: AbortSignal.timeout(TIMEOUT),
    });
    return answer(result, ({ rev }) => rev);
  },

  async patch(id, { rev, key, operations }) {
    const result = await api.PATCH('/api/v1/drawings/{id}', {
      params: { path: { id }, header: { 'If-Match': `"${rev}"`, 'Idempotency-Key': key } },
      body: operations,
      headers: { 'Content-Type': 'application/json-patch+json', ...MINIMAL },
      signal: AbortSignal.timeout(TIMEOUT),
    });
    return answer(result, (patched) => patched.rev);
  },

  async restore(id) {
    const result = await api.PUT('/api/v1/drawings/{id}/restore', {
      params: { path: { id }, header: MINIMAL },
      signal: AbortSignal.timeout(TIMEOUT),
    });
    return answer(result, ({ rev }) => rev);
  },
};
