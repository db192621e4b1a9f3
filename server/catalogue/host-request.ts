/**
 * Requests to hosts that somebody other than the operator named, by a link of the catalogue or by a redirect.
 * The connection goes to the address that was checked, so a name that resolves differently the second time
 * gains nothing.
 */
import { lookup as systemLookup } from 'node:dns/promises';
import { type RequestOptions as HttpOptions, request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isLoopbackAddress, isPublicAddress } from './public-address.ts';

export const LOCATION_MAX = 4096;
const HEADERS_MAX = 16 * 1024;
const REDIRECTS: readonly (number | undefined)[] = [301, 302, 303, 307, 308];

export interface Address {
  readonly address: string;
  readonly family: number;
}

export interface HostOptions {
  /** Resolves a host name. */
  readonly resolve?: ((host: string) => Promise<readonly Address[]>) | undefined;
  /**
   * For tests with servers on loopback: allows plain http on any port of loopback addresses, and nothing else.
   */
  readonly loopback?: boolean | undefined;
}

/** A host has an address inside a private network. */
export class NotPublic extends Error {
  override name = 'NotPublic';
}

export function isRedirect({ statusCode }: Pick<IncomingMessage, 'statusCode'>): boolean {
  return REDIRECTS.includes(statusCode);
}

/** What is wrong with a URL whatever its host, continuing `it leads …`; undefined for nothing. */
export function addressFault(url: URL, { loopback = false }: HostOptions): string | undefined {
  if (url.protocol !== 'https:' && !(loopback && url.protocol === 'http:')) {
    return 'at an address that is not https';
  }
  if (url.username !== '' || url.password !== '') return 'at an address with a name or password';
  return url.port !== '' && !loopback ? 'at a port that is not the usual one' : undefined;
}

/**
 * All addresses of a host.
 * @throws NotPublic if one of them is not public
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
    throw new NotPublic(`${hostname} has a non-public address`);
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
  /** Addresses to connect to; undefined to resolve the name again. */
  readonly addresses: readonly Address[] | undefined;
  readonly signal: AbortSignal;
}

/** Sends a request over a connection of its own. The caller must read or destroy the response. */
export function askHost({ method, url, headers, addresses, signal }: HostRequest): Promise<IncomingMessage> {
  const settings: HttpOptions = {
    method,
    // No connection pool: a pooled connection may lead to an address that was checked for another request.
    agent: false,
    ...(addresses === undefined ? {} : { lookup: pinned(addresses) }),
    maxHeaderSize: HEADERS_MAX,
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

/** A lookup function that always returns the addresses that were checked. */
function pinned(addresses: readonly Address[]): LookupFunction {
  return (_host, { all }, callback) => {
    const [first] = addresses;
    if (all === true) callback(null, [...addresses]);
    else callback(null, first?.address ?? '', first?.family ?? 4);
  };
}
