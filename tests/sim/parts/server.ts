/**
 * The one server of a run: the real application over its disk, a token, a clock, and its crashes and restores.
 */
import type { Handle, PhotoRow, Store, WriteTx } from '../../../src/api/ports.ts';
import { type Contents, contentsOf, photosOf } from '../judging/contents.ts';
import { type VersionsWatch, wrongVersions } from '../judging/versions.ts';
import type { Scheduler } from '../schedule/scheduler.ts';
import { application, tokenAuth } from './application.ts';
import { type DiskFaults, diskOf } from './disk.ts';
import { isPhoto, offWire, onWire, plain, type WireRequest, type WireResponse } from './network.ts';

/**
 * `command`: by `npm run restore`, with a new epoch and only new revisions. `epoch`: with nothing but a new
 * epoch, so that revisions are used again.
 */
export type RestoredBy = 'command' | 'epoch';

/** A server's disk with its backups, in memory or as a real database of its own. */
export interface ServerDisk {
  readonly store: Store;
  /** Ids of all chunks; absent where another process has them. */
  chunkIds?(): readonly string[];
  /** The work that waits for another process; undefined if none does. */
  readonly busy?: () => Promise<unknown> | undefined;
  backup(): Promise<void>;
  /** Restores the last backup. Returns false if there is none. */
  restore(by: RestoredBy): Promise<boolean>;
  close(): Promise<void>;
}

/** One committed state of a drawing, as listed in the feed of changes. */
export interface Change {
  readonly id: string;
  readonly rev: number;
  readonly seq: number;
  readonly trashed: boolean;
}

export interface ServerOptions {
  readonly scheduler: Scheduler;
  readonly disk: ServerDisk;
  readonly delay: () => Promise<void> | undefined;
  /** True if it takes no cursor to move a drawing to the trash. */
  readonly isOlder: boolean;
  readonly versions: VersionsWatch;
  readonly trace: (line: () => string) => void;
  readonly onDefect: (error: unknown) => void;
}

export interface Server {
  readonly faults: DiskFaults;
  token: string;
  /** How far its clock is ahead, ms. */
  skew: number;
  up: boolean;
  deliver(request: WireRequest): Promise<WireResponse>;
  /** Ends this life and everything in progress. The next one begins after so many ms. */
  crash(downMs: number): void;
  backup(): Promise<void>;
  /** Ends this life and restores the last backup. Returns false if there is none. */
  restore(by: RestoredBy): Promise<boolean>;
  contents(): Promise<Contents>;
  photos(): Promise<readonly PhotoRow[]>;
  wrongVersions(): Promise<string | undefined>;
  close(): Promise<void>;
}

/** The answer of a server of an older version, which does not know the parameter. */
const NO_CURSOR: WireResponse = {
  status: 400,
  headers: { 'content-type': 'application/json' },
  body: '{"error":{"code":"invalid_parameter","message":"unknown parameter","details":[{"path":"cursor","message":"unknown"}]}}',
};

/** How long the server is away after it died at a write, ms. */
const RESTART = 3_000;

export function createServer({
  scheduler,
  disk,
  delay,
  isOlder,
  versions,
  trace,
  onDefect,
}: ServerOptions): Server {
  let life = 0;
  let handle: Handle;
  let die: () => void;
  let died: Promise<never>;

  function begin(): void {
    const mine = ++life;
    const alive = () => mine === life;
    died = new Promise((_resolve, reject) => {
      die = () => reject(new Error('the server died'));
    });
    // Nobody may be waiting for it.
    died.catch(() => {});
    const watch = (tx: WriteTx) => versions.watch('the server', tx);
    const host = { faults: server.faults, delay, watch, crashed: () => server.crash(RESTART) };
    handle = application({
      store: diskOf(disk.store, host, alive),
      auth: tokenAuth(() => server.token),
      now: () => scheduler.now + server.skew,
      onDefect,
    });
  }

  const server: Server = {
    faults: { full: false, crashIn: undefined, crashKeeps: false },
    token: 'first',
    skew: 0,
    up: true,
    async deliver({ method, path, headers, body }) {
      if (!server.up) throw new Error('nobody listens');
      if (isOlder && method === 'DELETE' && /\/drawings\/[^/]+\?cursor=/.test(path)) return NO_CURSOR;
      const init = { method, headers, ...(method === 'GET' ? {} : { body: offWire({ headers, body }) }) };
      const request = new Request(`http://server.example${path}`, init);
      const answer = await Promise.race([handle(request), died]);
      const answered = plain(answer.headers);
      const isBytes = isPhoto(answered) && answer.status === 200;
      const text = isBytes ? onWire(new Uint8Array(await answer.arrayBuffer())) : await answer.text();
      return { status: answer.status, headers: answered, body: text };
    },
    crash(downMs) {
      trace(() => `the server stops for ${downMs} ms`);
      server.up = false;
      die();
      begin();
      scheduler.after(downMs, () => {
        server.up = true;
      });
    },
    async backup() {
      await disk.backup();
      trace(() => 'a backup of the server is made');
    },
    async restore(by) {
      server.crash(0);
      const restored = await disk.restore(by);
      if (restored) trace(() => 'the server goes back to its last backup');
      return restored;
    },
    contents: () => contentsOf(disk.store),
    photos: () => photosOf(disk.store),
    wrongVersions: () => wrongVersions(disk.store, disk.chunkIds?.()),
    close: () => disk.close(),
  };
  begin();
  return server;
}
