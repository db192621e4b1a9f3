/** A token that is revoked while its device sends a drawing, on a server with each kind of database. */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { readConfig } from '../../server/config/config.ts';
import { databaseFile } from '../../server/config/database-at.ts';
import { startServer } from '../../server/serve.ts';
import { LONG_TIMEOUT, rawConnection } from '../server/program.ts';
import { fastFolder } from '../support/fast-folder.ts';
import { testedDatabases } from '../support/postgres/databases.ts';

afterEach(() => vi.restoreAllMocks());

for (const { name: kind, skip, empty, open } of testedDatabases()) {
  describe.skipIf(skip)(`people: a token and a body that takes long, in ${kind}`, () => {
    async function begin() {
      const dataDir = mkdtempSync(join(fastFolder(), 'pleinair-revoked-'));
      const at = kind === 'SQLite' ? { kind: 'sqlite' as const, file: databaseFile(dataDir) } : await empty();
      const env = { HOST: '127.0.0.1', PORT: '0', DATA_DIR: dataDir, DRAW_TOKEN: 'a-token-for-tests' };
      const config = readConfig(
        at.kind === 'postgres' ? { ...env, DATABASE_URL: at.url } : env,
        () => undefined,
      );
      const server = await startServer(config, {
        log: { exchange() {}, defect() {}, info() {}, flush() {} },
      });
      onTestFinished(async () => {
        await server.close(0);
        rmSync(dataDir, { recursive: true });
      });
      const { people, storeOf } = await open(at);
      const { token, id, space } = await people.addWithToken('Mei', 'Phone', {});
      const { socket, received } = await rawConnection(server.url);
      const body = JSON.stringify({ title: 'A line', strokes: [], thumb: '' });
      socket.write(
        `PUT /api/v1/drawings/${randomUUID()} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n` +
          `If-None-Match: *\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n` +
          `Connection: close\r\n\r\n${body.slice(0, 10)}`,
      );
      // The check of the token notes the day.
      await expect
        .poll(async () => (await people.named('Mei')).tokens[0]?.usedOn, LONG_TIMEOUT)
        .not.toBeNull();
      /** Sends the rest after so many ms, and returns the status of the answer. */
      async function rest(ms: number): Promise<string> {
        const now = performance.now.bind(performance);
        vi.spyOn(performance, 'now').mockImplementation(() => now() + ms);
        socket.write(body.slice(10));
        await expect.poll(received, LONG_TIMEOUT).toMatch(/^HTTP\/1\.1 \d+/);
        return received().slice(9, 12);
      }
      const titles = async () => (await storeOf(space).read((tx) => tx.list({ trashed: false }))).length;
      return { people, id, rest, titles };
    }

    test('a token that was revoked meanwhile changes nothing any more', async () => {
      const { people, id, rest, titles } = await begin();
      await people.revoke(id);
      expect(await rest(1_000)).toBe('401');
      expect(await titles()).toBe(0);
    });

    test('a token that is still right changes something', async () => {
      const { rest, titles } = await begin();
      expect(await rest(1_000)).toBe('201');
      expect(await titles()).toBe(1);
    });
  });
}
