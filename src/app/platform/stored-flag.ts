import { effect, type Signal, signal } from '@preact/signals';

/**
 * A setting that is on or off, stored on this device. The default is stored as nothing.
 * @param key of localStorage
 * @param stored text in localStorage while the setting is not the default
 */
export function storedFlag(key: string, stored: string, defaultValue: boolean): Signal<boolean> {
  const read = () => {
    try {
      return (localStorage.getItem(key) === stored) !== defaultValue;
    } catch {
      return defaultValue;
    }
  };
  const on = signal(read());
  effect(() => {
    const { value } = on;
    try {
      if (value === defaultValue) localStorage.removeItem(key);
      else localStorage.setItem(key, stored);
    } catch {
      // Without localStorage the setting lasts until the page is closed.
    }
  });
  return on;
}
