/** Puts a thumbnail on paper: thumbnails are transparent, and chat apps with a dark page would show ink on black. */
import { crc32, deflateSync, inflateSync } from 'node:zlib';
import { WHITE } from '../../src/core/drawing/members/paper.ts';
import type { Paper } from '../../src/core/drawing/types.ts';

/** Largest picture that is converted, pixels: nobody else is answered meanwhile. Ours have 320 x 240. */
const AREA_MAX = 200_000;
const SIGNATURE_LENGTH = 8;

/**
 * @param png a PNG with a whole header
 * @param paper what it was drawn on
 * @returns the same picture on paper; `png` itself if it has no transparency, or is of a kind that our pages do not
 * make, or is damaged
 */
export function opaque(png: Buffer<ArrayBuffer>, paper: Paper = WHITE): Buffer<ArrayBuffer> {
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
  // Eight bits for each of red, green, blue and alpha, not interlaced (PNG, 11.2.2).
  const isOurs = png.toString('hex', 24, 29) === '0806000000';
  if (!isOurs || width * height > AREA_MAX) return png;
  try {
    const line = width * 4 + 1;
    const data = inflateSync(dataOf(png), { maxOutputLength: line * height });
    if (data.length !== line * height) return png;
    const rgb = onPaper(data, width, height, Buffer.from(paper.color.slice(1), 'hex'));
    const header = Buffer.from(png.subarray(16, 29));
    header[9] = 2; // Red, green, blue.
    const parts = [chunk('IHDR', header), chunk('IDAT', deflateSync(rgb)), chunk('IEND', Buffer.alloc(0))];
    return Buffer.concat([png.subarray(0, SIGNATURE_LENGTH), ...parts]);
  } catch {
    return png;
  }
}

/** The compressed pixels of all IDAT chunks (PNG, 5.3). */
function dataOf(png: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let at = SIGNATURE_LENGTH; at + 8 <= png.length; ) {
    const length = png.readUInt32BE(at);
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT') parts.push(png.subarray(at + 8, at + 8 + length));
    at += length + 12;
  }
  return Buffer.concat(parts);
}

/** Undoes the filters of the lines (PNG, 9.2), blends each pixel with the paper, and returns lines without filters. */
function onPaper(data: Buffer, width: number, height: number, paper: Buffer): Buffer {
  const line = width * 4;
  const out = Buffer.alloc(height * (width * 3 + 1));
  let above: Uint8Array = new Uint8Array(line);
  let to = 0;
  for (let y = 0; y < height; y++) {
    const from = y * (line + 1);
    const pixels = data.subarray(from + 1, from + 1 + line);
    unfilter(data[from] ?? 0, pixels, above);
    above = pixels;
    to += 1;
    for (let x = 0; x < line; x += 4) {
      const alpha = (pixels[x + 3] ?? 0) / 255;
      for (let i = 0; i < 3; i++) {
        out[to++] = Math.round((pixels[x + i] ?? 0) * alpha + (paper[i] ?? 0) * (1 - alpha));
      }
    }
  }
  return out;
}

function unfilter(filter: number, pixels: Uint8Array, above: Uint8Array): void {
  for (let x = 0; x < pixels.length; x++) {
    const a = x < 4 ? 0 : (pixels[x - 4] ?? 0);
    const b = above[x] ?? 0;
    const c = x < 4 ? 0 : (above[x - 4] ?? 0);
    pixels[x] = (pixels[x] ?? 0) + predicted(filter, a, b, c);
  }
}

/**
 * What a filter adds to a byte, from those to the left, above, and above to the left (PNG, 9.2).
 * @throws RangeError for a filter that PNG does not have
 */
function predicted(filter: number, a: number, b: number, c: number): number {
  switch (filter) {
    case 0:
      return 0;
    case 1:
      return a;
    case 2:
      return b;
    case 3:
      return (a + b) >> 1;
    case 4:
      return paeth(a, b, c);
    default:
      throw new RangeError('unknown filter');
  }
}

/** The neighbour that is nearest to `a + b - c` (PNG, 9.4). */
function paeth(a: number, b: number, c: number): number {
  const pa = Math.abs(b - c);
  const pb = Math.abs(a - c);
  const pc = Math.abs(a + b - 2 * c);
  if (pa <= pb && pa <= pc) return a;
  return pb <= pc ? b : c;
}

function chunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const out = Buffer.alloc(body.length + 8);
  out.writeUInt32BE(content.length, 0);
  body.copy(out, 4);
  out.writeUInt32BE(crc32(body), body.length + 4);
  return out;
}
