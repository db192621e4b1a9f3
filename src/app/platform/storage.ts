/** The origin's storage: how much is used, and whether the browser may clear it. */
import { signal } from '@preact/signals';

export interface StorageState {
  /** Bytes; undefined if the browser does not tell. */
  readonly used: number | undefined;
  /** Bytes; undefined if the browser does not tell. */
  readonly quota: number | undefined;
  /** `unknown`: the browser does not tell. */
  readonly persistence: 'persistent' | 'clearable' | 'unknown';
}

/** The last known state. */
export const storageState = signal<StorageState>({
  used: undefined,
  quota: undefined,
  persistence: 'unknown',
});

/** Updates `storageState`. Never throws: what the browser does not tell stays unknown. */
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
 * Asks the browser to keep this origin's storage until a person clears it. Call this after the first save,
 * because browsers decide by how much the site is used, and while nobody draws, because some ask the person.
 * @param again true to ask again; otherwise the page asks once
 * @returns true if the browser keeps the storage
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
