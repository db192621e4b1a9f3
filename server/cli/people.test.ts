import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { handlerTarget } from '../../tests/contract/hosts.ts';
import { fastFolder } from '../../tests/support/fast-folder.ts';
import { testedDatabases } from '../../tests/support/postgres/databases.ts';
import { type DatabaseAt, databaseFile } from '../config/database-at.ts';
import { type Database, sqliteDatabase } from '../store/index.ts';
import { type CommandHost, importFrom } from './archive.ts';
import { removePerson } from './people.ts';

/** Writers at a time, before the removal and during its export. */
const WRITERS = 4;

let folder: string;
let at: DatabaseAt;
let database: Database;
let space: string;
let token: string;

for (const { name: kind, skip, empty, open } of testedDatabases()) {
  describe.skipIf(skip)(`people: the removal of a person, in ${kind}`, () => {
    beforeEach(async () => {
      folder = mkdtempSync(join(fastFolder(), 'pleinair-removal-'));
      const made = folder;
      onTestFinished(() => rmSync(made, { recursive: true }));
      // The command finds a file by the name that it has in its folder.
      at = kind === 'SQLite' ? { kind: 'sqlite', file: databaseFile(folder) } : await empty();
      database = await open(at);
      space = (await database.people.add('Mei')).space;
      token = (await database.people.addToken('Mei', 'Phone')).token;
    });

    const host = (progress: CommandHost['progress'] = () => {}): CommandHost => ({
      env: at.kind === 'sqlite' ? { DATA_DIR: dirname(at.file) } : { DATA_DIR: folder, DATABASE_URL: at.url },
      print: () => {},
      printError: () => {},
      progress,
      signal: new AbortController().signal,
    });

    /** Sends a drawing to a server with this database, and returns the status of the answer. */
    function sender(): (title: string) => Promise<number> {
      const server = handlerTarget({ store: database.storeOf(space), database });
      return async (title) => {
        const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` };
        const body = JSON.stringify({ title, strokes: [], thumb: '' });
        return (await server.send({ method: 'POST', path: '/api/v1/drawings', headers, body })).status;
      };
    }

    async function titlesIn(file: string): Promise<string[]> {
      const into = join(folder, 'imported');
      await importFrom(file, { ...host(), env: { DATA_DIR: into } });
      const imported = sqliteDatabase({ file: databaseFile(into) });
      try {
        const rows = await imported.storeOf('home').read((tx) => tx.list({ trashed: false }));
        return rows.map(({ title }) => title).sort();
      } finally {
        await imported.close();
      }
    }

    it('leaves an export with all that the server said it has, whoever writes meanwhile', async () => {
      const send = sender();
      const stored: string[] = [];
      const refused: number[] = [];
      const under: Promise<boolean>[] = [];
      async function write(title: string): Promise<boolean> {
        const status = await send(title);
        if (status === 201) stored.push(title);
        else refused.push(status);
        return status === 201;
      }
      expect(await write('the first')).toBe(true);
      const writers = Array.from({ length: WRITERS }, async (_, writer) => {
        for (let n = 0; await write(`${writer}-${n}`); n++);
      });
      const file = join(folder, 'removed.zip');
      await removePerson(
        'Mei',
        file,
        host(() => {
          // Few, because a server also refuses whoever sends many wrong tokens.
          if (under.length < WRITERS) under.push(write(`during the export ${under.length}`));
        }),
      );
      await Promise.all([...writers, ...under]);
      expect(under.length).toBeGreaterThan(0);
      expect(await titlesIn(file)).toEqual(stored.sort());
      expect(new Set(refused)).toEqual(new Set([401]));
    });

    it('lets the person in again if the export fails', async () => {
      const send = sender();
      const file = join(folder, 'removed.zip');
      writeFileSync(file, 'something else');
      await expect(removePerson('Mei', file, host())).rejects.toThrow('already exists');
      expect(await send('after that')).toBe(201);
      expect((await database.people.named('Mei')).isClosed).toBe(false);
    });

    it('is given up if the person was let in again meanwhile', async () => {
      const { people } = database;
      const closing = await people.close('Mei');
      expect(await people.spaceOf(token)).toBeUndefined();
      expect((await people.named('Mei')).isClosed).toBe(true);
      const second = await people.addToken('Mei', 'Tablet');
      await expect(people.remove('Mei', closing)).rejects.toThrow('let in again');
      expect(await people.spaceOf(second.token)).toBe(space);
      expect(await people.spaceOf(token)).toBe(space);
    });

    it('writes no export if nobody wants one', async () => {
      await removePerson('Mei', false, host());
      expect(existsSync(join(folder, `removed-${space}.zip`))).toBe(false);
      await expect(database.people.named('Mei')).rejects.toThrow('nobody');
    });
  });
}
