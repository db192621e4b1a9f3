/** What deleting for good leaves in the stores, and how much of it one transaction does. */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { sqliteStore } from '../../server/store/index.ts';
import type { Store } from '../../src/api/ports.ts';
import { PURGES_KEPT } from '../../src/core/drawing/limits.ts';
import { memoryStore } from '../../src/store/memory.ts';
import { handlerTarget } from '../contract/hosts.ts';
import { PNG, strokeNo } from '../contract/support.ts';
import { row, uuid } from '../store/samples.ts';
import { fastFolder } from '../support/fast-folder.ts';

function ask(store: Store) {
  const { send, token } = handlerTarget({ store });
  return async (method: string, path: string, json?: unknown, headers: Record<string, string> = {}) => {
    const response = await send({
      method,
      path: `/api/v1${path}`,
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', ...headers },
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    });
    return { status: response.status, json: JSON.parse(response.text) };
  };
}

const content = (strokes: number, thumb = '') => ({
  title: '',
  strokes: Array.from({ length: strokes }, (_, n) => strokeNo(n)),
  thumb,
});

describe('deleting for good', () => {
  it('drops the oldest deletions, and expires cursors from before them', async () => {
    const store = memoryStore();
    const send = ask(store);
    await store.write(async (tx) => {
      for (let n = 1; n <= PURGES_KEPT; n++) await tx.putPurge({ id: uuid(n), seq: n, rev: 1, keys: [] });
      await tx.setCounter(PURGES_KEPT);
    });
    const { epoch } = await store.read((tx) => tx.meta());
    const status = async (seq: number) =>
      (await send('GET', `/drawings/changes?limit=1&since=${epoch}.${seq}`)).status;
    expect(await status(0)).toBe(200);
    for (let n = 0; n < 2; n++) {
      const id = randomUUID();
      await send('PUT', `/drawings/${id}`, content(1), { 'If-None-Match': '*' });
      await send('DELETE', `/drawings/${id}`);
      await send('DELETE', `/trash/${id}`);
    }
    expect(await store.read((tx) => tx.purges(0, PURGES_KEPT * 2))).toHaveLength(PURGES_KEPT);
    expect([await status(0), await status(1), await status(2)]).toEqual([410, 410, 200]);
    // A client that starts from the beginning misses nothing that is there.
    expect((await send('GET', '/drawings/changes?limit=1')).json.changes).toEqual([
      { id: uuid(3), deleted: true },
    ]);
  });

  it('deletes also the chunks kept for sync, and none of another drawing', async () => {
    const store = memoryStore();
    const sync = { era: 1, seq: 0, rev: 1, keep: 5, dropped: ['1.1'] };
    await store.write(async (tx) => {
      await tx.putChunks(['1.0', '1.1', '2.0'].map((id) => ({ id, text: '{}' })));
      await tx.putDrawing(row(1, { trashed: true, chunks: [['1.0', 1]], sync }));
      await tx.putDrawing(row(2, { chunks: [['2.0', 1]] }));
      await tx.setCounter(5);
    });
    expect((await ask(store)('DELETE', `/trash/${uuid(1)}`)).json).toEqual({ ok: true, deleted: 1 });
    const stored = (id: string) =>
      store
        .read((tx) => tx.chunks([id]))
        .then(
          () => true,
          () => false,
        );
    expect(await Promise.all(['1.0', '1.1', '2.0'].map(stored))).toEqual([false, false, true]);
  });

  it('empties a trash of thousands in limited transactions, with other writes between them', async () => {
    const inner = memoryStore();
    const count = 3_000;
    await inner.write(async (tx) => {
      for (let n = 1; n <= count; n++) {
        await tx.putDrawing(row(n, { trashed: true, chunks: n % 10 === 0 ? manyChunks(n) : [] }));
      }
      await tx.setCounter(count);
    });
    const perWrite: { drawings: number; chunks: number }[] = [];
    let drawnMeanwhile = false;
    const store: Store = {
      ...inner,
      write: (work) =>
        inner.write((tx) => {
          const seen = { drawings: 0, chunks: 0 };
          perWrite.push(seen);
          return work({
            ...tx,
            deleteDrawing(id) {
              seen.drawings++;
              return tx.deleteDrawing(id);
            },
            deleteChunks(ids) {
              seen.chunks += ids.length;
              return tx.deleteChunks(ids);
            },
          });
        }),
    };
    const send = ask(store);
    const [emptied] = await Promise.all([
      send('DELETE', '/trash'),
      send('PUT', `/drawings/${randomUUID()}`, content(1), { 'If-None-Match': '*' }).then(async () => {
        drawnMeanwhile = (await inner.read((tx) => tx.counts())).trashed > count / 2;
      }),
    ]);
    expect(emptied.json).toEqual({ ok: true, deleted: count });
    expect(drawnMeanwhile).toBe(true);
    expect(Math.max(...perWrite.map(({ drawings }) => drawings))).toBeLessThanOrEqual(50);
    expect(Math.max(...perWrite.map(({ chunks }) => chunks))).toBeLessThanOrEqual(2_000 + 800);
    expect(await inner.read((tx) => tx.counts())).toMatchObject({ trashed: 0, drawings: 1 });
  });

  it('reuses the space in the database file', async () => {
    const dir = mkdtempSync(join(fastFolder(), 'pleinair-purge-'));
    const file = join(dir, 'test.sqlite');
    const store = sqliteStore({ file });
    try {
      const send = ask(store);
      const round = async () => {
        const id = randomUUID();
        const large = content(6_000, PNG);
        const headers = { 'If-None-Match': '*', 'Idempotency-Key': randomUUID() };
        expect((await send('PUT', `/drawings/${id}`, large, headers)).status).toBe(201);
        await send('DELETE', `/drawings/${id}`);
        expect((await send('DELETE', `/trash/${id}`)).json).toEqual({ ok: true, deleted: 1 });
        const database = new DatabaseSync(file);
        try {
          for (const table of ['drawings', 'chunks', 'thumbs', 'idempotency_keys']) {
            expect(database.prepare(`SELECT count(*) AS n FROM ${table}`).get()).toEqual({ n: 0 });
          }
          database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
        } finally {
          database.close();
        }
        return statSync(file).size;
      };
      const first = await round();
      expect(first).toBeGreaterThan(800 * 1024);
      for (let n = 0; n < 3; n++) expect(await round()).toBeLessThan(first * 1.05);
    } finally {
      await store.close();
      rmSync(dir, { recursive: true, force: true });
    }
  });
});

function manyChunks(n: number) {
  return Array.from({ length: 800 }, (_, i): [string, number] => [`${n}.${i}`, 1]);
}
