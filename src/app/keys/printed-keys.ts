/** Keys of a chord as this device's keyboard prints them. Apart from chords.ts: only what shows keys needs their names. */
import { keys as words } from '../words/en/keys.ts';

const ARROWS: Readonly<Record<string, string>> = {
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
};
const APPLE: Readonly<Record<string, string>> = { Ctrl: '⌘', Shift: '⇧' };

/** The keys of a chord as they are printed on the keyboard. A chord may be the plus sign. */
export function printedKeys(chord: string, apple: boolean): string[] {
  const names: Readonly<Record<string, string>> = words;
  const parts = chord.split(/\+(?=.)/);
  return parts.map((part) => (apple ? APPLE[part] : undefined) ?? ARROWS[part] ?? names[part] ?? part);
}

/** Has this device a Command key? */
export function isApple(platform: string): boolean {
  return /^(?:Mac|iPhone|iPad|iPod)/.test(platform);
}
