/** The region that a person chose. It is chosen, never located, and stays on the device. */
import { signal } from '@preact/signals';
import { isRegion } from '../../../core/air/regions.ts';
import type { Region } from '../../../core/air/types.ts';

const STORED = 'pleinair.region';

function kept(): Region {
  try {
    const stored = localStorage.getItem(STORED);
    return isRegion(stored) ? stored : 'central';
  } catch {
    return 'central';
  }
}

export const region = signal<Region>(kept());

export function chooseRegion(next: Region): void {
  region.value = next;
  try {
    localStorage.setItem(STORED, next);
  } catch {
    // A browser that keeps nothing asks again next time.
  }
}
