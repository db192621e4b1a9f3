/** How large a picture may be that is chosen, and the checks before it is decoded. */
import { type PhotoHead, readHead } from './photo-head.ts';
import { SAID, saidOf } from './said-kind.ts';
import { Unfit } from './unfit.ts';

/** Most bytes of a file. */
export const FILE_MAX = 100 * 1024 * 1024;
/**
 * Most pixels of a picture: one of 64 megapixels takes 256 MB while it is decoded, which a phone of today gives a
 * page, and one of 100 takes more than many do.
 */
export const PIXELS_MAX = 64_000_000;

/**
 * Kind and size of a picture that may be decoded.
 * @throws Unfit
 */
export async function checkedHead(file: File): Promise<PhotoHead> {
  if (file.size > FILE_MAX) throw new Unfit({ code: 'too_large', size: file.size, most: FILE_MAX });
  const head = await readHead(file);
  const said = saidOf(file);
  if (said !== undefined && SAID[said] !== head.kind) {
    throw new Unfit({ code: 'other_kind', said: said.toUpperCase(), kind: head.kind });
  }
  const pixels = head.width * head.height;
  if (pixels > PIXELS_MAX) throw new Unfit({ code: 'too_many_pixels', pixels, most: PIXELS_MAX });
  return head;
}
