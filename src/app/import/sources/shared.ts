/** Files shared by another app, which the worker has stored for the page. */
import { FILE_MAX } from '../../../ink/formats/common/limits.ts';
import { IMPORT_QUERY, SHARED_CACHE, SHARED_KEY } from '../../../sync/shared-file.ts';
import { toast } from '../../ui/toasts.ts';
import { imports as words } from '../../words/en/import.ts';
import { limitSize } from '../../words/format.ts';

export interface SharedFiles {
  readonly list: readonly File[];
  /** Deletes the files. Call this after the import, so that they are found again after a crash. */
  forget(): Promise<void>;
}

/** The shared files; undefined if there are none. Shows a message about a problem. */
export async function sharedFiles(): Promise<SharedFiles | undefined> {
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
