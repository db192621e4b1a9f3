/** An application that is loaded with the first request for it. */
import type { Handle } from '../api/ports.ts';

/** @param load if it fails, so does the request, and the next one tries again */
export function loadedOnce(load: () => Promise<Handle>): Handle {
  let loading: Promise<Handle> | undefined;
  return async (request, client) => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return (await loading)(request, client);
  };
}
