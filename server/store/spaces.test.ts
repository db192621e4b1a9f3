import { copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HOME, type ReadTx } from '../../src/api/ports.ts';
import { handlerTarget } from '../../tests/contract/hosts.ts';
import { testFolder } from '../../tests/store/folder.ts';
import { row, uuid } from '../../tests/store/samples.ts';
import { storeCases } from '../../tests/store/suite.ts';
import { addOne, everything, fill } from '../../tests/store/work.ts';
import { realStrokes } from '../../tests/support/drawing/strokes.ts';
import { testedDatabases } from '../../tests/support/postgres/databases.ts';
import type { DatabaseAt } from '../config/database-at.ts';
import { backupTo, type Database, openDatabase, renewEpochs, restoreFrom, SERVER_SPACE } from './index.ts';
import { VERSION } from './sql/steps.ts';
import { pragma } from './sqlite/sqlite-schema.ts';

/** A database of version 3, the last one without spaces, and what its server responded. */
const BEFORE = join(import.meta.dirname, '../../tests/store/before-spaces');
const DATABASES = testedDatabases();

const folder = testFolder();
let file: string;
const opened: Database[] = [];

beforeEach(() => {
  file = folder.file('pleinair.db');
});

afterEach(async () => {
  for (const database of opened.splice(0)) await database.close();
});

async function open(at: DatabaseAt = { kind: 'sqlite', file }): Promise<Database> {
  const database = await openDatabase(at);
  opened.push(database);
  return database;
}

function onFile(work: (database: DatabaseSync) => void): void {
  const database = new DatabaseSync(file);
  try {
    work(database);
  } finally {
    database.close();
  }
}

/** Everything of a space; the hours are everybody's. */
async function contentsOf(tx: ReadTx) {
  const { hours: _everybodys, ...contents } = await everything(tx);
  return {
    ...contents,
    counts: await tx.counts(),
    changes: await tx.changes(0, 1000),
    purges: await tx.purges(0, 1000),
  };
}

for (const { name: databaseName, skip, empty } of DATABASES) {
  describe.skipIf(skip)(`store: a space in a ${databaseName} database with another one`, () => {
    let at: DatabaseAt;
    let other: string;
    beforeEach(async () => {
      at = await empty();
      const database = await open(at);
      other = (await database.people.add('Other')).space;
      await database.storeOf(HOME).write(fill);
    });
    const storeOf = async (space: string) => (await open(at)).storeOf(space);

    const strokes = realStrokes(200);
    for (const { name, run } of storeCases.filter(({ device }) => !device)) {
      it(`${name}, and the other one is as it was`, async () => {
        const before = await (await storeOf(HOME)).read(contentsOf);
        await run({ open: () => storeOf(other), strokes });
        expect(await (await storeOf(HOME)).read(contentsOf)).toEqual(before);
      });
    }

    it('leaves what everybody shares alone, which can be written and read again', async () => {
      const shared = await storeOf(SERVER_SPACE);
      await shared.write((tx) => tx.putValue('air', 'figures'));
      expect(await shared.read((tx) => tx.value('air'))).toBe('figures');
      expect(await (await storeOf(other)).read((tx) => tx.value('air'))).toBeUndefined();
      expect((await (await open(at)).people.list()).map(({ name }) => name)).not.toContain(SERVER_SPACE);
    });

    it('knows nothing of the keys of a drawing that has the same id in the other one', async () => {
      const theirs = await storeOf(other);
      await theirs.write((tx) => tx.putDrawing(row(1)));
      expect(await theirs.read((tx) => tx.key(uuid(1), 'key'))).toBeUndefined();
      expect(await theirs.read((tx) => tx.keys(uuid(1)))).toEqual([]);
      const ours = await storeOf(HOME);
      expect(await ours.read((tx) => tx.key(uuid(1), 'key'))).toBeDefined();
    });

    it('P10: the same key of a POST makes a drawing in each', async () => {
      const post = async (space: string, title: string) => {
        const host = handlerTarget({ store: await storeOf(space) });
        const { status, text } = await host.send({
          method: 'POST',
          path: '/api/v1/drawings',
          headers: {
            Authorization: `Bearer ${host.token}`,
            'Content-Type': 'application/json',
            'Idempotency-Key': 'the same',
          },
          body: JSON.stringify({ title, strokes: [], thumb: '' }),
        });
        return [status, JSON.parse(text).title];
      };
      expect(await post(HOME, 'Here')).toEqual([201, 'Here']);
      expect(await post(other, 'There')).toEqual([201, 'There']);
      expect(await post(HOME, 'Here')).toEqual([200, 'Here']);
    });

    it('has an epoch of its own, and gets another one in a restore, which keeps what it holds and may hold', async () => {
      const epochs = () =>
        Promise.all(
          [HOME, other].map(async (space) =>
            (await storeOf(space)).read(async (tx) => (await tx.meta()).epoch),
          ),
        );
      const uses = async () => {
        const all = await (await open(at)).people.list();
        return all.map(({ use, limits }) => ({ ...use, limits }));
      };
      await (await open(at)).people.limit('home', { bytes: 1e9 });
      const before = await epochs();
      expect(new Set(before).size).toBe(2);
      const held = await uses();
      expect(held).toMatchObject([{ drawings: 1, bytes: 8, limits: { bytes: 1e9 } }, { drawings: 0 }]);
      for (const database of opened.splice(0)) await database.close();
      if (at.kind === 'postgres') await renewEpochs(at.url);
      else {
        backupTo(at.file, folder.file('backup.db'));
        restoreFrom(folder.file('backup.db'), at.file);
      }
      expect(new Set([...before, ...(await epochs())]).size).toBe(4);
      expect(await uses()).toEqual(held);
    });
  });
}

describe('store: a database of before there were spaces', () => {
  beforeEach(() => copyFileSync(join(BEFORE, 'pleinair.db'), file));

  it('becomes the space home, which responds as it did', async () => {
    const responses: Record<string, { etag: string; body: unknown }> = JSON.parse(
      readFileSync(join(BEFORE, 'responses.json'), 'utf8'),
    );
    const host = handlerTarget({ store: (await open()).storeOf(HOME) });
    const headers = { Authorization: `Bearer ${host.token}` };
    for (const [path, { etag, body }] of Object.entries(responses)) {
      const response = await host.send({ method: 'GET', path: `/api/v1${path}`, headers });
      expect([path, response.headers['etag'] ?? null, JSON.parse(response.text)]).toEqual([path, etag, body]);
    }
  });

  it('knows what it holds, before and after the next change', async () => {
    const database = await open();
    const uses = async () => (await database.people.named('home')).use;
    const sizes = () =>
      database.storeOf(HOME).read(async (tx) => {
        const rows = await tx.changes(0, 1000);
        const thumbs = (await tx.thumbs(rows.map(({ id }) => id))).join('').length;
        const drawings = rows.length;
        const trashed = rows.filter((one) => one.trashed).length;
        return { drawings, trashed, bytes: rows.reduce((sum, { size = 0 }) => sum + size, thumbs) };
      });
    expect(await uses()).toEqual(await sizes());
    expect((await sizes()).bytes).toBeGreaterThan(100);
    await database.storeOf(HOME).write(addOne);
    expect(await uses()).toEqual(await sizes());
  });

  it('keeps what the server knew apart from the person', async () => {
    const database = await open();
    const values = (space: string) =>
      database.storeOf(space).read(async (tx) => {
        const names = ['profile', 'air', 'catalogue-links'];
        const texts = await Promise.all(names.map((name) => tx.value(name)));
        return names.filter((_, i) => texts[i] !== undefined);
      });
    expect(await values(HOME)).toEqual(['profile']);
    expect(await values('server')).toEqual(['air', 'catalogue-links']);
    expect(
      await database.storeOf('server').read((tx) => tx.hours('psi', '2025-09-24T00:00:00Z')),
    ).toHaveLength(1);
  });

  it('takes drawings further, under the numbers that follow', async () => {
    const store = (await open()).storeOf(HOME);
    const { counter } = await store.read((tx) => tx.meta());
    expect(await store.write(addOne)).toBe(counter + 1);
  });

  it('that cannot be changed is left as it was', async () => {
    onFile((plain) => plain.exec('CREATE TABLE values_before (a)'));
    const tables = () => {
      let seen: unknown;
      onFile((plain) => {
        const names = plain
          .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
          .all();
        seen = names.map(({ name }) => [name, plain.prepare(`SELECT * FROM ${String(name)}`).all()]);
      });
      return seen;
    };
    const before = tables();
    await expect(open()).rejects.toThrow('already another table');
    expect(tables()).toEqual(before);
    onFile((plain) => expect(pragma(plain, 'user_version')).toBe(3));
  });

  it('of a version before that one comes to know how large its drawings are', async () => {
    const sizes = async () => {
      const rows = await (await open()).storeOf(HOME).read((tx) => tx.changes(0, 100));
      return rows.map(({ id, size }) => [id, size]);
    };
    const right = await sizes();
    for (const database of opened.splice(0)) await database.close();
    copyFileSync(join(BEFORE, 'pleinair.db'), file);
    onFile((plain) => plain.exec('ALTER TABLE drawings DROP COLUMN size; PRAGMA user_version = 2'));
    expect(await sizes()).toEqual(right);
    onFile((plain) => expect(pragma(plain, 'user_version')).toBe(VERSION));
  });
});
