/**
 * The operator's log: JSON lines. A line names a request by method, path and outcome. Headers, query values,
 * bodies and titles are never logged, and a token or the secret of a link in a path is removed.
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
    strike(withoutLink(target.split(PATH_END, 1)[0] ?? '')).slice(0, PATH_MAX);

  return {
    exchange({ method, target, status, bytes, ms }) {
      // Named one by one: spreading an object would take as long as everything else here.
      write({
        level: LEVEL.info,
        time: isoTime(),
        method,
        path: pathOf(target),
        status,
        bytes,
        ms: Math.round(ms * 10) / 10,
        msg: status === null ? 'client gone' : 'request',
      });
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
const PATH_END = /[?#;]|%(?:3f|23|3b)/i;
/** Paths that contain the secret of a link, which must not be in the log. */
const LINK = /\/(s|shared)\/[^/]+/i;
/** The secret of a link wherever it stands, for addresses that were copied wrongly. */
const SECRET = /[\da-f%]{32,}/gi;

function withoutLink(path: string): string {
  return path.replace(LINK, '/$1/[secret]').replace(SECRET, '[secret]');
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
