/** Writes into a JPEG what a phone writes: how the camera was held, and where. */

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

/**
 * The JPEG with an Exif segment after its start: make, orientation, and the place as GPS.
 * @param orientation 1 upright, 6 turned by a quarter, as in Exif
 */
export function withExif(jpeg: Uint8Array, orientation: number): Uint8Array<ArrayBuffer> {
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
