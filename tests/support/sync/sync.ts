/**
 * Devices and their server in one process or page: the real application on both sides, over stores in memory by
 * default.
 */
import { createApi } from '../../../src/api/index.ts';
import { originAuth } from '../../../src/api/origin-auth.ts';
import type { Auth, Handle, Store } from '../../../src/api/ports.ts';
import { ONE_LAYER } from '../../../src/core/drawing/members/layers.ts';
import { membersJson } from '../../../src/core/drawing/members/optional-members.ts';
import { WHITE } from '../../../src/core/drawing/members/paper.ts';
import { strokesJson } from '../../../src/core/drawing/strokes/stroke-json.ts';
import type { Drawing, Stroke } from '../../../src/core/drawing/types.ts';
import { memoryStore } from '../../../src/store/memory.ts';
import type { SendInit, Sync, SyncOptions, SyncOutcome } from '../../../src/sync/drawings/ports.ts';
import { createSync } from '../../../src/sync/drawings/sync.ts';
import type { Progress } from '../../../src/sync/state/sync-status.ts';

export interface RecordedRequest extends SendInit {
  readonly path: string;
}

/** A network: may change what happens to a request. `next` sends it to the server. */
export type Network = (asked: RecordedRequest, next: () => Promise<Response>) => Promise<Response>;

export interface Peer {
  readonly store: Store;
  readonly handle: Handle;
  readonly pages: Pages;
}

export interface Device extends Peer {
  readonly sync: Sync;
  /** The requests of the last runs. */
  readonly asked: RecordedRequest[];
  /** The changes that were announced to the pages. */
  readonly announced: { readonly id: string; readonly rev: number }[];
  readonly progress: Progress[];
  network: Network;
  /** Runs sync until nothing is left to do, and fails if that does not happen. */
  settle(): Promise<void>;
}

/** What pages and other clients do through the API. */
export interface Pages {
  create(
    drawing: Partial<Pick<Drawing, 'title' | 'strokes' | 'thumb' | 'layers'>>,
    id?: string,
  ): Promise<string>;
  read(id: string): Promise<Drawing | undefined>;
  patch(id: string, ...operations: readonly object[]): Promise<void>;
  add(id: string, ...strokes: readonly Stroke[]): Promise<void>;
  trash(id: string): Promise<void>;
  restore(id: string): Promise<void>;
  /** Moves a drawing to the trash and deletes it for good. */
  purge(id: string): Promise<void>;
  all(): Promise<Drawing[]>;
  profile(displayName?: string, avatarSeed?: string): Promise<{ displayName: string; avatarSeed: string }>;
}

async function nothing(): Promise<never> {
  throw new Error('there are drawings here, and nothing else');
}

function peer(store: Store, auth: Auth, now: () => number = Date.now): Peer {
  const handle = createApi({
    storeOf: () => store,
    writable: store.writable,
    auth,
    air: { state: nothing, history: nothing, now },
    sky: { state: nothing, now },
    products: { catalogue: nothing },
    guide: async () => '{}',
    now,
    newId: () => crypto.randomUUID(),
    announce: () => {},
    async readBody(request, limit) {
      const bytes = new Uint8Array(await request.arrayBuffer());
      return bytes.length > limit ? 'too_large' : bytes;
    },
    openapi: async () => '{}',
    onDefect: (id, error) => console.error('defect', id, error),
    publicUrl: 'http://127.0.0.1:8787',
    version: '0.0.0',
  });
  return { store, handle, pages: pagesOf(handle) };
}

/** A store with everything from another one except its idempotency keys, like a backup: with another epoch. */
export async function backup(of: Store): Promise<Store> {
  const copy = memoryStore();
  const { counter, rows, purges, texts, thumbs, profile } = await of.read(async (tx) => {
    const found = await tx.changes(0, 1e6);
    const ids = found.flatMap(({ chunks }) => chunks.map(([id]) => id));
    return {
      counter: (await tx.meta()).counter,
      rows: found,
      purges: await tx.purges(0, 1e6),
      texts: (await tx.chunks(ids)).map((text, index) => ({ id: ids[index] ?? '', text })),
      thumbs: await tx.thumbs(found.map(({ id }) => id)),
      profile: await tx.value('profile'),
    };
  });
  await copy.write(async (tx) => {
    await tx.setCounter(counter);
    await tx.putChunks(texts);
    for (const [index, row] of rows.entries()) {
      await tx.putDrawing(row);
      await tx.putThumb(row.id, thumbs[index] ?? '');
    }
    for (const purge of purges) await tx.putPurge(purge);
    if (profile !== undefined) await tx.putValue('profile', profile);
  });
  return copy;
}

export interface Exchangeable {
  readonly store: Store;
  now: Store;
}

/** A store that can be replaced while it is in use. */
export function exchangeable(first: Store = memoryStore()): Exchangeable {
  const slot: Exchangeable = {
    now: first,
    store: {
      read: (work) => slot.now.read(work),
      write: (work) => slot.now.write(work),
      writable: () => slot.now.writable(),
      close: () => slot.now.close(),
    },
  };
  return slot;
}

/** The content that must be equal on all sides. */
export async function contentOf({ pages }: Peer) {
  const drawings = await pages.all();
  return drawings.map(({ id, title, strokes, trashed, paper = WHITE, layers = ONE_LAYER }) => ({
    id,
    title,
    paper,
    layers,
    strokes: strokesJson(strokes),
    trashed,
  }));
}

export function server(store: Store = memoryStore(), now?: () => number): Peer {
  return peer(
    store,
    originAuth(async () => undefined),
    now,
  );
}

export function device(
  of: Peer,
  store: Store = memoryStore(),
  now: () => number = Date.now,
  photos?: SyncOptions['photos'],
): Device {
  const asked: RecordedRequest[] = [];
  const announced: Device['announced'] = [];
  const progress: Progress[] = [];
  const made: Device = {
    ...peer(
      store,
      originAuth(async () => undefined),
      now,
    ),
    asked,
    announced,
    progress,
    network: (_, next) => next(),
    sync: createSync({
      store,
      now,
      newId: () => crypto.randomUUID(),
      announce: (change) => announced.push(change),
      ...(photos && { photos }),
      onProgress: (now) => progress.push(now),
      async send(path, init, signal) {
        signal.throwIfAborted();
        asked.push({ path, ...init });
        const { bytes, body = null, ...rest } = init;
        const given = { ...rest, body: bytes ?? body };
        const request = () => new Request(`http://server${path}`, given);
        return made.network({ path, ...init }, async () => of.handle(request()));
      },
    }),
    async settle() {
      for (let runs = 0; runs < 20; runs++) {
        const outcome: SyncOutcome = await made.sync.run();
        if (outcome === 'done') return;
        if (outcome !== 'more') throw new Error(`the run stopped: ${JSON.stringify(outcome)}`);
      }
      throw new Error('twenty runs were not enough');
    },
  };
  return made;
}

/** Responds instead of the server to the requests for which `what` returns true. */
export function respondInstead(
  it: Device,
  what: (path: string, method: string) => boolean,
  respond: () => Response,
) {
  it.network = async ({ path, method }, next) => (what(path, method) ? respond() : next());
}

export function refusal(status: number, code: string, headers: Record<string, string> = {}): Response {
  return Response.json({ error: { code, message: 'no' } }, { status, headers });
}

/** The 400 of a parameter. */
export function badParameter(path: string): Response {
  const details = [{ path, message: 'no' }];
  return Response.json({ error: { code: 'invalid_parameter', message: 'no', details } }, { status: 400 });
}

/** The 400 of a body with a fault at each path. */
export function badBody(paths: readonly string[]): Response {
  const details = paths.map((path) => ({ path, message: 'no' }));
  return Response.json({ error: { code: 'invalid_body', message: 'no', details } }, { status: 400 });
}

function pagesOf(handle: Handle): Pages {
  async function ask(method: string, path: string, headers: Record<string, string> = {}, body?: string) {
    const init = body === undefined ? { method, headers } : { method, headers, body };
    const response = await handle(new Request(`http://here${path}`, init));
    const text = await response.text();
    if (!response.ok && response.status !== 404) throw new Error(`${method} ${path}: ${text}`);
    return { text, response };
  }
  const at = (id: string) => `/api/v1/drawings/${id}`;
  const JSON_TYPE = { 'Content-Type': 'application/json' };
  const pages: Pages = {
    async create({ title = '', strokes = [], thumb = '', layers }, id = crypto.randomUUID()) {
      const body = `{"title":${JSON.stringify(title)},"strokes":[${strokesJson(strokes)}],"thumb":${JSON.stringify(thumb)}${membersJson({ layers })}}`;
      await ask('PUT', at(id), { ...JSON_TYPE, 'If-None-Match': '*' }, body);
      return id;
    },
    async read(id) {
      const { text, response } = await ask('GET', at(id));
      return response.ok ? JSON.parse(text) : undefined;
    },
    async patch(id, ...operations) {
      const drawing = await pages.read(id);
      const headers = {
        'Content-Type': 'application/json-patch+json',
        'If-Match': `"${drawing?.rev}"`,
        'Idempotency-Key': crypto.randomUUID(),
      };
      await ask('PATCH', at(id), headers, JSON.stringify(operations));
    },
    add: (id, ...strokes) =>
      pages.patch(id, ...strokes.map((value) => ({ op: 'add', path: '/strokes/-', value }))),
    async trash(id) {
      await ask('DELETE', at(id));
    },
    async restore(id) {
      await ask('PUT', `${at(id)}/restore`);
    },
    async purge(id) {
      await pages.trash(id);
      await ask('DELETE', `/api/v1/trash/${id}`);
    },
    async all() {
      const lists = await Promise.all(
        ['false', 'true'].map((trashed) => ask('GET', `/api/v1/drawings?trashed=${trashed}`)),
      );
      const ids: string[] = lists.flatMap(({ text }) =>
        JSON.parse(text).drawings.map(({ id }: Drawing) => id),
      );
      const drawings = await Promise.all(ids.sort().map((id) => pages.read(id)));
      return drawings.filter((drawing) => drawing !== undefined);
    },
    async profile(displayName, avatarSeed = '') {
      if (displayName !== undefined) {
        await ask('PUT', '/api/v1/profile', JSON_TYPE, JSON.stringify({ displayName, avatarSeed }));
      }
      return JSON.parse((await ask('GET', '/api/v1/profile')).text);
    },
  };
  return pages;
}
