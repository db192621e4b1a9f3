/** Why a picture was refused, in a sentence or two. */
import { photo as words } from '../../words/en/studio/photo.ts';
import type { PhotoKind } from './fit/said-kind.ts';
import type { Reason } from './fit/unfit.ts';

const NAMES: Readonly<Record<PhotoKind, string>> = {
  jpeg: 'JPEG',
  png: 'PNG',
  webp: 'WebP',
  gif: 'GIF',
  avif: 'AVIF',
  heic: 'HEIC',
};

export function reasonWords(reason: Reason): string {
  switch (reason.code) {
    case 'unknown_here':
      return words.unknown_here(NAMES[reason.kind]);
    case 'other_kind':
      return words.other_kind(reason.said, NAMES[reason.kind]);
    case 'too_large':
      return words.too_large(reason.size, reason.most);
    case 'too_many_pixels':
      return words.too_many_pixels(reason.pixels, reason.most);
    default:
      return words[reason.code];
  }
}
