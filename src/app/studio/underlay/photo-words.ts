/** Why a picture was refused, and why one is not shown, in a sentence or two. */
import type { SyncStatus } from '../../../sync/state/sync-status.ts';
import { photo as words } from '../../words/en/studio/photo.ts';
import type { PhotoKind } from './fit/said-kind.ts';
import type { Reason } from './fit/unfit.ts';
import type { Shown } from './photo.ts';

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

/** True where a person can say whether photos go to the server. A worker of an earlier build knows nothing of that. */
export function asksForPhotos(
  sync: SyncStatus | undefined,
): sync is SyncStatus & { readonly photos: boolean } {
  return sync?.on === true && sync.photos !== undefined;
}

/** Why a photo that the drawing names is not shown: its name among the words. */
export function missingFor(
  sync: SyncStatus | undefined,
  shown?: Shown,
): 'damaged' | 'gone' | 'elsewhere' | 'coming' {
  if (shown?.kind === 'missing' && shown.isDamaged) return 'damaged';
  if (!asksForPhotos(sync)) return 'gone';
  return sync.photos ? 'coming' : 'elsewhere';
}
