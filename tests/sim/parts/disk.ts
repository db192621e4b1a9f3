/**
 * The disk of a host. It outlives crashes, fills up, is slow, and the server's can be restored from a backup.
 */
import { type Store, StoreFull, type WriteTx } from '../../../src/api/ports.ts';
import type { MemoryStore } from '../../../src/store/memory.ts';
import type { Watched } from '../judging/versions.ts';

/** Faults of a host's disk. The run changes them while the host works. */
export interface DiskFaults {
  full: boolean;
  /** The host dies at this write, counted from now on. */
  crashIn: number | undefined;
  /** True if that write is on the disk afterwards. */
  crashKeeps: boolean;
}

export interface DiskHost {
  readonly faults: DiskFaults;
  /** Virtual ms before a transaction begins. */
  delay(): Promise<void> | undefined;
  /** Called when the host died at a write. */
  crashed(): void;
  /** Sees what each write does, before it is committed. */
  watch(tx: WriteTx): Watched;
  /** Called when a write was committed. */
  written?(): Promise<void>;
}

/**
 * Never settles: a process that died learns nothing. Each call returns a new promise, because one promise would
 * keep all its waiters in memory.
 */
const never = () => new Promise<never>(() => {});

/** The host dies inside a transaction, which is therefore lost. */
class Lost extends Error {}

/**
 * The disk as one life of a host sees it: a dead host gets no more results.
 * @param alive true while this life of the host goes on
 */
export function diskOf(disk: Store, host: DiskHost, alive: () => boolean): Store {
  async function begin(): Promise<void> {
    const delay = host.delay();
    if (delay !== undefined) await delay;
    if (!alive()) await never();
  }

  return {
    async read(work) {
      await begin();
      const answer = await disk.read(work);
      return alive() ? answer : never();
    },
    async write(work) {
      await begin();
      const { faults } = host;
      const last = faults.crashIn !== undefined && --faults.crashIn <= 0;
      if (last) faults.crashIn = undefined;
      const lost = last && !faults.crashKeeps;
      try {
        const answer = await disk.write(async (tx) => {
          const steps: Step[] = [];
          const seen = host.watch(faults.full ? recording(tx, steps) : tx);
          const result = await work(seen.tx);
          await seen.check();
          if (lost) throw new Lost();
          // A transaction that only reads needs no space.
          if (steps.length > 0 && !last) throw new StoreFull('the disk is full');
          return result;
        });
        await host.written?.();
        if (!last) return alive() ? answer : await never();
      } catch (error) {
        if (!(error instanceof Lost)) throw error;
      }
      host.crashed();
      return never();
    },
    writable: () => disk.writable(),
    close: async () => {},
  };
}

type Step = readonly [method: string, args: readonly unknown[]];

export interface JournaledDisk {
  readonly store: MemoryStore;
  /** Number of committed writes so far: a backup is such a number. */
  readonly length: number;
  /**
   * A disk with only the first `length` writes, and a new epoch.
   * @param leastRev revisions continue from here, as after `npm run restore`; without it they continue from
   * where they were
   */
  goBack(length: number, leastRev?: number): Promise<JournaledDisk>;
}

const WRITES = /^(?:put|set|delete|drop|remove|add)/;

/** A disk that remembers every write. */
export function journaled(make: () => MemoryStore): JournaledDisk {
  return remembering(make(), [], make);
}

function remembering(
  inner: MemoryStore,
  commits: (readonly Step[])[],
  make: () => MemoryStore,
): JournaledDisk {
  return {
    store: {
      ...inner,
      async write(work) {
        let steps: Step[] = [];
        const answer = await inner.write((tx) => {
          steps = [];
          return work(recording(tx, steps));
        });
        if (steps.length > 0) commits.push(steps);
        return answer;
      },
    },
    get length() {
      return commits.length;
    },
    async goBack(length, leastRev) {
      const kept = commits.slice(0, length);
      const fresh = make();
      await fresh.write((tx) => again(tx, kept.flat()));
      const disk = remembering(fresh, kept, make);
      if (leastRev !== undefined) await disk.store.write((tx) => raiseRevs(tx, leastRev));
      return disk;
    },
  };
}

async function raiseRevs(tx: WriteTx, least: number): Promise<void> {
  const rows = [...(await tx.list({ trashed: false })), ...(await tx.list({ trashed: true }))];
  for (const row of rows) await tx.putDrawing({ ...row, rev: Math.max(row.rev + 1, least) });
  for (const purge of await tx.purges(0, Number.MAX_SAFE_INTEGER)) {
    await tx.putPurge({ ...purge, rev: Math.max(purge.rev + 1, least) });
  }
}

async function again(tx: WriteTx, steps: readonly Step[]): Promise<void> {
  for (const [name, args] of steps) {
    const method: unknown = Reflect.get(tx, name);
    if (typeof method !== 'function') throw new Error(`there is no ${name} to do again`);
    await Reflect.apply(method, tx, args);
  }
}

function recording(tx: WriteTx, steps: Step[]): WriteTx {
  return new Proxy(tx, {
    get(target, name, receiver) {
      const method: unknown = Reflect.get(target, name, receiver);
      if (typeof name !== 'string' || !WRITES.test(name) || typeof method !== 'function') return method;
      return (...args: unknown[]): unknown => {
        steps.push([name, args]);
        return Reflect.apply(method, target, args);
      };
    },
  });
}
