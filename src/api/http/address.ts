/** Addresses in the form that `Request.url` has: absolute, and normalised by the URL parser already. */

export interface Address {
  readonly path: string;
  /** Without its question mark; `''` where there is none. */
  readonly query: string;
}

/** Cuts an address in two. Every request comes through here, and to parse it again would cost several times as much. */
export function splitAddress(url: string): Address {
  const hash = url.indexOf('#');
  const end = hash === -1 ? url.length : hash;
  const start = url.indexOf('/', url.indexOf('://') + 3);
  const mark = url.indexOf('?', start);
  if (mark === -1 || mark > end) return { path: url.slice(start, end), query: '' };
  return { path: url.slice(start, mark), query: url.slice(mark + 1, end) };
}
