/** One reading of the operator's catalogue, from a file or an address. Every way it can go wrong is a value, not a throw. */
import { constants } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import { retryAfterSeconds } from '../../src/core/air/backoff.ts';
import { errorCode } from '../start-error.ts';
import { decodeCatalogue, FILE_MOST } from './check.ts';

/** What tells whether it is another one than before. */
export interface Mark {
  /** Of a file. */
  readonly stamp?: string | undefined;
  /** Of an address, as its headers had them. */
  readonly etag?: string | undefined;
  readonly lastModified?: string | undefined;
}

export type Reading =
  | { readonly kind: 'text'; readonly text: string; readonly mark: Mark }
  | { readonly kind: 'unchanged' }
  | {
      readonly kind: 'failed';
      /** In words, as `the catalogue …` continues; names no path and no host. */
      readonly why: string;
      /** For the log. */
      readonly detail: string;
      /** Of what was read; undefined when nothing was. */
      readonly mark?: Mark;
      /** Seconds that the server of the catalogue asked to be left alone. */
      readonly retryAfter?: number | undefined;
    };

export interface Question {
  /** A path or an http(s) address. */
  readonly location: string;
  /** Of what is known: the same again is `unchanged`. */
  readonly known?: Mark | undefined;
  /** For the whole exchange with an address. */
  readonly timeoutMs: number;
  readonly fetch?: typeof fetch | undefined;
}

export function isWebLocation(location: string): boolean {
  return /^https?:\/\//i.test(location);
}

/** Never throws. */
export function readCatalogue(question: Question): Promise<Reading> {
  return isWebLocation(question.location) ? readAddress(question) : readFile(question);
}

async function readFile({ location, known }: Question): Promise<Reading> {
  try {
    if (known?.stamp !== undefined && known.stamp === stampOf(await stat(location, { bigint: true }))) {
      return { kind: 'unchanged' };
    }
    // A pipe without a writer would otherwise be waited for without end.
    const handle = await open(location, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const about = await handle.stat({ bigint: true });
      if (!about.isFile()) return failed('is not a file', 'not a regular file');
      return textOf(await readBytes(handle), { stamp: stampOf(about) });
    } finally {
      await handle.close();
    }
  } catch (error) {
    const code = errorCode(error) ?? String(error);
    const missing = code === 'ENOENT' || code === 'ENOTDIR';
    return failed(missing ? 'is missing' : 'cannot be read', code);
  }
}

function stampOf(about: { readonly mtimeNs: bigint; readonly size: bigint; readonly ino: bigint }): string {
  return `${about.mtimeNs}-${about.size}-${about.ino}`;
}

/** One byte more than is allowed, at most: enough to see that it is too much. */
async function readBytes(handle: FileHandle): Promise<Uint8Array> {
  const bytes = new Uint8Array(FILE_MOST + 1);
  let length = 0;
  while (length < bytes.length) {
    const { bytesRead } = await handle.read(bytes, length, bytes.length - length);
    if (bytesRead === 0) break;
    length += bytesRead;
  }
  return bytes.subarray(0, length);
}

async function readAddress({ location, known = {}, timeoutMs, ...more }: Question): Promise<Reading> {
  const headers: Record<string, string> = { accept: 'application/json' };
  if (known.etag !== undefined) headers['if-none-match'] = known.etag;
  if (known.lastModified !== undefined) headers['if-modified-since'] = known.lastModified;
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const response = await (more.fetch ?? fetch)(location, { headers, signal, credentials: 'omit' });
    const { status } = response;
    if (status === 304 && Object.keys(headers).length > 1) return { kind: 'unchanged' };
    if (status !== 200) {
      await response.body?.cancel();
      const retryAfter = retryAfterSeconds(response.headers.get('retry-after'), Date.now());
      return { ...failed(`is answered with HTTP ${status}`, `HTTP ${status}`), retryAfter };
    }
    return textOf(await readBody(response), {
      etag: response.headers.get('etag') ?? undefined,
      lastModified: response.headers.get('last-modified') ?? undefined,
    });
  } catch (error) {
    if (signal.aborted) return failed('does not arrive in time', `not whole in ${timeoutMs} ms`);
    return failed('cannot be reached', describe(error));
  }
}

async function readBody(response: Response): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  const reader = response.body?.getReader();
  for (let size = 0; reader !== undefined && size <= FILE_MOST; ) {
    const { done, value } = await reader.read();
    if (done) return Buffer.concat(parts);
    parts.push(value);
    size += value.byteLength;
  }
  await reader?.cancel();
  return Buffer.concat(parts);
}

function textOf(bytes: Uint8Array, mark: Mark): Reading {
  const decoded = decodeCatalogue(bytes);
  if ('text' in decoded) return { kind: 'text', text: decoded.text, mark };
  return { ...failed(decoded.fault, decoded.fault), mark };
}

function failed(why: string, detail: string) {
  return { kind: 'failed', why, detail } as const;
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return 'the request failed';
  const { cause } = error;
  return cause instanceof Error ? (errorCode(cause) ?? cause.message) : error.message;
}
