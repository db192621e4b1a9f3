/** Puts the server together: store, air, application, built app, listener. */
import { randomUUID } from 'node:crypto';
import { accessSync, constants } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { admission } from '../src/api/http/admission.ts';
import { type AirPort, HOME, type Store, StoreUnavailable } from '../src/api/ports.ts';
import { createServerApi, type ServerPorts } from '../src/api/server-api.ts';
import { guideJson } from '../src/core/air/guide.ts';
import { type ServerAir, serverAir } from './air/port.ts';
import { allowedHosts } from './catalogue/follow.ts';
import { type ServerCatalogue, serverCatalogue } from './catalogue/port.ts';
import { clientAddress } from './config/client-address.ts';
import type { Config } from './config/config.ts';
import { type DatabaseAt, databaseAt, passwordsOf } from './config/database-at.ts';
import { makePrivateFolder } from './config/private-files.ts';
import { errorCode, StartError } from './config/start-error.ts';
import { type App, createApp, nodeListener } from './http/app.ts';
import { tokenAuth } from './http/auth.ts';
import { readBody } from './http/body.ts';
import { type Exchange, type HttpServer, listenerUrl, openHttpServer } from './http/http.ts';
import { createLimiter } from './http/limiter.ts';
import { type Load, type LoadLimits, watchLoad } from './http/load.ts';
import { createLog, type Log } from './http/log.ts';
import { pairing } from './http/pairing.ts';
import { createReadiness, READY_PATH, type Readiness } from './http/ready.ts';
import { securityHeaders } from './http/security.ts';
import { loadSite } from './http/static.ts';
import { createCallers } from './mcp/callers.ts';
import { mcpEndpoint } from './mcp/http.ts';
import { serveMetrics } from './metrics/listener.ts';
import type { Metrics } from './metrics/metrics.ts';
import { watchedBusy, watchedLimiter, watchedLog, watchedStores } from './metrics/watched.ts';
import { sharedPages } from './share/shared-page.ts';
import { type Database, openDatabase } from './store/index.ts';
import { productVersion } from './version.ts';

const ROOT = join(import.meta.dirname, '..');
/** The space of what the server keeps for everybody. It has no drawings, and nobody can be let into it. */
const SERVER = 'server';
/** Wrong tokens and codes a minute for each network address. */
const WRONG_TOKENS = { points: 10, seconds: 60 } as const;
/** Requests with a link a minute for each network address: a class behind one address can open it. */
const SHARED_REQUESTS = { points: 240, seconds: 60 } as const;
/** How long requests in flight may take to finish, ms. */
const CLOSING_MS = 10_000;

/** Stands in for the people of a database without any. */
const NOBODY = {
  makeCode: () => Promise.reject(new StoreUnavailable('this database has no people')),
  exchange: async () => undefined,
};

/** A database; without people, DRAW_TOKEN is the only token. */
type ServedDatabase = Omit<Database, 'people'> & Partial<Pick<Database, 'people'>>;

/** An air; without sources, there are no figures of them. */
type ServedAir = AirPort & Partial<Pick<ServerAir, 'sources'>>;

/** Parts that a test or a benchmark can replace. */
export interface ServerParts {
  readonly log?: Log;
  /** Folder of the built app. */
  readonly distDir?: string;
  readonly openDatabase?: (at: DatabaseAt) => ServedDatabase | Promise<ServedDatabase>;
  readonly createAir?: (store: Store, config: Config, log: Log) => ServedAir;
  readonly loadLimits?: LoadLimits;
  readonly createProducts?: (store: Store, config: Config, log: Log) => ServerCatalogue;
}

export interface RunningServer {
  /** The server's URL, without a trailing slash. */
  readonly url: string;
  /** Where the figures are; undefined if none are kept. */
  readonly metricsUrl: string | undefined;
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
  const metrics = config.metricsPort === undefined ? undefined : await createMetrics();
  const log = watchedLog(parts.log ?? createLog({ secrets: secretsOf(config) }), metrics);
  // The port comes first: if it is taken, another server may be using this data directory.
  const app = Promise.withResolvers<App>();
  app.promise.catch(() => {});
  const http = await openHttpServer(config.host, config.port, nodeListener(app.promise), (exchange) => {
    if (isProbe(exchange)) return;
    log.exchange(exchange);
    metrics?.exchange(exchange);
  });
  let figures: HttpServer | undefined;
  try {
    if (metrics !== undefined) {
      figures = await serveMetrics(config.metricsHost, config.metricsPort ?? 0, metrics.text);
    }
    const database = await openServed(config, parts, metrics);
    // What the server keeps for everybody: the air and the catalogue.
    const store = database.storeOf(SERVER);
    const url = listenerUrl(config.host, http.port);
    const products = (parts.createProducts ?? createProducts)(store, config, log);
    const load = watchLoad(parts.loadLimits);
    const readiness = createReadiness(() => takesWrites(database));
    app.resolve(
      await assemble(config, parts, { database, store, url, log, products, load, readiness, http, metrics }),
    );
    return {
      url,
      metricsUrl: figures && `${listenerUrl(config.metricsHost, figures.port)}/metrics`,
      async drain() {
        readiness.drain();
        http.drain();
        await setTimeout(config.drainSeconds * 1000);
      },
      async close(deadline = CLOSING_MS) {
        const finished = await http.close(deadline);
        await figures?.close(0);
        products.close();
        load.close();
        await database.close();
        log.flush();
        return finished;
      },
    };
  } catch (error) {
    app.reject(error);
    await Promise.all([http.close(0), figures?.close(0)]);
    throw error;
  }
}

/** Loaded only when they are kept: most servers keep none. */
async function createMetrics(): Promise<Metrics> {
  const { createMetrics: create } = await import('./metrics/metrics.ts');
  return create(await productVersion());
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
  const { databaseUrl, drawToken, dataGovSgApiKey } = config;
  const passwords = databaseUrl === undefined ? [] : [databaseUrl, ...passwordsOf(databaseUrl)];
  return [drawToken, dataGovSgApiKey, ...passwords].filter((secret) => secret !== undefined);
}

async function openServed(
  config: Config,
  { openDatabase: open = openDatabase }: ServerParts,
  metrics: Metrics | undefined,
): Promise<ServedDatabase> {
  const at = databaseAt(config);
  const database = await (at.kind === 'postgres' ? open(at) : openFile(at, config.dataDir, open));
  if (metrics === undefined) return database;
  return { ...database, storeOf: watchedStores(database.storeOf, metrics.storeError) };
}

async function openFile(
  at: Extract<DatabaseAt, { kind: 'sqlite' }>,
  dataDir: string,
  open: NonNullable<ServerParts['openDatabase']>,
): Promise<ServedDatabase> {
  try {
    makePrivateFolder(dataDir);
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new StartError(`DATA_DIR ${dataDir} is not writable (${errorCode(error) ?? 'unknown'})`);
  }
  try {
    return await open(at);
  } catch (error) {
    // SQLite's own message names no file.
    const code = errorCode(error);
    if (code === undefined || !(error instanceof Error)) throw error;
    throw new StartError(`the database ${at.file} cannot be opened: ${error.message} (${code})`);
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
  readonly http: HttpServer;
  readonly metrics: Metrics | undefined;
}

async function assemble(
  config: Config,
  parts: ServerParts,
  { database, store, url, log, products, load, readiness, http, metrics }: Parts,
): Promise<App> {
  const distDir = parts.distDir ?? join(ROOT, 'dist');
  const security = securityHeaders(config.publicUrl);
  const { people } = database;
  const limiters = {
    air: watchedLimiter(createLimiter({ points: config.rateLimitPerMinute, seconds: 60 }), 'air', metrics),
    wrong_token: watchedLimiter(createLimiter(WRONG_TOKENS), 'wrong_token', metrics),
    shared: watchedLimiter(createLimiter(SHARED_REQUESTS), 'shared', metrics),
  };
  const air = (parts.createAir ?? createAir)(store, config, log, metrics?.upstreamCall);
  const { sources } = air;
  metrics?.observe({ http, limiters, ...(sources && { air: { sources, now: air.now } }) });
  const ports: ServerPorts = {
    storeOf: database.storeOf,
    shares: database.shares,
    pairing: pairing({ people: people ?? NOBODY, limiter: limiters.wrong_token }),
    shareQuota({ address }) {
      const retryAfter = limiters.shared.consume(address);
      return retryAfter === undefined ? undefined : { retryAfter };
    },
    shareOrigin: config.publicUrl,
    writable: database.writable,
    auth: tokenAuth({
      token: config.drawToken,
      limiter: limiters.wrong_token,
      ...(people && { people }),
    }),
    air,
    products,
    admission: admission({
      busy: watchedBusy(load.busy, metrics),
      quota({ address }) {
        const retryAfter = limiters.air.consume(address);
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
    handle: createServerApi(ports),
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
    shared: sharedPages({ ports, shell: await textOf(join(distDir, 'index.html')) }),
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

function createAir(store: Store, config: Config, log: Log, onCall?: Metrics['upstreamCall']): ServerAir {
  return serverAir({
    store,
    v2Url: config.dataGovSgV2Url,
    v1Url: config.dataGovSgV1Url,
    apiKey: config.dataGovSgApiKey,
    log: log.info,
    onCall,
  });
}

function createProducts(store: Store, config: Config, log: Log): ServerCatalogue {
  const { catalogue: location } = config;
  return serverCatalogue({ store, location, allowed: allowedHosts(config), log: log.info });
}

/** Text of a file of the build; undefined if nothing was built. */
async function textOf(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
    return undefined;
  }
}

/** The OpenAPI document of the build; made from the same schemas if nothing was built. */
function openapiText(distDir: string): () => Promise<string> {
  let text: Promise<string> | undefined;
  const read = async () => {
    const built = await textOf(join(distDir, 'api', 'v1', 'openapi.json'));
    if (built !== undefined) return built;
    const { openapiDocument } = await import('../src/api/openapi/document.ts');
    return JSON.stringify(openapiDocument());
  };
  return () => {
    text ??= read();
    return text;
  };
}
