/**
 * Text that every host can store. NUL ends a string in some databases, and a lone surrogate has no
 * UTF-8 form: either would come back altered somewhere, so neither gets in anywhere.
 */

/** What is wrong with the text, for people; undefined when nothing is. */
export function badText(s: string): string | undefined {
  if (s.includes('\0')) return 'must not contain the NUL character';
  if (!s.isWellFormed()) return 'must not contain a lone surrogate';
  return undefined;
}

/** Unicode code points: what the limits of titles and names count. */
export function codePoints(s: string): number {
  let count = s.length;
  for (let i = 0; i < s.length; i++) {
    // A high surrogate counts for the pair only when its other half follows.
    if ((s.charCodeAt(i) & 0xfc00) === 0xd800 && (s.charCodeAt(i + 1) & 0xfc00) === 0xdc00) {
      count--;
      i++;
    }
  }
  return count;
}
