/**
 * The network between one device and the server: any request may be lost, duplicated or late, or lose its
 * response.
 */
import type { Random } from '../schedule/random.ts';
import type { Scheduler } from '../schedule/scheduler.ts';

/** Probabilities for one request. */
export interface Weather {
  readonly dropRequest: number;
  readonly dropResponse: number;
  readonly duplicate: number;
  /** The request takes seconds instead of ms, and others overtake it. */
  readonly slow: number;
}

export const CALM: Weather = { dropRequest: 0, dropResponse: 0, duplicate: 0, slow: 0 };

/** A request or a response on the wire. The bytes of a photo are a text there, with a letter for each. */
export interface Wire {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}
export interface WireRequest extends Wire {
  readonly method: string;
  readonly path: string;
}
export interface WireResponse extends Wire {
  readonly status: number;
}

export function onWire(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('latin1');
}

/** The body at the end of the wire. */
export function offWire({ headers, body }: Wire): string | Uint8Array<ArrayBuffer> {
  return isPhoto(headers) ? new Uint8Array(Buffer.from(body, 'latin1')) : body;
}

export function isPhoto(headers: Readonly<Record<string, string>>): boolean {
  return headers['content-type']?.startsWith('image/') === true;
}

const ABOUT_A_DRAWING = /^\/api\/v1\/drawings\/([0-9a-f-]{36})/;

export interface LinkOptions {
  readonly scheduler: Scheduler;
  readonly random: Random;
  /** The other end. Rejects if it is down or dies meanwhile. */
  readonly deliver: (request: WireRequest) => Promise<WireResponse>;
  /** Something in between that damages what it carries. */
  readonly damage: (request: WireRequest, answer: WireResponse) => WireResponse;
  readonly trace: (line: () => string) => void;
}

/** A request that will take longer. */
export interface Late {
  readonly method: string;
  /** A part of its path. */
  readonly path: string;
  readonly ms: number;
}

export interface Link {
  up: boolean;
  weather: Weather;
  /** Requests that reached the server, duplicates included. */
  readonly log: WireRequest[];
  /** A delay before the next request about a drawing arrives; called with the drawing's id. */
  detained: ((drawing: string) => Promise<void>) | undefined;
  /** Each for one request. */
  readonly late: Late[];
  /** Rejects if no response came, or the request was aborted. */
  send(request: WireRequest, signal?: AbortSignal): Promise<Response>;
}

export function createLink({ scheduler, random, deliver, damage, trace }: LinkOptions): Link {
  let number = 0;

  async function exchange(request: WireRequest, signal: AbortSignal | undefined): Promise<WireResponse> {
    const { weather } = link;
    const n = ++number;
    const name = () => `#${n} ${request.method} ${request.path}${conditionWords(request)}`;
    const latency = () => (random.chance(weather.slow) ? random.int(500, 20_000) : random.int(5, 60));
    // All drawn now, so that events in between do not change the numbers of this request.
    const [there, back, late] = [latency(), latency(), random.int(10, 30_000)];
    const [dropRequest, dropResponse, duplicate] = [
      random.chance(weather.dropRequest),
      random.chance(weather.dropResponse),
      random.chance(weather.duplicate),
    ];
    let refused = false;
    let isClosed = false;
    if (duplicate) {
      scheduler.after(there + late, () => {
        // A refused request is never repeated, because the client would not know what became of it.
        if (!refused) void arrive(request, `${name()} once more`);
      });
    }
    await scheduler.wait(there);
    const later = link.late.findIndex(
      ({ method, path }) => method === request.method && request.path.includes(path),
    );
    for (const { ms } of later < 0 ? [] : link.late.splice(later, 1)) await scheduler.wait(ms);
    const drawing = ABOUT_A_DRAWING.exec(request.path)?.[1];
    if (link.detained !== undefined && drawing !== undefined) {
      const until = link.detained;
      link.detained = undefined;
      await until(drawing);
      // The client closed the connection when it aborted the request.
      isClosed = signal?.aborted === true;
    }
    if (dropRequest || !link.up || isClosed) {
      trace(() => `${name()} is lost`);
      await scheduler.wait(back);
      throw new TypeError('fetch failed');
    }
    const answer = await arrive(request, name());
    refused = (answer?.status ?? 0) >= 500;
    await scheduler.wait(back);
    if (dropResponse || !link.up || answer === undefined) {
      trace(() => `#${n} its answer is lost`);
      throw new TypeError('fetch failed');
    }
    return damage(request, answer);
  }

  /** Undefined if the server died during the request. */
  async function arrive(request: WireRequest, name: string): Promise<WireResponse | undefined> {
    link.log.push(request);
    try {
      const answer = await deliver(request);
      trace(() => `${name} -> ${answer.status} ${summary(answer)}`);
      return answer;
    } catch {
      trace(() => `${name} -> the server does not answer`);
      return undefined;
    }
  }

  const link: Link = {
    up: true,
    weather: CALM,
    log: [],
    detained: undefined,
    late: [],
    async send(request, signal) {
      const answer = await orAborted(exchange(request, signal), signal);
      const { status, headers } = answer;
      return new Response(status === 204 || status === 304 ? null : offWire(answer), { status, headers });
    },
  };
  return link;
}

/** Rejects when the request is aborted, whatever response comes later. */
function orAborted<T>(answer: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return answer;
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    answer.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

export function plain(headers: Headers): Record<string, string> {
  const all: Record<string, string> = {};
  headers.forEach((value, name) => {
    all[name] = value;
  });
  return all;
}

function conditionWords({ headers }: WireRequest): string {
  const condition = headers['if-match'] ?? headers['if-none-match'];
  return condition === undefined ? '' : ` at ${condition}`;
}

function summary({ status, headers, body }: WireResponse): string {
  if (status >= 400) return /"code":"(\w+)"/.exec(body)?.[1] ?? '';
  return body.includes('"changes":') ? body.slice(0, 300) : (headers.etag ?? '');
}
