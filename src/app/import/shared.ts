/** What another app has shared, as the worker kept it. */
import { FILE_MAX } from '../../ink/formats/common/limits.ts';
import { IMPORT_QUERY, SHARED_CACHE, SHARED_KEY } from '../../sync/shared-file.ts';
import { toast } from '../ui/toasts.ts';
import { imports as words } from '../words/en/import.ts';
import { limitSize } from '../words/format.ts';

export interface Shared {
  readonly list: readonly File[];
  /** To be called when they are taken in: until then a page that comes after a crash finds them again. */
  forget(): Promise<void>;
}

/** Undefined where there is nothing, which is said unless it was taken before. */
export async function sharedFiles(): Promise<Shared | undefined> {
  const outcome = new URLSearchParams(location.search).get(IMPORT_QUERY);
  if (outcome === 'too-large') toast(words.shareTooLarge(limitSize(FILE_MAX)));
  if (outcome === 'failed') toast(words.shareNotKept);
  if (outcome !== 'shared') return undefined;
  try {
    const cache = await caches.open(SHARED_CACHE);
    const kept = await cache.match(SHARED_KEY);
    if (!kept) return undefined;
    const forget = async () => {
      await cache.delete(SHARED_KEY);
    };
    const parts = await kept.formData().catch(() => new FormData());
    const list = [...parts.values()].filter((part) => part instanceof File).filter(({ size }) => size > 0);
    if (list.length === 0) {
      await forget();
      toast(words.shareEmpty);
    }
    return { list, forget };
  } catch {
    toast(words.shareUnreadable);
    return undefined;
  }
}
