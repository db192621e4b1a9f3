/**
 * What the bytes of a photo say: its type, how large it is, and whether they go on to its end. Nothing is decoded, and nothing
 * is read that the bytes do not have: they may come from anybody.
 */
import { UNDERLAY_SIDE_MAX } from '../limits.ts';

export const PHOTO_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const;
export type PhotoType = (typeof PHOTO_TYPES)[number];

/** Px. */
export interface Extent {
  readonly width: number;
  readonly height: number;
}

export interface Photo extends Extent {
  readonly type: PhotoType;
}

/** Most segments of a JPEG before its size: a photo has a dozen, and each is looked at alone. */
const SEGMENTS_MAX = 1_000;

/** Why bytes are refused as a photo, as the end of a sentence about them. */
export type PhotoFault = string;

/** @returns what is wrong with it, if no host takes it */
export function readPhoto(bytes: Uint8Array): Photo | PhotoFault {
  const view = viewOf(bytes);
  const type = typeOf(view);
  if (type === undefined) return 'is no JPEG, PNG or WebP';
  const [extentOf, isComplete] = READERS[type];
  const extent = extentOf(view);
  if (extent === undefined) return `is a damaged ${type}: it does not say how large it is`;
  const { width, height } = extent;
  if (width > UNDERLAY_SIDE_MAX || height > UNDERLAY_SIDE_MAX) {
    return `has ${width} x ${height} px, and at most ${UNDERLAY_SIDE_MAX} a side are taken`;
  }
  return isComplete(view) ? { type, width, height } : `is a damaged ${type}: it ends before its picture does`;
}

/**
 * False if the bytes end before the picture does. Takes one pass through them. What follows the end is passed over, as every
 * decoder does: phones write a second picture there, or a film.
 */
export function isWhole(type: PhotoType, bytes: Uint8Array): boolean {
  return READERS[type][1](viewOf(bytes));
}

function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}

/** The type by the signature: what a sender says of it is no proof. */
function typeOf(view: DataView): PhotoType | undefined {
  if (view.byteLength < 12) return undefined;
  const start = view.getUint32(0);
  if (start >>> 8 === 0xffd8ff) return 'image/jpeg';
  // `PNG` after a byte that no text has, and line ends that a transfer as text would change.
  if (start === 0x89504e47 && view.getUint32(4) === 0x0d0a1a0a) return 'image/png';
  // `RIFF`, and `WEBP` behind the length.
  return start === 0x52494646 && view.getUint32(8) === 0x57454250 ? 'image/webp' : undefined;
}

type Readers = readonly [
  extentOf: (view: DataView) => Extent | undefined,
  isWhole: (view: DataView) => boolean,
];

const READERS: Readonly<Record<PhotoType, Readers>> = {
  'image/jpeg': [jpegExtent, jpegIsWhole],
  'image/png': [pngExtent, pngIsWhole],
  'image/webp': [webpExtent, webpIsWhole],
};

/** Undefined for a side of 0, too. */
function extent(width: number, height: number): Extent | undefined {
  return width > 0 && height > 0 ? { width, height } : undefined;
}

/** The frame header, SOF0 to SOF15, before the first scan (ITU-T T.81, B.1.1.2 and B.2.2). */
function jpegExtent(view: DataView): Extent | undefined {
  let at = 2;
  for (let i = 0; i < SEGMENTS_MAX && at + 9 <= view.byteLength; i++) {
    if (view.getUint8(at) !== 0xff) return undefined;
    const marker = view.getUint8(at + 1);
    // Any number of fill bytes may stand before a marker.
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const length = view.getUint16(at + 2);
    // Tables of Huffman codes and arithmetic codes, and one reserved, share the range of the frame headers.
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
    if (isFrame) return length >= 8 ? extent(view.getUint16(at + 7), view.getUint16(at + 5)) : undefined;
    const isBare = marker < 0xc0 || (marker >= 0xd0 && marker <= 0xda);
    if (isBare || length < 2) return undefined;
    at += 2 + length;
  }
  return undefined;
}

/** The chunk IHDR, which is the first (PNG, 11.2.1). */
function pngExtent(view: DataView): Extent | undefined {
  if (view.byteLength < 33 || view.getUint32(8) !== 13 || view.getUint32(12) !== 0x49484452) return undefined;
  return extent(view.getUint32(16), view.getUint32(20));
}

/** The first chunk: lossy, lossless or extended (RFC 9649, 2.5 to 2.7, and RFC 6386, 9.1). */
function webpExtent(view: DataView): Extent | undefined {
  if (view.byteLength < 30) return undefined;
  const at = 20;
  switch (view.getUint32(12)) {
    case 0x56503820: {
      // `VP8 `: a key frame with its start code.
      const isKey = (view.getUint8(at) & 1) === 0;
      if (!isKey || view.getUint16(at + 3) !== 0x9d01 || view.getUint8(at + 5) !== 0x2a) return undefined;
      return extent(view.getUint16(at + 6, true) & 0x3fff, view.getUint16(at + 8, true) & 0x3fff);
    }
    case 0x5650384c: {
      // `VP8L`: a signature, and 14 bits for each side less one.
      if (view.getUint8(at) !== 0x2f) return undefined;
      const bits = view.getUint32(at + 1, true);
      return extent((bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1);
    }
    case 0x56503858:
      // `VP8X`: 24 bits for each side less one.
      return extent((view.getUint32(at + 4, true) & 0xffffff) + 1, (view.getUint32(at + 6, true) >>> 8) + 1);
  }
  return undefined;
}

/**
 * A scan, and the end of the image after it (T.81, B.1.1 and B.2.1). In the codes of a scan a byte ff is followed by 0 or is a
 * restart marker; every other marker begins a segment, which is jumped over: an end in a preview is not the picture's.
 */
function jpegIsWhole(view: DataView): boolean {
  let hasScan = false;
  for (let at = 2; at + 2 <= view.byteLength; ) {
    const marker = view.getUint8(at) === 0xff ? view.getUint8(at + 1) : 0;
    if (marker === 0xd9) return hasScan;
    hasScan ||= marker === 0xda;
    const isSegment = marker >= 0xc0 && marker < 0xff && (marker & 0xf8) !== 0xd0;
    at += isSegment && at + 4 <= view.byteLength ? 2 + view.getUint16(at + 2) : 1;
  }
  return false;
}

/** Chunks up to IEND, data among them (PNG, 5.3 and 5.6). */
function pngIsWhole(view: DataView): boolean {
  let hasData = false;
  for (let at = 8; at + 12 <= view.byteLength; at += 12 + view.getUint32(at)) {
    const chunk = view.getUint32(at + 4);
    if (chunk === 0x49454e44) return hasData;
    hasData ||= chunk === 0x49444154;
  }
  return false;
}

/** The length of the file is in it, and the first chunk lies within that (RFC 9649, 2.3 and 2.4). */
function webpIsWhole(view: DataView): boolean {
  if (view.byteLength < 20) return false;
  const end = 8 + view.getUint32(4, true);
  return end <= view.byteLength && 20 + view.getUint32(16, true) <= end;
}
