/** The chosen region. It is never located, and is stored on this device only. */
import { signal } from '@preact/signals';
import { isRegion } from '../../../core/air/regions.ts';
import type { Region } from '../../../core/air/types.ts';

const STORAGE_KEY = 'pleinair.region';

function storedRegion(): Region {
  try {
    const stored = localStorage.getItem(STORAGE_KEY);
    return isRegion(stored) ? stored : 'central';
  } catch {
    return 'central';
  }
}

export const region = signal<Region>(storedRegion());

/** Chooses a region and stores it. */
export function chooseRegion(next: Region): void {
  region.value = next;
  try {
    localStorage.setItem(STORAGE_KEY, next);
  } catch {
    // Without localStorage the choice lasts until the page is closed.
  }
}
