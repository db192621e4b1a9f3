/**
 * The real server within the test's own process: it stands in a moment, where a process takes a second to start. What
 * is killed, or looked at as a program, is a process: tests/support/app-server.ts.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { readConfig } from '../../../server/config/config.ts';
import { createLog } from '../../../server/http/log.ts';
import { type ServerParts, startServer } from '../../../server/serve.ts';
import { fastFolder } from '../../support/fast-folder.ts';
import { NEVER_BUSY } from '../../support/never-busy.ts';

export interface Inside extends AsyncDisposable {
  /** Origin without a trailing slash; the same after `start` again. */
  readonly url: string;
  /** The token of the drawing API. */
  readonly token: string;
  readonly dataDir: string;
  stop(): Promise<void>;
  /** Starts it again on the same port and data after `stop`, from then on with another token if one is given. */
  start(token?: string): Promise<void>;
}

/** The upstreams of the air are closed ports, so that no test depends on the network. */
const NO_AIR = { DATA_GOV_SG_V2_URL: 'http://127.0.0.1:9/v2', DATA_GOV_SG_V1_URL: 'http://127.0.0.1:9/v1' };

export interface InsideOptions {
  /** Environment beside HOST, PORT, DATA_DIR and DRAW_TOKEN. */
  readonly env?: Readonly<Record<string, string>>;
  /** Empty for none. */
  readonly token?: string;
  readonly parts?: ServerParts;
}

/** Starts the server on 127.0.0.1 at a free port, with a data folder that is removed in the end; the app must be built. */
export async function startInside({
  env = {},
  token = 'a-token-for-tests',
  parts = {},
}: InsideOptions = {}): Promise<Inside> {
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
