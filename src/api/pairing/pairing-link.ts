/**
 * The link that lets a device in. The code stands after `#`: browsers send that part to no server, and the page
 * takes it out of the address at once.
 */

/** Minutes for which a code is good. */
export const CODE_MINUTES = 15;

const MARK = '#pair=';

/** @param origin address of the server, without a trailing slash */
export function pairingLink(origin: string, code: string): string {
  return `${origin}/settings${MARK}${code}`;
}

/** The code in the fragment of an address, `#` included; undefined if there is none. */
export function codeInFragment(fragment: string): string | undefined {
  return fragment.startsWith(MARK) ? fragment.slice(MARK.length) : undefined;
}
