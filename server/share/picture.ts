/** The picture of a preview: a drawing's thumbnail, checked, because a client made it. */

const PREFIX = 'data:image/png;base64,';
const SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
/** Largest width and height, pixels: a larger picture could fill a reader's memory. */
const SIDE_MAX = 2048;

/**
 * @param thumb a data URL, or `''`
 * @returns its bytes; undefined unless they begin like a PNG of a reasonable size
 */
export function pictureOf(thumb: string): Buffer<ArrayBuffer> | undefined {
  if (!thumb.startsWith(PREFIX)) return undefined;
  const bytes = Buffer.from(thumb.slice(PREFIX.length), 'base64');
  // The header comes first: signature, length, "IHDR", width, height (PNG, 11.2.2).
  if (bytes.length < 24 || !bytes.subarray(0, 8).equals(SIGNATURE)) return undefined;
  if (bytes.toString('latin1', 12, 16) !== 'IHDR') return undefined;
  const sides = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  return sides.every((side) => side > 0 && side <= SIDE_MAX) ? bytes : undefined;
}
