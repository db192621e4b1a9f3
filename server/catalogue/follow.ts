/**
 * Follows an affiliate link to where it ends. Whoever writes the catalogue could otherwise make this server
 * request anything it can reach. So every hop must be https, on a host that the operator allowed, at a public
 * address.
 */
import {
  addressFault,
  askHost,
  type HostOptions,
  isRedirect,
  LOCATION_MAX,
  NotPublic,
  publicAddresses,
} from './host-request.ts';

/** Most requests for one link, the first and the marketplace's included. */
const HOPS_MAX = 6;
const HOP_MS = 8_000;
const LINK_MS = 25_000;
const AGENT = 'Pleinair-link-check/1 (checks where a link of a catalogue leads, once a day)';

export interface AllowedHosts {
  /** Hosts on which a link may begin, lower case. */
  readonly redirect: readonly string[];
  /** Hosts on which a link may end, lower case. */
  readonly marketplace: readonly string[];
}

/** The configured lists, in the form in which URLs have their hosts. */
export function allowedHosts(lists: {
  readonly affiliateRedirectHosts: readonly string[];
  readonly marketplaceHosts: readonly string[];
}): AllowedHosts {
  const lower = (hosts: readonly string[]) => hosts.map((host) => host.toLowerCase());
  return { redirect: lower(lists.affiliateRedirectHosts), marketplace: lower(lists.marketplaceHosts) };
}

export interface FollowOptions extends HostOptions {
  readonly allowed: AllowedHosts;
  readonly hopMs?: number;
  readonly linkMs?: number;
}

export type FollowResult =
  | { readonly ok: true /** From the first to the marketplace's. */; readonly hosts: readonly string[] }
  | {
      readonly ok: false;
      readonly hosts: readonly string[];
      /** The reason, in words for the operator. */
      readonly reason: string;
      /** True if the failure says nothing about the link, and may pass: nothing could be found out just now. */
      readonly passing: boolean;
    };

/** Never throws. */
export async function followLink(link: string, options: FollowOptions): Promise<FollowResult> {
  const { allowed } = options;
  const deadline = AbortSignal.timeout(options.linkMs ?? LINK_MS);
  const hosts: string[] = [];
  const refuse = (reason: string, passing = false): FollowResult => ({ ok: false, hosts, reason, passing });
  let url = URL.parse(link);
  for (let hop = 0; hop < HOPS_MAX; hop += 1) {
    const wrong = hopFault(url, hop, options);
    if (wrong !== undefined || url === null) return refuse(wrong ?? 'it is no address');
    hosts.push(url.hostname);
    const answer = await ask(url, deadline, options);
    if ('reason' in answer) return refuse(answer.reason, answer.passing);
    const { status, location, redirects } = answer;
    if (!redirects) {
      const end = endFault(url.hostname, status, allowed);
      return end === undefined ? { ok: true, hosts } : refuse(end.reason, end.passing);
    }
    if (location === undefined) return refuse(`${url.hostname} redirects to nowhere`);
    if (location.length > LOCATION_MAX)
      return refuse(`${url.hostname} redirects to an address that is too long`);
    url = URL.parse(location, url.href);
    if (url === null) return refuse(`${hosts.at(-1)} redirects to what is no address`);
  }
  return refuse(`it redirects more than ${HOPS_MAX - 1} times`);
}

/**
 * True if these hosts, in this order, make a link that may be shown. The lists may have changed since it was
 * followed.
 */
export function areAllowed(hosts: readonly string[], { redirect, marketplace }: AllowedHosts): boolean {
  const [first, ...rest] = hosts;
  const last = hosts.at(-1);
  if (first === undefined || last === undefined) return false;
  const known = rest.every((host) => redirect.includes(host) || marketplace.includes(host));
  return redirect.includes(first) && known && marketplace.includes(last);
}

function hopFault(url: URL | null, hop: number, options: FollowOptions): string | undefined {
  if (url === null) return 'it is no address';
  const fault = addressFault(url, options);
  if (fault !== undefined) return `it ${hop === 0 ? 'begins' : 'leads'} ${fault}`;
  const { allowed } = options;
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
  // A marketplace that turns programs away has still been reached.
  if (status < 300 || status === 401 || status === 403 || status === 429) return undefined;
  return fault(`${host} answers HTTP ${status}`);
}

interface HopResponse {
  readonly status: number;
  readonly location: string | undefined;
  readonly redirects: boolean;
}
interface HopFailure {
  readonly reason: string;
  readonly passing: boolean;
}

/** Sends HEAD, or GET where HEAD is not served. Reads no body. */
async function ask(
  url: URL,
  deadline: AbortSignal,
  options: FollowOptions,
): Promise<HopResponse | HopFailure> {
  const head = await send('HEAD', url, deadline, options);
  if ('reason' in head || ![400, 403, 404, 405, 501].includes(head.status)) return head;
  return send('GET', url, deadline, options);
}

async function send(
  method: 'HEAD' | 'GET',
  url: URL,
  deadline: AbortSignal,
  options: FollowOptions,
): Promise<HopResponse | HopFailure> {
  const { hopMs = HOP_MS } = options;
  const signal = AbortSignal.any([deadline, AbortSignal.timeout(hopMs)]);
  try {
    const addresses = await publicAddresses(url.hostname, signal, options);
    const headers = { accept: '*/*', 'user-agent': AGENT };
    const response = await askHost({ method, url, headers, addresses, signal });
    response.on('error', () => {});
    response.destroy();
    const { statusCode: status = 0 } = response;
    return { status, location: response.headers.location, redirects: isRedirect(response) };
  } catch (error) {
    if (error instanceof NotPublic) return { reason: error.message, passing: false };
    const why = signal.aborted ? 'does not answer in time' : `cannot be asked (${codeOf(error)})`;
    return { reason: `${url.hostname} ${why}`, passing: true };
  }
}

function codeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : 'no answer';
}

/** A host name for a message, shortened: it is Punycode by now but may have any length. */
function shown(hostname: string): string {
  return hostname.length > 80 ? `${hostname.slice(0, 80)}…` : hostname;
}
