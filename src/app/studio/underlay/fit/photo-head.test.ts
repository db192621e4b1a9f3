import { describe, expect, test } from 'vitest';
import {
  avif,
  gif,
  heic,
  jpegHead,
  pngHead,
  webpHeads,
} from '../../../../../tests/support/underlay/photo-heads.ts';
import { HEIC } from '../../../../../tests/support/underlay/photos.ts';
import { readHead } from './photo-head.ts';
import { checkedHead, FILE_MAX, PIXELS_MAX } from './photo-limits.ts';
import { saysPhoto } from './said-kind.ts';
import { Unfit } from './unfit.ts';

const file = (bytes: Uint8Array<ArrayBuffer> | string, name = '', type = '') =>
  new File([bytes], name, { type });

async function refusal(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    (head) => ({ taken: head }),
    (error) => (error instanceof Unfit ? error.reason : error),
  );
}

describe('underlay: kind and size of a picture, from its first bytes', () => {
  test.each<readonly [string, Uint8Array<ArrayBuffer>]>([
    ['jpeg', jpegHead(4032, 3024)],
    ['png', pngHead(4032, 3024)],
    ['gif', gif(4032, 3024)],
    ['avif', avif(4032, 3024)],
    ['heic', heic(4032, 3024)],
    ...webpHeads(4032, 3024).map((bytes) => ['webp', bytes] as const),
  ])('%s', async (kind, bytes) => {
    expect(await readHead(file(bytes))).toEqual({ kind, width: 4032, height: 3024 });
  });

  test('a JPEG may have megabytes of other things before its size', async () => {
    const long = jpegHead(4032, 3024, { before: 40 });
    expect(long.length).toBeGreaterThan(2_000_000);
    expect(await readHead(file(long))).toEqual({ kind: 'jpeg', width: 4032, height: 3024 });
  });

  test('a HEIC of tiles has the size of the whole', async () => {
    expect(await readHead(file(heic(4032, 3024, { tile: 512 })))).toMatchObject({
      width: 4032,
      height: 3024,
    });
  });

  test('a real HEIC', async () => {
    expect(await readHead(file(HEIC))).toEqual({ kind: 'heic', width: 128, height: 64 });
  });

  test.each([
    ['an empty file', '', 'empty'],
    ['a web page', '<!doctype html><script>alert(1)</script>', 'markup'],
    ['an SVG', '\ufeff\n<svg xmlns="http://www.w3.org/2000/svg"/>', 'markup'],
    ['a PDF', '%PDF-1.7', 'no_photo'],
    ['a JPEG that ends before its size', jpegHead(9, 9).slice(0, 12), 'damaged'],
    ['a JPEG without a size', new Uint8Array([0xff, 0xd8, 0xff, 0xda, 0, 8, 0, 0, 0, 0, 0, 0, 0]), 'damaged'],
    ['a PNG without a size', pngHead(9, 9).slice(0, 15), 'damaged'],
    ['a picture of no pixels', pngHead(0, 9), 'damaged'],
    ['a HEIC without a size', heic(9, 9).slice(0, 24), 'damaged'],
  ])('%s is refused', async (_, bytes, code) => {
    expect(await refusal(readHead(file(bytes)))).toEqual({ code });
  });

  test('a file that has gone since it was chosen is refused as unreadable', async () => {
    const gone = file(jpegHead(9, 9));
    gone.slice = () =>
      ({ arrayBuffer: () => Promise.reject(new DOMException('', 'NotFoundError')) }) as never;
    expect(await refusal(readHead(gone))).toEqual({ code: 'unreadable' });
  });
});

describe('underlay: pictures that are not decoded', () => {
  test('one of 100 megapixels is refused by its first bytes, one of 64 is not', async () => {
    const bomb = file(pngHead(10_000, 10_000), 'bomb.png', 'image/png');
    expect(bomb.size).toBeLessThan(100);
    expect(await refusal(checkedHead(bomb))).toEqual({
      code: 'too_many_pixels',
      pixels: 100_000_000,
      most: PIXELS_MAX,
    });
    expect(await checkedHead(file(jpegHead(8_000, 8_000)))).toEqual({
      kind: 'jpeg',
      width: 8_000,
      height: 8_000,
    });
    // The largest numbers do not overflow into small ones.
    expect(await refusal(checkedHead(file(pngHead(0xffffffff, 0xffffffff))))).toMatchObject({
      code: 'too_many_pixels',
    });
  });

  test('a file of too many bytes is not even read', async () => {
    const large = file('');
    Object.defineProperty(large, 'size', { value: FILE_MAX + 1 });
    large.slice = () => expect.unreachable();
    expect(await refusal(checkedHead(large))).toEqual({
      code: 'too_large',
      size: FILE_MAX + 1,
      most: FILE_MAX,
    });
  });

  test.each([
    ['photo.jpg', ''],
    ['photo', 'image/jpeg'],
    ['photo.png', 'image/jpeg'],
    ['photo.tiff', 'image/tiff'],
    ['photo.html', 'text/html'],
  ])('one of another kind than it says is refused: %s, %s', async (name, type) => {
    const said = type ? type.slice(type.indexOf('/') + 1).toUpperCase() : 'JPG';
    expect(await refusal(checkedHead(file(pngHead(9, 9), name, type)))).toEqual({
      code: 'other_kind',
      said,
      kind: 'png',
    });
  });

  test.each([
    ['IMG_1.JPG', '', jpegHead(9, 9)],
    ['IMG_1.jpeg', 'image/jpg', jpegHead(9, 9)],
    ['IMG_1.HEIC', '', heic(9, 9)],
    ['IMG_1.heif', 'image/heif', heic(9, 9)],
    ['scan.2034', '', jpegHead(9, 9)],
    ['photo', 'application/octet-stream', pngHead(9, 9)],
  ])('one that says what it is, or nothing, is not: %s, %s', async (name, type, bytes) => {
    expect(await checkedHead(file(bytes, name, type))).toMatchObject({ width: 9, height: 9 });
  });

  test('only pictures of pixels are for under the ink', () => {
    const says = (name: string, type = '') => saysPhoto({ name, type });
    expect([says('a.jpg'), says('a.HEIC'), says('a', 'image/png'), says('a.bin', 'image/tiff')]).toEqual(
      Array(4).fill(true),
    );
    expect([
      says('a.svg', 'image/svg+xml'),
      says('a.svg'),
      says('a.json', 'application/json'),
      says(''),
    ]).toEqual(Array(4).fill(false));
  });
});
