/** A drawing through the API, as text that is sent as it is: in slices where one body cannot hold it. */
import { dateBefore, type GivenDates } from '../../core/drawing/dates.ts';
import { BODY_MAX } from '../../core/drawing/limits.ts';
import { transport } from '../client/transport.ts';
import { newId } from '../platform/new-id.ts';
import { imports as words } from '../words/en/import.ts';
import { problemWords } from '../words/problems.ts';
import { fitting } from './titles.ts';

/** Bytes of strokes in one body: room for a thumbnail, a title and what stands around strokes. */
export const SLICE = BODY_MAX - 1024 * 1024;
/** Around a stroke in a patch: `{"op":"add","path":"/strokes/-","value":},`. */
const ENVELOPE = 48;
/** Times that a request without an answer is sent: each is safe to receive twice. */
const TRIES = 2;

export interface DrawingTexts {
  readonly title: string;
  /** Each stroke as JSON. */
  readonly strokes: readonly string[];
  readonly thumb: string;
  /** When it was made and changed; what is not given is now. */
  readonly dates?: GivenDates;
}

export interface Storing {
  /** Stops it before the next slice. */
  readonly signal: AbortSignal;
  /** Strokes that are stored. */
  readonly onProgress: (strokes: number) => void;
  /** From now on something is there. */
  readonly begun: () => void;
  readonly send?: (request: Request) => Promise<Response>;
  readonly slice?: number;
  readonly now?: () => number;
}

/** Strokes in groups that one body holds each. At least one group. */
export function groupsOf(strokes: readonly string[], bytes: number): (readonly string[])[] {
  const groups: (readonly string[])[] = [];
  let from = 0;
  let size = 0;
  for (const [i, stroke] of strokes.entries()) {
    // All that a stroke may hold is ASCII: characters are bytes.
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
 * Makes the drawing `id`. While it is being written in slices its title says so: what a crash leaves behind is not taken
 * for the whole.
 * @throws with a sentence for the person, or the signal's reason
 */
export async function storeDrawing(
  id: string,
  { title, strokes, thumb, dates = {} }: DrawingTexts,
  how: Storing,
): Promise<void> {
  const { signal, onProgress, begun, send = transport, slice = SLICE, now = Date.now } = how;
  const [first = [], ...rest] = groupsOf(strokes, slice);
  const path = `/api/v1/drawings/${id}`;
  const beginning = JSON.stringify(rest.length > 0 ? fitting(title, words.unfinished) : title);
  const { createdAt, updatedAt } = pastDates(dates, now());
  const others = JSON.stringify({ thumb, createdAt, updatedAt }).slice(1);
  const body = `{"title":${beginning},"strokes":[${first.join()}],${others}`;
  const headers = { 'Content-Type': 'application/json', 'If-None-Match': '*' };
  let rev = await answered(send, () => request(path, 'PUT', headers, body));
  begun();
  let stored = first.length;
  onProgress(stored);
  for (const [i, group] of rest.entries()) {
    signal.throwIfAborted();
    const adds = group.map((stroke) => `{"op":"add","path":"/strokes/-","value":${stroke}}`);
    // What comes in slices was all drawn before: the date stays that of the last change.
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
    rev = await answered(send, () => request(path, 'PATCH', headers, `[${adds.join()}]`));
    stored += group.length;
    onProgress(stored);
  }
}

/** A date in the future becomes now: no host takes one, and it would stand above everything else until it came. */
function pastDates({ createdAt, updatedAt }: GivenDates, ms: number): GivenDates {
  const now = new Date(ms).toISOString();
  const past = (date: string | undefined) => (date !== undefined && date > now ? now : date);
  return { createdAt: past(createdAt), updatedAt: past(updatedAt) };
}

function request(path: string, method: string, headers: Record<string, string>, body: string): Request {
  const url = new URL(path, globalThis.location?.href ?? 'http://127.0.0.1');
  return new Request(url, { method, headers: { ...headers, Prefer: 'return=minimal' }, body });
}

/** The new rev. */
async function answered(send: (request: Request) => Promise<Response>, make: () => Request): Promise<number> {
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
