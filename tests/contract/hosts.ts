/** The hosts that run in this process: the handler over a store, and the Node server over TCP. */
import { randomUUID } from 'node:crypto';
import { serverAlerts } from '../../server/alerts/port.ts';
import { tokenAuth } from '../../server/http/auth.ts';
import { createLimiter, quotaOf } from '../../server/http/limiter.ts';
import { pairing } from '../../server/http/pairing.ts';
import { type Database, openDatabase } from '../../server/store/index.ts';
import { admission } from '../../src/api/http/admission.ts';
import { openapiDocument } from '../../src/api/openapi/document.ts';
import { storedPast } from '../../src/api/past/past-port.ts';
import { type AirPort, type Busy, type Handle, HOME, type SkyPort, type Store } from '../../src/api/ports.ts';
import { createServerApi } from '../../src/api/server-api.ts';
import { guideJson } from '../../src/core/air/guide.ts';
import { memoryStore } from '../../src/store/memory.ts';
import { newDatabase } from '../support/postgres/database.ts';
import { memoryAir, memoryProducts, memorySky, startAirServer } from './air-ports.ts';
import { memoryAlerts } from './alerts/memory-alerts.ts';
import { memoryTickets } from './live/memory-tickets.ts';
import { memoryShares } from './memory-shares.ts';
import { memoryPeople } from './pairing/memory-people.ts';
import type { RawResponse, Target, TestRequest } from './target.ts';

const TOKEN = 'contract-suite-token';

export interface HandlerOptions {
  readonly name?: string;
  readonly store?: Store;
  /** Keeps links, people, codes, tickets and alerts; without it they are in memory, or in the store. */
  readonly database?: Pick<Database, 'shares' | 'people' | 'tickets' | 'alerts'>;
  readonly air?: AirPort;
  readonly sky?: SkyPort;
  readonly busy?: Busy;
  readonly token?: string | undefined;
  readonly now?: () => number;
  readonly onDefect?: (id: string, error: unknown) => void;
}

/** The application itself over a store, by default in memory. */
export function handlerTarget(options: HandlerOptions = {}): Target {
  const given = options.store ?? memoryStore();
  const { store, shares } = options.database
    ? { store: given, shares: options.database.shares }
    : memoryShares(given);
  const token = 'token' in options ? options.token : TOKEN;
  const wrong = createLimiter({ points: 10, seconds: 60 });
  const people = options.database?.people ?? memoryPeople(store);
  const handle: Handle = createServerApi({
    storeOf: () => store,
    shares,
    // A third of a server's: a case uses all of it.
    shareQuota: quotaOf(createLimiter({ points: 400, seconds: 60 })),
    issueQuota: quotaOf(createLimiter({ points: 300, seconds: 60 })),
    shareOrigin: undefined,
    writable: store.writable,
    air: options.air ?? memoryAir(),
    sky: options.sky ?? memorySky(),
    past: storedPast(store),
    products: memoryProducts(),
    guide: async () => guideJson(),
    auth: tokenAuth({ token, limiter: wrong, people }),
    pairing: pairing({ people, token, limiter: wrong }),
    tickets: options.database?.tickets ?? memoryTickets(store),
    subscribeQuota: quotaOf(createLimiter({ points: 60, seconds: 86_400 })),
    alerts: options.database ? serverAlerts(options.database.alerts) : memoryAlerts(store),
    admission: admission({
      ...(options.busy === undefined ? {} : { busy: options.busy }),
      quota: quotaOf(createLimiter({ points: 60, seconds: 60 })),
    }),
    quotaPerMinute: 60,
    now: options.now ?? Date.now,
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
    async send({ method, path, headers = {}, body }: TestRequest, address = '127.0.0.1') {
      const init = { method, headers, ...(body === undefined ? {} : { body: body as BodyInit }) };
      return rawAnswer(await handle(new Request(`http://host${path}`, init), { address }));
    },
    close: () => store.close(),
  };
}

/** The application over a PostgreSQL database of its own. */
export async function postgresTarget(): Promise<Target> {
  const database = await newDatabase();
  const opened = await openDatabase({ kind: 'postgres', url: database.url });
  const store = opened.storeOf(HOME);
  const target = handlerTarget({ name: 'the handler over PostgreSQL', store, database: opened });
  return {
    ...target,
    async close() {
      await target.close();
      await database[Symbol.asyncDispose]();
    },
  };
}

/** The Node server over TCP with SQLite, and air from the stand-in upstream. */
export async function serverTarget(): Promise<Target> {
  const server = await startAirServer({ token: TOKEN, env: { TRUST_PROXY: '127.0.0.1' } });
  return {
    name: 'the Node server over TCP with SQLite',
    mode: 'token',
    token: TOKEN,
    async send({ method, path, headers = {}, body }: TestRequest, address) {
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

async function rawAnswer(response: Response): Promise<RawResponse> {
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    text: await response.text(),
  };
}
