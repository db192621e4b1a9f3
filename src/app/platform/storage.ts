/** What the browser says of this origin's storage: how much is used, and whether it may be cleared. */
import { signal } from '@preact/signals';

export interface StorageState {
  /** Bytes; undefined where the browser does not say. */
  readonly used: number | undefined;
  readonly quota: number | undefined;
  /** `unknown`: the browser has no such promise to make. */
  readonly persistence: 'persistent' | 'clearable' | 'unknown';
}

export const storageState = signal<StorageState>({
  used: undefined,
  quota: undefined,
  persistence: 'unknown',
});

/** Asks the browser anew. Never throws: a browser that does not answer leaves unknowns. */
export async function readStorage(): Promise<void> {
  const manager: StorageManager | undefined = navigator.storage;
  if (!manager) return;
  const [estimate, persisted] = await Promise.all([
    manager.estimate?.().catch(() => undefined),
    manager.persisted?.().catch(() => undefined),
  ]);
  storageState.value = {
    used: estimate?.usage,
    quota: estimate?.quota,
    persistence: persisted === undefined ? 'unknown' : persisted ? 'persistent' : 'clearable',
  };
}

let asked: Promise<boolean> | undefined;

/**
 * Asks the browser to keep this origin's storage until a person clears it. To be called after the first
 * save, since browsers weigh whether the site is in use, and when nobody draws, since some ask the person. Asks once in the life of the page unless `again`.
 * @returns whether it is kept now
 */
export function askPersistence({ again = false } = {}): Promise<boolean> {
  if (!asked || again) {
    asked = (async () => {
      const granted = (await navigator.storage?.persist?.().catch(() => false)) ?? false;
      await readStorage();
      return granted;
    })();
  }
  return asked;
}
