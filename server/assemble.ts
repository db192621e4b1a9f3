/** Makes the application that answers requests, from the server's parts. */
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { admission } from '../src/api/http/admission.ts';
import { storedPast } from '../src/api/past/past-port.ts';
import { type AirPort, type SkyPort, type Store, StoreUnavailable } from '../src/api/ports.ts';
import { createServerApi, type ServerPorts } from '../src/api/server-api.ts';
import { guideJson } from '../src/core/air/guide.ts';
import { type ServerAir, serverAir } from './air/port.ts';
import { serverAlerts } from './alerts/port.ts';
import { watchAlerts } from './alerts/watch.ts';
import type { ServerCatalogue } from './catalogue/port.ts';
import { clientAddress } from './config/client-address.ts';
import type { Config } from './config/config.ts';
import { databaseAt } from './config/database-at.ts';
import { errorCode } from './config/start-error.ts';
import { type App, createApp } from './http/app.ts';
import { tokenAuth } from './http/auth.ts';
import { readBody } from './http/body.ts';
import type { HttpServer } from './http/http.ts';
import { type LimiterOptions, type Limiters, quotaOf } from './http/limiter.ts';
import type { Load } from './http/load.ts';
import type { Log } from './http/log.ts';
import { pairing } from './http/pairing.ts';
import type { Readiness } from './http/ready.ts';
import { securityHeaders } from './http/security.ts';
import { loadSite } from './http/static.ts';
import { createHub } from './live/hub.ts';
import { createLive, type LiveLimits } from './live/live.ts';
import { createCallers } from './mcp/callers.ts';
import { mcpEndpoint } from './mcp/http.ts';
import type { Metrics } from './metrics/metrics.ts';
import { type LimitName, watchedBusy, watchedLimiter } from './metrics/watched.ts';
import type { ServedDatabase } from './served-database.ts';
import { sharedPages } from './share/shared-page.ts';
import { type ServerSky, serverSky } from './sky/port.ts';
import { commitFeed, operatorMark, SNAPSHOTS_MAX } from './store/index.ts';
import { type UpstreamCalls, upstreamCalls } from './upstream/calls.ts';
import { productVersion } from './version.ts';
import { watchWebhooks } from './webhooks/watch.ts';

const ROOT = join(import.meta.dirname, '..');
/** Wrong tokens and codes a minute for each network address. */
const WRONG_TOKENS = { points: 10, seconds: 60 } as const;
/** Codes and tickets a minute for each network address: all devices of a class can come back at once. */
const ISSUED = { points: 300, seconds: 60 } as const;
/** Requests with a link a minute for each network address: a class behind one address can watch a drawing grow. */
const SHARED_REQUESTS = { points: 1_200, seconds: 60 } as const;
/** New subscriptions to alerts a day for each network address: more than a class, and all places only in months. */
const SUBSCRIBED = { points: 60, seconds: 86_400 } as const;

/** Stands in for the people of a database without any. */
const NOBODY = {
  makeCode: () => Promise.reject(new StoreUnavailable('this database has no people')),
  exchange: async () => undefined,
  look: async () => undefined,
  about: async () => ({ person: null, newest: null }),
};

/** Stands in for the tickets of a database without any. */
const NO_TICKETS = {
  make: () => Promise.reject(new StoreUnavailable('this database has no tickets')),
  take: async () => undefined,
};

/** Stands in for the alerts of a database without any. */
const NO_ALERTS = {
  publicKey: () => Promise.reject(new StoreUnavailable('this database has no alerts')),
  has: () => Promise.reject(new StoreUnavailable('this database has no alerts')),
  write: () => Promise.reject(new StoreUnavailable('this database has no alerts')),
};

/** An air; without sources, there are no figures of them. */
type ServedAir = AirPort & Partial<Pick<ServerAir, 'sources'>>;

/** A sky; without `close` and `known`, it never polls and there are no figures of it. */
type ServedSky = SkyPort & Partial<Pick<ServerSky, 'known' | 'close'>>;

/** Parts of the application that a test or a benchmark can replace. */
export interface AppParts {
  /** Folder of the built app. */
  readonly distDir?: string;
  readonly liveLimits?: LiveLimits;
  readonly createAir?: (store: Store, config: Config, log: Log, calls: UpstreamCalls) => ServedAir;
  readonly createSky?: (store: Store, config: Config, log: Log, calls: UpstreamCalls) => ServedSky;
}

/** What the application is made from. */
interface Opened {
  readonly database: ServedDatabase;
  readonly store: Store;
  readonly url: string;
  readonly log: Log;
  readonly limiters: Limiters;
  readonly products: ServerCatalogue;
  readonly load: Load;
  readonly readiness: Readiness;
  readonly http: HttpServer;
  readonly metrics: Metrics | undefined;
}

export interface Assembled {
  readonly app: App;
  /** Ends all streams, and lets none be opened any more. */
  readonly endStreams: () => void;
  /** Asks for nothing any more. */
  readonly endPolling: () => void;
}

/** Makes the application: the API, MCP, streams, the built app and the pages of links, with their limits. */
export async function assemble(
  config: Config,
  parts: AppParts,
  { database, store, url, log, limiters, products, load, readiness, http, metrics }: Opened,
): Promise<Assembled> {
  const distDir = parts.distDir ?? join(ROOT, 'dist');
  const security = securityHeaders(config.publicUrl);
  const { storeOf, shares, people, tickets = NO_TICKETS, commits = commitFeed() } = database;
  const limitOf = (name: LimitName, options: LimiterOptions) =>
    watchedLimiter(limiters.of(name, options), name, metrics);
  const limits = {
    air: limitOf('air', { points: config.rateLimitPerMinute, seconds: 60 }),
    wrong_token: limitOf('wrong_token', WRONG_TOKENS),
    issued: limitOf('issued', ISSUED),
    shared: limitOf('shared', SHARED_REQUESTS),
    subscribed: limitOf('subscribed', SUBSCRIBED),
  };
  const calls = upstreamCalls({ apiKey: config.dataGovSgApiKey, onCall: metrics?.upstreamCall });
  const air = (parts.createAir ?? createAir)(store, config, log, calls);
  const { sources } = air;
  const sky = (parts.createSky ?? createSky)(store, config, log, calls);
  const { known } = sky;
  const { alerts: stored } = database;
  const alerts =
    stored &&
    watchAlerts({
      stored,
      store,
      isShared: config.databaseUrl !== undefined,
      air,
      sky,
      subject: subjectOf(config.publicUrl),
      testPushOrigin: config.testPushOrigin,
      log: log.info,
    });
  const webhooks =
    config.webhooks.length > 0
      ? watchWebhooks({
          addresses: config.webhooks,
          store,
          isShared: config.databaseUrl !== undefined,
          air,
          log: log.info,
        })
      : undefined;
  // From now on: what was crossed before is no news.
  void webhooks?.look();
  const live = createLive({
    hub: createHub({ storeOf, shares, commits, now: Date.now }),
    tickets,
    operator: config.drawToken === undefined ? undefined : operatorMark(config.drawToken),
    limiter: limits.wrong_token,
    keepOpen: http.keepOpen,
    onRefused: () => metrics?.refused('streams'),
    ...(parts.liveLimits && { limits: parts.liveLimits }),
  });
  metrics?.observe({
    http,
    live,
    limiters: limits,
    ...(database.pool && { pool: database.pool }),
    ...(config.redisUrl !== undefined && { redis: limiters }),
    ...(sources && { air: { sources, now: air.now } }),
    ...(known && { sky: { known, now: sky.now } }),
  });
  const ports: ServerPorts = {
    storeOf,
    shares,
    tickets,
    alerts: stored === undefined ? NO_ALERTS : serverAlerts(stored),
    subscribeQuota: quotaOf(limits.subscribed),
    testPushOrigin: config.testPushOrigin,
    pairing: pairing({ people: people ?? NOBODY, token: config.drawToken, limiter: limits.wrong_token }),
    issueQuota: quotaOf(limits.issued),
    shareQuota: quotaOf(limits.shared),
    shareOrigin: config.publicUrl,
    writable: database.writable,
    auth: tokenAuth({
      token: config.drawToken,
      limiter: limits.wrong_token,
      ...(people && { people }),
    }),
    air,
    sky,
    past: storedPast(store),
    products,
    admission: admission({
      busy: watchedBusy(load.busy, metrics),
      quota: quotaOf(limits.air),
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
  const app = createApp({
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
    live,
    load,
    // A quarter of all that there are.
    longByLink: Math.ceil(SNAPSHOTS_MAX[databaseAt(config).kind] / 4),
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
  const endPolling = () => {
    alerts?.close();
    webhooks?.close();
    sky.close?.();
  };
  return { app, endStreams: live.end, endPolling };
}

/** Who sends alerts, for the push services, which want an address that they could write to. */
function subjectOf(publicUrl: string | undefined): string {
  return publicUrl?.startsWith('https:') ? publicUrl : 'mailto:alerts@pleinair.invalid';
}

function createAir(store: Store, config: Config, log: Log, calls: UpstreamCalls): ServerAir {
  return serverAir({ calls, store, log: log.info, ...upstreamOf(config) });
}

function createSky(store: Store, config: Config, log: Log, calls: UpstreamCalls): ServerSky {
  return serverSky({ calls, store, log: log.info, ...upstreamOf(config) });
}

function upstreamOf(config: Config) {
  return {
    isShared: config.databaseUrl !== undefined,
    v2Url: config.dataGovSgV2Url,
    v1Url: config.dataGovSgV1Url,
  };
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
