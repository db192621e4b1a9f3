/**
 * Follows an affiliate link to where it ends. Whoever fills the catalogue could otherwise make this server ask whatever
 * it can reach, so every hop must be https, on a host that the operator allowed, at a public address. The address that
 * was looked at is the one that is connected to: a name that answers differently the second time gains nothing.
 */
import { lookup as systemLookup } from 'node:dns/promises';
import { type RequestOptions as HttpOptions, request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isLoopbackAddress, isPublicAddress } from './public-address.ts';

/** Requests of one link, the first and the marketplace's included. */
export const HOPS_MOST = 6;
const HOP_MS = 8_000;
const LINK_MS = 25_000;
const LOCATION_MOST = 4096;
const HEADERS_MOST = 16 * 1024;
const AGENT = 'Pleinair-link-check/1 (checks where a link of a catalogue leads, once a day)';

export interface AllowedHosts {
  /** Lower case. A link begins on one of these. */
  readonly redirect: readonly string[];
  /** Lower case. A link ends on one of these. */
  readonly marketplace: readonly string[];
}

/** The lists as they were configured, in the form that hosts of addresses have. */
export function allowedHosts(lists: {
  readonly affiliateRedirectHosts: readonly string[];
  readonly marketplaceHosts: readonly string[];
}): AllowedHosts {
  const lower = (hosts: readonly string[]) => hosts.map((host) => host.toLowerCase());
  return { redirect: lower(lists.affiliateRedirectHosts), marketplace: lower(lists.marketplaceHosts) };
}

export interface Address {
  readonly address: string;
  readonly family: number;
}

export interface FollowOptions {
  readonly allowed: AllowedHosts;
  readonly hopMs?: number;
  readonly linkMs?: number;
  /** Of a host name. */
  readonly resolve?: (host: string) => Promise<readonly Address[]>;
  /** For tests with servers on loopback: plain http at any port of addresses that are loopback, and nothing else. */
  readonly loopback?: boolean;
}

export type Followed =
  | { readonly ok: true /** From the first to the marketplace's. */; readonly hosts: readonly string[] }
  | {
      readonly ok: false;
      readonly hosts: readonly string[];
      /** In words, for the operator. */
      readonly reason: string;
      /** Says nothing about where the link leads: it could not be found out just now. */
      readonly passing: boolean;
    };

/** Never throws. */
export async function followLink(link: string, options: FollowOptions): Promise<Followed> {
  const { allowed } = options;
  const deadline = AbortSignal.timeout(options.linkMs ?? LINK_MS);
  const hosts: string[] = [];
  const refuse = (reason: string, passing = false): Followed => ({ ok: false, hosts, reason, passing });
  let url = URL.parse(link);
  for (let hop = 0; hop < HOPS_MOST; hop += 1) {
    const wrong = hopFault(url, hop, options);
    if (wrong !== undefined || url === null) return refuse(wrong ?? 'it is no address');
    hosts.push(url.hostname);
    const answer = await ask(url, deadline, options);
    if ('reason' in answer) return refuse(answer.reason, answer.passing);
    const { status, location } = answer;
    if (![301, 302, 303, 307, 308].includes(status)) {
      const end = endFault(url.hostname, status, allowed);
      return end === undefined ? { ok: true, hosts } : refuse(end.reason, end.passing);
    }
    if (location === undefined) return refuse(`${url.hostname} redirects to nowhere`);
    if (location.length > LOCATION_MOST)
      return refuse(`${url.hostname} redirects to an address that is too long`);
    url = URL.parse(location, url.href);
    if (url === null) return refuse(`${hosts.at(-1)} redirects to what is no address`);
  }
  return refuse(`it redirects more than ${HOPS_MOST - 1} times`);
}

/** Were these hosts, in this order, those of a link that may be shown? The lists may have changed since. */
export function areAllowed(hosts: readonly string[], { redirect, marketplace }: AllowedHosts): boolean {
  const [first, ...rest] = hosts;
  const last = hosts.at(-1);
  if (first === undefined || last === undefined) return false;
  const known = rest.every((host) => redirect.includes(host) || marketplace.includes(host));
  return redirect.includes(first) && known && marketplace.includes(last);
}

function hopFault(
  url: URL | null,
  hop: number,
  { allowed, loopback = false }: FollowOptions,
): string | undefined {
  if (url === null) return 'it is no address';
  const where = hop === 0 ? 'it begins' : 'it leads';
  if (url.protocol !== 'https:' && !(loopback && url.protocol === 'http:')) {
    return `${where} at an address that is not https`;
  }
  if (url.username !== '' || url.password !== '') return `${where} at an address with a name or password`;
  if (url.port !== '' && !loopback) return `${where} at a port that is not the usual one`;
  const { hostname } = url;
  if (hop === 0 && !allowed.redirect.includes(hostname)) {
    return `it begins at ${shown(hostname)}, which is not in AFFILIATE_REDIRECT_HOSTS`;
  }
  if (!allowed.redirect.includes(hostname) && !allowed.marketplace.includes(hostname)) {
    return `it leads to ${shown(hostname)}, which is in neither AFFILIATE_REDIRECT_HOSTS nor MARKETPLACE_HOSTS`;
  }
  return undefined;
}

function endFault(
  host: string,
  status: number,
  { marketplace }: AllowedHosts,
): { readonly reason: string; readonly passing: boolean } | undefined {
  const passing = status === 408 || status === 429 || status >= 500;
  const fault = (reason: string) => ({ reason, passing });
  if (!marketplace.includes(host)) {
    const why = status < 300 ? '' : ` (HTTP ${status})`;
    return fault(`it ends at ${host}${why}, which is not in MARKETPLACE_HOSTS`);
  }
  // A marketplace that turns programs away has been reached all the same.
  if (status < 300 || status === 401 || status === 403 || status === 429) return undefined;
  return fault(`${host} answers HTTP ${status}`);
}

interface Answered {
  readonly status: number;
  readonly location: string | undefined;
}
interface Unanswered {
  readonly reason: string;
  readonly passing: boolean;
}

/** HEAD, and GET where that is not served; nothing of a body is read. */
async function ask(url: URL, deadline: AbortSignal, options: FollowOptions): Promise<Answered | Unanswered> {
  const head = await send('HEAD', url, deadline, options);
  if ('reason' in head || ![400, 403, 404, 405, 501].includes(head.status)) return head;
  return send('GET', url, deadline, options);
}

class NotPublic extends Error {
  override name = 'NotPublic';
}

async function send(
  method: 'HEAD' | 'GET',
  url: URL,
  deadline: AbortSignal,
  options: FollowOptions,
): Promise<Answered | Unanswered> {
  const { hopMs = HOP_MS } = options;
  const signal = AbortSignal.any([deadline, AbortSignal.timeout(hopMs)]);
  try {
    const addresses = await publicAddresses(url.hostname, signal, options);
    return await exchange(method, url, addresses, signal);
  } catch (error) {
    if (error instanceof NotPublic) return { reason: error.message, passing: false };
    const why = signal.aborted ? 'does not answer in time' : `cannot be asked (${codeOf(error)})`;
    return { reason: `${url.hostname} ${why}`, passing: true };
  }
}

/**
 * All addresses of a host.
 * @throws NotPublic when one of them is not public
 */
async function publicAddresses(
  hostname: string,
  signal: AbortSignal,
  options: FollowOptions,
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

function exchange(
  method: 'HEAD' | 'GET',
  url: URL,
  addresses: readonly Address[],
  signal: AbortSignal,
): Promise<Answered> {
  const settings: HttpOptions = {
    method,
    // No connection is kept, so that none is used for which another address was looked at.
    agent: false,
    lookup: pinned(addresses),
    maxHeaderSize: HEADERS_MOST,
    signal,
    headers: { accept: '*/*', 'user-agent': AGENT, connection: 'close' },
  };
  const send = url.protocol === 'http:' ? httpRequest : httpsRequest;
  return new Promise((resolve, reject) => {
    const request = send(url, settings, (response) => {
      resolve({ status: response.statusCode ?? 0, location: response.headers.location });
      response.on('error', () => {});
      response.destroy();
    });
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

function codeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : 'no answer';
}

/** A host name is Punycode by then; it may still be of any length. */
function shown(hostname: string): string {
  return hostname.length > 80 ? `${hostname.slice(0, 80)}…` : hostname;
}
