/** Scans a JSON text before it is parsed, to refuse a text that would use up the device's memory. */
import { ALL_POINTS_MAX, DEPTH_MAX } from '../common/limits.ts';
import { Refused } from '../common/refused.ts';

const QUOTE = 34;
const BACKSLASH = 92;
const OPEN = [91, 123];
const CLOSE = [93, 125];

/**
 * Most arrays and objects of a file: each point is one, and each stroke has a few. In memory, an object is far
 * larger than its text.
 */
const BRACKETS_MAX = ALL_POINTS_MAX + 1_000_000;

/** @throws Refused for a text that is nested too deep or has too many values */
export function scanJson(text: string): void {
  let depth = 0;
  let brackets = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === QUOTE) {
      i = endOfString(text, i + 1);
    } else if (code === OPEN[0] || code === OPEN[1]) {
      brackets++;
      if (++depth > DEPTH_MAX) throw new Refused({ code: 'too_deep' });
      if (brackets > BRACKETS_MAX) {
        throw new Refused({ code: 'too_many', what: 'points', most: ALL_POINTS_MAX });
      }
    } else if (code === CLOSE[0] || code === CLOSE[1]) depth--;
  }
}

/** Index of the quotation mark that ends the string; the text's length if none does. */
function endOfString(text: string, from: number): number {
  for (let at = text.indexOf('"', from); at >= 0; at = text.indexOf('"', at + 1)) {
    let backslashes = 0;
    while (text.charCodeAt(at - 1 - backslashes) === BACKSLASH) backslashes++;
    if (backslashes % 2 === 0) return at;
  }
  return text.length;
}

/**
 * The parsed text.
 * @throws Refused if it is no JSON, or too much
 */
export function parseJson(text: string): unknown {
  scanJson(text);
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    throw new Refused({ code: 'no_json' });
  }
}
