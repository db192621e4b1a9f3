/** One reading of the operator's catalogue, from a file or an address. Every way it can go wrong is a value, not a throw. */
import { constants } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { retryAfterSeconds } from '../../src/core/air/upstream/backoff.ts';
import { errorCode } from '../config/start-error.ts';
import { decodeCatalogue, FILE_MOST } from './check.ts';
import {
  addressFault,
  askHost,
  type HostOptions,
  isRedirect,
  LOCATION_MOST,
  NotPublic,
  publicAddresses,
} from './host-request.ts';

const REDIRECTS_MOST = 5;
const UNPACK = {
  br: createBrotliDecompress,
  deflate: createInflate,
  gzip: createGunzip,
  'x-gzip': createGunzip,
} as const;

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

export interface Question extends HostOptions {
  /** A path or an http(s) address. */
  readonly location: string;
  /** Of what is known: the same again is `unchanged`. */
  readonly known?: Mark | undefined;
  /** For the whole exchange with an address. */
  readonly timeoutMs: number;
  readonly ask?: typeof askHost | undefined;
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

async function readAddress(question: Question): Promise<Reading> {
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
 * The answer at the end of all redirects. The operator named the first address, which may be inside their network;
 * the others were named by whoever answers there, and are asked under the rules that hold for links.
 * @throws NotPublic
 */
async function askedThrough(
  first: URL,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
  { ask = askHost, ...options }: Question,
): Promise<IncomingMessage | ReturnType<typeof failed>> {
  let url = first;
  for (let redirects = 0; redirects <= REDIRECTS_MOST; redirects += 1) {
    const isOwn = url.origin === first.origin;
    const addresses = isOwn ? undefined : await publicAddresses(url.hostname, signal, options);
    const response = await ask({ method: 'GET', url, headers, addresses, signal });
    if (!isRedirect(response)) return response;
    response.destroy();
    const { location = '' } = response.headers;
    const next = location.length > LOCATION_MOST ? null : URL.parse(location, url.href);
    if (next === null || location === '') return failed('redirects to nowhere', 'no address in Location');
    const fault = next.origin === first.origin ? undefined : addressFault(next, options);
    if (fault !== undefined) return failed('redirects to where it may not lead', `it leads ${fault}`);
    url = next;
  }
  return failed(`redirects more than ${REDIRECTS_MOST} times`, 'too many redirects');
}

/** One byte more than is allowed, or a little more. */
async function readBody(response: IncomingMessage): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of unpacked(response)) {
    parts.push(part);
    size += part.byteLength;
    if (size > FILE_MOST) break;
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
  return errorCode(error) ?? error.message;
}
