/**
 * MCP over stdio as a program: the drawings for an assistant on the same machine. Only messages go to stdout;
 * the log goes to stderr. It ends when stdin does, or on SIGTERM or SIGINT, after answering what it has read.
 */
import { randomUUID } from 'node:crypto';
import { preloadSchemas } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { MCP_VERSION } from '../../../src/api/contract/versions.ts';
import { HOME } from '../../../src/api/ports.ts';
import { databaseName, passwordsOf } from '../../config/database-at.ts';
import { readTextFile } from '../../config/read-text-file.ts';
import { operatorMessage } from '../../config/start-error.ts';
import { createLog, type Log } from '../../http/log.ts';
import { Refusal } from '../ask.ts';
import { askDrawings } from '../drawings/draw-ask.ts';
import { drawServer } from '../drawings/draw-server.ts';
import { readStdioConfig, type StdioConfig } from './stdio-config.ts';
import { type Application, LOCAL_URL, localApplication } from './stdio-local.ts';
import { remoteApplication } from './stdio-remote.ts';
import { LineTransport } from './stdio-transport.ts';

/** How long calls in flight may take to finish, ms. */
const CLOSING_MS = 20_000;

function applicationOf(config: StdioConfig, log: Log): Application {
  if (config.at === 'database') return localApplication({ ...config, onDefect: log.defect });
  return remoteApplication(config);
}

function whereOf(config: StdioConfig): string {
  return config.at === 'database' ? databaseName(config.database) : config.url;
}

/**
 * Why the drawings of a person who was named are not here; undefined if they are. An assistant hears the same with
 * each call, but whoever sets this up reads the log.
 */
async function refusalOf(config: StdioConfig, { handle }: Application): Promise<string | undefined> {
  if (config.at === 'server' || config.space === HOME) return undefined;
  try {
    await handle(new Request(`${LOCAL_URL}/api/v1/auth/check`));
    return undefined;
  } catch (error) {
    return error instanceof Refusal ? error.message : undefined;
  }
}

/** What must never appear in the log. */
function secretsOf(config: StdioConfig): string[] {
  const token = config.token === undefined ? [] : [config.token];
  if (config.at === 'server' || config.database.kind === 'sqlite') return token;
  return [...token, config.database.url, ...passwordsOf(config.database.url)];
}

/** True if other machines can read the token on its way: plain http to another host. */
function isExposed(config: StdioConfig): boolean {
  if (config.at === 'database' || config.token === undefined) return false;
  const { protocol, hostname } = new URL(config.url);
  return protocol === 'http:' && !['localhost', '127.0.0.1', '[::1]'].includes(hostname);
}

async function serve(config: StdioConfig): Promise<void> {
  const log = createLog({
    secrets: secretsOf(config),
    destination: { write: (line) => void process.stderr.write(line) },
  });
  const application = applicationOf(config, log);
  const report = (error: unknown) => {
    const id = randomUUID();
    log.defect(id, error);
    return id;
  };
  const transport = new LineTransport(process);
  preloadSchemas();
  const handle = serveStdio(drawServer({ ask: askDrawings(application.handle, randomUUID), report }), {
    transport,
    onerror: (error) => log.info('a message was not served', { error: error.message }),
  });
  const ended = endOf(transport);
  const refusal = await refusalOf(config, application);
  if (refusal === undefined) {
    log.info('MCP over stdio is ready', { version: MCP_VERSION, drawings: whereOf(config) });
  } else log.info('MCP over stdio answers, but has no drawings', { error: refusal });
  if (isExposed(config)) log.info('the token is sent unencrypted: let PLEINAIR_URL begin with https');
  await ended;
  log.info('MCP over stdio ends, after answering what it has read');
  await transport.finish(CLOSING_MS);
  await handle.close();
  await application.close();
}

/** A second signal ends the program at once. */
function endOf(transport: LineTransport): Promise<void> {
  const signal = new Promise<void>((resolve) => {
    let ending = false;
    const end = () => {
      if (ending) process.exit(1);
      ending = true;
      resolve();
    };
    process.on('SIGTERM', end);
    process.on('SIGINT', end);
  });
  return Promise.race([signal, transport.ended]);
}

/**
 * Serves until it is ended, then ends the process.
 * @param env with PLEINAIR_URL, DATA_DIR and the token
 * @param space name of the person whose drawings of the database it offers; home by default
 */
export async function runStdio(env: NodeJS.ProcessEnv, space?: string): Promise<void> {
  try {
    await serve(readStdioConfig(env, readTextFile, space));
    process.stdout.write('', () => process.exit(0));
  } catch (error) {
    console.error('Pleinair MCP cannot start:', operatorMessage(error));
    process.exitCode = 1;
  }
}
