/** Stores an imported drawing through the API, in slices if it is too large for one request. */
import { dateBefore, type GivenDates } from '../../core/drawing/dates.ts';
import { BODY_MAX } from '../../core/drawing/limits.ts';
import { optionalMembers } from '../../core/drawing/members/optional-members.ts';
import type { OptionalMembers } from '../../core/drawing/types.ts';
import { transport } from '../client/transport.ts';
import { newId } from '../platform/new-id.ts';
import { imports as words } from '../words/en/import.ts';
import { problemWords } from '../words/problems.ts';
import { fitTitle } from './titles.ts';

/** Most bytes of strokes in one body. The rest is for the thumbnail, the title and the syntax. */
export const SLICE_MAX = BODY_MAX - 1024 * 1024;
/** Bytes around a stroke in a patch: `{"op":"add","path":"/strokes/-","value":},`. */
const ENVELOPE = 48;
/** How often a request is sent when there is no response. Each is safe to receive twice. */
const TRIES = 2;

export interface DrawingTexts extends OptionalMembers {
  readonly title: string;
  /** Each stroke as JSON. */
  readonly strokes: readonly string[];
  readonly thumb: string;
  /** Dates of creation and last change; now, where one is missing. */
  readonly dates?: GivenDates;
}

export interface StoreOptions {
  /** Stops the work before the next slice. */
  readonly signal: AbortSignal;
  /** Called with the number of stored strokes. */
  readonly onProgress: (strokes: number) => void;
  /** Called when the drawing exists. */
  readonly begun: () => void;
  readonly send?: (request: Request) => Promise<Response>;
  /** Most bytes of strokes in one body. */
  readonly slice?: number;
  readonly now?: () => number;
}

/**
 * Divides strokes into groups of at most `bytes`, each at least one stroke. Returns at least one group.
 * @param strokes as JSON
 */
export function groupsOf(strokes: readonly string[], bytes: number): (readonly string[])[] {
  const groups: (readonly string[])[] = [];
  let from = 0;
  let size = 0;
  for (const [i, stroke] of strokes.entries()) {
    // A stroke as JSON is ASCII, so characters are bytes.
    const length = stroke.length + ENVELOPE;
    if (i > from && size + length > bytes) {
      groups.push(strokes.slice(from, i));
      from = i;
      size = 0;
    }
    size += length;
  }
  return [...groups, strokes.slice(from)];
}

/**
 * Creates the drawing `id`. While slices are missing, its title says that it is unfinished, so that nobody
 * takes the rest of a crash for the whole drawing.
 * @throws an Error with a sentence for the person, or the signal's reason
 */
export async function storeDrawing(
  id: string,
  { title, strokes, thumb, dates = {}, ...drawing }: DrawingTexts,
  options: StoreOptions,
): Promise<void> {
  const { signal, onProgress, begun, send = transport, slice = SLICE_MAX, now = Date.now } = options;
  const [first = [], ...rest] = groupsOf(strokes, slice);
  const path = `/api/v1/drawings/${id}`;
  const beginning = JSON.stringify(rest.length > 0 ? fitTitle(title, words.unfinished) : title);
  const { createdAt, updatedAt } = pastDates(dates, now());
  const others = JSON.stringify({ thumb, ...optionalMembers(drawing), createdAt, updatedAt }).slice(1);
  const body = `{"title":${beginning},"strokes":[${first.join()}],${others}`;
  const headers = { 'Content-Type': 'application/json', 'If-None-Match': '*', 'Idempotency-Key': newId() };
  let rev = await sendWithRetry(send, () => request(path, 'PUT', headers, body));
  begun();
  let stored = first.length;
  onProgress(stored);
  for (const [i, group] of rest.entries()) {
    signal.throwIfAborted();
    const adds = group.map((stroke) => `{"op":"add","path":"/strokes/-","value":${stroke}}`);
    // A slice is no change by a person, so the date of the last change stays.
    if (updatedAt !== undefined) {
      adds.push(`{"op":"replace","path":"/updatedAt","value":"${dateBefore(updatedAt)}"}`);
    }
    const isLast = i === rest.length - 1;
    if (isLast) adds.push(`{"op":"replace","path":"/title","value":${JSON.stringify(title)}}`);
    const headers = {
      'Content-Type': 'application/json-patch+json',
      'If-Match': `"${rev}"`,
      'Idempotency-Key': newId(),
    };
    rev = await sendWithRetry(send, () => request(path, 'PATCH', headers, `[${adds.join()}]`));
    stored += group.length;
    onProgress(stored);
  }
}

/** The dates, with now in place of a date in the future, which no host accepts. */
function pastDates({ createdAt, updatedAt }: GivenDates, ms: number): GivenDates {
  const now = new Date(ms).toISOString();
  const past = (date: string | undefined) => (date !== undefined && date > now ? now : date);
  return { createdAt: past(createdAt), updatedAt: past(updatedAt) };
}

function request(path: string, method: string, headers: Record<string, string>, body: string): Request {
  const url = new URL(path, globalThis.location?.href ?? 'http://127.0.0.1');
  return new Request(url, { method, headers: { ...headers, Prefer: 'return=minimal' }, body });
}

/** Sends a request, twice if need be. Returns the new revision. */
async function sendWithRetry(
  send: (request: Request) => Promise<Response>,
  make: () => Request,
): Promise<number> {
  for (let attempt = 1; ; attempt++) {
    const response = await send(make()).catch((error: unknown) => {
      if (attempt === TRIES) throw new Error(problemWords(error));
      return undefined;
    });
    if (!response) continue;
    const value: unknown = await response.json().catch(() => undefined);
    if (!response.ok) throw new Error(problemWords(value, response));
    if (typeof value === 'object' && value !== null && 'rev' in value) return Number(value.rev);
    throw new Error(problemWords(undefined, response));
  }
}
