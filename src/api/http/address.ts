/** Addresses in the form of `Request.url`: absolute, and already normalised by the URL parser. */

export interface Address {
  readonly path: string;
  /** Without the question mark; `''` if there is none. */
  readonly query: string;
}

/**
 * Splits an address into path and query. Every request passes here, and parsing it as a URL again would cost
 * several times as much.
 */
export function splitAddress(url: string): Address {
  const hash = url.indexOf('#');
  const end = hash === -1 ? url.length : hash;
  const start = url.indexOf('/', url.indexOf('://') + 3);
  const mark = url.indexOf('?', start);
  if (mark === -1 || mark > end) return { path: url.slice(start, end), query: '' };
  return { path: url.slice(start, mark), query: url.slice(mark + 1, end) };
}
