/**
 * The client's network address, for which limits are counted. Anybody can send an X-Forwarded-For header, so it
 * counts only as far as proxies named by the operator vouch for it.
 *
 * ipaddr.js reads the addresses. proxy-addr would do more, but it returns a hop as it was written (with its
 * port, in any spelling, or `unknown`) and reads a header of any length.
 */
import { BlockList, isIP, isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Longest header that is read, characters. No proxy sends a longer one. */
const FORWARDED_MAX = 4096;

/**
 * The address in a text; an IPv4 address mapped into IPv6 becomes IPv4. Undefined if the text is no address.
 */
function parsed(text: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  const [address = ''] = text.split('%', 1);
  // ipaddr.js also accepts `1` and `0x7f.1`.
  return isIP(address) === 0 ? undefined : ipaddr.process(address);
}

/**
 * One spelling for each address: IPv4 dotted (also when it was mapped into IPv6), IPv6 as eight groups without
 * leading zeros. Undefined if the text is no address.
 */
export function normalAddress(text: string): string | undefined {
  return parsed(text)?.toNormalizedString();
}

/**
 * The key of a limit: an IPv4 address, or the /64 of an IPv6 address (a subscriber has a whole /64 and could
 * use a new address for every request).
 */
export function networkKey(address: string | undefined): string {
  // The fast path of nearly every request: an IPv4 address is its own spelling.
  if (address === undefined || isIPv4(address)) return address ?? 'unknown';
  const normal = normalAddress(address);
  if (normal === undefined) return 'unknown';
  return normal.includes(':') ? `${normal.split(':').slice(0, 4).join(':')}::/64` : normal;
}

/** True for an IP address or a CIDR range. */
export function isNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/');
  const family = isIP(address);
  if (family === 0 || address.includes('%') || more.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
}

function blockListOf(networks: readonly string[]): BlockList {
  const blocks = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (bits === undefined) {
      const normal = normalAddress(address) ?? address;
      blocks.addAddress(normal, normal.includes(':') ? 'ipv6' : 'ipv4');
    } else blocks.addSubnet(address, Number(bits), family);
  }
  return blocks;
}

/** The address in a hop as proxies write it: `1.2.3.4`, `1.2.3.4:567`, `2001:db8::1`, `[2001:db8::1]:567`. */
function hopAddress(hop: string): string | undefined {
  const text = hop.trim();
  const bare = /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;
  return normalAddress(bare);
}

/**
 * Makes a function that knows the trusted proxies among socket addresses.
 * @param networks addresses and CIDR ranges (`isNetwork` is true for each)
 */
export function proxiesIn(networks: readonly string[]): (socketAddress: string) => boolean {
  const trusted = blockListOf(networks);
  return (socketAddress) => {
    const address = normalAddress(socketAddress);
    return address !== undefined && trusted.check(address, address.includes(':') ? 'ipv6' : 'ipv4');
  };
}

/**
 * Makes a function that finds a request's client address.
 * @param networks trusted proxies: addresses and CIDR ranges (`isNetwork` is true for each)
 * @returns a function of the socket's address and the X-Forwarded-For header. It returns the right-most hop
 * that is no trusted proxy, normalised; undefined if there is no socket address.
 */
export function clientAddress(
  networks: readonly string[],
): (socketAddress: string | undefined, forwardedFor: string | undefined) => string | undefined {
  const trusted = blockListOf(networks);
  const isTrusted = (address: string) => trusted.check(address, address.includes(':') ? 'ipv6' : 'ipv4');

  let lastAddress: string | undefined;
  let lastNormal: string | undefined;
  /** Cached, because the same client or proxy sends many requests in a row. */
  const normal = (address: string) => {
    if (address !== lastAddress) [lastAddress, lastNormal] = [address, normalAddress(address)];
    return lastNormal;
  };

  return (socketAddress, forwardedFor) => {
    let client = socketAddress === undefined ? undefined : normal(socketAddress);
    if (networks.length === 0 || client === undefined || forwardedFor === undefined) return client;
    if (forwardedFor.length > FORWARDED_MAX) return client;
    const hops = forwardedFor.split(',');
    while (isTrusted(client)) {
      const hop = hops.pop();
      const address = hop === undefined ? undefined : hopAddress(hop);
      if (address === undefined) return client;
      client = address;
    }
    return client;
  };
}
