/**
 * GET /live: a stream that tells clients when to ask for changes. It is outside of the API, so that a worker lets it
 * pass to the network. A ticket opens it, and works once.
 */
import type { ServerResponse } from 'node:http';
import { ApiError, ERROR_STATUS } from '../../src/api/errors.ts';
import { splitAddress } from '../../src/api/http/address.ts';
import { opaque, readQuery } from '../../src/api/http/query.ts';
import type { Subject, Tickets } from '../../src/api/live/live.ts';
import { type Client, StoreUnavailable } from '../../src/api/ports.ts';
import { networkKey } from '../config/client-address.ts';
import type { Limiter } from '../http/limiter.ts';
import type { Hub } from './hub.ts';
import { createPlaces } from './places.ts';
import { type EventStream, openStream } from './stream.ts';

export const LIVE_PATH = '/live';

/** Most streams at a time. */
export interface LiveLimits {
  readonly all: number;
  /** For each network address: a class behind one address has room. */
  readonly address: number;
  /** Of the devices of one space. */
  readonly space: number;
  /** Of all links of one space. These do not count as its devices. */
  readonly shares: number;
}

const LIMITS: LiveLimits = { all: 2_000, address: 100, space: 50, shares: 200 };
/** Part of the first two for links: whoever has only a link leaves some for the devices of people. */
const OF_LINKS = 3 / 4;

/** Time between two heartbeats, ms: well below the 60 s after which proxies close a silent connection. */
const BEAT_MS = 15_000;
/**
 * How long a stream lasts, ms. The next one needs another ticket, so after this time a revoked token has no stream.
 */
const LIFE_MS = 300_000;
/** When clients may connect again, ms: after a lost connection, after LIFE_MS, and when the server ends. */
const RETRY = { lost: 1_000, lived: 100, ending: 1_000 };

export interface LiveOptions {
  readonly hub: Hub;
  readonly tickets: Pick<Tickets, 'take'>;
  /** The mark of DRAW_TOKEN. A ticket that it made is worth nothing with another one. */
  readonly operator?: string | undefined;
  /** Counts wrong tokens for each network address. */
  readonly limiter: Limiter;
  /** Marks a response as long-lived: it is not a request in flight. */
  readonly keepOpen: (outgoing: ServerResponse) => void;
  /** Called for each stream that is refused because there are too many. */
  readonly onRefused: () => void;
  readonly limits?: LiveLimits;
  readonly lifeMs?: number;
}

export interface Live {
  /** Opens a stream, or says why not; undefined if the response is under way. */
  answer(request: Request, outgoing: ServerResponse, client: Client): Promise<Response | undefined>;
  /** Number of open streams. */
  readonly size: number;
  /** Ends all streams, and opens no more. */
  end(): void;
}

export function createLive(options: LiveOptions): Live {
  const { hub, tickets, operator, limiter, keepOpen, onRefused, limits = LIMITS, lifeMs = LIFE_MS } = options;
  const streams = new Set<EventStream>();
  const places = {
    all: createPlaces(limits.all),
    address: createPlaces(limits.address),
    space: createPlaces(limits.space),
    shares: createPlaces(limits.shares),
    allLinks: createPlaces(limits.all * OF_LINKS),
    addressLinks: createPlaces(limits.address * OF_LINKS),
  };
  let ended = false;

  const beats = setInterval(() => {
    for (const stream of streams) stream.beat();
  }, BEAT_MS);
  beats.unref();

  async function open(
    ticket: string,
    outgoing: ServerResponse,
    address: string | undefined,
    held: (() => void)[],
  ): Promise<Response | undefined> {
    const subject = await tickets.take(ticket, operator);
    const state = subject && (await hub.look(subject));
    // A ticket of a link that ended meanwhile is worth as little as a wrong one.
    if (subject === undefined || state === undefined) return wrongTicket(address);
    const isLink = subject.share !== null;
    if (!enter(isLink ? 'shares' : 'space', subject.space, held)) {
      return refusal(429, 'rate_limited', 'there are too many streams already', 60);
    }
    if (isLink && !enter('addressLinks', networkKey(address), held)) return full('address');
    if (isLink && !enter('allLinks', '', held)) return full('all');
    if (ended) return ending();
    if (outgoing.destroyed) return undefined;
    follow(subject, state, outgoing, held);
    return undefined;
  }

  /** Takes a place; false if there is none left. */
  function enter(name: keyof typeof places, key: string, held: (() => void)[]): boolean {
    const free = places[name].enter(key);
    if (free === undefined) onRefused();
    else held.push(free);
    return free !== undefined;
  }

  async function wrongTicket(address: string | undefined): Promise<Response> {
    const wait = await limiter.consume(address);
    if (wait !== undefined) return refusal(429, 'rate_limited', 'too many requests', wait);
    return refusal(401, 'unauthorized', 'the ticket is invalid');
  }

  function follow(subject: Subject, state: string, outgoing: ServerResponse, held: (() => void)[]): void {
    keepOpen(outgoing);
    const stream = openStream(outgoing, RETRY.lost);
    stream.send(state);
    streams.add(stream);
    const leave = hub.join(subject, state, {
      hear: stream.send,
      end: () => stream.end(RETRY.lived),
    });
    const life = setTimeout(() => stream.end(RETRY.lived), lifeMs);
    life.unref();
    const places = held.splice(0);
    outgoing.on('close', () => {
      clearTimeout(life);
      leave();
      streams.delete(stream);
      for (const free of places) free();
    });
  }

  return {
    async answer(request, outgoing, { address }) {
      if (request.method !== 'GET') {
        return refusal(405, 'method_not_allowed', 'this route allows GET', undefined, { Allow: 'GET' });
      }
      if (ended) return ending();
      const ticket = ticketOf(request);
      if (ticket instanceof Response) return ticket;
      // Places come first, so that whoever asks for thousands costs nobody anything.
      const held: (() => void)[] = [];
      try {
        if (!enter('all', '', held)) return full('all');
        if (!enter('address', networkKey(address), held)) return full('address');
        return await open(ticket, outgoing, address, held);
      } catch (error) {
        if (error instanceof StoreUnavailable) {
          return refusal(503, 'unavailable', 'storage is not available right now', 1);
        }
        throw error;
      } finally {
        for (const free of held) free();
      }
    },
    get size() {
      return streams.size;
    },
    end() {
      ended = true;
      clearInterval(beats);
      hub.close();
      // Not all in the same moment.
      for (const stream of streams) stream.end(Math.ceil(RETRY.ending * (1 + 3 * Math.random())));
    },
  };
}

/** The ticket in the address, `''` if there is none; or a refusal, if there is anything else. */
function ticketOf({ url }: Request): string | Response {
  try {
    return readQuery(splitAddress(url).query, { ticket: opaque() }).ticket ?? '';
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return refusal(ERROR_STATUS[error.code], error.code, error.message);
  }
}

function full(which: 'all' | 'address'): Response {
  // A random wait, so that clients do not all come again at once.
  const wait = 30 + Math.floor(Math.random() * 30);
  return which === 'all'
    ? refusal(503, 'busy', `the server has no stream left; try again in ${wait} s`, wait)
    : refusal(429, 'rate_limited', `this address has too many streams; try again in ${wait} s`, wait);
}

function ending(): Response {
  return refusal(503, 'busy', 'the server is about to end', 1 + Math.floor(Math.random() * 3));
}

/** @param wait seconds */
function refusal(
  status: number,
  code: string,
  message: string,
  wait?: number,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return new Response(JSON.stringify({ error: { code, message } }), {
    status,
    headers: {
      'Content-Type': 'application/json',
      'Cache-Control': 'no-store',
      ...(wait === undefined ? {} : { 'Retry-After': String(wait) }),
      ...headers,
    },
  });
}
