/** What is wrong with a zip file, or with an entry of it: the second half of a sentence whose first half names it. */
export class ZipError extends Error {
  override name = 'ZipError';
}
