/**
 * A stand-in for data.gov.sg's v2 on loopback, for demonstrations and tests: recorded days moved to today,
 * with faults that can be switched while it runs.
 * Folder: the stand-in, its figures and its faults.
 */
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { Metric } from '../../../src/core/air/types.ts';
import type { Fault, Faults } from './faults.ts';
import { answer, FAULTS, isFault, sendJson } from './faults.ts';

export interface StandinOptions {
  /** 0, the default, for any free one. */
  readonly port?: number;
  /** ms since the epoch. */
  readonly now?: () => number;
  readonly faults?: Faults;
}

export interface Standin {
  /** `http://127.0.0.1:PORT` */
  readonly url: string;
  /** The same as `DATA_GOV_SG_V2_URL` wants it. */
  readonly v2Url: string;
  /** Paths with query of the questions so far, in order. */
  readonly asked: readonly string[];
  /** From the next question on; null for none. */
  setFault(metric: Metric | 'both', fault: Fault | null): void;
  close(): Promise<void>;
}

const BASE = '/v2/real-time/api';
const FAULTS_MOST = 1000;

/** Listens on 127.0.0.1 only. */
export async function startStandin(options: StandinOptions = {}): Promise<Standin> {
  const { port = 0, now = Date.now } = options;
  const faults: Faults = { ...options.faults };
  const asked: string[] = [];

  function respond(request: IncomingMessage, response: ServerResponse): void {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    if (url.pathname === '/faults') {
      void answerFaults(request, response, faults);
      return;
    }
    const metric = metricOf(url.pathname);
    if (metric === undefined || request.method !== 'GET') {
      sendJson(response, { status: 404, json: { message: 'Not Found' } });
      return;
    }
    asked.push(`${url.pathname.slice(BASE.length)}${url.search}`);
    const date = url.searchParams.get('date');
    answer(response, faults[metric] ?? undefined, { metric, date, now: now() });
  }

  const server = createServer(respond);
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const bound = typeof address === 'object' && address !== null ? address.port : port;
  const url = `http://127.0.0.1:${bound}`;
  return {
    url,
    v2Url: `${url}${BASE}`,
    asked,
    setFault(metric, fault) {
      for (const each of metric === 'both' ? (['psi', 'pm25'] as const) : [metric]) faults[each] = fault;
    },
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

function metricOf(path: string): Metric | undefined {
  if (path === `${BASE}/psi`) return 'psi';
  return path === `${BASE}/pm25` ? 'pm25' : undefined;
}

/** `PUT {"psi":"500","pm25":null}` switches them; any method answers what is switched. */
async function answerFaults(
  request: IncomingMessage,
  response: ServerResponse,
  faults: Faults,
): Promise<void> {
  if (request.method === 'PUT') {
    const change = parseFaults(await bodyText(request));
    if (change === undefined) {
      const message = `psi and pm25 may each be null or one of ${FAULTS.join(', ')}`;
      sendJson(response, { status: 400, json: { message } });
      return;
    }
    Object.assign(faults, change);
  }
  sendJson(response, { status: 200, json: { psi: faults.psi ?? null, pm25: faults.pm25 ?? null } });
}

async function bodyText(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) {
    text += chunk;
    if (text.length > FAULTS_MOST) return '';
  }
  return text;
}

function parseFaults(text: string): Faults | undefined {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof json !== 'object' || json === null) return undefined;
  const change: Faults = {};
  for (const [metric, fault] of Object.entries(json)) {
    if (metric !== 'psi' && metric !== 'pm25') return undefined;
    if (fault !== null && !isFault(fault)) return undefined;
    change[metric] = fault;
  }
  return change;
}
