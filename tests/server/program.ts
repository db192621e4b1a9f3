/** Runs the server's programs to their end, and sends requests to a running server. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { root } from '../../server/bin/bootstrap.js';
import type { Drawing, Stroke } from '../../src/core/drawing/types.ts';
import { cli } from '../support/cli/cli.ts';
import { childEnv } from '../support/mcp/clean-env.ts';

/** How long to poll for a condition on a busy machine. */
export const LONG_TIMEOUT = { timeout: 20_000 };

export interface ProgramResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs `pleinair ...args` until it ends. */
export async function runPleinair(
  args: readonly string[],
  env: Record<string, string>,
): Promise<ProgramResult> {
  const child = spawn(process.execPath, [cli, ...args], {
    cwd: root,
    env: { ...childEnv(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const out = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      out[name] += text;
    });
  }
  await once(child, 'close');
  return { code: child.exitCode, ...out };
}

/** Runs a server that is expected not to start. */
export function refusedStart(env: Record<string, string>): Promise<ProgramResult> {
  return runPleinair(['serve'], { HOST: '127.0.0.1', PORT: '0', ...env });
}

/** Sends a request with the token. */
export type Api = (method: string, path: string, options?: ApiOptions) => Promise<Response>;

interface ApiOptions {
  /** Sent as JSON. */
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

/** A client of a server's API, with its token. */
export function apiOf(server: { readonly url: string; readonly token: string }): Api {
  return (method, path, { body, headers = {} } = {}) =>
    fetch(`${server.url}/api/v1${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${server.token}`,
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
}

/** Reads a whole drawing. */
export async function readDrawing(api: Api, id: string): Promise<Drawing> {
  const response = await api('GET', `/drawings/${id}`);
  if (response.status !== 200) throw new Error(`GET gave ${response.status}`);
  return await response.json();
}

/** Adds one stroke at the end of a drawing, as the page does when the pen lifts. */
export function appendStroke(
  api: Api,
  id: string,
  rev: number,
  stroke: Stroke,
  key: string,
): Promise<Response> {
  return api('PATCH', `/drawings/${id}`, {
    body: [{ op: 'add', path: '/strokes/-', value: stroke }],
    headers: {
      'Content-Type': 'application/json-patch+json',
      'If-Match': `"${rev}"`,
      'Idempotency-Key': key,
    },
  });
}

/** A connection for hand-written HTTP. */
export interface RawConnection {
  readonly socket: Socket;
  /** Everything received so far. */
  received(): string;
  /** Resolves when the other side has closed the connection. */
  readonly ended: Promise<void>;
}

export async function rawConnection(url: string): Promise<RawConnection> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {});
  await once(socket, 'connect');
  let text = '';
  socket.on('data', (bytes) => {
    text += bytes.toString('latin1');
  });
  const ended = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  return { socket, received: () => text, ended };
}

/** True if something accepts connections there. */
export async function isListening(url: string): Promise<boolean> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  const connected = await new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true));
    socket.once('error', () => resolve(false));
  });
  socket.destroy();
  return connected;
}

/** Takes a free port and keeps it. */
export async function takePort(): Promise<{ readonly port: number; readonly server: Server }> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('no port');
  return { port: address.port, server };
}
