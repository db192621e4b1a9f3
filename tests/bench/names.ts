/** What is measured if a person names a part of it. */

/**
 * True if a word of the name begins with the text, or some words do: "ink" names "ink: brushes", and not "the page of a
 * link". Capitals do not matter; no text names everything.
 */
export function isNamed(name: string, text: string): boolean {
  const [whole, part] = [name.toLowerCase(), text.toLowerCase()];
  for (let at = whole.indexOf(part); at >= 0; at = whole.indexOf(part, at + 1)) {
    if (!/[\p{L}\p{N}]$/u.test(whole.slice(0, at))) return true;
  }
  return false;
}
