/**
 * What the first bytes of a picture say: its kind and size. They are read before anything decodes the picture, so that
 * one of a few kilobytes that would take gigabytes is refused by its numbers.
 */
import type { PhotoKind } from './said-kind.ts';
import { Unfit } from './unfit.ts';

export interface PhotoHead {
  readonly kind: PhotoKind;
  /** Pixels, before the picture is turned upright. */
  readonly width: number;
  readonly height: number;
}

/** Bytes that are read at a time. */
const WINDOW = 64 * 1024;
/** Most bytes that are searched for the size of a HEIC or an AVIF: it lies in the first box after the type. */
const META_MAX = 1024 * 1024;
/** Most segments before the size of a JPEG. One of 64 KB each holds maps of depth and other extras of phones. */
const SEGMENTS_MAX = 4_096;

const HEIC_BRANDS = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1'];

/** @throws Unfit for what is no picture of these kinds, or says no size */
export async function readHead(file: Blob): Promise<PhotoHead> {
  if (file.size === 0) throw new Unfit({ code: 'empty' });
  const start = await bytesAt(file, 0, WINDOW);
  const kind = kindOf(start);
  if (!kind) throw new Unfit({ code: isMarkup(start) ? 'markup' : 'no_photo' });
  const size = await SIZES[kind](start, file);
  if (!size || size.width === 0 || size.height === 0) throw new Unfit({ code: 'damaged' });
  return { kind, ...size };
}

interface Size {
  readonly width: number;
  readonly height: number;
}

async function bytesAt(file: Blob, from: number, length: number): Promise<DataView> {
  try {
    return new DataView(await file.slice(from, from + length).arrayBuffer());
  } catch {
    throw new Unfit({ code: 'unreadable' });
  }
}

/** Text from bytes, one character each; shorter at the end of the bytes. */
function text(bytes: DataView, at: number, length: number): string {
  let all = '';
  for (let i = at; i < Math.min(at + length, bytes.byteLength); i++) {
    all += String.fromCharCode(bytes.getUint8(i));
  }
  return all;
}

function kindOf(bytes: DataView): PhotoKind | undefined {
  const start = text(bytes, 0, 12);
  if (start.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (start.startsWith('RIFF') && start.slice(8) === 'WEBP') return 'webp';
  if (start.startsWith('GIF87a') || start.startsWith('GIF89a')) return 'gif';
  if (start.slice(4, 8) !== 'ftyp') return undefined;
  // The brand of the file, and after a version those that it is compatible with.
  const brands = text(bytes, 8, Math.min(256, bytes.getUint32(0) - 8)).match(/.{4}/gs) ?? [];
  if (brands.some((brand) => brand === 'avif' || brand === 'avis')) return 'avif';
  return brands.some((brand) => HEIC_BRANDS.includes(brand)) ? 'heic' : undefined;
}

/** True for SVG, HTML and other XML, with or without a mark of its encoding. */
function isMarkup(bytes: DataView): boolean {
  return /^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)?[\s\0]*</.test(text(bytes, 0, 256));
}

const SIZES: Readonly<
  Record<PhotoKind, (start: DataView, file: Blob) => Promise<Size | undefined> | Size | undefined>
> = {
  jpeg: (_, file) => jpegSize(file),
  png: (bytes) =>
    bytes.byteLength >= 24 && text(bytes, 12, 4) === 'IHDR'
      ? { width: bytes.getUint32(16), height: bytes.getUint32(20) }
      : undefined,
  webp: webpSize,
  gif: (bytes) =>
    bytes.byteLength >= 10
      ? { width: bytes.getUint16(6, true), height: bytes.getUint16(8, true) }
      : undefined,
  avif: (_, file) => boxedSize(file),
  heic: (_, file) => boxedSize(file),
};

/** The size that the first frame header names: ITU-T T.81, B.2.2. */
async function jpegSize(file: Blob): Promise<Size | undefined> {
  let [from, bytes] = [0, await bytesAt(file, 0, WINDOW)];
  let at = 2;
  for (let segment = 0; segment < SEGMENTS_MAX; segment++) {
    // A segment is jumped over, however long it is.
    if (at + 10 > from + bytes.byteLength || at < from) [from, bytes] = [at, await bytesAt(file, at, WINDOW)];
    const i = at - from;
    if (i + 10 > bytes.byteLength || bytes.getUint8(i) !== 0xff) return undefined;
    const marker = bytes.getUint8(i + 1);
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { height: bytes.getUint16(i + 5), width: bytes.getUint16(i + 7) };
    // The picture itself begins, or ends, without a frame.
    if (marker === 0xda || marker === 0xd9) return undefined;
    at += 2 + bytes.getUint16(i + 2);
  }
  return undefined;
}

/** RFC 9649, section 2.5 to 2.7. */
function webpSize(bytes: DataView): Size | undefined {
  if (bytes.byteLength < 30) return undefined;
  const three = (at: number) => bytes.getUint16(at, true) + bytes.getUint8(at + 2) * 0x10000;
  switch (text(bytes, 12, 4)) {
    case 'VP8X':
      return { width: 1 + three(24), height: 1 + three(27) };
    case 'VP8 ':
      return { width: bytes.getUint16(26, true) & 0x3fff, height: bytes.getUint16(28, true) & 0x3fff };
    case 'VP8L': {
      const bits = bytes.getUint32(21, true);
      return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) };
    }
    default:
      return undefined;
  }
}

/** The largest of the boxes `ispe`, ISO/IEC 23008-12, 6.5.3: a picture made of tiles has one for them as well. */
async function boxedSize(file: Blob): Promise<Size | undefined> {
  const bytes = await bytesAt(file, 0, META_MAX);
  let largest: Size | undefined;
  for (let i = 4; i + 16 <= bytes.byteLength; i++) {
    if (bytes.getUint32(i) !== 0x69737065) continue;
    const size = { width: bytes.getUint32(i + 8), height: bytes.getUint32(i + 12) };
    if (!largest || size.width * size.height > largest.width * largest.height) largest = size;
  }
  return largest;
}
