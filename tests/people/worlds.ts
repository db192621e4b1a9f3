/**
 * Servers in this process for the tests of two spaces: the application over a database with the tokens of people, a
 * clock and ids that are the same in every world, and epochs that are known. So the same requests of one person
 * have the same responses, byte for byte, whatever others do.
 */
import { createMcpHandler } from '@modelcontextprotocol/server';
import { serverAlerts } from '../../server/alerts/port.ts';
import { tokenAuth } from '../../server/http/auth.ts';
import { createLimiter } from '../../server/http/limiter.ts';
import { pairing } from '../../server/http/pairing.ts';
import { askDrawings } from '../../server/mcp/drawings/draw-ask.ts';
import { drawServer } from '../../server/mcp/drawings/draw-server.ts';
import { SERVER_SPACE } from '../../server/store/index.ts';
import { exportArchive } from '../../src/api/archive/export.ts';
import { importArchive } from '../../src/api/archive/import.ts';
import { storeLibrary } from '../../src/api/archive/library.ts';
import { storedPast } from '../../src/api/past/past-port.ts';
import type { Store } from '../../src/api/ports.ts';
import { createServerApi } from '../../src/api/server-api.ts';
import { memoryAir, memoryProducts, memorySky } from '../contract/air-ports.ts';
import { sourceOf } from '../support/drawing/archives.ts';
import { MESSAGE_HEADERS } from '../support/mcp/server.ts';
import type { TestedDatabase } from '../support/postgres/databases.ts';

/** The two people. Each name is also the epoch of its space. */
export const NAMES = ['mei', 'ravi'] as const;
export type Name = (typeof NAMES)[number];

/**
 * A request. Path and body may name what a server made up: `{share mei 1}` is the id of the first link that Mei made,
 * `{secret me 2}` the secret in the second one of whoever sends the request, `{code me 1}` a code for a device.
 */
export interface Sent {
  readonly method: string;
  /** Path and query, after the origin. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Bytes are sent as they are, anything else as JSON. */
  readonly body?: unknown;
}

/** What a person can do. */
export type Step =
  | { readonly kind: 'http'; readonly sent: Sent }
  | { readonly kind: 'tool'; readonly tool: string; readonly args: object }
  | { readonly kind: 'export' }
  | { readonly kind: 'import'; readonly file: Uint8Array<ArrayBuffer> };

export interface World {
  /** Begins again: the people of this world have empty spaces. */
  begin(): Promise<void>;
  /**
   * Does what a person does, and returns everything that the person can see of it.
   * @param time ms since the epoch
   */
  act(name: Name, step: Step, time: number): Promise<unknown>;
}

/** The n-th id that a server makes up for a person: the same for everybody. */
export function idNo(n: number): string {
  return `00000000-0000-4000-8000-${n.toString(16).padStart(12, '0')}`;
}

/** Every world has the same air and sky, so that its times are the same. */
const AIR = memoryAir();
const SKY = memorySky();

/** What a server makes up at random, and where it tells it. */
const MADE_UP = {
  share: /"id":"([0-9a-f]{16})"/g,
  secret: /\/s\/([0-9a-f]{32})/g,
  code: /"code":"([\w-]{22})"/g,
  token: /"token":"([\w-]{32})"/g,
  ticket: /"ticket":"([\w-]{32})"/g,
} as const;
type Kind = keyof typeof MADE_UP;
/** What nobody was told. */
const NEVER_TOLD = { share: '0'.repeat(16), secret: '0'.repeat(32), code: 'x'.repeat(22) };

interface Somebody {
  readonly token: string;
  readonly store: Store;
  ids: number;
  /** What the server made up for this person, in the order in which it told it. */
  readonly told: Record<Kind | 'tag', string[]>;
}

/** Puts in what a request names. */
function filled(text: string, me: Somebody, people: ReadonlyMap<string, Somebody>): string {
  return text.replace(
    /\{(share|secret|code) (\w+) (\d)\}/g,
    (_, kind: keyof typeof NEVER_TOLD, who: string, n: string) =>
      (who === 'me' ? me : people.get(who))?.told[kind][Number(n) - 1] ?? NEVER_TOLD[kind],
  );
}

/** Names what a server made up by its kind and its place among those that it told this person. */
function named(text: string, { told }: Somebody): string {
  let all = text;
  for (const [kind, form] of Object.entries(MADE_UP)) {
    all = all.replace(form, (around, value: string) =>
      around.replace(value, label(kind as Kind, value, told)),
    );
  }
  if (!all.startsWith('{"shares":')) return all;
  // Those that were made at the same time are in the order of what was made up.
  const { shares }: { shares: { id: string }[] } = JSON.parse(all);
  return JSON.stringify(shares.sort((a, b) => (a.id < b.id ? -1 : 1)));
}

function label(kind: Kind | 'tag', value: string, told: Somebody['told']): string {
  if (!told[kind].includes(value)) told[kind].push(value);
  return `${kind} ${told[kind].indexOf(value) + 1}`;
}

/** A server with these people, for one test. */
export async function openWorld(
  { empty, open, query }: TestedDatabase,
  names: readonly Name[],
): Promise<World> {
  const at = await empty();
  let now = 0;
  const database = await open(at, () => now);
  let acting: Somebody | undefined;
  const people = new Map<Name, Somebody>();
  const newId = () => {
    if (acting === undefined) throw new Error('nobody acts');
    acting.ids += 1;
    return idNo(acting.ids);
  };
  const defects: unknown[] = [];
  const limiter = createLimiter({ points: 1_000_000, seconds: 60 });
  const handle = createServerApi({
    storeOf: database.storeOf,
    shares: database.shares,
    shareQuota: () => undefined,
    shareOrigin: undefined,
    pairing: pairing({ people: database.people, token: undefined, limiter }),
    tickets: database.tickets,
    alerts: serverAlerts(database.alerts),
    issueQuota: () => undefined,
    subscribeQuota: () => undefined,
    writable: database.writable,
    air: AIR,
    sky: SKY,
    past: storedPast(database.storeOf(SERVER_SPACE)),
    products: memoryProducts(),
    guide: async () => '{}',
    auth: tokenAuth({
      token: 'the-token-of-home',
      limiter,
      people: database.people,
    }),
    now: () => now,
    newId,
    announce: () => {},
    async readBody(request, limit) {
      const bytes = new Uint8Array(await request.arrayBuffer());
      return bytes.length > limit ? 'too_large' : bytes;
    },
    openapi: async () => '{}',
    onDefect: (_id, error) => void defects.push(error),
    publicUrl: 'http://host',
    version: '0.0.0',
  });

  const handleAs = (token: string) => (request: Request) => {
    const headers = new Headers(request.headers);
    headers.set('Authorization', `Bearer ${token}`);
    return handle(new Request(request, { headers }), { address: '192.0.2.1' });
  };

  async function http(me: Somebody, { method, path, headers, body }: Sent): Promise<unknown> {
    const text = body === undefined ? null : filled(JSON.stringify(body), me, people);
    const content = body instanceof Uint8Array ? new Uint8Array(body) : text;
    const url = `http://host${filled(path, me, people)}`;
    const request = new Request(url, { method, headers: headers ?? {}, body: content });
    const response = await handleAs(me.token)(request);
    const { etag, ...others } = Object.fromEntries(response.headers);
    // That of a link's drawing is a digest with its secret.
    const isSecret = etag !== undefined && path.startsWith('/api/v1/shared/');
    return {
      status: response.status,
      headers: { ...others, etag: isSecret ? label('tag', etag, me.told) : etag },
      text: named(await response.text(), me),
    };
  }

  async function tool({ token }: Somebody, name: string, args: object): Promise<unknown> {
    const ask = askDrawings(handleAs(token), newId);
    const report = (error: unknown) => {
      defects.push(error);
      return 'defect';
    };
    const params = { name, arguments: args };
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
    const body = JSON.stringify(message);
    const request = new Request('http://host/mcp', { method: 'POST', headers: MESSAGE_HEADERS, body });
    const response = await createMcpHandler(drawServer({ ask, report })).fetch(request, {
      parsedBody: message,
    });
    return response.text();
  }

  async function exported({ store }: Somebody): Promise<unknown> {
    const parts: Uint8Array<ArrayBuffer>[] = [];
    const result = await exportArchive(storeLibrary(store), {
      write: async (bytes) => void parts.push(bytes),
      product: 'Pleinair',
      now: () => now,
    });
    return { result, file: Buffer.concat(parts).toString('latin1') };
  }

  function work(somebody: Somebody, step: Step): Promise<unknown> {
    switch (step.kind) {
      case 'http':
        return http(somebody, step.sent);
      case 'tool':
        return tool(somebody, step.tool, step.args);
      case 'export':
        return exported(somebody);
      case 'import':
        return importArchive(sourceOf(step.file), somebody.store, { now: () => now });
    }
  }

  return {
    async begin() {
      for (const name of people.keys()) await database.people.remove(name);
      people.clear();
      // The time of the last step depends on who else acts here.
      now = 0;
      for (const name of names) {
        const { space } = await database.people.add(name);
        await query(at, `UPDATE spaces SET epoch = '${name}' WHERE id = '${space}'`);
        const { token } = await database.people.addToken(name, 'a device');
        const told = { share: [], secret: [], code: [], token: [], ticket: [], tag: [] };
        people.set(name, { token, store: database.storeOf(space), ids: 0, told });
      }
    },
    async act(name, step, time) {
      const somebody = people.get(name);
      if (somebody === undefined) throw new Error(`${name} is not in this world`);
      now = time;
      acting = somebody;
      const seen = await work(somebody, step);
      acting = undefined;
      if (defects.length > 0) throw new AggregateError(defects.splice(0), 'a defect');
      return seen;
    },
  };
}
