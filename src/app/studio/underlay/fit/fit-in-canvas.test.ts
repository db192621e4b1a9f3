import { describe, expect, test } from 'vitest';
import { HEIC, JPEG, PNG_PHOTO, WEBP } from '../../../../../tests/support/underlay/photos.ts';
import { UNDERLAY_MAX } from '../../../../core/drawing/limits.ts';
import { type Decoded, fitInCanvas, type Surface } from './fit-in-canvas.ts';
import { PIXELS_MAX } from './photo-limits.ts';
import type { PhotoKind } from './said-kind.ts';
import { Unfit } from './unfit.ts';

interface Written {
  readonly width: number;
  readonly height: number;
  readonly type: string;
  readonly quality: number;
}

/** A file of each kind. Its size is not that of the picture that the decoder of these tests makes of it. */
const FILES: Readonly<Partial<Record<PhotoKind, Uint8Array<ArrayBuffer>>>> = {
  jpeg: JPEG,
  png: PNG_PHOTO,
  webp: WEBP.lossy,
  heic: HEIC,
  avif: HEIC,
};
const fileOf = (kind: PhotoKind) => new Blob([FILES[kind] ?? new Uint8Array()]);

/**
 * Fits a picture with a browser that writes `bytesOf` bytes and knows `types`.
 * @returns the result, or why there is none; what was written; and what is still held in memory
 */
async function fitted(
  kind: PhotoKind,
  [width, height]: readonly [number, number],
  bytesOf: (written: Written) => number,
  types = ['image/jpeg', 'image/png', 'image/webp'],
) {
  const written: Written[] = [];
  let held = 1;
  const decode = async (): Promise<Decoded> => ({
    picture: {} as ImageBitmap,
    width,
    height,
    free: () => {
      held -= 1;
    },
  });
  const surface = (wide: number, high: number): Surface => {
    held += 1;
    return {
      draw: () => {},
      write: async (asked, quality) => {
        const type = types.includes(asked) ? asked : 'image/png';
        written.push({ width: wide, height: high, type, quality });
        const blob = new Blob([], { type });
        Object.defineProperty(blob, 'size', { value: bytesOf(written.at(-1)!) });
        return blob;
      },
      free: () => {
        held -= 1;
      },
    };
  };
  const result = await fitInCanvas(fileOf(kind), { kind, width, height }, decode, surface).catch((error) =>
    error instanceof Unfit ? error.reason : error,
  );
  return { result, written, held };
}

describe('underlay: a picture is written small enough', () => {
  test('one that fits at once is written once, at most 4,096 px a side', async () => {
    const { result, written, held } = await fitted('jpeg', [8000, 6000], () => UNDERLAY_MAX);
    expect(result).toMatchObject({ width: 4096, height: 3072, photo: { type: 'image/jpeg' } });
    expect(written).toHaveLength(1);
    expect(held).toBe(0);
  });

  test('one that does not loses quality, then size', async () => {
    const { result, written, held } = await fitted('heic', [4096, 4096], ({ width, quality }) =>
      width * quality > 2100 ? UNDERLAY_MAX + 1 : 9,
    );
    expect(result).toMatchObject({ width: 2867, height: 2867 });
    expect(written.map(({ width, quality }) => [width, quality])).toEqual([
      [4096, 0.9],
      [4096, 0.8],
      [4096, 0.7],
      [2867, 0.9],
      [2867, 0.8],
      [2867, 0.7],
    ]);
    expect(held).toBe(0);
  });

  test('one that one may see through keeps that: as WebP, or as PNG where the browser writes no WebP', async () => {
    expect((await fitted('png', [9, 9], () => 9)).result).toMatchObject({ photo: { type: 'image/webp' } });
    const safari = await fitted('png', [9, 9], () => 9, ['image/jpeg', 'image/png']);
    expect(safari.result).toMatchObject({ photo: { type: 'image/png' } });
  });

  test('one that never fits is refused, and nothing is held', async () => {
    const { result, held } = await fitted('png', [4096, 4096], () => UNDERLAY_MAX + 1);
    expect(result).toEqual({ code: 'no_memory' });
    expect(held).toBe(0);
  });

  test('one that turns out to have too many pixels is refused', async () => {
    const { result, written, held } = await fitted('gif', [PIXELS_MAX, 2], () => 9);
    expect(result).toMatchObject({ code: 'too_many_pixels', pixels: 2 * PIXELS_MAX });
    expect([written, held]).toEqual([[], 0]);
  });

  test.each([
    ['jpeg', { code: 'damaged' }],
    ['heic', { code: 'unknown_here', kind: 'heic' }],
    ['avif', { code: 'unknown_here', kind: 'avif' }],
  ] as const)('a %s that the browser cannot read says why', async (kind, reason) => {
    const decode = () => Promise.reject(new DOMException('', 'InvalidStateError'));
    const work = fitInCanvas(fileOf(kind), { kind, width: 9, height: 9 }, decode, () => undefined);
    await expect(work).rejects.toMatchObject({ reason });
  });

  test.each(['jpeg', 'png', 'webp', 'heic', 'avif'] as const)(
    'a %s that is cut is not decoded, and says so',
    async (kind) => {
      const cut = fileOf(kind).slice(0, -1);
      const work = fitInCanvas(
        cut,
        { kind, width: 9, height: 9 },
        () => expect.unreachable(),
        () => undefined,
      );
      await expect(work).rejects.toMatchObject({ reason: { code: 'incomplete' } });
    },
  );

  test('a file that has gone since it was chosen says so', async () => {
    const gone = fileOf('jpeg');
    gone.arrayBuffer = () => Promise.reject(new DOMException('', 'NotReadableError'));
    const head = { kind: 'jpeg', width: 9, height: 9 } as const;
    const work = fitInCanvas(
      gone,
      head,
      () => expect.unreachable(),
      () => undefined,
    );
    await expect(work).rejects.toMatchObject({ reason: { code: 'unreadable' } });
  });
});
