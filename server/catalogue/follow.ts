/**
 * Follows an affiliate link to where it ends. Whoever fills the catalogue could otherwise make this server ask whatever
 * it can reach, so every hop must be https, on a host that the operator allowed, at a public address.
 */
import {
  addressFault,
  askHost,
  type HostOptions,
  isRedirect,
  LOCATION_MOST,
  NotPublic,
  publicAddresses,
} from './host-request.ts';

/** Requests of one link, the first and the marketplace's included. */
export const HOPS_MOST = 6;
const HOP_MS = 8_000;
const LINK_MS = 25_000;
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

export interface FollowOptions extends HostOptions {
  readonly allowed: AllowedHosts;
  readonly hopMs?: number;
  readonly linkMs?: number;
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
    const { status, location, redirects } = answer;
    if (!redirects) {
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
  // A marketplace that turns programs away has been reached all the same.
  if (status < 300 || status === 401 || status === 403 || status === 429) return undefined;
  return fault(`${host} answers HTTP ${status}`);
}

interface Answered {
  readonly status: number;
  readonly location: string | undefined;
  readonly redirects: boolean;
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

/** A host name is Punycode by then; it may still be of any length. */
function shown(hostname: string): string {
  return hostname.length > 80 ? `${hostname.slice(0, 80)}…` : hostname;
}
