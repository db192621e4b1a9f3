/** What another app has shared, as the worker kept it. */
import { IMPORT_QUERY, SHARED_CACHE, SHARED_KEY } from '../../sync/shared-file.ts';
import { toast } from '../ui/toasts.ts';

export interface Shared {
  readonly list: readonly File[];
  /** To be called when they are taken in: until then a page that comes after a crash finds them again. */
  forget(): Promise<void>;
}

/** Undefined where there is nothing, which is said unless it was taken before. */
export async function sharedFiles(): Promise<Shared | undefined> {
  const outcome = new URLSearchParams(location.search).get(IMPORT_QUERY);
  if (outcome === 'too-large')
    toast('What was shared is too large: at most 72 MB are read. Nothing was imported.');
  if (outcome === 'failed') toast('What was shared could not be kept on this device. Nothing was imported.');
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
      toast('There was no file in what was shared. Nothing was imported.');
    }
    return { list, forget };
  } catch {
    toast('What was shared could not be read. Nothing was imported.');
    return undefined;
  }
}
