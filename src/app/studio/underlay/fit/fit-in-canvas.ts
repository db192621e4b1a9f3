/** Decodes a picture and writes it again, upright and small enough to be kept. For the worker and the page. */
import { UNDERLAY_MAX, UNDERLAY_SIDE_MAX } from '../../../../core/drawing/limits.ts';
import { isWhole, PHOTO_TYPES } from '../../../../core/drawing/members/photo.ts';
import { type Size, steps } from './fit-steps.ts';
import { hasItsData } from './iso-boxes.ts';
import type { PhotoHead } from './photo-head.ts';
import { PIXELS_MAX } from './photo-limits.ts';
import type { PhotoKind } from './said-kind.ts';
import { uprightSize } from './turn.ts';
import { Unfit } from './unfit.ts';
import { unturnedWebp } from './webp-turn.ts';

/** The picture as it is kept: nothing is in it but its pixels. */
export interface Fitted {
  /** JPEG, PNG or WebP. */
  readonly photo: Blob;
  /** Pixels, upright. */
  readonly width: number;
  readonly height: number;
}

/** What a picture is drawn on. */
export interface Surface {
  /** @param orientation of the picture, as in Exif: 1 is upright */
  draw(picture: CanvasImageSource, size: Size, orientation: number): void;
  /** The pixels as a file; of another type, or null, if the browser cannot write this one. */
  write(type: string, quality: number): Promise<Blob | null>;
  /** Frees its memory now. */
  free(): void;
}

/** A decoded picture: upright, unless the turn was taken out of its file. */
export interface Decoded extends Size {
  readonly picture: CanvasImageSource;
  free(): void;
}

/**
 * @param decode rejects if the browser cannot read the picture
 * @param surface a surface of this many pixels; undefined if the browser gives none
 * @throws Unfit
 */
export async function fitInCanvas(
  file: Blob,
  { kind }: PhotoHead,
  decode: (file: Blob) => Promise<Decoded>,
  surface: (width: number, height: number) => Surface | undefined,
): Promise<Fitted> {
  await requireWhole(file, kind);
  const whole = { file, orientation: 1 };
  // One that cannot be read is not decoded either.
  const flat = kind === 'webp' ? await unturnedWebp(file).catch(() => whole) : whole;
  const decoded = await decode(flat.file).catch(() => {
    const isCommon = kind === 'jpeg' || kind === 'png' || kind === 'gif' || kind === 'webp';
    throw new Unfit(isCommon ? { code: 'damaged' } : { code: 'unknown_here', kind });
  });
  try {
    // A browser may see more in the file than its first bytes say.
    const pixels = decoded.width * decoded.height;
    if (pixels > PIXELS_MAX) throw new Unfit({ code: 'too_many_pixels', pixels, most: PIXELS_MAX });
    // Photographs have no pixels to look through; pictures of other kinds may.
    let type = kind === 'jpeg' || kind === 'heic' ? 'image/jpeg' : 'image/webp';
    const upright = uprightSize(decoded, flat.orientation);
    for (const { width, height, quality } of steps(upright, UNDERLAY_SIDE_MAX)) {
      const onto = surface(width, height);
      if (!onto) throw new Unfit({ code: 'no_memory' });
      try {
        onto.draw(decoded.picture, { width, height }, flat.orientation);
        const photo = await onto.write(type, quality);
        // Safari writes PNG instead of WebP: from then on it is asked for that.
        if (photo && photo.type !== type) type = 'image/png';
        if (photo && photo.size <= UNDERLAY_MAX) return { photo, width, height };
      } finally {
        onto.free();
      }
    }
    throw new Unfit({ code: 'no_memory' });
  } finally {
    decoded.free();
  }
}

/**
 * Refuses a file that ends before its picture does, by the rule of all hosts. Browsers decode what there is, without an error,
 * and the photo would be grey below, or blank, for ever.
 * @throws Unfit
 */
async function requireWhole(file: Blob, kind: PhotoKind): Promise<void> {
  const type = PHOTO_TYPES.find((one) => one === `image/${kind}`);
  const isBoxed = kind === 'heic' || kind === 'avif';
  if (type === undefined && !isBoxed) return;
  const read = await file.arrayBuffer().catch(() => {
    throw new Unfit({ code: 'unreadable' });
  });
  const bytes = new Uint8Array(read);
  if (!(type === undefined ? hasItsData(bytes) : isWhole(type, bytes)))
    throw new Unfit({ code: 'incomplete' });
}

/** Decodes with `createImageBitmap`, in a worker or the page. */
export async function decodeBitmap(file: Blob): Promise<Decoded> {
  // Chrome 111 knows no `from-image`, and turns pictures upright without being asked.
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch((error) => {
    if (error instanceof TypeError) return createImageBitmap(file);
    throw error;
  });
  const { width, height } = picture;
  return { picture, width, height, free: () => picture.close() };
}
