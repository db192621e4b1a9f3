/** Reads the operator's catalogue once, from a file or a URL. Failures are values, nothing is thrown. */
import { constants } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { retryAfterSeconds } from '../../src/core/air/upstream/backoff.ts';
import { errorCode } from '../config/start-error.ts';
import { decodeCatalogue, FILE_MAX } from './check.ts';
import {
  addressFault,
  askHost,
  type HostOptions,
  isRedirect,
  LOCATION_MAX,
  NotPublic,
  publicAddresses,
} from './host-request.ts';

const REDIRECTS_MAX = 5;
const UNPACK = {
  br: createBrotliDecompress,
  deflate: createInflate,
  gzip: createGunzip,
  'x-gzip': createGunzip,
} as const;

/** Tells whether a catalogue has changed. */
export interface Mark {
  /** For a file. */
  readonly stamp?: string | undefined;
  /** For a URL, from its headers. */
  readonly etag?: string | undefined;
  readonly lastModified?: string | undefined;
}

export type ReadResult =
  | { readonly kind: 'text'; readonly text: string; readonly mark: Mark }
  | { readonly kind: 'unchanged' }
  | {
      readonly kind: 'failed';
      /** In words, continuing `the catalogue …`; contains no path and no host. */
      readonly why: string;
      /** For the log. */
      readonly detail: string;
      /** Mark of the text that was read; undefined if none was. */
      readonly mark?: Mark;
      /** Seconds for which the catalogue's server asked not to be called. */
      readonly retryAfter?: number | undefined;
    };

export interface ReadOptions extends HostOptions {
  /** A path or an http(s) URL. */
  readonly location: string;
  /** Mark of the known catalogue: the same mark again gives `unchanged`. */
  readonly known?: Mark | undefined;
  /** For the whole request to a URL. */
  readonly timeoutMs: number;
  readonly ask?: typeof askHost | undefined;
}

export function isWebLocation(location: string): boolean {
  return /^https?:\/\//i.test(location);
}

/** Never throws. */
export function readCatalogue(question: ReadOptions): Promise<ReadResult> {
  return isWebLocation(question.location) ? readAddress(question) : readFile(question);
}

async function readFile({ location, known }: ReadOptions): Promise<ReadResult> {
  try {
    if (known?.stamp !== undefined && known.stamp === stampOf(await stat(location, { bigint: true }))) {
      return { kind: 'unchanged' };
    }
    // Otherwise opening a pipe without a writer would never return.
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

/** At most one byte more than allowed: enough to see that it is too much. */
async function readBytes(handle: FileHandle): Promise<Uint8Array> {
  const bytes = new Uint8Array(FILE_MAX + 1);
  let length = 0;
  while (length < bytes.length) {
    const { bytesRead } = await handle.read(bytes, length, bytes.length - length);
    if (bytesRead === 0) break;
    length += bytesRead;
  }
  return bytes.subarray(0, length);
}

async function readAddress(question: ReadOptions): Promise<ReadResult> {
  const { location, known = {}, timeoutMs } = question;
  const headers: Record<string, string> = {
    accept: 'application/json',
    'accept-encoding': Object.keys(UNPACK).join(', '),
  };
  if (known.etag !== undefined) headers['if-none-match'] = known.etag;
  if (known.lastModified !== undefined) headers['if-modified-since'] = known.lastModified;
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const response = await askedThrough(new URL(location), headers, signal, question);
    if ('kind' in response) return response;
    const { statusCode: status } = response;
    if (status === 304 && (known.etag ?? known.lastModified) !== undefined) {
      response.destroy();
      return { kind: 'unchanged' };
    }
    if (status !== 200) {
      response.destroy();
      const retryAfter = retryAfterSeconds(response.headers['retry-after'] ?? null, Date.now());
      return { ...failed(`is answered with HTTP ${status}`, `HTTP ${status}`), retryAfter };
    }
    return textOf(await readBody(response), {
      etag: response.headers.etag,
      lastModified: response.headers['last-modified'],
    });
  } catch (error) {
    if (signal.aborted) return failed('does not arrive in time', `not whole in ${timeoutMs} ms`);
    if (error instanceof NotPublic) return failed('redirects to where it may not lead', error.message);
    return failed('cannot be reached', describe(error));
  }
}

/**
 * The response at the end of all redirects. The operator named the first URL, which may be in their network.
 * The servers named the others, so the rules for links apply to them.
 * @throws NotPublic
 */
async function askedThrough(
  first: URL,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
  { ask = askHost, ...options }: ReadOptions,
): Promise<IncomingMessage | ReturnType<typeof failed>> {
  let url = first;
  for (let redirects = 0; redirects <= REDIRECTS_MAX; redirects += 1) {
    const isOwn = url.origin === first.origin;
    const addresses = isOwn ? undefined : await publicAddresses(url.hostname, signal, options);
    const response = await ask({ method: 'GET', url, headers, addresses, signal });
    if (!isRedirect(response)) return response;
    response.destroy();
    const { location = '' } = response.headers;
    const next = location.length > LOCATION_MAX ? null : URL.parse(location, url.href);
    if (next === null || location === '') return failed('redirects to nowhere', 'no address in Location');
    const fault = next.origin === first.origin ? undefined : addressFault(next, options);
    if (fault !== undefined) return failed('redirects to where it may not lead', `it leads ${fault}`);
    url = next;
  }
  return failed(`redirects more than ${REDIRECTS_MAX} times`, 'too many redirects');
}

/** At most a little more than one byte over the limit. */
async function readBody(response: IncomingMessage): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of unpacked(response)) {
    parts.push(part);
    size += part.byteLength;
    if (size > FILE_MAX) break;
  }
  response.destroy();
  return Buffer.concat(parts);
}

function unpacked(response: IncomingMessage): AsyncIterable<Uint8Array> {
  const coding = (response.headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  if (coding === 'identity' || coding === '') return response;
  const unpack = Object.entries(UNPACK).find(([name]) => name === coding)?.[1];
  if (unpack === undefined) throw new Error('it is packed in a way that was not asked for');
  const unpacking = unpack();
  response.on('error', (error) => unpacking.destroy(error));
  return response.pipe(unpacking);
}

function textOf(bytes: Uint8Array, mark: Mark): ReadResult {
  const decoded = decodeCatalogue(bytes);
  if ('text' in decoded) return { kind: 'text', text: decoded.text, mark };
  return { ...failed(decoded.fault, decoded.fault), mark };
}

function failed(why: string, detail: string) {
  return { kind: 'failed', why, detail } as const;
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return 'the request failed';
  return errorCode(error) ?? error.message;
}
