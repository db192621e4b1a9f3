import { describe, expect, test } from 'vitest';
import { CAMERA, webpWithExif } from '../../../../../tests/support/underlay/exif.ts';
import { webpHeads } from '../../../../../tests/support/underlay/photo-heads.ts';
import { drawUpright, turnOf, uprightSize } from './turn.ts';
import { unturnedWebp } from './webp-turn.ts';

const SIZE = { width: 400, height: 300 };
const [extended, simple] = webpHeads(SIZE.width, SIZE.height) as [Uint8Array, Uint8Array];

/** As a canvas writes it, with the length of its chunk, and a byte after a chunk of odd length. */
function picture(): Uint8Array {
  const bytes = new Uint8Array(simple.length + 1);
  bytes.set(simple);
  new DataView(bytes.buffer).setUint32(16, simple.length - 20, true);
  expect((simple.length - 20) % 2).toBe(0);
  return bytes.subarray(0, simple.length);
}

const blob = (bytes: Uint8Array) => new Blob([new Uint8Array(bytes)], { type: 'image/webp' });
const bytesOf = async (file: Blob) => new Uint8Array(await file.arrayBuffer());

async function expectAsIs(file: Blob): Promise<void> {
  const told = await unturnedWebp(file);
  expect(told.file).toBe(file);
  expect(told.orientation).toBe(1);
}

describe('underlay: the turn of a WebP', () => {
  test.each([2, 3, 4, 5, 6, 7, 8])('%i is told, and taken out of the file', async (orientation) => {
    const before = webpWithExif(picture(), SIZE, orientation);
    const { file, orientation: told } = await unturnedWebp(blob(before));
    expect([told, file.type]).toEqual([orientation, 'image/webp']);
    const after = await bytesOf(file);
    // One value alone is another: upright.
    expect(after).toEqual(webpWithExif(picture(), SIZE, 1));
    await expectAsIs(file);
    expect(Buffer.from(after).includes(CAMERA)).toBe(true);
  });

  test('one in either order of bytes, and behind the name that a JPEG has before it', async () => {
    const tiff = [0x49, 0x49, 42, 0, 8, 0, 0, 0, 1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, 8, 0, 0, 0];
    const exif = [...new TextEncoder().encode('Exif\0\0'), ...tiff];
    const head = webpWithExif(picture(), SIZE, 1);
    const at = Buffer.from(head).lastIndexOf('EXIF');
    const file = blob(new Uint8Array([...head.subarray(0, at + 4), exif.length, 0, 0, 0, ...exif]));
    expect((await unturnedWebp(file)).orientation).toBe(8);
  });

  test.each([
    ['a simple one', picture()],
    ['one without Exif', extended],
    ['one that ends in its Exif', webpWithExif(picture(), SIZE, 6).subarray(0, -225)],
    ['one that says 9', webpWithExif(picture(), SIZE, 9)],
    ['one that says 0', webpWithExif(picture(), SIZE, 0)],
    ['a beginning', picture().subarray(0, 13)],
  ])('%s stays as it is', async (_, bytes) => {
    await expectAsIs(blob(bytes));
  });
});

test.each([
  // The corner that is upper left in the file, and the one that is upper right there.
  [1, [0, 0], [400, 0]],
  [2, [400, 0], [0, 0]],
  [3, [400, 300], [0, 300]],
  [4, [0, 300], [400, 300]],
  [5, [0, 0], [0, 400]],
  [6, [300, 0], [300, 400]],
  [7, [300, 400], [300, 0]],
  [8, [0, 400], [0, 0]],
])(
  'underlay: a picture of orientation %i is drawn upright, and fills its canvas',
  (orientation, left, right) => {
    const upright = uprightSize(SIZE, orientation);
    const [a, b, c, d, e, f] = turnOf(upright, orientation);
    const at = (x: number, y: number) => [a * x + c * y + e, b * x + d * y + f];
    expect(at(0, 0)).toEqual(left);
    expect(at(SIZE.width, 0)).toEqual(right);
    let drawn: unknown[] = [];
    const context = {
      setTransform: (...turn: number[]) => expect(turn).toEqual([a, b, c, d, e, f]),
      drawImage: (...how: unknown[]) => {
        drawn = how;
      },
    } as unknown as OffscreenCanvasRenderingContext2D;
    drawUpright(context, 'picture' as never, upright, orientation);
    expect(drawn).toEqual(['picture', 0, 0, SIZE.width, SIZE.height]);
  },
);
