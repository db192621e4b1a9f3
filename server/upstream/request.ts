/** One request to data.gov.sg. Failures are values, nothing is thrown. */
import { retryAfterSeconds } from '../../src/core/air/upstream/backoff.ts';

export const VERSIONS = ['v2', 'v1'] as const;
/** Version of the upstream's API. */
export type Version = (typeof VERSIONS)[number];

/** Largest body, bytes. A whole day of `/psi` is 25 KB; a body near this limit is refused. */
export const BODY_MAX = 512 * 1024;
/**
 * Most items in a response. A day has 24 hours; a response with more than this is refused, because reading it
 * would take long.
 */
export const ITEMS_MAX = 1000;
/** Seconds to wait after a 429 without a Retry-After header: what its body asks for. */
export const LIMITED_SECONDS = 10;

/** The upstream has refused the names that libraries give themselves. */
const AGENT = 'Pleinair/1 (air and weather beside a canvas)';
/** `code` of a v2 body without data for the requested day. */
const NOT_FOUND = 17;
/** `code` of a v2 body that asks to come back later. */
const TOO_MANY_REQUESTS = 24;

/** Why a body is no answer. */
export type BodyFailure = 'empty' | 'wrong_day' | 'malformed';

export interface Question<T> {
  /** With the query. */
  readonly url: string;
  readonly apiKey?: string | undefined;
  /** For the whole request, body included. */
  readonly timeoutMs: number;
  readonly fetch?: typeof fetch | undefined;
  /** Largest body, bytes. */
  readonly bodyMax?: number | undefined;
  /** Reads the parsed body. Not called for a body that is no JSON. */
  readonly read: (json: unknown) => T | BodyFailure;
}

export interface Failure {
  readonly ok: false;
  /**
   * `resting`: nothing was asked, because the address failed too often or the calls of these seconds are spent.
   */
  readonly reason: BodyFailure | 'limited' | 'status' | 'timeout' | 'network' | 'too_large' | 'resting';
  /** For the log. */
  readonly detail: string;
  /** Seconds for which the upstream asked not to be called. */
  readonly retryAfter?: number | undefined;
}
export type Result<T> = { readonly ok: true; readonly value: T } | Failure;

/** Asks once, without retries. Follows no redirect, because the key would go with it. Never throws. */
export async function request<T extends object>(question: Question<T>): Promise<Result<T>> {
  const { bodyMax = BODY_MAX } = question;
  const headers: Record<string, string> = { accept: 'application/json', 'user-agent': AGENT };
  if (question.apiKey !== undefined) headers['x-api-key'] = question.apiKey;
  const signal = AbortSignal.timeout(question.timeoutMs);
  try {
    const response = await (question.fetch ?? fetch)(question.url, { headers, signal, redirect: 'manual' });
    const text = await readBounded(response, bodyMax);
    if (text === undefined) return failure('too_large', `more than ${bodyMax} bytes`);
    return resultOf(response, text, question);
  } catch (error) {
    if (signal.aborted) return failure('timeout', `no whole answer in ${question.timeoutMs} ms`);
    return failure('network', describe(error));
  }
}

function resultOf<T extends object>(response: Response, text: string, { read }: Question<T>): Result<T> {
  const { status } = response;
  const json = parse(text);
  const code = codeOf(json);
  if (status === 429 || (response.ok && code === TOO_MANY_REQUESTS)) return limited(response);
  if ((status === 404 || response.ok) && code === NOT_FOUND) return failure('empty', 'no data for the day');
  if (!response.ok) return failure('status', `HTTP ${status}`, retryAfter(response));
  const value = json === undefined ? 'malformed' : read(json);
  if (typeof value === 'string') return failure(value, `HTTP ${status}, ${text.length} characters`);
  return { ok: true, value };
}

function limited(response: Response): Failure {
  return failure('limited', 'rate limit', retryAfter(response) ?? LIMITED_SECONDS);
}

function retryAfter(response: Response): number | undefined {
  return retryAfterSeconds(response.headers.get('retry-after'), Date.now());
}

export function failure(reason: Failure['reason'], detail: string, seconds?: number): Failure {
  return { ok: false, reason, detail, retryAfter: seconds };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function codeOf(json: unknown): unknown {
  return typeof json === 'object' && json !== null && 'code' in json ? json.code : undefined;
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return 'the request failed';
  const cause = error.cause instanceof Error ? `: ${error.cause.message}` : '';
  return `${error.message}${cause}`;
}

/** The body as text; undefined if it is longer than `most` bytes, of which no more are read. */
async function readBounded(response: Response, most: number): Promise<string | undefined> {
  if (response.body === null) return '';
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  for (let size = 0; ; ) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    size += value.byteLength;
    if (size > most) {
      await reader.cancel();
      return undefined;
    }
    text += decoder.decode(value, { stream: true });
  }
}
