/**
 * Numbers of the zip format, as both its writer and its reader use them (PKWARE APPNOTE 6.3.10; sections beside them).
 */

/** 4.3.7 */
export const LOCAL = { signature: 0x04034b50, length: 30 } as const;
/** 4.3.12 */
export const CENTRAL = { signature: 0x02014b50, length: 46 } as const;
/** 4.3.14 */
export const END64 = { signature: 0x06064b50, length: 56 } as const;
/** 4.3.15 */
export const LOCATOR64 = { signature: 0x07064b50, length: 20 } as const;
/** 4.3.16; a comment of at most 65,535 bytes comes after it. */
export const END = { signature: 0x06054b50, length: 22, commentMax: 0xffff } as const;

/** 4.4.4: the name is UTF-8; the data are encrypted. */
export const FLAG_UTF8 = 0x0800;
export const FLAG_ENCRYPTED = 0x0001;

/** 4.4.5 */
export const STORED = 0;
export const DEFLATED = 8;

/** 4.5.3: the extra field with what does not fit into 32 bits. */
export const EXTRA64 = 0x0001;
/** Says that the number stands in the extra field, or in END64. */
export const IN_EXTRA32 = 0xffffffff;
export const IN_EXTRA16 = 0xffff;

/** 4.4.3: features that a reader must have: folders and deflate; ZIP64. */
export const NEEDS = 20;
export const NEEDS64 = 45;

/**
 * Beyond both of these an entry is taken for a bomb: no drawing is packed so well. The writer stores what would be, so
 * that nothing it wrote is refused.
 */
export const BOMB_SIZE = 64 * 1024 * 1024;
export const BOMB_RATIO = 200;

export function isBomb(size: number, packed: number): boolean {
  return size > BOMB_SIZE && size > packed * BOMB_RATIO;
}
