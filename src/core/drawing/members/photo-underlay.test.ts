import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { JPEG, PNG_PHOTO, photoNo, WEBP } from '../../../../tests/support/underlay/photos.ts';
import { isWhole, PHOTO_TYPES, readPhoto } from './photo.ts';

const SIZE = { width: 6, height: 4 };
const jpeg = { type: 'image/jpeg', ...SIZE };
const webp = { type: 'image/webp', ...SIZE };

/** A copy with other bytes from a place on. */
function changed(photo: Uint8Array, at: number, ...bytes: readonly number[]): Uint8Array {
  const copy = photo.slice();
  copy.set(bytes, at);
  return copy;
}

/** Segments between the start of a JPEG and its own. */
function withSegments(...segments: readonly number[][]): Uint8Array {
  return new Uint8Array([0xff, 0xd8, ...segments.flat(), ...JPEG.slice(2)]);
}

const markerAt = (marker: number) => JPEG.findIndex((byte, i) => byte === 0xff && JPEG[i + 1] === marker);
/** Where the frame header of the JPEG begins, and its scan. */
const FRAME = markerAt(0xc0);
const SCAN = markerAt(0xda);

/** Two scans, and between them tables that look like the end of a picture. */
const PROGRESSIVE = new Uint8Array([
  ...changed(JPEG, FRAME + 1, 0xc2).slice(0, -2),
  0xff,
  0xc4,
  0,
  4,
  0xff,
  0xd9,
  ...JPEG.slice(SCAN),
]);
/** A preview with an end of its own, as cameras write it. */
const WITH_PREVIEW = withSegments([0xff, 0xe1, 0, 12, 0xff, 0xd8, 0xff, 0xda, 0, 2, 1, 2, 0xff, 0xd9]);
/** Restart markers and a stuffed ff within its scan, and fill bytes before its end. */
const RESTARTED = new Uint8Array([
  ...JPEG.slice(0, -2),
  0xff,
  0xd0,
  1,
  0xff,
  0,
  0xff,
  0xd7,
  2,
  0xff,
  0xff,
  0xff,
  0xd9,
]);

describe('underlay: what the bytes of a photo say', () => {
  it.each([
    ['a JPEG', JPEG, jpeg],
    ['a JPEG with bytes behind its end', photoNo(7, 9_000), jpeg],
    ['a progressive JPEG', changed(JPEG, FRAME + 1, 0xc2), jpeg],
    ['a JPEG with other segments before', withSegments([0xff, 0xe1, 0, 4, 1, 2], [0xff, 0xfe, 0, 2]), jpeg],
    ['a JPEG with fill bytes', withSegments([0xff, 0xff, 0xff]), jpeg],
    ['a JPEG with several scans', PROGRESSIVE, jpeg],
    ['a JPEG with a preview', WITH_PREVIEW, jpeg],
    ['a JPEG with restart markers', RESTARTED, jpeg],
    ['a JPEG with another behind its end', new Uint8Array([...JPEG, ...JPEG.slice(0, -9)]), jpeg],
    [
      'a PNG with bytes behind its end',
      new Uint8Array([...PNG_PHOTO, 0, 1, 2]),
      { type: 'image/png', ...SIZE },
    ],
    ['a WebP with bytes behind its end', new Uint8Array([...WEBP.lossy, 0, 1, 2]), webp],
    ['a PNG', PNG_PHOTO, { type: 'image/png', ...SIZE }],
    ['a lossy WebP', WEBP.lossy, webp],
    ['a lossless WebP', WEBP.lossless, webp],
    ['a WebP with more in it', WEBP.extended, webp],
    [
      'the largest PNG',
      changed(PNG_PHOTO, 16, 0, 0, 0x10, 0, 0, 0, 0x10, 0),
      { type: 'image/png', width: 4096, height: 4096 },
    ],
    [
      'the largest JPEG',
      changed(JPEG, FRAME + 5, 0x10, 0, 0x10, 0),
      { type: 'image/jpeg', width: 4096, height: 4096 },
    ],
  ])('reads %s', (_, bytes, expected) => {
    expect(readPhoto(bytes)).toEqual(expected);
    // As a part of something larger, such as a body that was read in pieces.
    const part = new Uint8Array(bytes.length + 9);
    part.set(bytes, 5);
    expect(readPhoto(part.subarray(5, 5 + bytes.length))).toEqual(expected);
  });

  it.each([
    ['nothing', new Uint8Array()],
    ['a text', new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['a GIF', new TextEncoder().encode('GIF89a'.padEnd(60))],
    ['a HEIC', new Uint8Array([0, 0, 0, 24, ...new TextEncoder().encode('ftypheic'.padEnd(60))])],
    ['another RIFF', changed(WEBP.lossy, 8, 0x57, 0x41, 0x56, 0x45)],
  ])('refuses %s', (_, bytes) => {
    expect(readPhoto(bytes)).toBe('is no JPEG, PNG or WebP');
  });

  it.each([
    [
      '4,097 px wide',
      changed(JPEG, FRAME + 7, 0x10, 0x01),
      'has 4097 x 4 px, and at most 4096 a side are taken',
    ],
    [
      '4,097 px high',
      changed(PNG_PHOTO, 20, 0, 0, 0x10, 0x01),
      'has 6 x 4097 px, and at most 4096 a side are taken',
    ],
    [
      'of 100 megapixels',
      changed(JPEG, FRAME + 5, 0x27, 0x10, 0x27, 0x10),
      'has 10000 x 10000 px, and at most 4096 a side are taken',
    ],
    [
      '4,294,967,295 px wide',
      changed(PNG_PHOTO, 16, 255, 255, 255, 255),
      'has 4294967295 x 4 px, and at most 4096 a side are taken',
    ],
    [
      'a WebP of 16,777,216 px',
      changed(WEBP.extended, 24, 255, 255, 255),
      'has 16777216 x 4 px, and at most 4096 a side are taken',
    ],
  ])('refuses one that is %s', (_, bytes, why) => {
    expect(readPhoto(bytes)).toBe(why);
  });

  it.each([
    ['a JPEG without a frame', JPEG.slice(0, FRAME)],
    ['a JPEG that ends in its frame header', JPEG.slice(0, FRAME + 8)],
    ['a JPEG whose height comes later', changed(JPEG, FRAME + 5, 0, 0)],
    ['a JPEG with a segment of length 0', withSegments([0xff, 0xe0, 0, 0])],
    ['a JPEG with a segment past its end', withSegments([0xff, 0xe0, 0xff, 0xff])],
    ['a JPEG with bytes between segments', withSegments([0xff, 0xfe, 0, 2], [0, 0])],
    ['a JPEG whose scan comes first', withSegments([0xff, 0xda, 0, 2])],
    ['a JPEG of restart markers', withSegments([0xff, 0xd0])],
    ['a JPEG of 1,001 comments', withSegments(...Array.from({ length: 1_001 }, () => [0xff, 0xfe, 0, 2]))],
    ['a JPEG of fill bytes alone', new Uint8Array(4 * 1024 * 1024).fill(255).with(1, 0xd8)],
    ['a frame header that is too short', changed(JPEG, FRAME + 2, 0, 7)],
    ['a PNG of 0 px', changed(PNG_PHOTO, 16, 0, 0, 0, 0)],
    ['a PNG that begins with another chunk', changed(PNG_PHOTO, 12, 0x74)],
    ['a PNG that ends early', PNG_PHOTO.slice(0, 32)],
    ['a WebP of an unknown chunk', changed(WEBP.lossy, 12, 0x41)],
    ['a WebP without a key frame', changed(WEBP.lossy, 20, 0x71)],
    ['a WebP without its start code', changed(WEBP.lossy, 23, 0)],
    ['a lossless WebP without its signature', changed(WEBP.lossless, 20, 0)],
  ])('refuses %s', (_, bytes) => {
    expect(readPhoto(bytes)).toMatch(
      /^is a damaged image\/(jpeg|png|webp): it does not say how large it is$/,
    );
  });

  it.each([
    ['JPEG', JPEG],
    ['JPEG with several scans', PROGRESSIVE],
    ['JPEG with a preview', WITH_PREVIEW],
    ['JPEG with restart markers', RESTARTED],
    ['PNG', PNG_PHOTO],
    ['lossy WebP', WEBP.lossy],
    ['lossless WebP', WEBP.lossless],
    ['WebP with more in it', WEBP.extended],
  ])('refuses a %s that is cut, wherever that is', (_, photo) => {
    expect(typeof readPhoto(photo)).toBe('object');
    const told = Array.from({ length: photo.length }, (_, length) => readPhoto(photo.slice(0, length)));
    expect(told.filter((one) => typeof one !== 'string')).toEqual([]);
    // As soon as its size is there, this is what is wrong with it.
    expect(told.at(-1)).toMatch(/^is a damaged image\/(jpeg|png|webp): it ends before its picture does$/);
  });

  it.each([
    ['a JPEG without a scan', new Uint8Array([...JPEG.slice(0, SCAN), 0xff, 0xd9])],
    ['a PNG without data', new Uint8Array([...PNG_PHOTO.slice(0, 33), ...PNG_PHOTO.slice(-12)])],
    ['a WebP that is longer than its file', changed(WEBP.lossy, 4, 255, 255)],
    ['a WebP whose picture is longer than that', changed(WEBP.lossy, 16, 255)],
    ['a WebP whose writer was stopped', changed(WEBP.lossy, 4, 0, 0, 0, 0)],
  ])('refuses %s', (_, bytes) => {
    expect(readPhoto(bytes)).toMatch(/: it ends before its picture does$/);
  });

  it('a file of nothing, or of whatever else, has no end', () => {
    const noise = fc.uint8Array({ maxLength: 40 }).filter((bytes) => !bytes.includes(0xd9));
    fc.assert(
      fc.property(fc.constantFrom(...PHOTO_TYPES), noise, (type, bytes) => {
        const isEnded = type === 'image/webp' && bytes.length >= 20;
        return isEnded || !isWhole(type, bytes);
      }),
    );
  });

  it('answers for any bytes behind a signature, and reads none that are not there', () => {
    const starts = [
      JPEG.slice(0, 3),
      PNG_PHOTO.slice(0, 16),
      WEBP.lossy.slice(0, 16),
      WEBP.extended.slice(0, 16),
    ];
    fc.assert(
      fc.property(fc.constantFrom(...starts), fc.uint8Array({ maxLength: 80 }), (start, rest) => {
        const read = readPhoto(new Uint8Array([...start, ...rest]));
        if (typeof read === 'string') return;
        const { width, height } = read;
        expect(width >= 1 && width <= 4096 && height >= 1 && height <= 4096).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });
});
