/** Real photos: of 6 x 4 px, as Chromium encodes them, without their colour profile, which is the same in all; and a HEIC. */
import { createHash } from 'node:crypto';
import type { Underlay } from '../../../src/core/drawing/types.ts';

const bytes = (base64: string) => new Uint8Array(Buffer.from(base64, 'base64'));

export const JPEG = bytes(
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAYEBQYFBAYGBQYHBwYIChAKCgkJChQODwwQFxQYGBcUFhYaHSUfGhsjHBYWICwgIyYn' +
    'KSopGR8tMC0oMCUoKSj/2wBDAQcHBwoIChMKChMoGhYaKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgo' +
    'KCgoKCgoKCj/wAARCAAEAAYDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAH/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QA' +
    'FQEBAQAAAAAAAAAAAAAAAAAAAwb/xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oADAMBAAIRAxEAPwCgBQD/2Q==',
);
export const PNG_PHOTO = bytes(
  'iVBORw0KGgoAAAANSUhEUgAAAAYAAAAECAYAAACtBE5DAAAAI0lEQVR4AZTJMQ0AAAwCwQZLFVdPNQkGYOCTnw77Rzcm1IMAAAD/' +
    '/7xQauMAAAAGSURBVAMAwDgN+3WWZJkAAAAASUVORK5CYII=',
);
export const WEBP = {
  lossy: bytes('UklGRjQAAABXRUJQVlA4ICgAAABwAQCdASoGAAQAAUAmJaACdAGgAACaIw0a//U4//6aR//TSPoUAAAA'),
  lossless: bytes('UklGRhoAAABXRUJQVlA4TA4AAAAvBcAAAAcQEf0PRET/Aw=='),
  extended: bytes(
    'UklGRkYAAABXRUJQVlA4WAoAAAAAAAAABQAAAwAAVlA4ICgAAABwAQCdASoGAAQAAUAmJaACdAGgAACaIw0a//U4//6aR//TSPoU' +
      'AAAA',
  ),
};

/** A HEIC of 128 x 64 px, as libheif encodes it (heif-enc 1.15, x265), like those of phones. */
export const HEIC = bytes(
  'AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAUJtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAAA5w' +
    'aXRtAAAAAAABAAAAImlsb2MAAAAAREAAAQABAAAAAAFmAAEAAAAAAAAANgAAACNpaW5mAAAAAAABAAAAFWluZmUCAAAAAAEAAGh2YzEA' +
    'AAAAwmlwcnAAAACkaXBjbwAAAHhodmNDAQNwAAAAAAAAAAAAHvAA/P34+AAADwMgAAEAGEABDAH//wNwAAADAJAAAAMAAAMAHroCQCEA' +
    'AQArQgEBA3AAAAMAkAAAAwAAAwAeoBAgQWW6kkprm4EBAwIAAAMAAgAAAwACECIAAQAHRAHBcrAiQAAAABRpc3BlAAAAAAAAAIAAAABA' +
    'AAAAEHBpeGkAAAAAAwgICAAAABZpcG1hAAAAAAAAAAEAAQOBAoMAAAA+bWRhdAAAADIoAa8LYPrGwdf/9vzv0DEHOXP2Z/vfze6/T+cr' +
    'rWnos2kln/qDrJU476SjzdZ+Ju/u4A==',
);

/** A JPEG that no other number has, of any size from its own on: decoders pass over what follows its end. */
export function photoNo(n: number, size = JPEG.length + 4): Uint8Array<ArrayBuffer> {
  const photo = new Uint8Array(size);
  photo.set(JPEG);
  new DataView(photo.buffer).setUint32(size - 4, n);
  return photo;
}

export function sha256(photo: Uint8Array): string {
  return createHash('sha256').update(photo).digest('hex');
}

/** A place for a photo of this digest. */
export function placed(digest: string, changes: Partial<Underlay> = {}): Underlay {
  const shown = { opacity: 0.5, visible: true, locked: false, width: 6, height: 4 };
  return { x: 12.5, y: -3, scale: 0.25, angle: 90, ...shown, sha256: digest, ...changes };
}
