/**
 * A fault of a zip file or of one entry. The message is the second half of a sentence; the caller adds its
 * subject.
 */
export class ZipError extends Error {
  override name = 'ZipError';
}
