/**
 * Links that show drawings. Only the server can answer for them, so the device passes the requests on: its own
 * with the token of Settings, those with a link without it. Of each link it keeps the last answer, so that one
 * that was opened once opens without a network too.
 */
import { splitAddress } from '../../api/http/address.ts';
import type { Handle } from '../../api/ports.ts';

/**
 * What only the server can answer, with the token: links of a drawing, codes that let another device in, and tickets
 * for streams.
 */
const OWN = /^\/api\/v1\/(drawings\/[^/]+\/shares(\/[^/]+)?|pairing-codes|live-tickets)$/;
const SHARED = /^\/api\/v1\/shared\/[^/]+$/;
const TICKET = /^\/api\/v1\/shared\/[^/]+\/live-tickets$/;
const CACHE = 'shared-links';
/** Most links of which an answer is kept, and the most bytes of one. */
const KEPT = 12;
const KEPT_BYTES = 8 * 1024 * 1024;

export interface ServerLinks {
  /** Address of the server that the page came from. */
  readonly origin: string;
  /** The token of Settings; `''` or undefined if sync is off. */
  readonly token: () => Promise<string | undefined>;
}

/** The application, which passes requests about links on to the server. */
export function withServerLinks(handle: Handle, { origin, token }: ServerLinks): Handle {
  async function send(path: string, init: RequestInit): Promise<Response> {
    const response = await fetch(new URL(path, origin), {
      ...init,
      cache: 'no-store',
      redirect: 'error',
      credentials: 'omit',
    });
    const { status, headers } = response;
    // A page of something in between is no answer.
    if (status === 304 || headers.get('Content-Type')?.startsWith('application/json')) return response;
    throw new TypeError('not JSON');
  }

  async function own(request: Request, path: string): Promise<Response> {
    const given = await token();
    if (!given) return unavailable('turn on sync in Settings');
    const { method } = request;
    const headers = { Authorization: `Bearer ${given}`, 'Content-Type': 'application/json' };
    return send(path, { method, headers, ...(method === 'POST' && { body: await request.text() }) });
  }

  async function shared(path: string): Promise<Response> {
    // Browsers have no caches on an address that is not secure.
    const cache = await globalThis.caches?.open(CACHE).catch(() => undefined);
    const kept = await cache?.match(path);
    const etag = kept?.headers.get('ETag');
    try {
      const response = await send(path, etag ? { headers: { 'If-None-Match': etag } } : {});
      const { ok, status } = response;
      if (kept && status === 304) return kept;
      if (kept && status > 404) return asKept(kept);
      if (status === 404) await cache?.delete(path);
      return ok && cache ? await keep(cache, path, response) : response;
    } catch (error) {
      if (kept) return asKept(kept);
      throw error;
    }
  }

  return async (request, client) => {
    const { path, query } = splitAddress(request.url);
    try {
      if (OWN.test(path)) return await own(request, query ? `${path}?${query}` : path);
      if (TICKET.test(path)) return await send(path, { method: request.method });
      if (SHARED.test(path)) return await shared(path);
    } catch {
      return unavailable('the server cannot be reached');
    }
    return handle(request, client);
  };
}

/** Marks an answer that is not of now by its age (RFC 9111, 5.1). */
function asKept({ body, headers }: Response): Response {
  const response = new Response(body, { headers });
  const age = (Date.now() - Date.parse(headers.get('Date') ?? '')) / 1000;
  response.headers.set('Age', String(Math.max(0, Math.round(age)) || 0));
  return response;
}

/** Keeps an answer unless it is too large, and forgets the oldest ones. */
async function keep(cache: Cache, path: string, response: Response): Promise<Response> {
  const { headers } = response;
  const body = await response.blob();
  const all = { headers: { Date: new Date().toUTCString(), ...Object.fromEntries(headers) } };
  try {
    await cache.delete(path);
    if (body.size <= KEPT_BYTES) await cache.put(path, new Response(body, all));
    for (const old of (await cache.keys()).slice(0, -KEPT)) await cache.delete(old);
  } catch {
    // The device is full: the answer is shown all the same.
  }
  return new Response(body, all);
}

function unavailable(message: string): Response {
  return new Response(JSON.stringify({ error: { code: 'unavailable', message } }), {
    status: 503,
    headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' },
  });
}
