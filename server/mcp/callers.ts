/**
 * Who may use /mcp, decided by the Host and Origin headers, which a browser sets and a page cannot change. A
 * foreign page must not reach a server on somebody's own machine, neither directly (Origin) nor under a name
 * that points to that machine (Host: DNS rebinding).
 */
import { isIP } from 'node:net';

export interface CallersOptions {
  /** The address that the server listens on. */
  readonly host: string;
  /** The address that people use, if it is known. */
  readonly publicUrl: string | undefined;
  /** More allowed `Host` values. One without a port allows every port. */
  readonly allowedHosts: readonly string[];
  /** More allowed `Origin` values. */
  readonly allowedOrigins: readonly string[];
}

export interface Callers {
  /** What is wrong with the Host header and what to do about it; undefined if nothing is. */
  wrongHost(host: string | null): string | undefined;
  /** The same for Origin, once Host has passed. Clients that are no browsers send no Origin, and pass. */
  wrongOrigin(origin: string | null, host: string | null): string | undefined;
}

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];
const WILDCARDS = ['0.0.0.0', '::'];
const HOST = /^(\[[\da-f:.]+\]|[^\s:/?#@\\[\]]+)(?::\d{1,5})?$/i;

/** Makes the checks for a configuration. */
export function createCallers({ host, publicUrl, allowedHosts, allowedOrigins }: CallersOptions): Callers {
  const anyAddress = WILDCARDS.includes(host);
  const publicOrigin = publicUrl === undefined ? undefined : new URL(publicUrl);
  const own = new Set([...LOOPBACK, bracketed(host).toLowerCase(), publicOrigin?.hostname ?? 'localhost']);
  const hosts = new Set(allowedHosts.map((allowed) => allowed.toLowerCase()));
  const origins = new Set(allowedOrigins.map((allowed) => new URL(allowed).origin));
  if (publicOrigin !== undefined) origins.add(publicOrigin.origin);

  function isOwn(name: string): boolean {
    // A page can point its own name anywhere, but it cannot change the address of its own host.
    return own.has(name) || (anyAddress && isIP(name.replace(/^\[|\]$/g, '')) !== 0);
  }
  return {
    wrongHost(sent) {
      const name = HOST.exec(sent ?? '')?.[1]?.toLowerCase();
      if (name === undefined) return 'the Host header is missing or not valid';
      if (isOwn(name) || hosts.has(name) || hosts.has((sent ?? '').toLowerCase())) return undefined;
      return 'this Host is not allowed here; use the address that the operator names, or let MCP_ALLOWED_HOSTS name this one';
    },
    wrongOrigin(sent, host) {
      if (sent === null) return undefined;
      const url = URL.parse(sent);
      const isWeb = url !== null && (url.protocol === 'http:' || url.protocol === 'https:');
      if (isWeb && url.host === host?.toLowerCase()) return undefined;
      if (isWeb && (origins.has(url.origin) || LOOPBACK.includes(url.hostname))) return undefined;
      return 'pages of this Origin may not ask here; the operator can let MCP_ALLOWED_ORIGINS name it';
    },
  };
}

/** An address as URLs write it: IPv6 in brackets. */
function bracketed(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}
