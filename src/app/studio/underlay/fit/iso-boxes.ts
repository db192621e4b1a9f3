/** The boxes of HEIC and AVIF (ISO/IEC 14496-12, 4.2). */

const MDAT = 0x6d646174;

/**
 * False if the file ends before its picture does: within the box that has the pixels, or one before. What follows that is
 * passed over: phones write more there.
 */
export function hasItsData(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;
  while (at + 8 <= view.byteLength) {
    const [size, type] = [view.getUint32(at), view.getUint32(at + 4)];
    // 0: up to the end of the file. 1: the size follows in 64 bits.
    if (size === 0) return true;
    if (size === 1 && at + 16 > view.byteLength) return false;
    const length = size === 1 ? Number(view.getBigUint64(at + 8)) : size;
    if (length < 8) return false;
    at += length;
    if (type === MDAT) return at <= view.byteLength;
  }
  // The pixels of a small one may be in the box before.
  return at === view.byteLength;
}
