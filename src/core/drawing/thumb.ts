import { THUMB_MAX } from './limits.ts';
import { problem } from './problems.ts';
import type { Problem } from './types.ts';

const PREFIX = 'data:image/png;base64,';

/**
 * The first 16 bytes, the same in every PNG: signature, length 13 and `IHDR` (W3C PNG, 5.2 and 11.2.1). In
 * base64 that is 21 whole characters and two bits of the next one.
 */
const HEAD = /^iVBORw0KGgoAAAANSUhEU[g-v]/;
/** Base64 digits of 33 bytes: the signature and a whole IHDR chunk. */
const HEAD_DIGITS = 44;

const NOT_BASE64 = /[^A-Za-z0-9+/]/;
/** Last characters before `=` and `==` with unused bits of zero (RFC 4648, 3.5). */
const LAST_OF_3 = /[AEIMQUYcgkosw048]$/;
const LAST_OF_2 = /[AQgw]$/;

/**
 * Checks a thumbnail: `""`, or a PNG data URL in strict base64 that begins like a PNG, at most THUMB_MAX
 * characters. The picture is not decoded here. Whatever shows it decodes it, in a sandbox made for that.
 */
export function checkThumb(value: unknown, path: string, problems: Problem[]): value is string {
  if (value === '') return true;
  if (typeof value !== 'string' || !value.startsWith(PREFIX)) {
    return problem(problems, path, `must be "" or begin with ${PREFIX}`);
  }
  if (value.length > THUMB_MAX) {
    return problem(problems, path, `must not be longer than ${THUMB_MAX} characters`);
  }
  const base64 = value.slice(PREFIX.length);
  const digits = strictDigits(base64);
  if (digits === undefined) return problem(problems, path, 'must be base64 (RFC 4648) with its padding');
  if (digits.length < HEAD_DIGITS || !HEAD.test(digits)) {
    return problem(problems, path, 'must be a PNG: signature and IHDR chunk are missing');
  }
  return true;
}

/** The base64 digits without padding; undefined if an encoder would not have written this text. */
function strictDigits(s: string): string | undefined {
  const padding = s.endsWith('==') ? 2 : s.endsWith('=') ? 1 : 0;
  const digits = s.slice(0, s.length - padding);
  if (s.length % 4 !== 0 || NOT_BASE64.test(digits)) return undefined;
  if (padding > 0 && !(padding === 1 ? LAST_OF_3 : LAST_OF_2).test(digits)) return undefined;
  return digits;
}
