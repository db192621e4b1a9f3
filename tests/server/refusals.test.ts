import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { databaseFile } from '../../server/config/database-at.ts';
import { startAppServer } from '../support/app-server.ts';
import { fastFolder } from '../support/fast-folder.ts';
import { type ProgramResult, refusedStart, takePort } from './program.ts';

let dir = '';
beforeEach(async () => {
  dir = await mkdtemp(join(fastFolder(), 'pleinair-refusal-'));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

function expectOneLine({ code, stderr }: ProgramResult, naming: string): void {
  expect(code).toBe(1);
  expect(stderr.trimEnd().split('\n')).toHaveLength(1);
  expect(stderr).toContain('Pleinair cannot start:');
  expect(stderr).toContain(naming);
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

/** A database that a server made and closed. */
async function madeDatabase(): Promise<string> {
  const server = await startAppServer({ build: false, dataDir: dir });
  expect(await server.stop()).toBe(0);
  return databaseFile(dir);
}

/** Starts a server that must refuse to start, and checks that the folder is unchanged, byte for byte. */
async function expectUntouched(naming: string): Promise<void> {
  const read = async () => {
    const names = (await readdir(dir)).sort();
    return Promise.all(names.map(async (name) => [name, sha256(await readFile(join(dir, name)))]));
  };
  const before = await read();
  expectOneLine(await refusedStart({ DATA_DIR: dir }), naming);
  expect(await read()).toEqual(before);
}

describe('server: refuses to start with one line and exit status 1', () => {
  test('an invalid variable', async () => {
    expectOneLine(await refusedStart({ DATA_DIR: dir, PORT: 'http' }), 'PORT must be');
  });

  test.each([
    ['that is malformed', 'DATABASE_URL must be', 'postgres://me:secret@127.0.0.1'],
    ['without a server', 'the PostgreSQL database x at 127.0.0.1:9', 'postgres://me:secret@127.0.0.1:9/x'],
  ])('a DATABASE_URL %s, without printing its password', async (_, naming, url) => {
    const dataDir = join(dir, 'data');
    const ended = await refusedStart({ DATA_DIR: dataDir, DATABASE_URL: url });
    expectOneLine(ended, naming);
    expect(ended.stdout + ended.stderr).not.toContain('secret');
    expect(await readdir(dir)).toEqual([]);
  });

  test.skipIf(process.platform !== 'linux')(
    'a folder where none can be, instead of trying without end',
    async () => {
      expectOneLine(await refusedStart({ DATA_DIR: '/proc/pleinair/data' }), 'DATA_DIR /proc/pleinair/data');
    },
  );

  test('a busy port, without creating the data folder', async () => {
    const { port, server } = await takePort();
    const dataDir = join(dir, 'data');
    expectOneLine(await refusedStart({ DATA_DIR: dataDir, PORT: String(port) }), `PORT ${port}`);
    expect(await readdir(dir)).toEqual([]);
    server.close();
  });

  test('an unwritable DATA_DIR', async () => {
    await writeFile(join(dir, 'file'), '');
    expectOneLine(await refusedStart({ DATA_DIR: join(dir, 'file', 'data') }), 'DATA_DIR');
  });

  test('a folder where the database should be', async () => {
    await mkdir(databaseFile(dir));
    expectOneLine(await refusedStart({ DATA_DIR: dir }), databaseFile(dir));
  });

  test('a corrupt database is left untouched', async () => {
    const file = await madeDatabase();
    const bytes = await readFile(file);
    bytes.fill(0x5a, 0, 100);
    await writeFile(file, bytes);
    await expectUntouched(file);
  });

  test('a database with a damaged page is left untouched', async () => {
    const file = await madeDatabase();
    const bytes = await readFile(file);
    bytes.fill(0x5a, 4096 * 2);
    await writeFile(file, bytes);
    await expectUntouched(file);
  });

  test('a file that is no database is left untouched', async () => {
    await writeFile(databaseFile(dir), 'Dear diary');
    await expectUntouched(databaseFile(dir));
  });

  test('a database of a newer version is left untouched', async () => {
    const file = await madeDatabase();
    const database = new DatabaseSync(file);
    database.exec('PRAGMA user_version = 9999');
    database.close();
    await expectUntouched('newer');
  });
});
