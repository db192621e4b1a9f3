/**
 * What the operator reads: JSON lines. A line names a request by method, path and outcome; headers,
 * query values, bodies and titles never reach it, and a token that strayed into a path is struck out.
 */
import pino from 'pino';
import { ClientGone } from './body.ts';
import type { HostResponse } from './http.ts';
import { errorCode } from './start-error.ts';

export interface Log {
  /** One line for an exchange whose answer is out, or whose client is gone. */
  exchange(outgoing: HostResponse): void;
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

const PATH_MAX = 200;
/** Bytes that wait before they are written: a write for each request would cost more than the request. */
const BUFFERED = 64 * 1024;
/** Bytes of UTF-8 for one unit of a string, at most. */
const UTF8_MOST = 3;
const FLUSH_MS = 500;

export function createLog({ secrets, destination }: LogOptions): Log {
  const { stream, flush } =
    destination === undefined ? bufferedStdout() : { stream: destination, flush() {} };
  const logger = pino({ base: null, timestamp: pino.stdTimeFunctions.isoTime }, stream);
  const strike = (text: string) =>
    secrets.reduce((rest, secret) => rest.replaceAll(secret, '[secret]'), text);
  const pathOf = (target: string) => strike(target.split('?', 1)[0] ?? '').slice(0, PATH_MAX);
  /** Of the last line. Many requests that end in the same millisecond differ in nothing but the time they took. */
  let last: Pick<HostResponse, 'bytes' | 'statusCode'> & { now: number; target: string; whole: boolean } = {
    bytes: -1,
    statusCode: 0,
    now: 0,
    target: '',
    whole: false,
  };
  let [lastMethod, head, tail] = ['', '', ''];

  /** By hand, as pino would write it, in a tenth of the time: this is written for every request. */
  function prepare({ req, bytes, statusCode, writableFinished: whole }: HostResponse, now: number): void {
    last = { bytes, statusCode, now, target: req.url ?? '', whole };
    lastMethod = req.method ?? '';
    head =
      `{"level":30,"time":"${new Date(now).toISOString()}","method":"${lastMethod}",` +
      `"path":${JSON.stringify(pathOf(last.target))},"status":${whole ? statusCode : null},"bytes":${bytes},"ms":`;
    tail = `,"msg":"${whole ? 'request' : 'client gone'}"}\n`;
  }

  return {
    exchange(outgoing) {
      const { req, startedAt } = outgoing;
      const now = Date.now();
      if (
        now !== last.now ||
        req.url !== last.target ||
        outgoing.bytes !== last.bytes ||
        outgoing.statusCode !== last.statusCode ||
        outgoing.writableFinished !== last.whole ||
        req.method !== lastMethod
      )
        prepare(outgoing, now);
      // Whole numbers become text much faster than fractions do.
      const tenths = Math.round((performance.now() - startedAt) * 10);
      stream.write(`${head}${Math.trunc(tenths / 10)}.${tenths % 10}${tail}`);
    },
    defect(id, error) {
      if (error instanceof ClientGone) return;
      logger.error({ id, error: strike(describe(error)) }, 'defect');
      flush();
    },
    info(message, facts = {}) {
      const struck = Object.entries(facts).map(([name, fact]) => [
        name,
        typeof fact === 'string' ? strike(fact) : fact,
      ]);
      logger.info(Object.fromEntries(struck), message);
    },
    flush,
  };
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
