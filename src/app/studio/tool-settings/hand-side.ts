/** The side of the tools: away from the hand that draws, so that it covers none of them. Stored on this device. */
import { effect, signal } from '@preact/signals';

const STORAGE_KEY = 'pleinair.tools-side';

type Side = 'left' | 'right';

function storedSide(): Side | undefined {
  try {
    const kept = localStorage.getItem(STORAGE_KEY);
    return kept === 'left' || kept === 'right' ? kept : undefined;
  } catch {
    return undefined;
  }
}

/** The side that a person chose. Before that it is where the lines of the language begin. */
const chosen = signal(storedSide());

effect(() => {
  const { value } = chosen;
  if (value === undefined) return;
  try {
    localStorage.setItem(STORAGE_KEY, value);
  } catch {
    // Without localStorage the side lasts until the page is closed.
  }
});

/** True if the left hand draws: the tools are at the right. */
export const leftHanded = {
  get value(): boolean {
    return (chosen.value ?? (document.dir === 'rtl' ? 'right' : 'left')) === 'right';
  },
  set value(value: boolean) {
    chosen.value = value ? 'right' : 'left';
  },
};
