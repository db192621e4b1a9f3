import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { root } from '../../../server/bin/bootstrap.js';
import { startStandin } from '../../../server/standin/standin.ts';
import { type AppServer, startAppServer } from '../../support/app-server.ts';
import { cli } from '../../support/cli/cli.ts';
import { childEnv } from '../../support/mcp/clean-env.ts';
import { runPleinair } from '../program.ts';

const TOKEN = 'k3Jx9-Zq_7pLw2Vt8RbYh5NcMd4GfTs1';

let server: AppServer;
let standin: Awaited<ReturnType<typeof startStandin>>;
beforeAll(async () => {
  standin = await startStandin({});
  server = await startAppServer({ token: TOKEN });
}, 240_000);
afterAll(async () => {
  await server?.[Symbol.asyncDispose]();
  await standin?.close();
});

/** Runs doctor with the settings of a healthy deployment, and others. */
async function doctor(settings: Record<string, string> = {}) {
  const { code, stdout } = await runPleinair(['doctor'], {
    HOST: '127.0.0.1',
    PORT: new URL(server.url).port,
    DATA_DIR: server.dataDir,
    DRAW_TOKEN: TOKEN,
    PUBLIC_URL: server.url,
    DATA_GOV_SG_V2_URL: standin.v2Url,
    ...settings,
  });
  return { code, stdout };
}

/** An address that answers everything in one way, as a wrong proxy does. */
async function answering(status: number, headers: Record<string, string>): Promise<[Server, string]> {
  const other = createServer((_request, response) => response.writeHead(status, headers).end('{}'));
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  return [other, `http://127.0.0.1:${(other.address() as AddressInfo).port}`];
}

describe('server: doctor', () => {
  test('a sound deployment is a line of ok for each thing, and status 0', async () => {
    const { code, stdout } = await doctor();
    const lines = stdout.trim().split('\n');
    expect(lines.filter((line) => !line.startsWith('ok   '))).toEqual([]);
    expect(lines.map((line) => line.slice(5).split(':', 1)[0])).toEqual([
      'settings',
      'versions',
      'writable',
      'token',
      'clock and upstream',
      'sky',
      'Redis',
      'server',
      'HTTPS',
      'proxy',
      'service worker',
    ]);
    expect(code).toBe(0);
    expect(stdout).not.toContain(TOKEN);
  });

  test.for([
    [{ PORT: 'http' }, 'fail settings: PORT must be a whole number'],
    [{ DRAW_TOKEN: 'aaaaaaaaaaaaaaaabb' }, 'fail token: DRAW_TOKEN repeats a few characters (2)'],
    [{ DRAW_TOKEN: 'correcthorsebattery' }, 'warn token: DRAW_TOKEN may be guessed'],
    [{ DRAW_TOKEN: '' }, 'warn token: no DRAW_TOKEN'],
    [{ DATA_GOV_SG_V2_URL: 'http://127.0.0.1:9' }, 'fail clock and upstream: http://127.0.0.1:9: network'],
    [{ REDIS_URL: 'redis://127.0.0.1:9' }, 'fail Redis: the Redis at 127.0.0.1:9: connect ECONNREFUSED'],
    [{ REDIS_URL: 'redis://' }, 'fail settings: REDIS_URL must be an address'],
    [{ DATABASE_URL: 'postgres://127.0.0.1:9/x' }, 'fail versions: the PostgreSQL database x at 127.0.0.1:9'],
    [{ DATABASE_URL: 'postgres://127.0.0.1:9/x' }, 'fail writable: the PostgreSQL database x at 127.0.0.1:9'],
    [{ PUBLIC_URL: '' }, 'warn proxy: no PUBLIC_URL, so the address that people use was not checked'],
    [{ PORT: '9' }, 'fail server: no server answers at http://127.0.0.1:9'],
    [{ PORT: '9', PUBLIC_URL: '' }, 'fail service worker: http://127.0.0.1:9 does not answer'],
    [{ DATA_DIR: '/proc/nope' }, 'fail writable: /proc'],
    [{ PUBLIC_URL: 'http://192.0.2.1' }, 'fail HTTPS: http://192.0.2.1 has no HTTPS'],
    [{ TRUST_PROXY: '0.0.0.0/0' }, 'fail proxy: TRUST_PROXY trusts everybody'],
    [{ DATA_DIR: '/dev/null/x' }, 'fail writable: /dev/null is not a folder'],
  ] as [Record<string, string>, string][])('%j is said as %j', async ([settings, line]) => {
    const { code, stdout } = await doctor(settings);
    expect(stdout).toContain(line);
    expect(code).toBe(line.startsWith('fail') ? 1 : 0);
  });

  test('an upstream without the feeds of the sky is a warning, and status 0', async () => {
    standin.setFault('lightning', '403');
    const { code, stdout } = await doctor();
    standin.setFault('lightning', null);
    expect(stdout).toContain(`warn sky: ${standin.v2Url}/weather?api=lightning: status, HTTP 403`);
    expect(code).toBe(0);
  });

  test('whoever reads only the first lines gets these, and no stack of calls', async () => {
    const child = spawn(process.execPath, [cli, 'doctor'], {
      cwd: root,
      env: { ...childEnv(), PORT: '9', DATA_DIR: server.dataDir, DATA_GOV_SG_V2_URL: standin.v2Url },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const stderr = text(child.stderr);
    await once(child.stdout, 'data');
    child.stdout.destroy();
    await once(child, 'exit');
    expect([child.exitCode, await stderr]).toEqual([1, '']);
  });

  test('a proxy that changes Host, redirects the worker or keeps it is found out, and so is a wrong clock', async () => {
    const cases: [number, Record<string, string>, Record<string, string>, string][] = [
      [403, {}, { TRUST_PROXY: '127.0.0.1' }, 'fail proxy: the proxy changes Host'],
      [200, {}, {}, 'fail proxy: TRUST_PROXY is not set'],
      [301, { Location: '/x' }, {}, 'is redirected, which browsers refuse'],
      [
        200,
        { 'Content-Type': 'text/javascript', 'Cache-Control': 'max-age=600' },
        {},
        'is cached (max-age=600)',
      ],
    ];
    for (const [status, headers, settings, line] of cases) {
      const [other, url] = await answering(status, headers);
      const { code, stdout } = await doctor({ PUBLIC_URL: url, ...settings });
      expect([code, stdout]).toEqual([1, expect.stringContaining(line)]);
      other.close();
    }
    const [late, url] = await answering(200, { Date: new Date(Date.now() + 3_600_000).toUTCString() });
    expect((await doctor({ DATA_GOV_SG_V2_URL: url })).stdout).toMatch(
      /fail clock.* 3\d{3} s behind; set it/,
    );
    late.close();
  });
});
