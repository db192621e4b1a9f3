/**
 * The operator's log: JSON lines. A line names a request by method, path and outcome. Headers, query values,
 * bodies and titles are never logged. Whatever in a path looks like a token, a code or the secret of a link is removed.
 */

import { errorCode } from '../config/start-error.ts';
import { ClientGone } from './body.ts';
import type { Exchange } from './http.ts';

export interface Log {
  /** One line for a finished request. */
  exchange(exchange: Exchange): void;
  /** A defect, with the id that the response names. */
  defect(id: string, error: unknown): void;
  info(message: string, facts?: Readonly<Record<string, string | number>>): void;
  /** Writes the waiting lines. */
  flush(): void;
}

export interface LogOptions {
  /** Values that are removed wherever they appear. */
  readonly secrets: readonly string[];
  /** Where the lines go; stdout by default. */
  readonly destination?: { write(line: string): void };
}

/** The numbers that pino and bunyan use. */
const LEVEL = { info: 30, error: 50 } as const;
const PATH_MAX = 200;
/** Number of requests whose names are kept. */
const REQUESTS_KEPT = 256;
/** Buffer size, bytes: a write for each request would cost more than the request. */
const BUFFERED = 64 * 1024;
/** Most bytes of UTF-8 for one unit of a string. */
const UTF8_MAX = 3;
const FLUSH_MS = 500;

export function createLog({ secrets, destination }: LogOptions): Log {
  const { stream, flush } =
    destination === undefined ? bufferedStdout() : { stream: destination, flush() {} };
  const write = (entry: object) => stream.write(`${JSON.stringify(entry)}\n`);
  const strike = (text: string) =>
    secrets.reduce((rest, secret) => rest.replaceAll(secret, '[secret]'), text);
  const pathOf = (target: string) =>
    withoutSecrets(strike(decoded(target).split(PATH_END, 1)[0] ?? '')).slice(0, PATH_MAX);
  /** By method and target. To look for secrets takes as long as everything else here, and most targets come again. */
  const requests = new Map<string, string>();

  /** The members of a line that name its request. */
  function requestOf(method: string, target: string): string {
    const key = `${method} ${target}`;
    const known = requests.get(key);
    if (known !== undefined) return known;
    const members = `"method":${JSON.stringify(method)},"path":${JSON.stringify(pathOf(target))}`;
    if (requests.size >= REQUESTS_KEPT) requests.clear();
    if (key.length <= PATH_MAX) requests.set(key, members);
    return members;
  }

  return {
    exchange({ method, target, status, bytes, ms }) {
      // Put together by hand: JSON.stringify would take twice as long.
      const time = `"level":${LEVEL.info},"time":"${isoTime()}"`;
      const outcome = `"status":${status},"bytes":${bytes},"ms":${Math.round(ms * 10) / 10}`;
      const msg = status === null ? 'client gone' : 'request';
      stream.write(`{${time},${requestOf(method, target)},${outcome},"msg":"${msg}"}\n`);
    },
    defect(id, error) {
      if (error instanceof ClientGone) return;
      write({ level: LEVEL.error, time: isoTime(), id, error: strike(describe(error)), msg: 'defect' });
      flush();
    },
    info(message, facts = {}) {
      const struck = Object.entries(facts).map(([name, fact]) => [
        name,
        typeof fact === 'string' ? strike(fact) : fact,
      ]);
      write({ level: LEVEL.info, time: isoTime(), ...Object.fromEntries(struck), msg: message });
    },
    flush,
  };
}

/** What begins a query or a fragment, or was meant to: after it stand tickets and codes. */
const PATH_END = /[?#;]/;
/** Paths that contain the secret of a link, which must not be in the log. */
const LINK = /\/(s|shared)\/[^/]+/i;
/** A value with a name, as in a query: no path has one. */
const NAMED = /=[^/]+/g;
/** What may be a token, a code, a ticket or the secret of a link, wherever it stands. No part of our paths is as long. */
const SECRET = /[\w-]{20,}/g;
/** Except the ids of drawings. */
const ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
/** Except the files of the built app. */
const ASSET = /^\/assets\/[\w.-]+\.[a-z\d]{2,5}$/;
const ENCODED = /%([2-6][\da-f]|7[\da-e])/gi;
/** Some encode what is encoded already. */
const DECODED_MAX = 3;

/** Decodes what could hide a secret; other characters stay encoded. */
function decoded(target: string): string {
  let text = target;
  for (let i = 0; i < DECODED_MAX && text.includes('%'); i++) {
    text = text.replace(ENCODED, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  }
  return text;
}

function withoutSecrets(path: string): string {
  if (ASSET.test(path)) return path;
  return path
    .replace(LINK, '/$1/[secret]')
    .replace(NAMED, '=[secret]')
    .replace(SECRET, (run) => (ID.test(run) ? run : '[secret]'));
}

let last = { at: 0, iso: '' };

/** The current time, RFC 3339. Cached, because many requests end in the same millisecond. */
function isoTime(): string {
  const at = Date.now();
  if (at !== last.at) last = { at, iso: new Date(at).toISOString() };
  return last.iso;
}

/** Name, message and stack of an error and of its causes. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const own = error.stack ?? `${error.name}: ${error.message}`;
  return error.cause === undefined ? own : `${own}\ncaused by ${describe(error.cause)}`;
}

/**
 * Collects lines as bytes and writes them in whole blocks. Joining many strings is slow, and so is a second
 * thread for writing.
 */
function bufferedStdout() {
  const { stdout } = process;
  // The reader of the log is gone. That is no reason to stop serving.
  stdout.on('error', (error) => {
    if (errorCode(error) !== 'EPIPE') throw error;
  });
  const block = Buffer.allocUnsafe(BUFFERED);
  let used = 0;
  const flush = () => {
    // A copy: a slow pipe may read it later.
    if (used > 0) stdout.write(Buffer.from(block.subarray(0, used)));
    used = 0;
  };
  setInterval(flush, FLUSH_MS).unref();
  return {
    stream: {
      write(line: string) {
        const most = line.length * UTF8_MAX;
        if (used + most > BUFFERED) flush();
        if (most > BUFFERED) stdout.write(line);
        else used += block.write(line, used);
      },
    },
    flush,
  };
}
