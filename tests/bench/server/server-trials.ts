/** The server, compared with Node's bare http server that sends the same bytes and headers. */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startStandin } from '../../../server/standin/standin.ts';
import { ordinaryDrawing } from '../ink/ink.ts';
import { type StartedServer, startBareServer, startLoad, startServer } from '../processes.ts';
import type { OpenTrial, Trial } from '../trial.ts';
import type { BareResponse } from './bare-server.ts';

const READINGS = '/api/v1/readings';
const CONNECTIONS = 64;
/** A tenth of a second of work: a short disturbance then falls on few of many runs. */
const READINGS_A_RUN = 4_000;
const PUTS_A_RUN = 400;
const TOKEN = 'a-token-for-the-bench';

export const readingsTrial: Trial = {
  name: 'server: cached readings',
  unit: 'requests/s',
  note: `readings: ${CONNECTIONS} connections, no pipelining, a load that never sleeps, the log written to nowhere; both sides send the same bytes and headers`,
  figures: [
    {
      what: 'server: cached readings, 200',
      subject: 'full',
      limit: 'bare full',
      budget: { atLeast: 0.6 },
    },
    {
      what: 'server: cached readings, 304',
      subject: 'not modified',
      limit: 'bare not modified',
      budget: { atLeast: 0.6 },
    },
  ],
  openings: 7,
  runs: 70,
  open: () =>
    opened(async (server, start) => {
      const url = `http://127.0.0.1:${server.port}${READINGS}`;
      const full = await recorded('GET /full', await fetch(url));
      const tag = { 'If-None-Match': full.headers.etag ?? '' };
      const notModified = await recorded('GET /not-modified', await fetch(url, { headers: tag }));
      const bare = await start([full, notModified]);
      const side = (port: number, path: string, status: number, headers = {}) => ({
        ports: [port],
        requests: Array.from({ length: CONNECTIONS }, () => requestText('GET', path, headers)),
        total: READINGS_A_RUN,
        status,
      });
      return {
        full: side(server.port, READINGS, 200),
        'bare full': side(bare.port, '/full', 200),
        'not modified': side(server.port, READINGS, 304, tag),
        'bare not modified': side(bare.port, '/not-modified', 304, tag),
      };
    }),
};

const drawing = ordinaryDrawing();

export const putTrial: Trial = {
  name: 'server: durable PUT',
  unit: 'requests/s',
  note: `PUT: ${drawing.label}; ${CONNECTIONS} connections, each its own drawing; both sides SQLite, WAL, synchronous=FULL`,
  figures: [
    { what: 'server: durable 57 KB PUT', subject: 'put', limit: 'bare put', budget: { atLeast: 0.35 } },
  ],
  open: () =>
    opened(async (server, start) => {
      const body = JSON.stringify({ title: 'Sample', strokes: drawing.strokes, thumb: '' });
      const headers = {
        Authorization: `Bearer ${TOKEN}`,
        'Content-Type': 'application/json',
        Prefer: 'return=minimal',
      };
      const paths = Array.from({ length: CONNECTIONS }, () => `/api/v1/drawings/${randomUUID()}`);
      const answers: BareResponse[] = [];
      for (const path of paths) {
        const url = `http://127.0.0.1:${server.port}${path}`;
        const created = await fetch(url, {
          method: 'PUT',
          body,
          headers: { ...headers, 'If-None-Match': '*' },
        });
        answers.push({ ...(await recorded(`PUT ${path}`, created)), status: 200 });
      }
      const bare = await start(answers);
      const side = (port: number) => ({
        ports: [port],
        requests: paths.map((path) => requestText('PUT', path, { ...headers, 'If-Match': '*' }, body)),
        total: PUTS_A_RUN,
        status: 200,
      });
      return { put: side(server.port), 'bare put': side(bare.port) };
    }),
};

type Orders = Readonly<Record<string, Parameters<ReturnType<typeof startLoad>['run']>[0]>>;

/** Starts the server with the stand-in upstream, and the load. Closes all of them at the end. */
async function opened(
  prepare: (
    server: StartedServer,
    startBare: (answers: BareResponse[]) => Promise<StartedServer>,
  ) => Promise<Orders>,
): Promise<OpenTrial> {
  const dir = mkdtempSync(join(tmpdir(), 'pleinair-bench-'));
  const standin = await startStandin();
  const server = await startServer(dir, {
    DATA_GOV_SG_V2_URL: standin.v2Url,
    DATA_GOV_SG_V1_URL: standin.v1Url,
    RATE_LIMIT_PER_MINUTE: '1000000',
    DRAW_TOKEN: TOKEN,
  });
  const load = startLoad();
  const stops = [server.stop, load.stop, standin.close];
  const startBare = async (answers: BareResponse[]) => {
    const bare = await startBareServer({ answers, database: join(dir, 'bare.sqlite') });
    stops.push(bare.stop);
    return bare;
  };
  const orders = await prepare(server, startBare);
  return {
    sides: Object.fromEntries(Object.entries(orders).map(([name, order]) => [name, () => load.run(order)])),
    async close() {
      for (const stop of stops) await stop();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

/** A response of the product, for the bare server to repeat. */
async function recorded(request: string, response: Response): Promise<BareResponse> {
  const { date: _, connection: __, 'keep-alive': ___, ...headers } = Object.fromEntries(response.headers);
  const { status } = response;
  if (status >= 400) throw new Error(`${request}: ${status} ${await response.text()}`);
  return { request, status, headers, body: await response.text() };
}

/** The request as text, as it is sent. */
export function requestText(
  method: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  body = '',
): string {
  const all = { Host: '127.0.0.1', Connection: 'keep-alive', ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  const length = method === 'GET' ? '' : `Content-Length: ${Buffer.byteLength(body)}\r\n`;
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}${length}\r\n${body}`;
}
