/**
 * The link that lets a device in. The code stands after `#`, which browsers send to no server, and the page removes it
 * from the address at once.
 */

/** How long a code is valid, minutes. */
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
