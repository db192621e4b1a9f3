/** A look over a JSON text before it is parsed: what would take the device's memory is refused unread. */
import { ALL_POINTS_MAX, DEPTH_MAX } from '../common/limits.ts';
import { Refused } from '../common/refused.ts';

const QUOTE = 34;
const BACKSLASH = 92;
const OPEN = [91, 123];
const CLOSE = [93, 125];

/**
 * Arrays and objects that a file may have: every point is one, and so is what stands around a stroke. An object takes
 * far more memory than its text.
 */
const BRACKETS_MAX = ALL_POINTS_MAX + 1_000_000;

/** @throws Refused for a text that is nested too deep, or has more in it than is read */
export function scanJson(text: string): void {
  let depth = 0;
  let brackets = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === QUOTE) {
      i = endOfString(text, i + 1);
    } else if (code === OPEN[0] || code === OPEN[1]) {
      brackets++;
      if (++depth > DEPTH_MAX) throw new Refused('It is nested deeper than any drawing is.');
      if (brackets > BRACKETS_MAX) {
        throw new Refused(
          `It has more than ${ALL_POINTS_MAX.toLocaleString('en-SG')} points, which is more than is read.`,
        );
      }
    } else if (code === CLOSE[0] || code === CLOSE[1]) depth--;
  }
}

/** Index of the quotation mark that ends the string; the text's end where none does. */
function endOfString(text: string, from: number): number {
  for (let at = text.indexOf('"', from); at >= 0; at = text.indexOf('"', at + 1)) {
    let backslashes = 0;
    while (text.charCodeAt(at - 1 - backslashes) === BACKSLASH) backslashes++;
    if (backslashes % 2 === 0) return at;
  }
  return text.length;
}

/** The parsed text. @throws Refused */
export function parseJson(text: string): unknown {
  scanJson(text);
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    throw new Refused('It is damaged: it is no JSON.');
  }
}
