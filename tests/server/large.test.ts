/** A library and a drawing larger than the longest text, served over SQLite. */
import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { databaseFile } from '../../server/config/database-at.ts';
import { THUMB_MAX } from '../../src/core/drawing/limits.ts';
import { type AppServer, startAppServer } from '../support/app-server.ts';
import { apiOf, LONG_TIMEOUT } from './program.ts';

const PICTURE = `data:image/png;base64,${'A'.repeat(THUMB_MAX - 22)}`;

/** Half a gigabyte, on a busy machine. */
const PATIENT_RUN = { timeout: 120_000 };

let server: AppServer;
let dataDir: string;
beforeEach(async () => {
  // On the disk, because it comes to half a gigabyte.
  dataDir = mkdtempSync(join(tmpdir(), 'pleinair-large-'));
  const env = { TRUST_PROXY: '127.0.0.1' };
  server = await startAppServer({ build: false, token: 'Right-token-0123456789', dataDir, env });
});
afterEach(async () => {
  await server[Symbol.asyncDispose]();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Writes straight into the database: through the API it would take minutes. */
function write(work: (database: DatabaseSync) => void): void {
  const database = new DatabaseSync(databaseFile(server.dataDir));
  try {
    database.exec('BEGIN IMMEDIATE');
    work(database);
    database.exec('COMMIT');
  } finally {
    database.close();
  }
}

const DRAWING = `INSERT INTO drawings
  (space, id, rev, seq, title, stroke_count, size, chunks, trashed, created_at, updated_at, key_count)
  VALUES ('home', ?, 1, ?, 'One of many', 0, ?, ?, 0, '2026-11-21T00:00:00.000Z', '2026-11-21T00:00:00.000Z', 0)`;

function fill(count: number): void {
  write((database) => {
    const drawing = database.prepare(DRAWING);
    const thumb = database.prepare("INSERT INTO thumbs (space, drawing, thumb) VALUES ('home', ?, ?)");
    for (let n = 1; n <= count; n++) {
      const id = randomUUID();
      drawing.run(id, n, 0, '[]');
      thumb.run(id, PICTURE);
    }
    database.prepare('UPDATE spaces SET counter = ?').run(count);
  });
}

/** The peak memory of the server's process, MB, from Linux. */
function peak(): number {
  const status = existsSync('/proc/self/status') ? readFileSync(`/proc/${server.pid}/status`, 'utf8') : '';
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024;
}

test(
  '1,400 drawings with full thumbnails are sent completely, without holding them in memory',
  PATIENT_RUN,
  async () => {
    fill(1_400);
    const api = apiOf(server);
    await api('GET', '/drawings?limit=1');
    const before = peak();
    const response = await api('GET', '/drawings');
    expect(response.status).toBe(200);
    let [bytes, end] = [0, ''];
    for await (const part of response.body ?? []) {
      bytes += part.length;
      end = (end + Buffer.from(part.slice(-2)).toString()).slice(-2);
    }
    expect(end).toBe(']}');
    expect(bytes).toBeGreaterThan(1_400 * THUMB_MAX);
    // Less than half of what it sent. Part of it is garbage that has not been collected yet.
    expect(peak() - before).toBeLessThan(280);

    const tag = response.headers.get('ETag') ?? '';
    // On a busy machine, the server turns other requests away for a moment after so much work.
    await expect
      .poll(async () => {
        const held = await api('GET', '/drawings', { headers: { 'If-None-Match': tag } });
        const head = await api('HEAD', '/drawings');
        return [held.status, head.status, head.headers.get('ETag')];
      }, LONG_TIMEOUT)
      .toEqual([304, 200, tag]);
  },
);

test('clients that leave early, or send HEAD, leave nothing in memory', async () => {
  fill(30);
  const api = apiOf(server);
  for (let n = 0; n < 36; n++) {
    const { body } = await api(n % 2 === 0 ? 'GET' : 'HEAD', '/drawings');
    await body?.cancel();
  }
  // The 36 requests above are more than the server has snapshots, so it must have closed theirs.
  const listed = async () => (await (await api('GET', '/drawings')).json()).drawings?.length;
  await expect.poll(listed, LONG_TIMEOUT).toBe(30);
});

test('a response that cannot be finished closes the connection, so that a part never looks complete', async () => {
  const id = randomUUID();
  const text = 'x'.repeat(30_000);
  write((database) => {
    const refs = Array.from({ length: 100 }, (_, n) => [`c${n}`, 1]);
    database.prepare(DRAWING).run(id, 1, 100 * 30_001, JSON.stringify(refs));
    const chunk = database.prepare("INSERT INTO chunks (space, id, text) VALUES ('home', ?, ?)");
    for (let n = 0; n < 90; n++) chunk.run(`c${n}`, text);
  });
  const response = await apiOf(server)('GET', `/drawings/${id}`);
  expect(response.status).toBe(200);
  await expect(response.text()).rejects.toThrow('terminated');
  expect((await apiOf(server)('GET', '/status')).status).toBe(200);
  await expect.poll(server.output, LONG_TIMEOUT).toContain('c90 is missing');
});

test('whoever reads slowly by a link, from however many addresses, leaves places for its owner', async () => {
  const id = randomUUID();
  // More than the system keeps for a client.
  const refs = Array.from({ length: 800 }, (_, n) => [`c${n}`, 1]);
  write((database) => {
    database.prepare(DRAWING).run(id, 1, refs.length * 30_001, JSON.stringify(refs));
    const chunk = database.prepare("INSERT INTO chunks (space, id, text) VALUES ('home', ?, ?)");
    for (const [name] of refs) chunk.run(name!, 'x'.repeat(30_000));
  });
  const api = apiOf(server);
  const link: { url: string } = await (await api('POST', `/drawings/${id}/shares`, { body: {} })).json();
  const unread: Response[] = [];
  const statuses = async (count: number, ask: () => Promise<Response>) => {
    const all = [];
    for (let n = 0; n < count; n++) {
      const response = await ask();
      unread.push(response);
      all.push(response.status);
    }
    return all;
  };
  const shared = `${server.url}/api/v1/shared/${link.url.slice('/s/'.length)}`;
  const byLink = (address: string) => () => fetch(shared, { headers: { 'X-Forwarded-For': address } });
  expect(await statuses(5, byLink('192.0.2.1'))).toEqual([200, 200, 200, 200, 503]);
  expect(await statuses(3, byLink('192.0.2.2'))).toEqual([200, 200, 503]);
  expect(await statuses(6, () => api('GET', `/drawings/${id}`))).toEqual([200, 200, 200, 200, 200, 503]);
  for (const { body } of unread) await body?.cancel();
});
