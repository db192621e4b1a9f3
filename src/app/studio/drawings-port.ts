/** What saving needs of the API, over the typed client. */
import type { Drawing } from '../../core/drawing/types.ts';
import { api } from '../client/client.ts';
import type { PatchOperation } from './content.ts';

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

/** Each call rejects when no answer came: what was sent may or may not have happened. */
export interface DrawingsPort {
  read(id: string): Promise<Answer<Drawing>>;
  /** Answers the rev. */
  create(id: string, drawing: NewDrawing): Promise<Answer<number>>;
  /** Answers the new rev. */
  patch(id: string, patch: DrawingPatch): Promise<Answer<number>>;
  /** Takes it out of the trash. Answers the rev. */
  restore(id: string): Promise<Answer<number>>;
}

/** ms without an answer until a request counts as unanswered. */
const PATIENCE = 20_000;
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
  async read(id) {
    const result = await api.GET('/api/v1/drawings/{id}', {
      params: { path: { id } },
      // The generated types lose what lists are when they come as objects.
      parseAs: 'text',
      signal: AbortSignal.timeout(PATIENCE),
    });
    return answer(result, (text): Drawing => JSON.parse(text));
  },

  async create(id, drawing) {
    const result = await api.PUT('/api/v1/drawings/{id}', {
      params: { path: { id }, header: { 'If-None-Match': '*', ...MINIMAL } },
      body: drawing,
      signal: AbortSignal.timeout(PATIENCE),
    });
    return answer(result, ({ rev }) => rev);
  },

  async patch(id, { rev, key, operations }) {
    const result = await api.PATCH('/api/v1/drawings/{id}', {
      params: { path: { id }, header: { 'If-Match': `"${rev}"`, 'Idempotency-Key': key } },
      body: operations,
      headers: { 'Content-Type': 'application/json-patch+json', ...MINIMAL },
      signal: AbortSignal.timeout(PATIENCE),
    });
    return answer(result, (patched) => patched.rev);
  },

  async restore(id) {
    const result = await api.PUT('/api/v1/drawings/{id}/restore', {
      params: { path: { id }, header: MINIMAL },
      signal: AbortSignal.timeout(PATIENCE),
    });
    return answer(result, ({ rev }) => rev);
  },
};
