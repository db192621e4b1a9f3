/** Writes into a JPEG or a WebP what a phone writes: how the camera was held, and where. */

const ENCODE = new TextEncoder();
/** Words that are searched for in a file that is to say nothing of it. */
export const CAMERA = 'Plein Phone 7';
/** 1 deg 17' 24.5" north, 103 deg 51' 7" east: as fractions. */
const LATITUDE = [1, 1, 17, 1, 245, 10];
const LONGITUDE = [103, 1, 51, 1, 7, 1];

/** An entry of an IFD: tag, type, count, and the value or its offset. */
function entry(view: DataView, at: number, tag: number, type: number, count: number, value: number): void {
  view.setUint16(at, tag);
  view.setUint16(at + 2, type);
  view.setUint32(at + 4, count);
  if (type === 3) view.setUint16(at + 8, value);
  else view.setUint32(at + 8, value);
}

/** Exif: make, orientation, and the place as GPS. */
function exifOf(orientation: number): Uint8Array {
  const tiff = new Uint8Array(240);
  const view = new DataView(tiff.buffer);
  tiff.set(ENCODE.encode('MM'));
  view.setUint16(2, 42);
  view.setUint32(4, 8);
  view.setUint16(8, 3);
  entry(view, 10, 0x010f, 2, CAMERA.length + 1, 60);
  entry(view, 22, 0x0112, 3, 1, orientation);
  entry(view, 34, 0x8825, 4, 1, 80);
  tiff.set(ENCODE.encode(CAMERA), 60);
  view.setUint16(80, 4);
  entry(view, 82, 0x0001, 2, 2, 0x4e000000);
  entry(view, 94, 0x0002, 5, 3, 140);
  entry(view, 106, 0x0003, 2, 2, 0x45000000);
  entry(view, 118, 0x0004, 5, 3, 170);
  for (const [i, part] of LATITUDE.entries()) view.setUint32(140 + 4 * i, part);
  for (const [i, part] of LONGITUDE.entries()) view.setUint32(170 + 4 * i, part);
  return tiff;
}

/**
 * The JPEG with an Exif segment after its start.
 * @param orientation 1 upright, 6 turned by a quarter, as in Exif
 */
export function withExif(jpeg: Uint8Array, orientation: number): Uint8Array<ArrayBuffer> {
  const tiff = exifOf(orientation);
  const name = ENCODE.encode('Exif\0\0');
  const length = 2 + name.length + tiff.length;
  const segment = new Uint8Array(2 + length);
  segment.set([0xff, 0xe1, length >>> 8, length & 0xff]);
  segment.set(name, 4);
  segment.set(tiff, 4 + name.length);
  const all = new Uint8Array(jpeg.length + segment.length);
  all.set(jpeg.subarray(0, 2));
  all.set(segment, 2);
  all.set(jpeg.subarray(2), 2 + segment.length);
  return all;
}

/**
 * The WebP with Exif at its end, in the extended form.
 * @param webp in that form, as a canvas writes it, or in a simple one
 * @param size pixels
 * @param orientation as in Exif
 */
export function webpWithExif(
  webp: Uint8Array,
  { width, height }: { readonly width: number; readonly height: number },
  orientation: number,
): Uint8Array<ArrayBuffer> {
  const exif = exifOf(orientation);
  const head = new Uint8Array(30);
  const isExtended = webp[15] === 'X'.charCodeAt(0);
  if (isExtended) head.set(webp.subarray(0, 30));
  else {
    const view = new DataView(head.buffer);
    head.set(ENCODE.encode('RIFF'));
    head.set(ENCODE.encode('WEBPVP8X'), 8);
    view.setUint32(16, 10, true);
    for (const [at, side] of [
      [24, width - 1],
      [27, height - 1],
    ] as const) {
      view.setUint16(at, side & 0xffff, true);
      head[at + 2] = side >>> 16;
    }
  }
  // There is Exif.
  head[20]! |= 0x08;
  const chunk = new Uint8Array(8);
  chunk.set(ENCODE.encode('EXIF'));
  new DataView(chunk.buffer).setUint32(4, exif.length, true);
  const all = new Uint8Array([...head, ...webp.subarray(isExtended ? 30 : 12), ...chunk, ...exif]);
  new DataView(all.buffer).setUint32(4, all.length - 8, true);
  return all;
}
