/**
 * Text that every host can store. NUL ends a string in some databases, and a lone surrogate has no UTF-8
 * form. A host might alter either, so both are refused everywhere.
 */

/** Error message for people; undefined if the text is valid. */
export function textProblem(s: string): string | undefined {
  if (s.includes('\0')) return 'must not contain the NUL character';
  if (!s.isWellFormed()) return 'must not contain a lone surrogate';
  return undefined;
}

/** Number of Unicode code points, the unit of the limits for titles and names. */
export function codePoints(s: string): number {
  let count = s.length;
  for (let i = 0; i < s.length; i++) {
    // A high surrogate and the low one after it are one code point.
    if ((s.charCodeAt(i) & 0xfc00) === 0xd800 && (s.charCodeAt(i + 1) & 0xfc00) === 0xdc00) {
      count--;
      i++;
    }
  }
  return count;
}
