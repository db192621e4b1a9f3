/**
 * A stream of the server that says when there is something new to ask for (docs/contract.md). It fetches instead of
 * using EventSource, which tries a used ticket again and tells neither statuses nor a proxy that holds events back.
 */

/** ms until the first event must have come: the server sends it at once, unless a proxy holds it back. */
const FIRST_MS = 10_000;
/** ms without a sign of life, which the server gives every 15 s, after which the connection is lost. */
const SILENCE_MS = 40_000;
/** Pause after a stream that never began, ms: doubled with each further one. */
const PAUSE_FIRST = 2_000;
const PAUSE_MAX = 300_000;
/** Pause after a proxy held a stream back, or a server that has none or refused, ms. */
const PAUSE_LONG = 600_000;
/** Pause after a stream that went on for a while, ms, unless the server says another one. */
const RETRY_MS = 1_000;
/** Longest line in characters. */
const LINE_MAX = 1_000;

export interface LiveStreamOptions {
  /** Asks for a ticket: POST to this path. */
  readonly tickets: string;
  /** There may be something new. Not called twice in a row for the same state. */
  readonly onNews: (state: string) => void;
  /** Whether the stream works at the moment. */
  readonly onOpen?: (isOpen: boolean) => void;
  /** The server has no such link, or not any more. */
  readonly onGone?: () => void;
  /** Longest pause after streams that never began, ms. */
  readonly pauseMax?: number;
  readonly fetch?: (path: string, init: RequestInit) => Promise<Response>;
  /** A random number from 0 (inclusive) to 1 (exclusive). */
  readonly random?: () => number;
}

/** Why a stream ended, and how long the server wants to be left alone, ms. */
interface Ended {
  readonly why: 'ended' | 'failed' | 'silent' | 'refused';
  readonly wait: number;
}

/** Keeps a stream open until the signal ends it. Never rejects, and tells nobody of trouble. */
export async function followStream(options: LiveStreamOptions, signal: AbortSignal): Promise<void> {
  const { random = Math.random, pauseMax = PAUSE_MAX } = options;
  /** The state heard last, also of an earlier stream. */
  let heard = '';
  let failures = 0;
  const hear = (state: string) => {
    failures = 0;
    options.onOpen?.(true);
    if (state !== heard) options.onNews(state);
    heard = state;
  };
  while (!signal.aborted) {
    const { why, wait } = await once(options, hear, signal).catch((): Ended => ({ why: 'failed', wait: 0 }));
    options.onOpen?.(false);
    if (signal.aborted) return;
    if (why === 'failed') failures += 1;
    await pause(Math.max(wait, pauseAfter(why, failures, pauseMax) * (0.5 + random())), signal);
  }
}

function pauseAfter(why: Ended['why'], failures: number, most: number): number {
  if (why === 'ended') return 0;
  if (why !== 'failed') return PAUSE_LONG;
  return Math.min(most, PAUSE_FIRST * 2 ** Math.min(failures - 1, 16));
}

/** One stream, from its ticket to its end. */
async function once(
  { tickets, onGone, fetch: send = fetch, random = Math.random }: LiveStreamOptions,
  hear: (state: string) => void,
  signal: AbortSignal,
): Promise<Ended> {
  const asked = await send(tickets, { method: 'POST', signal });
  if (asked.status === 404) onGone?.();
  if (!asked.ok) return refused(asked);
  const { ticket }: { ticket: string } = await asked.json();

  const own = new AbortController();
  const abort = () => own.abort();
  signal.addEventListener('abort', abort);
  let has = { begun: false, retry: RETRY_MS };
  let silence = setTimeout(abort, FIRST_MS);
  try {
    const path = `/live?ticket=${encodeURIComponent(ticket)}`;
    const response = await send(path, { signal: own.signal, cache: 'no-store' });
    if (!response.headers.get('Content-Type')?.startsWith('text/event-stream')) return refused(response);
    await readLines(response, (line) => {
      const [, name, value = ''] = /^(id|retry): ?(.*)$/.exec(line) ?? [];
      if (name === 'id') hear(value);
      has = {
        begun: has.begun || name === 'id',
        retry: name === 'retry' ? Number(value) || RETRY_MS : has.retry,
      };
      if (!has.begun) return;
      clearTimeout(silence);
      silence = setTimeout(abort, SILENCE_MS);
    });
  } catch {
    // Lost, or too long without a sign of life.
    if (!has.begun) return { why: own.signal.aborted ? 'silent' : 'failed', wait: 0 };
  } finally {
    clearTimeout(silence);
    signal.removeEventListener('abort', abort);
    own.abort();
  }
  return has.begun ? { why: 'ended', wait: has.retry * (1 + random()) } : { why: 'failed', wait: 0 };
}

/** A full or ending server says when to come again; others will not change their mind soon. */
function refused({ status, headers }: Response): Ended {
  const wait = (Number(headers.get('Retry-After')) || 0) * 1000;
  return { why: status === 429 || status >= 500 ? 'failed' : 'refused', wait };
}

/** @throws if the connection is lost, or a line is too long */
async function readLines({ body }: Response, take: (line: string) => void): Promise<void> {
  const reader = body?.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
    if (done) return;
    const lines = (rest + decoder.decode(value, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > LINE_MAX) throw new TypeError('not a stream of events');
    for (const line of lines) take(line);
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end);
  });
}
