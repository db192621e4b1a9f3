/** The hosts that run in this process: the handler over a store, and the Node server over TCP. */
import { randomUUID } from 'node:crypto';
import { tokenAuth } from '../../server/auth.ts';
import { createLimiter } from '../../server/limiter.ts';
import { createApi } from '../../src/api/index.ts';
import { openapiDocument } from '../../src/api/openapi/document.ts';
import type { AirPort, Handle, Store } from '../../src/api/ports.ts';
import { FALLBACK_CENTRES } from '../../src/core/air/regions.ts';
import { memoryStore } from '../../src/store/memory.ts';
import { startAppServer } from '../support/app-server.ts';
import type { RawAnswer, Sent, Target } from './target.ts';

const TOKEN = 'contract-suite-token';

/** Air of which nothing is known: the routes' own behaviour is what the suite is about. */
function unknownAir(): AirPort {
  const source = (metric: string) => ({
    url: `https://example.org/${metric}`,
    refreshed: false,
    fetchedAt: null,
    newest: null,
  });
  return {
    now: Date.now,
    state: async () => ({ sources: { psi: source('psi'), pm25: source('pm25') }, centres: FALLBACK_CENTRES }),
  };
}

export interface HandlerOptions {
  readonly name?: string;
  readonly store?: Store;
  readonly air?: AirPort;
  readonly token?: string | undefined;
  readonly onDefect?: (id: string, error: unknown) => void;
}

/** The application itself over a store, in memory unless told otherwise. */
export function handlerTarget(options: HandlerOptions = {}): Target {
  const store = options.store ?? memoryStore();
  const token = 'token' in options ? options.token : TOKEN;
  const limiter = createLimiter({ points: 60, seconds: 60 });
  const handle: Handle = createApi({
    store,
    air: options.air ?? unknownAir(),
    auth: tokenAuth({ token, limiter: createLimiter({ points: 10, seconds: 60 }) }),
    async quota({ address }) {
      const retryAfter = await limiter.consume(address);
      return retryAfter === undefined ? undefined : { retryAfter };
    },
    now: Date.now,
    newId: randomUUID,
    announce: () => {},
    async readBody(request, limit) {
      const bytes = new Uint8Array(await request.arrayBuffer());
      return bytes.length > limit ? 'too_large' : bytes;
    },
    openapi: async () => JSON.stringify(openapiDocument()),
    onDefect: options.onDefect ?? ((id, error) => console.error('defect', id, error)),
    publicUrl: 'http://127.0.0.1:8787',
    version: '0.0.0',
  });
  return {
    name: options.name ?? 'the handler over memory',
    mode: 'token',
    token,
    async send({ method, path, headers = {}, body }: Sent, address = '127.0.0.1') {
      const init = { method, headers, ...(body === undefined ? {} : { body: body as BodyInit }) };
      return rawAnswer(await handle(new Request(`http://host${path}`, init), { address }));
    },
    close: () => store.close(),
  };
}

/** The Node server over TCP with SQLite, air from its stand-in. */
export async function serverTarget(): Promise<Target> {
  const server = await startAppServer({ token: TOKEN, env: { TRUST_PROXY: '127.0.0.1' } });
  return {
    name: 'the Node server over TCP with SQLite',
    mode: 'token',
    token: TOKEN,
    async send({ method, path, headers = {}, body }: Sent, address) {
      const forwarded = address === undefined ? {} : { 'X-Forwarded-For': address };
      const init = {
        method,
        headers: { ...headers, ...forwarded },
        ...(body === undefined ? {} : { body: body as BodyInit }),
      };
      return rawAnswer(await fetch(`${server.url}${path}`, init));
    },
    close: () => server[Symbol.asyncDispose](),
  };
}

async function rawAnswer(response: Response): Promise<RawAnswer> {
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    text: await response.text(),
  };
}
