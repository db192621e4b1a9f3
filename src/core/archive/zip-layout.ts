/**
 * The zip format's constants, for writer and reader. Source: PKWARE APPNOTE 6.3.10; each comment names the
 * section.
 */

/** Local file header, 4.3.7. */
export const LOCAL = { signature: 0x04034b50, length: 30 } as const;
/** Central directory header, 4.3.12. */
export const CENTRAL = { signature: 0x02014b50, length: 46 } as const;
/** ZIP64 end of central directory record, 4.3.14. */
export const END64 = { signature: 0x06064b50, length: 56 } as const;
/** ZIP64 end of central directory locator, 4.3.15. */
export const LOCATOR64 = { signature: 0x07064b50, length: 20 } as const;
/** End of central directory record, 4.3.16. A comment of at most 65,535 bytes follows it. */
export const END = { signature: 0x06054b50, length: 22, commentMax: 0xffff } as const;

/** General purpose flags, 4.4.4: the name is UTF-8; the data are encrypted. */
export const FLAG_UTF8 = 0x0800;
export const FLAG_ENCRYPTED = 0x0001;

/** Compression methods, 4.4.5. */
export const STORED = 0;
export const DEFLATED = 8;

/** Id of the ZIP64 extra field, 4.5.3. It holds the numbers that do not fit into 32 bits. */
export const EXTRA64 = 0x0001;
/** Placeholder for a number that is in the extra field or in END64 instead. */
export const IN_EXTRA32 = 0xffffffff;
export const IN_EXTRA16 = 0xffff;

/** Versions that a reader needs, 4.4.3: for folders and deflate; for ZIP64. */
export const VERSION_NEEDED = 20;
export const VERSION_NEEDED64 = 45;

/**
 * Zip bomb limits: an entry beyond both is refused, because no drawing compresses that well. The writer
 * stores such an entry uncompressed, so that nothing it wrote is refused.
 */
export const BOMB_SIZE = 64 * 1024 * 1024;
const BOMB_RATIO = 200;

export function isBomb(size: number, packed: number): boolean {
  return size > BOMB_SIZE && size > packed * BOMB_RATIO;
}
