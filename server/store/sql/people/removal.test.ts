import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { SpaceGone, type Store, StoreCorrupt } from '../../../../src/api/ports.ts';
import { handlerTarget } from '../../../../tests/contract/hosts.ts';
import { testedDatabases } from '../../../../tests/support/postgres/databases.ts';
import type { DatabaseAt } from '../../../config/database-at.ts';
import { createHub } from '../../../live/hub.ts';
import { storeErrorLabel } from '../../../metrics/labels.ts';
import type { Database } from '../../index.ts';

let at: DatabaseAt;
let database: Database;
let space: string;
let store: Store;

for (const { name: kind, skip, empty, open, query } of testedDatabases()) {
  describe.skipIf(skip)(`people: a space whose person was removed, in ${kind}`, () => {
    beforeEach(async () => {
      at = await empty();
      database = await open(at);
      space = (await database.people.add('Mei')).space;
      store = database.storeOf(space);
    });

    it('is gone, which is no trouble of the store', async () => {
      await database.people.remove('Mei');
      const uses = [
        () => store.read((tx) => tx.meta()),
        () => store.snapshot?.(),
        () => store.write((tx) => tx.meta()),
        () => database.people.makeCode(space),
      ];
      for (const use of uses) {
        const error: unknown = await Promise.resolve(use()).catch((thrown: unknown) => thrown);
        expect(error).toBeInstanceOf(SpaceGone);
        expect(storeErrorLabel(error)).toBeUndefined();
      }
    });

    it('answers a request that was admitted before as one with a wrong token, and is no defect', async () => {
      await database.people.remove('Mei');
      const defects: unknown[] = [];
      const people = { ...database.people, spaceOf: async () => space };
      const server = handlerTarget({
        store,
        database: { ...database, people },
        onDefect: (_, error) => defects.push(error),
      });
      const headers = { 'Content-Type': 'application/json', Authorization: 'Bearer admitted' };
      const requests = [
        { method: 'GET', path: '/drawings/changes' },
        {
          method: 'POST',
          path: '/drawings',
          body: JSON.stringify({ title: 'Late', strokes: [], thumb: '' }),
        },
        { method: 'POST', path: '/pairing-codes' },
      ];
      for (const request of requests) {
        const sent = { ...request, path: `/api/v1${request.path}`, headers };
        const { status, text } = await server.send(sent);
        expect([request.path, status, JSON.parse(text).error?.code]).toEqual([
          request.path,
          401,
          'unauthorized',
        ]);
      }
      expect(defects).toEqual([]);
    });

    it('ends its streams, and lets none be opened', async () => {
      const { storeOf, shares, commits } = database;
      const hub = createHub({ storeOf, shares, commits, now: Date.now, roundMs: 20 });
      onTestFinished(() => hub.close());
      const subject = { space, share: null };
      const heard = await hub.look(subject);
      let leave = () => {};
      const ended = new Promise<void>((end) => {
        leave = hub.join(subject, heard ?? '', { hear: () => {}, end });
      });
      onTestFinished(() => leave());
      await database.people.remove('Mei');
      await ended;
      expect(await hub.look(subject)).toBeUndefined();
    });

    it('is not gone if nobody can have removed it: then the database is corrupt', async () => {
      await query(at, `DELETE FROM spaces WHERE id = 'server'`);
      await expect(database.storeOf('server').read((tx) => tx.meta())).rejects.toThrow(StoreCorrupt);
    });
  });
}
