/** The town where a person draws. It is chosen, never located, and stored on this device only. */
import { signal } from '@preact/signals';
import { type Area, areaOf } from '../../core/sky/place/areas.ts';

const STORAGE_KEY = 'pleinair.town';

function storedTown(): Area | undefined {
  try {
    return areaOf(localStorage.getItem(STORAGE_KEY) ?? '');
  } catch {
    return undefined;
  }
}

/** Undefined until one is chosen. */
export const town = signal<Area | undefined>(storedTown());

/** Chooses a town and stores it. */
export function chooseTown(next: Area): void {
  town.value = next;
  try {
    localStorage.setItem(STORAGE_KEY, next.id);
  } catch {
    // Without localStorage the choice lasts until the page is closed.
  }
}
