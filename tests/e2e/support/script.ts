/** A person's own script: uses the server's API over TCP with the token, and nothing else. */
import type { Drawing, DrawingEntry, Stroke } from '../../../src/core/drawing/types.ts';
import type { AppServer } from '../../support/app-server.ts';

export interface Reply<T> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: T;
}

export interface Request {
  readonly json?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Another token; `''` for none. */
  readonly token?: string;
}

export interface Patched {
  readonly id: string;
  readonly rev: number;
  readonly title: string;
  readonly strokeCount: number;
}

export class Script {
  readonly #server: Pick<AppServer, 'url' | 'token'>;

  constructor(server: Pick<AppServer, 'url' | 'token'>) {
    this.#server = server;
  }

  /** Rejects if no response came. */
  async ask<T>(method: string, path: string, { json, headers, token }: Request = {}): Promise<Reply<T>> {
    const sent = token ?? this.#server.token;
    const type = method === 'PATCH' ? 'application/json-patch+json' : 'application/json';
    const response = await fetch(`${this.#server.url}/api/v1${path}`, {
      method,
      headers: {
        ...(sent === '' ? {} : { Authorization: `Bearer ${sent}` }),
        ...(json === undefined ? {} : { 'Content-Type': type }),
        ...headers,
      },
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    });
    const body: T = JSON.parse(await response.text());
    return { status: response.status, headers: response.headers, body };
  }

  create(drawing: Partial<Pick<Drawing, 'title' | 'strokes' | 'thumb'>>): Promise<Reply<Drawing>> {
    return this.ask('POST', '/drawings', { json: drawing });
  }

  read(id: string): Promise<Reply<Drawing>> {
    return this.ask('GET', `/drawings/${id}`);
  }

  list(trashed = false): Promise<Reply<{ drawings: DrawingEntry[] }>> {
    return this.ask('GET', `/drawings${trashed ? '?trashed=true' : ''}`);
  }

  /** Adds a stroke on top. */
  append(id: string, rev: number, stroke: Stroke, key: string): Promise<Reply<Patched>> {
    return this.ask('PATCH', `/drawings/${id}`, {
      json: [{ op: 'add', path: '/strokes/-', value: stroke }],
      headers: { 'If-Match': `"${rev}"`, 'Idempotency-Key': key },
    });
  }
}
