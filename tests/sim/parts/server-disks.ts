/** The kinds of disk that a server runs on; `postgres-disk.ts` is another one. */
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { backupTo, restoreFrom, sqliteStore } from '../../../server/store/index.ts';
import type { Store } from '../../../src/api/ports.ts';
import { newEpoch } from '../../../src/store/epoch.ts';
import { memoryStore } from '../../../src/store/memory.ts';
import { fastFolder } from '../../support/fast-folder.ts';
import { journaled } from './disk.ts';
import type { ServerDisk } from './server.ts';

/** A store whose target may be replaced during use. */
function replaceable(current: () => Store): Store {
  return {
    read: (work) => current().read(work),
    write: (work) => current().write(work),
    writable: () => current().writable(),
    close: () => current().close(),
  };
}

/**
 * The first revision after so many restores. It stands for the time, but is the same in every run of a seed.
 */
export const leastRev = (restores: number) => restores * 1e9;

export function memoryServerDisk(): ServerDisk {
  let disk = journaled(memoryStore);
  let backup: number | undefined;
  let restores = 0;
  return {
    store: replaceable(() => disk.store),
    chunkIds: () => disk.store.chunkIds(),
    async backup() {
      backup = disk.length;
    },
    async restore(by) {
      if (backup === undefined) return false;
      restores += 1;
      disk = await disk.goBack(backup, by === 'command' ? leastRev(restores) : undefined);
      return true;
    },
    close: () => disk.store.close(),
  };
}

/** The product's own database, with its backup and restore. */
export function sqliteServerDisk(): ServerDisk {
  const folder = mkdtempSync(join(fastFolder(), 'pleinair-sim-'));
  const file = join(folder, 'pleinair.sqlite');
  const copy = join(folder, 'backup.sqlite');
  // The order of events must not depend on the speed of this machine.
  const open = () => sqliteStore({ file, turnMs: Number.POSITIVE_INFINITY });
  let store = open();
  let hasBackup = false;
  let restores = 0;
  return {
    store: replaceable(() => store),
    chunkIds() {
      using database = new DatabaseSync(file, { readOnly: true });
      return database
        .prepare('SELECT id FROM chunks')
        .all()
        .map(({ id }) => String(id));
    },
    async backup() {
      rmSync(copy, { force: true });
      backupTo(file, copy);
      hasBackup = true;
    },
    async restore(by) {
      if (!hasBackup) return false;
      await store.close();
      restores += 1;
      if (by === 'command') rmSync(restoreFrom(copy, file, leastRev(restores)) ?? '', { force: true });
      else putBack(copy, file);
      store = open();
      return true;
    },
    async close() {
      await store.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function putBack(copy: string, file: string): void {
  for (const log of ['-wal', '-shm']) rmSync(file + log, { force: true });
  copyFileSync(copy, file);
  const database = new DatabaseSync(file);
  database.prepare('UPDATE spaces SET epoch = ?').run(newEpoch());
  database.close();
}
