/**
 * What the first bytes of a photo say: its type, and how large it is. Nothing is decoded, and nothing is read that the
 * bytes do not have: they may come from anybody.
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
  const type = typeOf(bytes);
  if (type === undefined) return 'is no JPEG, PNG or WebP';
  const extent = EXTENTS[type](new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  if (extent === undefined) return `is a damaged ${type}: it does not say how large it is`;
  const { width, height } = extent;
  if (width > UNDERLAY_SIDE_MAX || height > UNDERLAY_SIDE_MAX) {
    return `has ${width} x ${height} px, and at most ${UNDERLAY_SIDE_MAX} a side are taken`;
  }
  return { type, width, height };
}

/** The type by the signature: what a sender says of it is no proof. */
function typeOf(bytes: Uint8Array): PhotoType | undefined {
  if (has(bytes, 0, [0xff, 0xd8, 0xff])) return 'image/jpeg';
  if (has(bytes, 0, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'image/png';
  return has(bytes, 0, codes('RIFF')) && has(bytes, 8, codes('WEBP')) ? 'image/webp' : undefined;
}

function has(bytes: Uint8Array, at: number, expected: readonly number[]): boolean {
  return expected.every((byte, i) => bytes[at + i] === byte);
}

function codes(text: string): number[] {
  return [...text].map((char) => char.charCodeAt(0));
}

type Reader = (view: DataView) => Extent | undefined;

const EXTENTS: Readonly<Record<PhotoType, Reader>> = {
  'image/jpeg': jpegExtent,
  'image/png': pngExtent,
  'image/webp': webpExtent,
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
  if (view.byteLength < 30 || view.getUint32(4, true) + 8 > view.byteLength) return undefined;
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
