/** The application of a server, over HTTP: its responses unchanged, and messages for when there is none. */
import { API_VERSION } from '../../../src/api/contract/versions.ts';
import { errorCode } from '../../config/start-error.ts';
import { Refusal } from '../ask.ts';
import type { Application } from './stdio-local.ts';

/**
 * Longest time without a byte, ms: many times what a server needs. A whole drawing of 64 MB may take longer.
 */
const SILENCE_MS = 15_000;
const SERVER = 'PLEINAIR_URL';

export interface RemoteOptions {
  /** An origin without a trailing slash. */
  readonly url: string;
  readonly token: string | undefined;
}

/**
 * Makes the application. The token is sent only after the server has said that it is Pleinair and speaks this
 * version of the API.
 */
export function remoteApplication({ url, token }: RemoteOptions): Application {
  let known: Promise<void> | undefined;

  async function send(request: Request): Promise<Response> {
    const { pathname, search } = new URL(request.url);
    const body = request.body === null ? null : await request.text();
    const { method } = request;
    const headers = new Headers(request.headers);
    if (token !== undefined) headers.set('Authorization', `Bearer ${token}`);
    const asked = () => ask(`${url}${pathname}${search}`, { method, headers, body });
    // Every request here may be received twice, so a lost response is worth one retry.
    const response = await asked()
      .catch((error: unknown) => (isTimeout(error) ? Promise.reject(error) : asked()))
      .catch((error: unknown) => unreachable(error, method));
    if (response.status === 401) throw new Refusal(unauthorised(token));
    return response;
  }

  async function identify(): Promise<void> {
    const response = await ask(`${url}/api/v1/app`, { method: 'GET' }).catch((error: unknown) =>
      unreachable(error, 'GET'),
    );
    if (response.status >= 300 && response.status < 400) {
      throw new Refusal(`The server at ${url} redirects. Set ${SERVER} to the address it leads to.`);
    }
    if (response.status === 429 || response.status >= 500) {
      throw new Refusal(
        `The server at ${url} cannot answer right now (HTTP ${response.status}). Call again in a minute.`,
      );
    }
    const app = Object(await response.json().catch(() => undefined));
    if (app.id !== 'pleinair' || app.namespace !== 'draw/v1') {
      throw new Refusal(`The server at ${url} is not Pleinair. Set ${SERVER} to a Pleinair server.`);
    }
    const theirs = String(Object(app.versions).api);
    if (majorOf(theirs) !== majorOf(API_VERSION)) {
      throw new Refusal(
        `The server at ${url} speaks version ${JSON.stringify(theirs)} of the API, and this adapter ${API_VERSION}. Update the older one.`,
      );
    }
  }

  return {
    async handle(request) {
      known ??= identify();
      try {
        await known;
      } catch (error) {
        known = undefined;
        throw error;
      }
      return send(request);
    },
    async close() {},
  };

  function unreachable(error: unknown, method: string): never {
    const cause = error instanceof Error ? (error.cause ?? error) : error;
    const why = isTimeout(error)
      ? `no answer in ${SILENCE_MS / 1000} s`
      : (errorCode(cause) ?? 'no connection');
    const next =
      method === 'GET'
        ? 'Call again when it is.'
        : 'It may have made the change all the same: look with draw_get_drawing before calling again.';
    throw new Refusal(
      `The server at ${url} cannot be reached (${why}). Check that it is running and that ${SERVER} is right. ${next}`,
    );
  }
}

/** Follows no redirect: the token is for one server. */
async function ask(url: string, init: RequestInit): Promise<Response> {
  const controller = new AbortController();
  const silence = setTimeout(() => controller.abort(new DOMException('silence', 'TimeoutError')), SILENCE_MS);
  // The timer must not keep the process alive for a body that nobody reads.
  silence.unref();
  const response = await fetch(url, { ...init, redirect: 'manual', signal: controller.signal }).catch(
    (error: unknown) => {
      clearTimeout(silence);
      throw error;
    },
  );
  silence.refresh();
  const { body, status, headers } = response;
  if (body === null) {
    clearTimeout(silence);
    return response;
  }
  const heard = new TransformStream<Uint8Array, Uint8Array>({
    transform(bytes, answer) {
      silence.refresh();
      answer.enqueue(bytes);
    },
    flush: () => clearTimeout(silence),
  });
  return new Response(body.pipeThrough(heard), { status, headers });
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.name === 'TimeoutError';
}

function unauthorised(token: string | undefined): string {
  const why = token === undefined ? 'The server needs a token' : 'The server does not accept the token';
  return `${why}. Let DRAW_TOKEN, where this assistant's tools are set up, be the one of the server; then start the tools anew.`;
}

function majorOf(version: string): string {
  return version.split('.', 1)[0] ?? '';
}
