/** Which sentence of the studio was dismissed. It stays away only until something else is said. */
import { signal } from '@preact/signals';

const dismissed = signal('');

export function dismiss(key: string): void {
  dismissed.value = key;
}

export function isDismissed(key: string): boolean {
  return dismissed.value === key;
}

/** Call it with what is said now: after anything else, the same is news again, like the next storm of an afternoon. */
export function heard(key: string): void {
  if (dismissed.peek() !== key) dismissed.value = '';
}
