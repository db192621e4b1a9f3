/**
 * Requests to hosts that somebody else than the operator named: by a link of the catalogue, or by a redirect. The
 * address that was looked at is the one that is connected to: a name that answers differently the second time gains
 * nothing.
 */
import { lookup as systemLookup } from 'node:dns/promises';
import { type RequestOptions as HttpOptions, request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isLoopbackAddress, isPublicAddress } from './public-address.ts';

export const LOCATION_MOST = 4096;
const HEADERS_MOST = 16 * 1024;
const REDIRECTS: readonly (number | undefined)[] = [301, 302, 303, 307, 308];

export interface Address {
  readonly address: string;
  readonly family: number;
}

export interface HostOptions {
  /** Of a host name. */
  readonly resolve?: ((host: string) => Promise<readonly Address[]>) | undefined;
  /** For tests with servers on loopback: plain http at any port of addresses that are loopback, and nothing else. */
  readonly loopback?: boolean | undefined;
}

/** A host has an address inside somebody's network. */
export class NotPublic extends Error {
  override name = 'NotPublic';
}

export function isRedirect({ statusCode }: Pick<IncomingMessage, 'statusCode'>): boolean {
  return REDIRECTS.includes(statusCode);
}

/** What is wrong with an address whatever its host is, as `it leads …` continues; undefined for nothing. */
export function addressFault(url: URL, { loopback = false }: HostOptions): string | undefined {
  if (url.protocol !== 'https:' && !(loopback && url.protocol === 'http:')) {
    return 'at an address that is not https';
  }
  if (url.username !== '' || url.password !== '') return 'at an address with a name or password';
  return url.port !== '' && !loopback ? 'at a port that is not the usual one' : undefined;
}

/**
 * All addresses of a host.
 * @throws NotPublic when one of them is not public
 */
export async function publicAddresses(
  hostname: string,
  signal: AbortSignal,
  options: HostOptions,
): Promise<readonly Address[]> {
  const { resolve = resolveAll, loopback = false } = options;
  const host = hostname.replace(/^\[|\]$/g, '');
  const family = isIP(host);
  const addresses = family === 0 ? await untilAborted(resolve(host), signal) : [{ address: host, family }];
  if (addresses.length === 0) throw Object.assign(new Error('no address'), { code: 'ENOTFOUND' });
  const allowed = loopback ? isLoopbackAddress : isPublicAddress;
  if (!addresses.every(({ address }) => allowed(address))) {
    throw new NotPublic(`${hostname} has an address that is not public`);
  }
  return addresses;
}

async function resolveAll(host: string): Promise<readonly Address[]> {
  return systemLookup(host, { all: true });
}

function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = Promise.withResolvers<never>();
  const abort = () => aborted.reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  if (signal.aborted) abort();
  return Promise.race([promise, aborted.promise]).finally(() => signal.removeEventListener('abort', abort));
}

export interface HostRequest {
  readonly method: 'HEAD' | 'GET';
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** Those to connect to; undefined for whatever the name leads to just then. */
  readonly addresses: readonly Address[] | undefined;
  readonly signal: AbortSignal;
}

/** Sends a request over a connection of its own. Whoever gets the answer must read or destroy it. */
export function askHost({ method, url, headers, addresses, signal }: HostRequest): Promise<IncomingMessage> {
  const settings: HttpOptions = {
    method,
    // No connection is kept, so that none is used for which another address was looked at.
    agent: false,
    ...(addresses === undefined ? {} : { lookup: pinned(addresses) }),
    maxHeaderSize: HEADERS_MOST,
    signal,
    headers: { ...headers, connection: 'close' },
  };
  const send = url.protocol === 'http:' ? httpRequest : httpsRequest;
  return new Promise((resolve, reject) => {
    const request = send(url, settings, resolve);
    request.on('error', reject);
    request.end();
  });
}

/** Answers every question for an address with those that were found public. */
function pinned(addresses: readonly Address[]): LookupFunction {
  return (_host, { all }, callback) => {
    const [first] = addresses;
    if (all === true) callback(null, [...addresses]);
    else callback(null, first?.address ?? '', first?.family ?? 4);
  };
}
