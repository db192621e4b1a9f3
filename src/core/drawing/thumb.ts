import { THUMB_MAX } from './limits.ts';
import { problem } from './problems.ts';
import type { Problem } from './types.ts';

const PREFIX = 'data:image/png;base64,';

/**
 * The first 16 bytes of every PNG are the same but for nothing: signature, the length 13 and `IHDR`
 * (W3C PNG, 5.2 and 11.2.1). In base64 that is 21 whole characters, and two bits of the next one.
 */
const HEAD = /^iVBORw0KGgoAAAANSUhEU[g-v]/;
/** Base64 digits of 33 bytes: the signature and a whole IHDR chunk. */
const HEAD_DIGITS = 44;

const NOT_BASE64 = /[^A-Za-z0-9+/]/;
/** Last characters before `=` and `==` whose unused bits are zero (RFC 4648, 3.5). */
const LAST_OF_3 = /[AEIMQUYcgkosw048]$/;
const LAST_OF_2 = /[AQgw]$/;

/**
 * `""`, or a PNG data URL in strict base64 that begins as a PNG does, at most THUMB_MAX characters. The
 * picture is not decoded: whoever shows it does that, in a sandbox made for it.
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

/** The text without its padding; undefined when it is not what an encoder would have written. */
function strictDigits(s: string): string | undefined {
  const padding = s.endsWith('==') ? 2 : s.endsWith('=') ? 1 : 0;
  const digits = s.slice(0, s.length - padding);
  if (s.length % 4 !== 0 || NOT_BASE64.test(digits)) return undefined;
  if (padding > 0 && !(padding === 1 ? LAST_OF_3 : LAST_OF_2).test(digits)) return undefined;
  return digits;
}
