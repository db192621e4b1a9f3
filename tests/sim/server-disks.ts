/** The two disks that a server is run on. */
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { backupTo, restoreFrom, sqliteStore } from '../../server/store/index.ts';
import type { Store } from '../../src/api/ports.ts';
import { memoryStore } from '../../src/store/memory.ts';
import { fastFolder } from '../support/fast-folder.ts';
import { journaled } from './disk.ts';
import type { ServerDisk } from './server.ts';

/** A store whose target may be replaced under it. */
function replaceable(current: () => Store): Store {
  return {
    read: (work) => current().read(work),
    write: (work) => current().write(work),
    writable: () => current().writable(),
    close: () => current().close(),
  };
}

export function memoryServerDisk(): ServerDisk {
  let disk = journaled(memoryStore);
  let backup: number | undefined;
  return {
    store: replaceable(() => disk.store),
    async backup() {
      backup = disk.length;
    },
    async restore() {
      if (backup === undefined) return false;
      disk = await disk.goBack(backup);
      return true;
    },
    close: () => disk.store.close(),
  };
}

/** The database that the product uses, with its own backup and restore. */
export function sqliteServerDisk(): ServerDisk {
  const folder = mkdtempSync(join(fastFolder(), 'pleinair-sim-'));
  const file = join(folder, 'pleinair.sqlite');
  const copy = join(folder, 'backup.sqlite');
  let store = sqliteStore({ file });
  let hasBackup = false;
  return {
    store: replaceable(() => store),
    async backup() {
      backupTo(file, copy);
      hasBackup = true;
    },
    async restore() {
      if (!hasBackup) return false;
      await store.close();
      restoreFrom(copy, file);
      store = sqliteStore({ file });
      return true;
    },
    async close() {
      await store.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
