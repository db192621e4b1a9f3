/** What is on or off on this device. */
import { effect, type Signal, signal } from '@preact/signals';

/** Something that is on or off, remembered on this device. `kept` is what stands there while it is not as at first. */
export function remembered(name: string, kept: string, first: boolean): Signal<boolean> {
  const read = () => {
    try {
      return (localStorage.getItem(name) === kept) !== first;
    } catch {
      return first;
    }
  };
  const on = signal(read());
  effect(() => {
    const { value } = on;
    try {
      if (value === first) localStorage.removeItem(name);
      else localStorage.setItem(name, kept);
    } catch {
      // A browser that keeps nothing starts as at first the next time.
    }
  });
  return on;
}
