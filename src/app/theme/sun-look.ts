/**
 * The look for bright light, as an attribute of the page that the style sheets read (sun.css). Apart from `sun-mode.ts`,
 * since the script before the app shows it.
 */
export type SunChoice = 'on' | 'off';

const STORAGE_KEY = 'pleinair.sun';

/** What a person chose on this device; undefined before that. */
export function chosenSun(): SunChoice | undefined {
  try {
    const stored = localStorage.getItem(STORAGE_KEY);
    return stored === 'on' || stored === 'off' ? stored : undefined;
  } catch {
    return undefined;
  }
}

export function storeSun(choice: SunChoice): void {
  try {
    localStorage.setItem(STORAGE_KEY, choice);
  } catch {
    // Without localStorage the look lasts until the page is closed.
  }
}

/**
 * Shows the chosen look; without a choice, that of the system: with more contrast asked for, also in the dark.
 * @returns true if it is the look for bright light
 */
export function showSun(choice = chosenSun()): boolean {
  const { dataset } = document.documentElement;
  const asked = choice === undefined && matchMedia('(prefers-contrast: more)').matches;
  if (choice === 'on' || asked) dataset.sun = choice ?? 'asked';
  else delete dataset.sun;
  return dataset.sun !== undefined;
}
