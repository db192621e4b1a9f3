/** The first bytes of pictures of any size, as far as a reader needs them to learn it. */

type Bytes = Uint8Array<ArrayBuffer>;

function bytes(...parts: readonly (string | readonly number[] | Bytes)[]): Bytes {
  const all = parts.map((part) =>
    typeof part === 'string' ? [...part].map((one) => one.charCodeAt(0)) : [...part],
  );
  return new Uint8Array(all.flat());
}

const u16 = (v: number) => [v >>> 8, v & 0xff];
const u32 = (v: number) => [...u16(v >>> 16), ...u16(v & 0xffff)];
const u24le = (v: number) => [v & 0xff, (v >>> 8) & 0xff, v >>> 16];

/** @param before segments of 64 KB that come before the size, as phones write them */
export function jpegHead(width: number, height: number, { before = 1 } = {}): Bytes {
  const extra = new Uint8Array(0xffff + 2);
  extra.set([0xff, 0xe2, 0xff, 0xff]);
  const frame = bytes([0xff, 0xc2, ...u16(17), 8], u16(height), u16(width), new Uint8Array(10));
  const start = bytes([0xff, 0xd8], [0xff, 0xe0, ...u16(16)], new Uint8Array(14), [0xff]);
  const all = new Uint8Array(start.length + before * extra.length + frame.length);
  all.set(start);
  for (let i = 0; i < before; i++) all.set(extra, start.length + i * extra.length);
  all.set(frame, all.length - frame.length);
  return all;
}

export function pngHead(width: number, height: number): Bytes {
  return bytes('\x89PNG\r\n\x1a\n', u32(13), 'IHDR', u32(width), u32(height), [8, 6, 0, 0, 0]);
}

export function gif(width: number, height: number): Bytes {
  return bytes('GIF89a', u16(width).reverse(), u16(height).reverse(), [0, 0, 0]);
}

/** One each of its three forms: extended, lossy, lossless. */
export function webpHeads(width: number, height: number): readonly Bytes[] {
  const riff = (kind: string, ...rest: readonly (string | readonly number[])[]) =>
    bytes('RIFF', u32(0), 'WEBP', kind, u32(0), ...rest, Array(16).fill(0));
  return [
    riff('VP8X', [0, 0, 0, 0], u24le(width - 1), u24le(height - 1)),
    riff('VP8 ', [0, 0, 0, 0x9d, 0x01, 0x2a], u16(width).reverse(), u16(height).reverse()),
    riff('VP8L', [0x2f], u32((width - 1) | ((height - 1) << 14)).reverse()),
  ];
}

function boxed(brands: string, sizes: readonly (readonly [number, number])[]): Bytes {
  const type = bytes(u32(8 + brands.length), 'ftyp', brands);
  const ispe = sizes.map(([width, height]) => bytes(u32(20), 'ispe', u32(0), u32(width), u32(height)));
  return bytes(type, u32(0), 'meta', ...ispe, Array(16).fill(0));
}

export function avif(width: number, height: number): Bytes {
  return boxed('avif\0\0\0\0mif1miaf', [[width, height]]);
}

/** @param tile side of the tiles that it is made of, pixels */
export function heic(width: number, height: number, { tile }: { readonly tile?: number } = {}): Bytes {
  const tiles = tile === undefined ? [] : [[tile, tile] as const];
  return boxed('heic\0\0\0\0mif1heic', [...tiles, [width, height]]);
}
