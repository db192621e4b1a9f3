/**
 * The client of the server. Each response is checked and limited in size. An error in it is either about one
 * drawing, or about everything and ends the run.
 */
import { type ArchivedDrawing, readArchivedDrawing } from '../../api/drawings/import.ts';
import { ApiError } from '../../api/errors.ts';
import { retryAfterSeconds } from '../../core/air/upstream/backoff.ts';
import type { TroubleReason } from '../state/drawings-state.ts';
import { type Guard, list, oneOf, parseJson, shape, text } from '../state/guards.ts';
import type { RunFailure, SendInit, SyncOptions } from './ports.ts';

/** Ends the run. */
export class Stop extends Error {
  override name = 'Stop';
  readonly outcome: 'more' | RunFailure;
  constructor(outcome: 'more' | RunFailure) {
    super('the run ends here');
    this.outcome = outcome;
  }
}

export function stop(trouble: RunFailure['trouble'], wait = 0): Stop {
  return new Stop({ trouble, wait });
}

/**
 * A response about one drawing: the result, or an error with the code of the contract and the faulty parts of
 * the body.
 */
export type ServerResult =
  | { readonly ok: true; readonly status: number; readonly text: string; readonly tag: string | null }
  | { readonly ok: false; readonly code: string; readonly paths: readonly string[] };

export interface FeedRow {
  readonly id: string;
  readonly rev: number;
  /** Permanently deleted; such a row has no rev. */
  readonly deleted?: true;
}

export interface FeedPage {
  readonly rows: readonly FeedRow[];
  readonly cursor: string;
  readonly hasMore: boolean;
}

export interface Server {
  /** @throws Stop if the response affects everything, or none came */
  ask(path: string, init: SendInit): Promise<ServerResult>;
  /**
   * A page of the change feed with at most `most` rows; `expired` if the cursor is no longer valid.
   * @throws Stop
   */
  changes(since: string | undefined, most?: number): Promise<FeedPage | 'expired'>;
  /**
   * True if the server can delete permanently; older ones cannot.
   * @throws Stop
   */
  canPurge(): Promise<boolean>;
  /**
   * A whole drawing, or the reason why it cannot be read.
   * @throws Stop
   */
  drawing(id: string): Promise<ArchivedDrawing | TroubleReason>;
}

/**
 * Longest response in characters. A drawing with everything at its limit would exceed it, but no real one
 * does.
 */
const DRAWING_MAX = 128 * 1024 * 1024;
const PAGE = 500;
const RESPONSE_MAX = 1024 * 1024;

interface Page {
  readonly changes: readonly unknown[];
  readonly cursor: string;
  readonly has_more: boolean;
}
const isPage: Guard<Page> = shape<Page>({
  changes: list((_): _ is unknown => true, PAGE),
  cursor: text(256),
  has_more: oneOf(true, false),
});
const isRev: Guard<number> = (value): value is number => Number.isInteger(value) && Number(value) >= 1;
const isRow = shape<Pick<FeedRow, 'id' | 'rev'>>({ id: text(64), rev: isRev });
const isDeletion = shape({ id: text(64), deleted: oneOf(true) });
const isError = shape({ error: shape({ code: text(64) }) });
const isDetailed = shape({ error: shape({ details: list(shape({ path: text(256) }), 100) }) });
const canPurge = shape({ capabilities: list(text(64), 100) });

export const trashPath = (id: string) => `/api/v1/trash/${id}`;
export const drawingPath = (id: string) => `/api/v1/drawings/${id}`;
const DRAWING = /\/drawings\/[^/]{36}$/;
/** For a deletion: a server that was restored from a backup may have other strokes at the same rev. */
export const withCursor = (path: string, cursor = '') => `${path}?cursor=${encodeURIComponent(cursor)}`;

export function createServer({ send, now }: SyncOptions, signal: AbortSignal): Server {
  async function ask(path: string, init: SendInit, most = RESPONSE_MAX): Promise<ServerResult> {
    let response: Response;
    let body: string | undefined;
    try {
      response = await send(path, init, signal);
      body = await readText(response, most);
    } catch {
      // The request is in doubt; the next run settles it.
      throw signal.aborted ? new Stop('more') : stop('unreachable');
    }
    const { status, headers } = response;
    if (response.ok || status === 304) {
      if (body === undefined) return { ok: false, code: 'too_large', paths: [] };
      return { ok: true, status, text: body, tag: headers.get('ETag') };
    }
    const wait = (retryAfterSeconds(headers.get('Retry-After'), now()) ?? 0) * 1000;
    const value = parseJson(body);
    // Many proxies have their own limit, and send their own text.
    const code = isError(value) ? value.error.code : status === 413 ? 'too_large' : '';
    if (status === 429) throw stop('limited', wait);
    if (status === 401) throw stop('wrong_token');
    if (code === 'auth_not_configured') throw stop('no_token_there');
    // Gateways send these while the server is away, and a server 408 if the network was too slow for a body.
    if (status === 408 || status === 502 || status === 504) throw stop('unreachable', wait);
    if (status === 503 || (status > 500 && code === '')) throw stop('busy', wait);
    if (status !== 500 && code === '') throw stop('not_pleinair');
    const paths = isDetailed(value) ? value.error.details.map(({ path }) => path) : [];
    // A server of an older version knows no cursor here. Nothing that is only trashed is lost.
    const [bare = path, query] = path.split('?');
    if (code === 'invalid_parameter' && query !== undefined && DRAWING.test(bare))
      return ask(bare, init, most);
    return { ok: false, code: code === '' ? 'internal' : code, paths };
  }

  return {
    ask,

    async changes(since, most = PAGE) {
      const query = since === undefined ? '' : `&since=${encodeURIComponent(since)}`;
      const result = await ask(`/api/v1/drawings/changes?limit=${most}${query}`, {
        method: 'GET',
        headers: {},
      });
      if (!result.ok) {
        if (result.code === 'cursor_expired') return 'expired';
        throw stop(result.code === 'internal' ? 'busy' : 'not_pleinair');
      }
      const page = parseJson(result.text);
      // A page that promises more without moving the cursor would be requested for ever.
      if (!isPage(page) || (page.has_more && page.cursor === since)) throw stop('not_pleinair');
      return { rows: page.changes.map(rowOf), cursor: page.cursor, hasMore: page.has_more };
    },

    async canPurge() {
      const result = await ask('/api/v1/app', { method: 'GET', headers: {} });
      const app = result.ok ? parseJson(result.text) : undefined;
      return canPurge(app) && app.capabilities.includes('purge');
    },

    async drawing(id) {
      const result = await ask(drawingPath(id), { method: 'GET', headers: {} }, DRAWING_MAX);
      if (!result.ok) return TROUBLES[result.code] ?? 'server_error';
      try {
        return readArchivedDrawing(result.text, id);
      } catch (error) {
        if (error instanceof ApiError) return 'invalid';
        throw error;
      }
    },
  };
}

const TROUBLES: Readonly<Record<string, TroubleReason>> = { not_found: 'missing', too_large: 'too_large' };

/**
 * Parses a row. An invalid one keeps its id if possible, so that it is reported as a drawing that cannot be
 * read.
 */
function rowOf(value: unknown): FeedRow {
  if (isDeletion(value)) return { id: value.id, rev: 0, deleted: true };
  if (isRow(value)) return value;
  const id = shape({ id: text(64) })(value) ? value.id : '';
  return { id, rev: Number.NaN };
}

/** Reads about `most` characters at most; undefined for a longer body. */
async function readText(response: Response, most: number): Promise<string | undefined> {
  if (Number(response.headers.get('Content-Length')) > most) return undefined;
  const reader = response.body?.getReader();
  if (reader === undefined) return '';
  const decoder = new TextDecoder();
  const parts: string[] = [];
  let left = most;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return parts.join('') + decoder.decode();
    left -= value.length;
    if (left < 0) {
      await reader.cancel();
      return undefined;
    }
    parts.push(decoder.decode(value, { stream: true }));
  }
}
