/** One device: its disk, its pages and, while a life of it lasts, the application and the engine. */
import type { Handle, PhotoRow, Store, WriteTx } from '../../../src/api/ports.ts';
import { memoryStore } from '../../../src/store/memory.ts';
import { syncPhotos } from '../../../src/sync/photos/sync-photos.ts';
import type { Engine, MakeEngine } from '../engine.ts';
import { uuid } from '../globals.ts';
import { type Contents, contentsOf, photosOf } from '../judging/contents.ts';
import type { Ledger } from '../judging/ledger.ts';
import { type VersionsWatch, wrongVersions } from '../judging/versions.ts';
import type { Random } from '../schedule/random.ts';
import type { Scheduler } from '../schedule/scheduler.ts';
import { application, ORIGIN_AUTH } from './application.ts';
import { type DiskFaults, diskOf } from './disk.ts';
import { type Link, onWire } from './network.ts';
import { createPages, type Pages } from './people/page.ts';

export interface DeviceOptions {
  readonly name: string;
  readonly scheduler: Scheduler;
  readonly random: Random;
  readonly ledger: Ledger;
  readonly link: Link;
  readonly makeEngine: MakeEngine;
  readonly delay: () => Promise<void> | undefined;
  readonly sliceMs: number;
  readonly versions: VersionsWatch;
  readonly trace: (line: () => string) => void;
  readonly onDefect: (error: unknown) => void;
  /** Called after each commit to the disk. */
  readonly written: (disk: Store) => Promise<void>;
}

export interface Restart {
  /** True if the pages end too, false if only the worker does. */
  readonly pages: boolean;
  readonly downMs: number;
}

export interface Device {
  readonly name: string;
  readonly disk: Store;
  readonly faults: DiskFaults;
  readonly pages: Pages;
  readonly link: Link;
  token: string;
  /** How far its clock is ahead, ms. */
  skew: number;
  up: boolean;
  /** True while its person lets photos be synced. */
  syncsPhotos: boolean;
  /** Number of transactions that wait to begin. */
  waiting: number;
  /**
   * True if requests of its pages arrive twice: a browser repeats a request when it stopped the worker during
   * it.
   */
  twice: boolean;
  /** What ends at a crash at a write, and for how long. */
  restart: Restart;
  /** Starts the engine, unless it runs. Tries again later if it could not finish. */
  sync(): void;
  /** Stops the running engine. */
  stop(): void;
  /** Syncs until the engine says that nothing is left. Returns how it ended otherwise. */
  syncFully(): Promise<string | undefined>;
  engineState(): ReturnType<Engine['state']>;
  /** Ends this life. The next one begins after so many ms, with nothing but the disk. */
  crash(restart: Restart): void;
  contents(): Promise<Contents>;
  photos(): Promise<readonly PhotoRow[]>;
  wrongVersions(): Promise<string | undefined>;
}

/** Time slice of a run that is in no hurry, virtual ms. */
const SLICE = 600_000;
/** Most runs in a row that each say that there is more to do. */
const MORE_MAX = 200;

export function createDevice(options: DeviceOptions): Device {
  const {
    name,
    scheduler,
    random,
    ledger,
    link,
    makeEngine,
    delay,
    sliceMs,
    versions,
    trace,
    onDefect,
    written,
  } = options;
  const disk = memoryStore();
  let life = 0;
  let handle: Handle;
  let engine: Engine;
  let die: () => void;
  let died: Promise<never>;
  let running: AbortController | undefined;
  let again = false;

  function begin(): void {
    const mine = ++life;
    const alive = () => mine === life;
    running = undefined;
    died = new Promise((_resolve, reject) => {
      die = () => reject(new Error(`${name} died`));
    });
    died.catch(() => {});
    const host = {
      faults: device.faults,
      delay() {
        const waits = delay();
        if (waits === undefined) return undefined;
        device.waiting++;
        return waits.then(() => void device.waiting--);
      },
      watch: (tx: WriteTx) => versions.watch(name, tx),
      crashed: () => device.crash(device.restart),
      written: () => written(disk),
    };
    const store = diskOf(disk, host, alive);
    const now = () => scheduler.now + device.skew;
    const heard = ({ id, rev }: { readonly id: string; readonly rev: number }) => {
      // Pages get the news in a turn of their own.
      scheduler.after(1, () => pages.heard(id, rev));
    };
    handle = application({
      store,
      auth: ORIGIN_AUTH,
      now,
      onDefect,
      announce(change) {
        heard(change);
        scheduler.after(random.int(100, 2_000), device.sync);
      },
    });
    engine = makeEngine({
      store,
      now,
      newId: uuid,
      announce: heard,
      async photos(run) {
        if (device.syncsPhotos) await syncPhotos(run);
      },
      async send(path, init, signal) {
        const headers = lowerCase({ ...init.headers, Authorization: `Bearer ${device.token}` });
        const body = init.bytes ? onWire(init.bytes) : (init.body ?? '');
        const answer = link.send({ method: init.method, path, headers, body }, signal);
        // A life that is over gets no results.
        const alone = new Promise<never>(() => {});
        return answer.then(
          (response) => (alive() ? response : alone),
          (error: unknown) => (alive() ? Promise.reject(error) : alone),
        );
      },
    });
  }

  const pages = createPages({
    device: name,
    scheduler,
    random,
    now: () => scheduler.now + device.skew,
    ledger,
    trace,
    async ask(request) {
      await scheduler.wait(1);
      if (!device.up) throw new TypeError('nobody answers');
      if (device.twice) await Promise.race([handle(request()), died]);
      return Promise.race([handle(request()), died]);
    },
  });

  /** Runs the engine once. Returns `done`, `more`, what kept it from finishing, or that the device died. */
  async function runOnce(ms: number, isByHand = false): Promise<string> {
    const mine = life;
    const controller = new AbortController();
    running = controller;
    again = false;
    const cancel = scheduler.after(ms, () => controller.abort());
    try {
      const outcome = await Promise.race([engine.run(controller.signal, isByHand), died]);
      const end = typeof outcome === 'string' ? outcome : outcome.trouble;
      trace(() => `${name} ends a run: ${end}`);
      return end;
    } catch (error) {
      if (mine === life) onDefect(error);
      return 'died';
    } finally {
      cancel();
      if (mine === life) running = undefined;
    }
  }

  const device: Device = {
    name,
    disk,
    link,
    pages,
    faults: { full: false, crashIn: undefined, crashKeeps: false },
    token: 'first',
    skew: 0,
    up: true,
    syncsPhotos: false,
    waiting: 0,
    twice: false,
    restart: { pages: false, downMs: 400 },
    sync() {
      if (!device.up) return;
      if (running !== undefined) {
        again = true;
        return;
      }
      trace(() => `${name} begins a run`);
      void runOnce(sliceMs).then((end) => {
        if (end === 'died') return;
        if (end === 'more' || (again && end === 'done')) scheduler.after(10, device.sync);
        else if (end !== 'done') scheduler.after(random.int(1_000, 20_000), device.sync);
      });
    },
    stop: () => running?.abort(),
    async syncFully() {
      for (let runs = 0; runs < MORE_MAX; runs++) {
        // Waits for a running engine: there are never two at a time.
        while (running !== undefined) await scheduler.wait(50);
        // So that no photo waits for its time.
        const end = await runOnce(SLICE, true);
        if (end === 'done') return undefined;
        if (end !== 'more') return end;
      }
      return `${MORE_MAX} runs in a row`;
    },
    engineState: () => engine.state(),
    crash({ pages: pagesToo, downMs }) {
      trace(() => `${name} dies${pagesToo ? ' with its pages' : ''} for ${downMs} ms`);
      device.up = false;
      running?.abort();
      die();
      if (pagesToo) pages.crash();
      begin();
      scheduler.after(downMs, () => {
        device.up = true;
        // The engine may not have finished: the next life checks.
        scheduler.after(random.int(10, 1_000), device.sync);
      });
    },
    contents: () => contentsOf(disk),
    photos: () => photosOf(disk),
    wrongVersions: () => wrongVersions(disk, disk.chunkIds()),
  };
  begin();
  return device;
}

function lowerCase(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
