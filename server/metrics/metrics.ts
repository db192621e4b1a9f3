/**
 * The metrics for Prometheus, collected only when METRICS_PORT is set. docs/operations.md says what to watch.
 */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Exchange, HttpServer } from '../http/http.ts';
import type { Limiter, Limiters } from '../http/limiter.ts';
import { LIVE_PATH, type Live } from '../live/live.ts';
import type { PoolUse } from '../store/index.ts';
import type { UpstreamCall } from '../upstream/calls.ts';
import { methodLabel, routeLabel, SYNC_EVENTS, statusLabel, storeErrorLabel, syncEvent } from './labels.ts';
import { type ObservedSources, observeSources } from './sources.ts';

/** Upper bounds of the histogram of durations, seconds. */
const BUCKETS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** Why requests are refused. `streams`: there are too many already. */
const REFUSED_BY = ['air', 'wrong_token', 'issued', 'shared', 'subscribed', 'busy', 'streams'] as const;
type RefusedBy = (typeof REFUSED_BY)[number];

/** What is read at the moment of a scrape. */
export interface Observed extends ObservedSources {
  readonly http: Pick<HttpServer, 'counts'>;
  readonly live: Pick<Live, 'size'>;
  readonly limiters: Readonly<Record<Exclude<RefusedBy, 'busy' | 'streams'>, Pick<Limiter, 'size'>>>;
  /** Absent if this process counts alone. */
  readonly redis?: Pick<Limiters, 'isShared'>;
  /** Absent for SQLite. */
  readonly pool?: () => PoolUse;
}

export interface Metrics {
  exchange(exchange: Exchange): void;
  defect(): void;
  /** Counts a request that was refused: by a limit, or because the server was busy. */
  refused(by: RefusedBy): void;
  /** A limit was counted by this process alone, because Redis is away. */
  countedAlone(): void;
  /** Counts an error if it is one of a store. */
  storeError(error: unknown): void;
  upstreamCall(call: UpstreamCall): void;
  /** Adds the metrics that are read from parts of the server, once these exist. */
  observe(observed: Observed): void;
  /** In the text format of Prometheus. */
  text(): Promise<string>;
}

export function createMetrics(version: string): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  new Gauge({ name: 'pleinair_build_info', help: 'The version.', labelNames: ['version'], registers }).set(
    { version },
    1,
  );
  const requests = new Counter({
    name: 'pleinair_requests_total',
    help: 'Finished requests. Status gone: the client disconnected.',
    labelNames: ['method', 'route', 'status'],
    registers,
  });
  const durations = new Histogram({
    name: 'pleinair_request_seconds',
    help: "From a request's head to the end of its response.",
    labelNames: ['route'],
    buckets: BUCKETS,
    registers,
  });
  const defects = new Counter({
    name: 'pleinair_defects_total',
    help: 'Errors that the program did not expect. The log has each.',
    registers,
  });
  const refusals = new Counter({
    name: 'pleinair_refused_total',
    help: 'Requests refused with 429 (air, wrong_token, issued, shared, subscribed), 503 (busy) or either (streams).',
    labelNames: ['by'],
    registers,
  });
  const sync = new Counter({
    name: 'pleinair_sync_total',
    help: 'What devices and other clients of the API did: asked for changes, had to restart, stored a change, met a conflict or a full store.',
    labelNames: ['event'],
    registers,
  });
  const storeErrors = new Counter({
    name: 'pleinair_store_errors_total',
    help: 'Reads and writes of the store that failed.',
    labelNames: ['kind'],
    registers,
  });
  const calls = new Counter({
    name: 'pleinair_upstream_calls_total',
    help: 'Requests to data.gov.sg, by result.',
    labelNames: ['source', 'version', 'result'],
    registers,
  });
  const alone = new Counter({
    name: 'pleinair_limits_alone_total',
    help: 'Limits that this process counted alone, because Redis is away.',
    registers,
  });
  // Counters start at zero instead of absent: an alert on an increase needs the first value.
  defects.inc(0);
  for (const by of REFUSED_BY) refusals.inc({ by }, 0);
  for (const event of SYNC_EVENTS) sync.inc({ event }, 0);
  for (const kind of ['full', 'unavailable', 'corrupt']) storeErrors.inc({ kind }, 0);

  return {
    exchange({ method, target, status, ms }) {
      const route = routeLabel(target);
      requests.inc({ method: methodLabel(method), route, status: statusLabel(status) });
      const event = syncEvent(method, route, status);
      if (event !== undefined) sync.inc({ event });
      // A stream lasts as long as somebody listens.
      if (route !== LIVE_PATH) durations.observe({ route }, ms / 1000);
    },
    defect: () => defects.inc(),
    refused: (by) => refusals.inc({ by }),
    countedAlone: () => alone.inc(),
    storeError(error) {
      const kind = storeErrorLabel(error);
      if (kind !== undefined) storeErrors.inc({ kind });
    },
    upstreamCall: ({ source, version: of, result }) => calls.inc({ source, version: of, result }),
    observe(observed) {
      observeHttp(registers, observed);
      if (observed.pool !== undefined) observePool(registers, observed.pool);
      if (observed.redis !== undefined) observeRedis(registers, observed.redis);
      observeSources(registers, observed);
    },
    text: () => registry.metrics(),
  };
}

function observeHttp(registers: Registry[], { http, live, limiters }: Observed): void {
  new Gauge({
    name: 'pleinair_connections',
    help: 'Open connections.',
    registers,
    async collect() {
      this.set((await http.counts()).connections);
    },
  });
  new Gauge({
    name: 'pleinair_requests_in_flight',
    help: 'Requests whose response is not sent yet.',
    registers,
    async collect() {
      this.set((await http.counts()).requests);
    },
  });
  new Gauge({
    name: 'pleinair_streams',
    help: 'Open streams. They are connections, and no requests in flight.',
    registers,
    collect() {
      this.set(live.size);
    },
  });
  new Gauge({
    name: 'pleinair_limited_networks',
    help: 'Network addresses that a limit counts now.',
    labelNames: ['by'],
    registers,
    collect() {
      for (const [by, { size }] of Object.entries(limiters)) this.set({ by }, size);
    },
  });
}

function observePool(registers: Registry[], pool: () => PoolUse): void {
  new Gauge({
    name: 'pleinair_pool_connections',
    help: 'Connections to PostgreSQL.',
    labelNames: ['state'],
    registers,
    collect() {
      const { busy, idle } = pool();
      this.set({ state: 'busy' }, busy);
      this.set({ state: 'idle' }, idle);
    },
  });
  new Gauge({
    name: 'pleinair_pool_connections_max',
    help: 'Most connections to PostgreSQL.',
    registers,
    collect() {
      this.set(pool().max);
    },
  });
  new Gauge({
    name: 'pleinair_pool_waiting',
    help: 'Transactions that wait for a connection to PostgreSQL.',
    registers,
    collect() {
      this.set(pool().waiting);
    },
  });
}

function observeRedis(registers: Registry[], redis: Pick<Limiters, 'isShared'>): void {
  new Gauge({
    name: 'pleinair_redis_up',
    help: '1 while limits are counted together in Redis.',
    registers,
    collect() {
      this.set(redis.isShared ? 1 : 0);
    },
  });
}
