/**
 * The order in which backup and restore write to the disk. It is recorded at the system's own functions, all of
 * which run.
 */
import { basename } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { testFolder } from '../../../tests/store/folder.ts';

const seen = vi.hoisted(() => ({ steps: [] as string[], paths: new Map<number, string>() }));
vi.mock('node:fs', async (original) => {
  const fs = await original<typeof import('node:fs')>();
  const name = (path: unknown) => basename(String(path)).replace(/\.new-\d+$/, '.new');
  return {
    ...fs,
    openSync(...args: Parameters<typeof fs.openSync>) {
      const handle = fs.openSync(...args);
      seen.paths.set(handle, name(args[0]));
      return handle;
    },
    fsyncSync(handle: number) {
      seen.steps.push(`sync ${seen.paths.get(handle)}`);
      fs.fsyncSync(handle);
    },
    renameSync(from: string, to: string) {
      seen.steps.push(`${name(from)} becomes ${name(to)}`);
      fs.renameSync(from, to);
    },
    linkSync(from: string, to: string) {
      seen.steps.push(`${name(from)} becomes ${name(to)}`);
      fs.linkSync(from, to);
    },
  };
});

const { backupTo, restoreFrom } = await import('./backup.ts');
const { ensureDatabase } = await import('./database-file.ts');

const folder = testFolder();

describe('store: backup and restore and the disk', () => {
  it('a copy is on the disk before it gets its name, and its name before anybody is told', () => {
    const [file, backup] = [folder.file('pleinair.db'), folder.file('backup.db')];
    ensureDatabase(file);
    seen.steps.length = 0;
    backupTo(file, backup);
    expect(seen.steps.splice(0)).toEqual([
      'sync backup.db.new',
      'backup.db.new becomes backup.db',
      `sync ${basename(folder.path)}`,
    ]);
    restoreFrom(backup, file);
    expect(seen.steps).toEqual([
      'sync pleinair.db.new',
      'pleinair.db becomes pleinair.db.before-restore',
      'pleinair.db.new becomes pleinair.db',
      `sync ${basename(folder.path)}`,
    ]);
  });
});
