/**
 * Writer for zip files, entry by entry. It keeps only the central directory in memory, about 100 bytes an
 * entry.
 */
import { crc32 } from './crc32.ts';
import { type Bytes, concat, deflate } from './deflate.ts';
import {
  CENTRAL,
  DEFLATED,
  END,
  END64,
  EXTRA64,
  FLAG_UTF8,
  IN_EXTRA16,
  IN_EXTRA32,
  isBomb,
  LOCAL,
  LOCATOR64,
  STORED,
  VERSION_NEEDED,
  VERSION_NEEDED64,
} from './zip-layout.ts';

export interface ZipWriter {
  /**
   * @param modified ms since the epoch. Zip files have steps of two seconds and no time zone: written as UTC
   */
  add(
    name: string,
    bytes: Bytes,
    options: { readonly pack: boolean; readonly modified: number },
  ): Promise<void>;
  /** Writes the central directory, without which no reader accepts the file. */
  end(): Promise<void>;
}

/** Unix mode: a regular file that its owner may write and everybody may read (4.4.15). */
const REGULAR_FILE = 0o100644;
const MADE_ON_UNIX = 3;

const ENCODE = new TextEncoder();

/**
 * @param write receives the bytes in order
 * @param start offset in bytes at which the zip file begins in the output
 */
export function zipWriter(write: (bytes: Bytes) => Promise<void>, start = 0): ZipWriter {
  const central: Uint8Array[] = [];
  let at = start;
  let centralSize = 0;
  let count = 0;

  async function put(bytes: Bytes): Promise<void> {
    await write(bytes);
    at += bytes.length;
  }

  return {
    async add(name, bytes, { pack, modified }) {
      if (bytes.length >= IN_EXTRA32) throw new RangeError(`${name} is too large for one entry`);
      const packed = pack ? await deflate(bytes) : bytes;
      const isPacked = packed.length < bytes.length && !isBomb(bytes.length, packed.length);
      const data = isPacked ? packed : bytes;
      const nameBytes = ENCODE.encode(name);
      const far = at >= IN_EXTRA32;
      // The fields from the flags to the length of the name, the same in both headers (4.3.7, 4.3.12).
      const shared = fields([
        [2, FLAG_UTF8],
        [2, isPacked ? DEFLATED : STORED],
        ...dosTime(modified),
        [4, crc32(bytes)],
        [4, data.length],
        [4, bytes.length],
        [2, nameBytes.length],
      ]);
      const header = fields([
        [4, CENTRAL.signature],
        [1, VERSION_NEEDED64],
        [1, MADE_ON_UNIX],
        [2, far ? VERSION_NEEDED64 : VERSION_NEEDED],
      ]);
      const rest = fields([
        [2, far ? 12 : 0],
        // Comment, disk, internal attributes.
        [2, 0],
        [2, 0],
        [2, 0],
        [4, REGULAR_FILE * 0x10000],
        [4, far ? IN_EXTRA32 : at],
      ]);
      const extra = far
        ? fields([
            [2, EXTRA64],
            [2, 8],
            [8, at],
          ])
        : new Uint8Array();
      const local = fields([
        [4, LOCAL.signature],
        [2, VERSION_NEEDED],
      ]);
      const entry = [header, shared, rest, nameBytes, extra];
      await put(joined([local, shared, fields([[2, 0]]), nameBytes]));
      await put(data);
      for (const part of entry) {
        central.push(part);
        centralSize += part.length;
      }
      count += 1;
    },

    async end() {
      const centralAt = at;
      await put(concat(central, centralSize));
      if (count >= IN_EXTRA16 || centralAt >= IN_EXTRA32 || centralSize >= IN_EXTRA32) {
        const end64At = at;
        await put(
          fields([
            [4, END64.signature],
            // Bytes of this record after this field.
            [8, END64.length - 12],
            [2, VERSION_NEEDED64],
            [2, VERSION_NEEDED64],
            [4, 0],
            [4, 0],
            [8, count],
            [8, count],
            [8, centralSize],
            [8, centralAt],
          ]),
        );
        await put(
          fields([
            [4, LOCATOR64.signature],
            [4, 0],
            [8, end64At],
            [4, 1],
          ]),
        );
      }
      const few = Math.min(count, IN_EXTRA16);
      await put(
        fields([
          [4, END.signature],
          [2, 0],
          [2, 0],
          [2, few],
          [2, few],
          [4, Math.min(centralSize, IN_EXTRA32)],
          [4, Math.min(centralAt, IN_EXTRA32)],
          [2, 0],
        ]),
      );
    },
  };
}

type Field = readonly [bytes: 1 | 2 | 4 | 8, value: number];

/** The numbers as little-endian bytes, one after the other. */
function fields(all: readonly Field[]): Bytes {
  const bytes = new Uint8Array(all.reduce((sum, [length]) => sum + length, 0));
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (const [length, value] of all) {
    if (length === 1) view.setUint8(at, value);
    else if (length === 2) view.setUint16(at, value, true);
    else if (length === 4) view.setUint32(at, value, true);
    else view.setBigUint64(at, BigInt(value), true);
    at += length;
  }
  return bytes;
}

function joined(parts: readonly Uint8Array[]): Bytes {
  return concat(
    parts,
    parts.reduce((sum, { length }) => sum + length, 0),
  );
}

/** MS-DOS time and date, 4.4.6. Dates outside 1980 to 2107 are moved to the nearest end. */
function dosTime(ms: number): Field[] {
  const date = new Date(Math.min(Math.max(ms, Date.UTC(1980, 0, 1)), Date.UTC(2107, 11, 31)));
  const time = (date.getUTCHours() << 11) | (date.getUTCMinutes() << 5) | (date.getUTCSeconds() >> 1);
  const day = ((date.getUTCFullYear() - 1980) << 9) | ((date.getUTCMonth() + 1) << 5) | date.getUTCDate();
  return [
    [2, time],
    [2, day],
  ];
}
