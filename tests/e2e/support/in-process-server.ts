/**
 * The real server inside the test's own process: it starts at once, where a process takes a second. Tests that
 * kill the server, or check it as a program, use tests/support/app-server.ts.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { readConfig } from '../../../server/config/config.ts';
import { createLog } from '../../../server/http/log.ts';
import { type ServerParts, startServer } from '../../../server/serve.ts';
import { NEVER_BUSY } from '../../support/busy/never-busy.ts';
import { fastFolder } from '../../support/fast-folder.ts';

export interface InProcessServer extends AsyncDisposable {
  /** Origin without a trailing slash; `start` keeps it. */
  readonly url: string;
  /** The token of the drawing API. */
  readonly token: string;
  readonly dataDir: string;
  stop(): Promise<void>;
  /** Starts the server again on the same port and data after `stop`; with another token, if one is given. */
  start(token?: string): Promise<void>;
}

/** Closed ports instead of the air's upstreams, so that no test depends on the network. */
const NO_AIR = { DATA_GOV_SG_V2_URL: 'http://127.0.0.1:9/v2', DATA_GOV_SG_V1_URL: 'http://127.0.0.1:9/v1' };

export interface InProcessServerOptions {
  /** Environment in addition to HOST, PORT, DATA_DIR and DRAW_TOKEN. */
  readonly env?: Readonly<Record<string, string>>;
  /** Empty for none. */
  readonly token?: string;
  readonly parts?: ServerParts;
}

/**
 * Starts the server on a free port of 127.0.0.1, with a data folder that is removed at the end. The app must be
 * built.
 */
export async function startInProcessServer({
  env = {},
  token = 'a-token-for-tests',
  parts = {},
}: InProcessServerOptions = {}): Promise<InProcessServer> {
  const dataDir = mkdtempSync(join(fastFolder(), 'pleinair-inside-'));
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const log = createLog({ secrets: [], destination: nowhere });
  const run = (port: string) => {
    const values = { ...NO_AIR, ...env, HOST: '127.0.0.1', PORT: port, DATA_DIR: dataDir, DRAW_TOKEN: token };
    return startServer(
      readConfig(values, () => undefined),
      { log, loadLimits: NEVER_BUSY, ...parts },
    );
  };
  let server = await run('0');
  const { url } = server;
  return {
    url,
    get token() {
      return token;
    },
    dataDir,
    stop: async () => void (await server.close(0)),
    async start(next = token) {
      token = next;
      server = await run(new URL(url).port);
    },
    async [Symbol.asyncDispose]() {
      await server.close(0);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
