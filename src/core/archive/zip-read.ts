/**
 * Reader for zip files from untrusted sources. It checks everything that the file claims about itself, and it
 * never uses a name in it as a path.
 */
import { crc32 } from './crc32.ts';
import { type Bytes, inflate } from './deflate.ts';
import { ZipError } from './zip-error.ts';
import {
  CENTRAL,
  DEFLATED,
  END,
  END64,
  EXTRA64,
  FLAG_ENCRYPTED,
  IN_EXTRA16,
  IN_EXTRA32,
  isBomb,
  LOCAL,
  LOCATOR64,
  STORED,
} from './zip-layout.ts';

/** A file with random access. */
export interface ZipSource {
  /** Bytes. */
  readonly size: number;
  read(at: number, length: number): Promise<Bytes>;
}

export interface ZipEntry {
  readonly name: string;
  /** Byte offset of the local header. */
  readonly at: number;
  readonly packedSize: number;
  readonly size: number;
  readonly crc: number;
  readonly method: number;
  readonly flags: number;
  /**
   * Byte offset of whatever follows: the next entry or the central directory. The entry's data must end there
   * at the latest.
   */
  readonly until: number;
}

/** Largest central directory in bytes: room for more than half a million entries. */
const LIST_MAX = 64 * 1024 * 1024;

const DECODE = new TextDecoder();

/**
 * The entries of a zip file, in the order of its central directory.
 * @throws ZipError if the file as a whole cannot be read
 */
export async function readZip(source: ZipSource): Promise<ZipEntry[]> {
  const end = await findEnd(source);
  if (end.size > LIST_MAX)
    throw new ZipError(`has a list of entries of ${end.size} bytes, which is too long`, 'too_large');
  const list = viewOf(await source.read(end.at, end.size));
  const entries: Omit<ZipEntry, 'until'>[] = [];
  let at = 0;
  while (at < list.byteLength) {
    const { entry, length } = listed(list, at);
    if (entry.at + LOCAL.length + entry.packedSize > end.at) throw DAMAGED();
    entries.push(entry);
    at += length;
  }
  if (entries.length !== end.count) throw DAMAGED();
  return withEnds(entries, end.at);
}

const DAMAGED = () => new ZipError('is damaged: the list of its entries makes no sense');

interface End {
  readonly count: number;
  readonly size: number;
  readonly at: number;
}

async function findEnd(source: ZipSource): Promise<End> {
  const length = Math.min(source.size, END.length + END.commentMax);
  const from = source.size - length;
  const tail = viewOf(await source.read(from, length));
  for (let at = length - END.length; at >= 0; at--) {
    if (tail.getUint32(at, true) !== END.signature) continue;
    if (at + END.length + tail.getUint16(at + 20, true) !== length) continue;
    const end = {
      count: tail.getUint16(at + 10, true),
      size: tail.getUint32(at + 12, true),
      at: tail.getUint32(at + 16, true),
    };
    const isLarge = end.count === IN_EXTRA16 || end.size === IN_EXTRA32 || end.at === IN_EXTRA32;
    const whole = isLarge ? ((await findEnd64(source, from + at)) ?? end) : end;
    if (whole.at + whole.size > from + at) throw DAMAGED();
    return whole;
  }
  const first = source.size < 4 ? 0 : viewOf(await source.read(0, 4)).getUint32(0, true);
  throw first === LOCAL.signature
    ? new ZipError('is cut off: the list of its entries, which stands at the end, is missing', 'cut_off')
    : new ZipError('is no zip file', 'no_zip');
}

/** @param end offset of the END record; the ZIP64 locator is right before it */
async function findEnd64(source: ZipSource, end: number): Promise<End | undefined> {
  if (end < LOCATOR64.length) return undefined;
  const locator = viewOf(await source.read(end - LOCATOR64.length, LOCATOR64.length));
  if (locator.getUint32(0, true) !== LOCATOR64.signature) return undefined;
  const at = long(locator, 8);
  if (at + END64.length > end) throw DAMAGED();
  const record = viewOf(await source.read(at, END64.length));
  if (record.getUint32(0, true) !== END64.signature) throw DAMAGED();
  return { count: long(record, 32), size: long(record, 40), at: long(record, 48) };
}

function listed(list: DataView<ArrayBuffer>, at: number): { entry: Omit<ZipEntry, 'until'>; length: number } {
  if (at + CENTRAL.length > list.byteLength || list.getUint32(at, true) !== CENTRAL.signature)
    throw DAMAGED();
  const nameLength = list.getUint16(at + 28, true);
  const extraLength = list.getUint16(at + 30, true);
  const length = CENTRAL.length + nameLength + extraLength + list.getUint16(at + 32, true);
  if (at + length > list.byteLength) throw DAMAGED();
  const nameAt = at + CENTRAL.length;
  const [size, packedSize, local] = wide(
    [list.getUint32(at + 24, true), list.getUint32(at + 20, true), list.getUint32(at + 42, true)],
    new DataView(list.buffer, list.byteOffset + nameAt + nameLength, extraLength),
  );
  const entry = {
    // A name that is not UTF-8 never matches an entry of ours, however it is decoded.
    name: DECODE.decode(new Uint8Array(list.buffer, list.byteOffset + nameAt, nameLength)),
    flags: list.getUint16(at + 8, true),
    method: list.getUint16(at + 10, true),
    crc: list.getUint32(at + 16, true),
    size,
    packedSize,
    at: local,
  };
  return { entry, length };
}

type Wide = readonly [size: number, packedSize: number, at: number];

/** Replaces each number that does not fit into 32 bits by the next one of the extra field (4.5.3). */
function wide(numbers: Wide, extra: DataView): Wide {
  let from = 0;
  while (from + 4 <= extra.byteLength && extra.getUint16(from, true) !== EXTRA64) {
    from += 4 + extra.getUint16(from + 2, true);
  }
  from += 4;
  const take = (number: number) => {
    if (number !== IN_EXTRA32) return number;
    if (from + 8 > extra.byteLength) throw DAMAGED();
    from += 8;
    return long(extra, from - 8);
  };
  return [take(numbers[0]), take(numbers[1]), take(numbers[2])];
}

function withEnds(entries: readonly Omit<ZipEntry, 'until'>[], listAt: number): ZipEntry[] {
  const starts = entries.map(({ at }) => at).sort((a, b) => a - b);
  // Each start maps to the next one. Two entries with the same start map to that start, so neither has any
  // room.
  const next = new Map(starts.map((at, index) => [at, starts[index + 1] ?? listAt]));
  for (const [index, at] of starts.entries()) if (starts[index + 1] === at) next.set(at, at);
  return entries.map((entry) => ({ ...entry, until: next.get(entry.at) ?? listAt }));
}

/**
 * Reads and decompresses a whole entry.
 * @param max largest decompressed size in bytes
 * @throws ZipError if the entry does not match the central directory, or is larger than `max`
 */
export async function readEntry(source: ZipSource, entry: ZipEntry, max: number): Promise<Bytes> {
  const { at, packedSize, size, method } = entry;
  if (entry.flags & FLAG_ENCRYPTED) throw new ZipError('is encrypted', 'encrypted');
  if (method !== STORED && method !== DEFLATED) {
    throw new ZipError(`is packed by method ${method}, which is not known here`, 'unknown_packing');
  }
  if (size > max) throw new ZipError(`has ${size} bytes; at most ${max} are read`, 'too_large');
  if (isBomb(size, packedSize)) {
    throw new ZipError(`unpacks to ${size} bytes from ${packedSize}, which no drawing does`);
  }
  const header = viewOf(await source.read(at, LOCAL.length));
  if (header.getUint32(0, true) !== LOCAL.signature) throw new ZipError('is not where the list says');
  const nameLength = header.getUint16(26, true);
  const from = at + LOCAL.length + nameLength + header.getUint16(28, true);
  if (from + packedSize > entry.until) throw new ZipError('shares its bytes with another entry');
  const name = DECODE.decode(await source.read(at + LOCAL.length, nameLength));
  if (name !== entry.name) throw new ZipError('has another name in the list than where it stands');
  const data = await source.read(from, packedSize);
  if (method === STORED && packedSize !== size) {
    throw new ZipError(`has ${packedSize} bytes and says that it has ${size}`);
  }
  const bytes = method === STORED ? data : await inflate(data, size);
  if (crc32(bytes) !== entry.crc) throw new ZipError('is damaged: its checksum is wrong');
  return bytes;
}

function viewOf(bytes: Bytes): DataView<ArrayBuffer> {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** A 64-bit number. Values that a double cannot hold exactly are larger than any file. */
function long(view: DataView, at: number): number {
  return Number(view.getBigUint64(at, true));
}
