/** Starts the server: database, application, listener; and ends it. */
import { setTimeout } from 'node:timers/promises';
import type { Store } from '../src/api/ports.ts';
import { type AppParts, assemble } from './assemble.ts';
import { allowedHosts } from './catalogue/follow.ts';
import { type ServerCatalogue, serverCatalogue } from './catalogue/port.ts';
import { proxiesIn } from './config/client-address.ts';
import type { Config } from './config/config.ts';
import { passwordsOf } from './config/database-at.ts';
import { type App, nodeListener } from './http/app.ts';
import { type Exchange, type HttpServer, listenerUrl, openHttpServer } from './http/http.ts';
import { type LoadLimits, watchLoad } from './http/load.ts';
import { createLog, type Log } from './http/log.ts';
import { createReadiness, READY_PATH } from './http/ready.ts';
import { serveMetrics } from './metrics/listener.ts';
import type { Metrics } from './metrics/metrics.ts';
import { watchedLog } from './metrics/watched.ts';
import { openLimiters } from './redis/open-limiters.ts';
import { type Open, openServed, takesWrites } from './served-database.ts';
import { SERVER_SPACE } from './store/index.ts';
import { productVersion } from './version.ts';

/** How long requests in flight may take to finish, ms. */
const CLOSING_MS = 10_000;

/** Parts that a test or a benchmark can replace. */
export interface ServerParts extends AppParts {
  readonly log?: Log;
  readonly openDatabase?: Open;
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
  const onClose = (exchange: Exchange) => {
    if (isProbe(exchange)) return;
    log.exchange(exchange);
    metrics?.exchange(exchange);
  };
  const isProxy = proxiesIn(config.trustProxy);
  const http = await openHttpServer(config.host, config.port, nodeListener(app.promise), {
    onClose,
    isProxy,
  });
  let figures: HttpServer | undefined;
  try {
    if (metrics !== undefined) {
      figures = await serveMetrics(config.metricsHost, config.metricsPort ?? 0, metrics.text);
    }
    const database = await openServed(config, metrics, parts.openDatabase);
    // What the server keeps for everybody: the air and the catalogue.
    const store = database.storeOf(SERVER_SPACE);
    const url = listenerUrl(config.host, http.port);
    const limiters = await openLimiters(config.redisUrl, log, metrics?.countedAlone);
    const products = (parts.createProducts ?? createProducts)(store, config, log);
    const load = watchLoad(parts.loadLimits);
    const readiness = createReadiness(() => takesWrites(database));
    const opened = { database, store, url, log, limiters, products, load, readiness, http, metrics };
    const { app: made, endStreams, endPolling } = await assemble(config, parts, opened);
    app.resolve(made);
    return {
      url,
      metricsUrl: figures && `${listenerUrl(config.metricsHost, figures.port)}/metrics`,
      async drain() {
        readiness.drain();
        endStreams();
        http.drain();
        await setTimeout(config.drainSeconds * 1000);
      },
      async close(deadline = CLOSING_MS) {
        endStreams();
        endPolling();
        const finished = await http.close(deadline);
        await figures?.close(0);
        products.close();
        load.close();
        limiters.close();
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

/** Values that must never appear in the log. */
function secretsOf(config: Config): string[] {
  const { databaseUrl, redisUrl, drawToken, dataGovSgApiKey, webhooks } = config;
  const passwords = [databaseUrl, redisUrl].flatMap((url) =>
    url === undefined ? [] : [url, ...passwordsOf(url)],
  );
  return [drawToken, dataGovSgApiKey, ...webhooks, ...passwords].filter((secret) => secret !== undefined);
}

function createProducts(store: Store, config: Config, log: Log): ServerCatalogue {
  const { catalogue: location } = config;
  const isShared = config.databaseUrl !== undefined;
  return serverCatalogue({ store, isShared, location, allowed: allowedHosts(config), log: log.info });
}
