/**
 * Public network addresses: the only ones to which a link of the catalogue may lead this server. The ranges
 * stand here, although ipaddr.js names the same ones: what is reachable must not change with a package.
 */
import { BlockList, isIP } from 'node:net';

/** IANA's special-purpose registries, and multicast. */
const RESERVED_V4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
];
/**
 * Reserved parts of 2000::/3, outside of which nothing is public: protocol assignments with Teredo,
 * documentation, 6to4.
 */
const RESERVED_V6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

const reserved = new BlockList();
const global6 = new BlockList();
const loopback = new BlockList();
for (const range of RESERVED_V4) addRange(reserved, range, 'ipv4');
for (const range of RESERVED_V6) addRange(reserved, range, 'ipv6');
addRange(global6, '2000::/3', 'ipv6');
addRange(loopback, '127.0.0.0/8', 'ipv4');
addRange(loopback, '::1/128', 'ipv6');

function addRange(to: BlockList, range: string, family: 'ipv4' | 'ipv6'): void {
  const [address = '', prefix] = range.split('/');
  to.addSubnet(address, Number(prefix), family);
}

/** @param address an IP address without brackets; anything else is not public */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !reserved.check(address, 'ipv4');
    case 6:
      // An address with a zone belongs to one link. IPv4 in IPv6 lies outside 2000::/3.
      return !address.includes('%') && global6.check(address, 'ipv6') && !reserved.check(address, 'ipv6');
    default:
      return false;
  }
}

/** @param address an IP address without brackets */
export function isLoopbackAddress(address: string): boolean {
  const family = isIP(address);
  return family !== 0 && loopback.check(address, family === 6 ? 'ipv6' : 'ipv4');
}

/**
 * The catalogue's URL as clients may see it: without its query, and null if clients could not reach its host.
 */
export function publicForm(address: string): string | null {
  const url = URL.parse(address);
  if (url === null || url.username !== '' || url.password !== '') return null;
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const isPublic =
    isIP(host) === 0 ? /\.[a-z][a-z0-9-]*$/i.test(host) && !isPrivateName(host) : isPublicAddress(host);
  return isPublic ? `${url.origin}${url.pathname}` : null;
}

function isPrivateName(host: string): boolean {
  return /\.(?:local|localhost|internal|lan|home|corp|home\.arpa|test|invalid|onion)$/i.test(host);
}
