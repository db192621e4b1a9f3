/**
 * What the operator reads: JSON lines. A line names a request by method, path and outcome; headers,
 * query values, bodies and titles never reach it, and a token that strayed into a path is struck out.
 */
import pino from 'pino';
import { ClientGone } from './body.ts';
import type { HostResponse } from './http.ts';

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
/** Characters that wait before they are written: a write for each request would cost more than the request. */
const BUFFERED = 64 * 1024;
const FLUSH_MS = 500;

export function createLog({ secrets, destination }: LogOptions): Log {
  const { stream, flush } =
    destination === undefined ? bufferedStdout() : { stream: destination, flush() {} };
  const logger = pino({ base: null, timestamp: pino.stdTimeFunctions.isoTime }, stream);
  const strike = (text: string) =>
    secrets.reduce((rest, secret) => rest.replaceAll(secret, '[secret]'), text);
  const pathOf = (target: string) => strike(target.split('?', 1)[0] ?? '').slice(0, PATH_MAX);
  let [lastTarget, lastPath] = ['', '""'];
  /** As JSON. The same target is asked for again and again. */
  const pathText = (target: string) => {
    if (target !== lastTarget) [lastTarget, lastPath] = [target, JSON.stringify(pathOf(target))];
    return lastPath;
  };

  return {
    exchange(outgoing) {
      const { req, startedAt, bytes, writableFinished } = outgoing;
      // Whole numbers become text much faster than fractions do.
      const tenths = Math.round((performance.now() - startedAt) * 10);
      const status = writableFinished ? outgoing.statusCode : null;
      // By hand, as pino would write it, in a fifth of the time: this is written for every request.
      stream.write(
        `{"level":30,"time":"${isoTime()}","method":"${req.method}",` +
          `"path":${pathText(req.url ?? '')},"status":${status},"ms":${Math.trunc(tenths / 10)}.${tenths % 10},"bytes":${bytes},` +
          `"msg":"${writableFinished ? 'request' : 'client gone'}"}\n`,
      );
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

let lastTime = 0;
let lastIso = '';

/** Now, RFC 3339. Many requests end in the same millisecond. */
function isoTime(): string {
  const now = Date.now();
  if (now !== lastTime) [lastTime, lastIso] = [now, new Date(now).toISOString()];
  return lastIso;
}

/** Name, message and stack of an error and of what caused it. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const own = error.stack ?? `${error.name}: ${error.message}`;
  return error.cause === undefined ? own : `${own}\ncaused by ${describe(error.cause)}`;
}

/** Lines are gathered here: pino's own buffering measures all that waits anew for each line. */
function bufferedStdout() {
  const stdout = pino.destination({ dest: 1, sync: false });
  let waiting = '';
  const handOver = () => {
    if (waiting !== '') stdout.write(waiting);
    waiting = '';
  };
  setInterval(handOver, FLUSH_MS).unref();
  return {
    stream: {
      write(line: string) {
        waiting += line;
        if (waiting.length >= BUFFERED) handOver();
      },
    },
    flush() {
      handOver();
      stdout.flushSync();
    },
  };
}
