/**
 * What the operator reads: JSON lines. A line names a request by method, path and outcome; headers,
 * query values, bodies and titles never reach it, and a token that strayed into a path is struck out.
 */

import { errorCode } from '../config/start-error.ts';
import { ClientGone } from './body.ts';
import type { Exchange } from './http.ts';

export interface Log {
  /** One line for an exchange whose answer is out, or whose client is gone. */
  exchange(exchange: Exchange): void;
  /** A defect, under the id that the response names. */
  defect(id: string, error: unknown): void;
  info(message: string, facts?: Readonly<Record<string, string | number>>): void;
  /** Writes out what is waiting. */
  flush(): void;
}

export interface LogOptions {
  /** Struck out wherever they turn up. */
  readonly secrets: readonly string[];
  /** Where the lines go; stdout by default. */
  readonly destination?: { write(line: string): void };
}

/** As pino and bunyan number them. */
const LEVEL = { info: 30, error: 50 } as const;
const PATH_MAX = 200;
/** Bytes that wait before they are written: a write for each request would cost more than the request. */
const BUFFERED = 64 * 1024;
/** Bytes of UTF-8 for one unit of a string, at most. */
const UTF8_MOST = 3;
const FLUSH_MS = 500;

export function createLog({ secrets, destination }: LogOptions): Log {
  const { stream, flush } =
    destination === undefined ? bufferedStdout() : { stream: destination, flush() {} };
  const write = (entry: object) => stream.write(`${JSON.stringify(entry)}\n`);
  const strike = (text: string) =>
    secrets.reduce((rest, secret) => rest.replaceAll(secret, '[secret]'), text);
  const pathOf = (target: string) => strike(target.split('?', 1)[0] ?? '').slice(0, PATH_MAX);

  return {
    exchange({ method, target, status, bytes, ms }) {
      // Named one by one, since an object that is spread takes as long as all the rest of it.
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

let last = { at: 0, iso: '' };

/** Now, RFC 3339. Many requests end in the same millisecond. */
function isoTime(): string {
  const at = Date.now();
  if (at !== last.at) last = { at, iso: new Date(at).toISOString() };
  return last.iso;
}

/** Name, message and stack of an error and of what caused it. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const own = error.stack ?? `${error.name}: ${error.message}`;
  return error.cause === undefined ? own : `${own}\ncaused by ${describe(error.cause)}`;
}

/**
 * Lines are gathered here as bytes and written at once, whole blocks at a time: a text of many pieces is dear to
 * write, and so is a thread that writes for this one.
 */
function bufferedStdout() {
  const { stdout } = process;
  // Whoever read the log is gone. That is no reason to stop drawing.
  stdout.on('error', (error) => {
    if (errorCode(error) !== 'EPIPE') throw error;
  });
  const block = Buffer.allocUnsafe(BUFFERED);
  let used = 0;
  const flush = () => {
    // A copy: a slow pipe may take it later.
    if (used > 0) stdout.write(Buffer.from(block.subarray(0, used)));
    used = 0;
  };
  setInterval(flush, FLUSH_MS).unref();
  return {
    stream: {
      write(line: string) {
        const most = line.length * UTF8_MOST;
        if (used + most > BUFFERED) flush();
        if (most > BUFFERED) stdout.write(line);
        else used += block.write(line, used);
      },
    },
    flush,
  };
}
