/** For tests: the real server over TCP with the stand-in upstream, and hand-written messages. */
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { readConfig } from '../../../server/config/config.ts';
import type { Log } from '../../../server/http/log.ts';
import { type ServerParts, startServer } from '../../../server/serve.ts';
import type { Fault } from '../../../server/standin/fault-settings.ts';
import { startStandin } from '../../../server/standin/standin.ts';
import { NEVER_BUSY } from '../busy/never-busy.ts';
import { fastFolder } from '../fast-folder.ts';

export interface TestServer {
  readonly url: string;
  /** URL of the endpoint. */
  readonly mcp: string;
  /** Defects in the log. */
  readonly defects: unknown[];
  close(): Promise<void>;
}

export interface TestServerOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** A fault of both sources, from the start. */
  readonly fault?: Fault;
  readonly parts?: ServerParts;
}

/**
 * Starts the server on a free port of 127.0.0.1, without a build, and with a higher rate limit than any test
 * reaches.
 */
export async function startTestServer({ env, fault, parts }: TestServerOptions = {}): Promise<TestServer> {
  const dataDir = mkdtempSync(join(fastFolder(), 'pleinair-mcp-'));
  const standin = await startStandin();
  if (fault !== undefined) standin.setFault('both', fault);
  const defects: unknown[] = [];
  const log: Log = {
    exchange: () => {},
    defect: (_id, error) => void defects.push(error),
    info: () => {},
    flush: () => {},
  };
  const config = readConfig(
    {
      PORT: '0',
      DATA_DIR: dataDir,
      RATE_LIMIT_PER_MINUTE: '10000',
      DATA_GOV_SG_V2_URL: standin.v2Url,
      DATA_GOV_SG_V1_URL: 'http://127.0.0.1:9/v1',
      ...env,
    },
    () => undefined,
  );
  const distDir = join(dataDir, 'no-build');
  const server = await startServer(config, { log, distDir, loadLimits: NEVER_BUSY, ...parts });
  return {
    url: server.url,
    mcp: `${server.url}/mcp`,
    defects,
    async close() {
      await server.close(0);
      await standin.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Headers that every message needs. */
export const MESSAGE_HEADERS = {
  'Content-Type': 'application/json',
  Accept: 'application/json, text/event-stream',
};

/** A message of version 2025-11-25. It needs no handshake, since the server has no sessions. */
export const LIST_TOOLS = { jsonrpc: '2.0', id: 1, method: 'tools/list' };

/** Sends one message. */
export function send(mcp: string, message: unknown, headers: Readonly<Record<string, string>> = {}) {
  return fetch(mcp, {
    method: 'POST',
    headers: { ...MESSAGE_HEADERS, ...headers },
    body: typeof message === 'string' ? message : JSON.stringify(message),
  });
}
