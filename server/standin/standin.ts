/**
 * A stand-in for data.gov.sg's v2 and v1 on loopback, for demonstrations and tests. It replays recorded days as
 * if they were today, with faults that can be switched while it runs.
 */
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { Metric } from '../../src/core/air/types.ts';
import { METRICS } from '../../src/core/air/types.ts';
import { FEEDS } from '../../src/core/sky/types.ts';
import type { Version } from '../upstream/request.ts';
import { VERSIONS } from '../upstream/request.ts';
import { airReply, isAirFault } from './air/air-faults.ts';
import { replyTo } from './air/body.ts';
import type { CurrentFaults, Fault, FaultSettings, Source } from './fault-settings.ts';
import { FAULTS_HELP, listedFaults, parseFaults, switchFaults } from './fault-settings.ts';
import { BASES } from './reply.ts';
import { isResponseFault, sendFault, sendJson } from './responses.ts';
import type { Weather } from './sky/items.ts';
import { type SkyRoute, skyRouteOf } from './sky/routes.ts';
import { isSkyFault, type SkyQuestion, skyReply } from './sky/sky-faults.ts';

export interface StandinOptions {
  /** 0, the default, for any free one. */
  readonly port?: number;
  /** ms since the epoch. */
  readonly now?: () => number;
  readonly faults?: FaultSettings;
}

export interface Standin {
  /** `http://127.0.0.1:PORT` */
  readonly url: string;
  /** The value for `DATA_GOV_SG_V2_URL`. */
  readonly v2Url: string;
  /** The value for `DATA_GOV_SG_V1_URL`. */
  readonly v1Url: string;
  /** Paths with query of the requests so far, in order; those to v1 begin with `/v1`. */
  readonly asked: readonly string[];
  /** Sets a fault from the next request on, in both versions unless one is named; null for none. */
  setFault(source: Source | 'both' | 'sky', fault: Fault | null, version?: Version): void;
  /** Sets the weather of the sky from the next request on; null for that of the hour. */
  setWeather(weather: Weather | null): void;
  close(): Promise<void>;
}

const FAULTS_MAX = 2000;

/** Listens on 127.0.0.1 only. */
export async function startStandin(options: StandinOptions = {}): Promise<Standin> {
  const { port = 0, now = Date.now } = options;
  const faults: CurrentFaults = { v2: {}, v1: {}, weather: null };
  switchFaults(faults, options.faults ?? {});
  const asked: string[] = [];

  function respond(request: IncomingMessage, response: ServerResponse): void {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    if (url.pathname === '/faults') {
      void handleFaultControl(request, response, faults);
      return;
    }
    const air = airRouteOf(url.pathname);
    const sky = skyRouteOf(url);
    if ((air ?? sky) === undefined || request.method !== 'GET') {
      asked.push(url.pathname);
      // As the real one says it of whatever it does not know.
      sendJson(response, { status: 403, json: { message: 'Missing Authentication Token' } });
      return;
    }
    if (air !== undefined) respondAir(response, url, air);
    if (sky !== undefined) respondSky(response, url, sky);
  }

  function respondAir(response: ServerResponse, url: URL, { version, metric }: AirRoute): void {
    asked.push(`${version === 'v1' ? '/v1' : ''}/${metric}${url.search}`);
    const question = { version, metric, date: dateOf(version, url.searchParams), now: now() };
    const fault = faults[version][metric] ?? undefined;
    if (isResponseFault(fault)) sendFault(response, fault, version, () => replyTo(question));
    else sendJson(response, airReply(isAirFault(fault) ? fault : undefined, question));
  }

  function respondSky(response: ServerResponse, url: URL, { version, feed, endpoint, path }: SkyRoute): void {
    asked.push(`${version === 'v1' ? '/v1' : ''}${path}${url.search}`);
    const question: SkyQuestion = {
      version,
      endpoint,
      date: dateOf(version, url.searchParams),
      token: url.searchParams.get('paginationToken'),
      weather: faults.weather ?? undefined,
      now: now(),
    };
    const fault = faults[version][feed] ?? undefined;
    if (isResponseFault(fault)) sendFault(response, fault, version, () => skyReply(undefined, question));
    else sendJson(response, skyReply(isSkyFault(fault) ? fault : undefined, question));
  }

  const server = createServer(respond);
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const bound = typeof address === 'object' && address !== null ? address.port : port;
  const url = `http://127.0.0.1:${bound}`;
  return {
    url,
    v2Url: `${url}${BASES.v2}`,
    v1Url: `${url}${BASES.v1}`,
    asked,
    setFault(source, fault, version) {
      const groups = { both: METRICS, sky: FEEDS };
      const sources = source === 'both' || source === 'sky' ? groups[source] : [source];
      const change = Object.fromEntries(sources.map((each) => [each, fault]));
      switchFaults(faults, version === undefined ? change : { [version]: change });
    },
    setWeather(weather) {
      faults.weather = weather;
    },
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

interface AirRoute {
  readonly version: Version;
  readonly metric: Metric;
}

function airRouteOf(path: string): AirRoute | undefined {
  for (const version of VERSIONS) {
    for (const metric of METRICS) if (path === `${BASES[version]}/${metric}`) return { version, metric };
  }
  return undefined;
}

/** The requested time. v2 has one parameter for a day or a moment, v1 one for each. */
function dateOf(version: Version, params: URLSearchParams): string | null {
  if (version === 'v2') return params.get('date');
  const moment = params.get('date_time');
  if (moment === null) return params.get('date');
  return moment.includes('T') ? moment : '';
}

/**
 * The control address: `PUT {"psi":"500","v1":{"pm25":"hang"}}` sets faults, and any method returns the current
 * ones.
 */
async function handleFaultControl(
  request: IncomingMessage,
  response: ServerResponse,
  faults: CurrentFaults,
): Promise<void> {
  if (request.method === 'PUT') {
    const change = parseFaults(await bodyText(request));
    if (change === undefined) {
      sendJson(response, { status: 400, json: { message: FAULTS_HELP } });
      return;
    }
    switchFaults(faults, change);
  }
  sendJson(response, { status: 200, json: listedFaults(faults) });
}

async function bodyText(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) {
    text += chunk;
    if (text.length > FAULTS_MAX) return '';
  }
  return text;
}
