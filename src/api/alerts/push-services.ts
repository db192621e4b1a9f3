/**
 * The push services of the browsers. A server sends to no other address: an endpoint comes from whoever asks, and could
 * name any machine that only the server reaches.
 */

const KNOWN =
  /^(?:(fcm\.googleapis\.com|web\.push\.apple\.com)|(?:[a-z0-9-]+\.)+((?:push\.services\.mozilla|notify\.windows)\.com))$/;

/** Longest endpoint, in characters. Real ones have a few hundred. */
export const ENDPOINT_MAX = 2_048;

/**
 * Why alerts cannot be sent to an address, as the end of a sentence; undefined if they can.
 * @param testOrigin an origin that is allowed besides the known ones
 */
export function endpointProblem(endpoint: string, testOrigin?: string): string | undefined {
  if (endpoint.length > ENDPOINT_MAX) return `is longer than ${ENDPOINT_MAX} characters`;
  const url = parsed(endpoint);
  if (url === undefined) return 'is not an address as a browser writes it';
  if (testOrigin !== undefined && url.origin === testOrigin) return undefined;
  if (url.protocol !== 'https:' || url.port !== '') return 'is not an https address with the usual port';
  return KNOWN.test(url.hostname) ? undefined : 'is not at a push service that this server knows';
}

/**
 * The push service that an endpoint is at, by the end of its host. Two of them have many hosts, of which anybody can
 * make up more. Another host is one by itself.
 */
export function pushServiceOf(endpoint: string): string {
  const host = parsed(endpoint)?.host ?? '';
  const [, whole, domain] = KNOWN.exec(host) ?? [];
  return whole ?? domain ?? host;
}

function parsed(endpoint: string): URL | undefined {
  try {
    const url = new URL(endpoint);
    const { href, username, password, hash } = url;
    return href === endpoint && username + password + hash === '' ? url : undefined;
  } catch {
    return undefined;
  }
}
