/** Puts the server together: store, air, application, built app, listener. */
import { randomUUID } from 'node:crypto';
import { accessSync, constants } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { admission } from '../src/api/http/admission.ts';
import { createApi } from '../src/api/index.ts';
import { type AirPort, HOME, type Ports, type Store } from '../src/api/ports.ts';
import { guideJson } from '../src/core/air/guide.ts';
import { serverAir } from './air/port.ts';
import { allowedHosts } from './catalogue/follow.ts';
import { type ServerCatalogue, serverCatalogue } from './catalogue/port.ts';
import { clientAddress } from './config/client-address.ts';
import { type Config, databaseFile } from './config/config.ts';
import { makePrivateFolder } from './config/private-files.ts';
import { errorCode, StartError } from './config/start-error.ts';
import { type App, createApp, nodeListener } from './http/app.ts';
import { tokenAuth } from './http/auth.ts';
import { readBody } from './http/body.ts';
import { type Exchange, listenerUrl, openHttpServer } from './http/http.ts';
import { createLimiter } from './http/limiter.ts';
import { type Load, type LoadLimits, watchLoad } from './http/load.ts';
import { createLog, type Log } from './http/log.ts';
import { createReadiness, READY_PATH, type Readiness } from './http/ready.ts';
import { securityHeaders } from './http/security.ts';
import { loadSite } from './http/static.ts';
import { createCallers } from './mcp/callers.ts';
import { mcpEndpoint } from './mcp/http.ts';
import { type Database, sqliteDatabase } from './store/index.ts';
import { productVersion } from './version.ts';

const ROOT = join(import.meta.dirname, '..');
/** The space of what the server keeps for everybody. It has no drawings, and nobody can be let into it. */
const SERVER = 'server';
/** Wrong tokens a minute for each network address. */
const WRONG_TOKENS = { points: 10, seconds: 60 } as const;
/** How long requests in flight may take to finish, ms. */
const CLOSING_MS = 10_000;

/** A database; without people, DRAW_TOKEN is the only token. */
type ServedDatabase = Omit<Database, 'people'> & Partial<Pick<Database, 'people'>>;

/** Parts that a test or a benchmark can replace. */
export interface ServerParts {
  readonly log?: Log;
  /** Folder of the built app. */
  readonly distDir?: string;
  readonly openDatabase?: (file: string) => ServedDatabase;
  readonly createAir?: (store: Store, config: Config, log: Log) => AirPort;
  readonly loadLimits?: LoadLimits;
  readonly createProducts?: (store: Store, config: Config, log: Log) => ServerCatalogue;
}

export interface RunningServer {
  /** The server's URL, without a trailing slash. */
  readonly url: string;
  /**
   * Says at /ready that no more requests should come, and serves those that still do for DRAIN_SECONDS. Each
   * response ends its connection.
   */
  drain(): Promise<void>;
  /**
   * Finishes requests in flight, then closes the store.
   * @param deadline ms until requests still in flight are cut off
   * @returns false if some were cut off
   */
  close(deadline?: number): Promise<boolean>;
}

/**
 * Starts the server.
 * @throws StartError with one line when it cannot start; nothing stays open then
 */
export async function startServer(config: Config, parts: ServerParts = {}): Promise<RunningServer> {
  const log = parts.log ?? createLog({ secrets: secretsOf(config) });
  // The port comes first: if it is taken, another server may be using this data directory.
  const app = Promise.withResolvers<App>();
  app.promise.catch(() => {});
  const http = await openHttpServer(config.host, config.port, nodeListener(app.promise), (exchange) => {
    if (!isProbe(exchange)) log.exchange(exchange);
  });
  try {
    const database = openDatabase(config.dataDir, parts);
    // What the server keeps for everybody: the air and the catalogue.
    const store = database.storeOf(SERVER);
    const url = listenerUrl(config.host, http.port);
    const products = (parts.createProducts ?? createProducts)(store, config, log);
    const load = watchLoad(parts.loadLimits);
    const readiness = createReadiness(() => takesWrites(database));
    app.resolve(await assemble(config, parts, { database, store, url, log, products, load, readiness }));
    return {
      url,
      async drain() {
        readiness.drain();
        http.drain();
        await setTimeout(config.drainSeconds * 1000);
      },
      async close(deadline = CLOSING_MS) {
        const finished = await http.close(deadline);
        products.close();
        load.close();
        await database.close();
        log.flush();
        return finished;
      },
    };
  } catch (error) {
    app.reject(error);
    await http.close(0);
    throw error;
  }
}

/** True for a question of a load balancer. It would be most of the log. */
function isProbe({ target }: Exchange): boolean {
  return target === READY_PATH;
}

/** True if the database answers, in tables that this version can read, and takes writes. */
async function takesWrites(database: ServedDatabase): Promise<boolean> {
  if (!(await database.writable())) return false;
  await database.storeOf(HOME).read((tx) => tx.meta());
  return true;
}

/** Values that must never appear in the log. */
function secretsOf(config: Config): string[] {
  return [config.drawToken, config.dataGovSgApiKey].filter((secret) => secret !== undefined);
}

function openDatabase(
  dataDir: string,
  { openDatabase: open = (file) => sqliteDatabase({ file }) }: ServerParts,
): ServedDatabase {
  try {
    makePrivateFolder(dataDir);
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new StartError(`DATA_DIR ${dataDir} is not writable (${errorCode(error) ?? 'unknown'})`);
  }
  const file = databaseFile(dataDir);
  try {
    return open(file);
  } catch (error) {
    // SQLite's own message names no file.
    const code = errorCode(error);
    if (code === undefined || !(error instanceof Error)) throw error;
    throw new StartError(`the database ${file} cannot be opened: ${error.message} (${code})`);
  }
}

interface Parts {
  readonly database: ServedDatabase;
  readonly store: Store;
  readonly url: string;
  readonly log: Log;
  readonly products: ServerCatalogue;
  readonly load: Load;
  readonly readiness: Readiness;
}

async function assemble(
  config: Config,
  parts: ServerParts,
  { database, store, url, log, products, load, readiness }: Parts,
): Promise<App> {
  const distDir = parts.distDir ?? join(ROOT, 'dist');
  const security = securityHeaders(config.publicUrl);
  const airLimiter = createLimiter({ points: config.rateLimitPerMinute, seconds: 60 });
  const ports: Ports = {
    storeOf: database.storeOf,
    writable: database.writable,
    auth: tokenAuth({
      token: config.drawToken,
      limiter: createLimiter(WRONG_TOKENS),
      ...(database.people && { people: database.people }),
    }),
    air: (parts.createAir ?? createAir)(store, config, log),
    products,
    admission: admission({
      busy: load.busy,
      quota({ address }) {
        const retryAfter = airLimiter.consume(address);
        return retryAfter === undefined ? undefined : { retryAfter };
      },
    }),
    quotaPerMinute: config.rateLimitPerMinute,
    now: Date.now,
    newId: randomUUID,
    announce: () => {},
    readBody,
    hostHeaders: security.api,
    openapi: openapiText(distDir),
    guide: async () => guideJson(),
    onDefect: log.defect,
    publicUrl: config.publicUrl ?? url,
    version: await productVersion(),
  };
  const addressOf = clientAddress(config.trustProxy);
  return createApp({
    handle: createApi(ports),
    mcp: mcpEndpoint({
      ports,
      callers: createCallers({
        host: config.host,
        publicUrl: config.publicUrl,
        allowedHosts: config.mcpAllowedHosts,
        allowedOrigins: config.mcpAllowedOrigins,
      }),
    }),
    readiness,
    load,
    site: await loadSite(distDir),
    security,
    addressOf(incoming) {
      const socketAddress = incoming.socket.remoteAddress;
      // Without trusted proxies the header is not read: Node builds the table of headers on first use.
      if (config.trustProxy.length === 0) return addressOf(socketAddress, undefined);
      const forwarded = incoming.headers['x-forwarded-for'];
      return addressOf(socketAddress, Array.isArray(forwarded) ? forwarded.join(',') : forwarded);
    },
    onDefect: log.defect,
    newId: randomUUID,
  });
}

function createAir(store: Store, config: Config, log: Log): AirPort {
  return serverAir({
    store,
    v2Url: config.dataGovSgV2Url,
    v1Url: config.dataGovSgV1Url,
    apiKey: config.dataGovSgApiKey,
    log: log.info,
  });
}

function createProducts(store: Store, config: Config, log: Log): ServerCatalogue {
  const { catalogue: location } = config;
  return serverCatalogue({ store, location, allowed: allowedHosts(config), log: log.info });
}

/** The OpenAPI document of the build; made from the same schemas if nothing was built. */
function openapiText(distDir: string): () => Promise<string> {
  let text: Promise<string> | undefined;
  const read = async () => {
    try {
      return await readFile(join(distDir, 'api', 'v1', 'openapi.json'), 'utf8');
    } catch (error) {
      if (errorCode(error) !== 'ENOENT') throw error;
      const { openapiDocument } = await import('../src/api/openapi/document.ts');
      return JSON.stringify(openapiDocument());
    }
  };
  return () => {
    text ??= read();
    return text;
  };
}
