/** One request to data.gov.sg: a day of one metric. Failures are values, nothing is thrown. */

import type { Metric } from '../../../src/core/air/types.ts';
import { retryAfterSeconds } from '../../../src/core/air/upstream/backoff.ts';
import type { BodyFailure, Day, Version } from './figures.ts';
import { readV1Day } from './v1-body.ts';
import { NOT_FOUND, readV2Day } from './v2-body.ts';

/** Largest body, bytes. A whole day of `/psi` is 25 KB; a body near this limit is refused. */
export const BODY_MAX = 512 * 1024;
/** Seconds to wait after a 429 without a Retry-After header: what its body asks for. */
export const LIMITED_SECONDS = 10;

const READERS = { v2: readV2Day, v1: readV1Day } as const;

export interface DayQuestion {
  readonly version: Version;
  /** URL of the metric, without a query. */
  readonly url: string;
  readonly metric: Metric;
  /** SGT date, `2026-09-28`. */
  readonly day: string;
  readonly apiKey?: string | undefined;
  /** For the whole request, body included. */
  readonly timeoutMs: number;
  readonly fetch?: typeof fetch | undefined;
}

export interface Failure {
  readonly ok: false;
  /**
   * `resting`: nothing was asked, because the address failed too often or the calls of these seconds are spent.
   */
  readonly reason: BodyFailure | 'status' | 'timeout' | 'network' | 'too_large' | 'resting';
  /** For the log. */
  readonly detail: string;
  /** Seconds for which the upstream asked not to be called. */
  readonly retryAfter?: number | undefined;
}
export type DayResult = ({ readonly ok: true } & Day) | Failure;

/** Asks once, without retries. Follows no redirect, because the key would go with it. Never throws. */
export async function fetchDay(question: DayQuestion): Promise<DayResult> {
  const url = `${question.url}?date=${question.day}`;
  const headers: Record<string, string> = { accept: 'application/json' };
  if (question.apiKey !== undefined) headers['x-api-key'] = question.apiKey;
  const signal = AbortSignal.timeout(question.timeoutMs);
  try {
    const response = await (question.fetch ?? fetch)(url, { headers, signal, redirect: 'manual' });
    const text = await readBounded(response, BODY_MAX);
    if (text === undefined) return failure('too_large', `more than ${BODY_MAX} bytes`);
    return resultOf(response, text, question);
  } catch (error) {
    if (signal.aborted) return failure('timeout', `no whole answer in ${question.timeoutMs} ms`);
    return failure('network', describe(error));
  }
}

function resultOf(response: Response, text: string, { version, metric, day }: DayQuestion): DayResult {
  const { status } = response;
  const json = parse(text);
  if (status === 429) return limited(response);
  if (status === 404 && version === 'v2' && codeOf(json) === NOT_FOUND)
    return failure('empty', 'no data for the day');
  if (!response.ok) return failure('status', `HTTP ${status}`, retryAfter(response));
  const read = json === undefined ? 'malformed' : READERS[version](json, metric, day);
  if (read === 'limited') return limited(response);
  if (typeof read === 'string') return failure(read, `HTTP ${status}, ${text.length} characters`);
  return { ok: true, ...read };
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
