/** Keys as printed on the keyboard. Apart from chords.ts, so that the first load has no words for keys. */
import { keys as words } from '../words/en/keys.ts';

const ARROWS: Readonly<Record<string, string>> = {
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
};
const APPLE: Readonly<Record<string, string>> = { Ctrl: '⌘', Shift: '⇧' };

/**
 * The keys of a chord as printed on the keyboard: `['⌘', 'Z']`.
 * @param apple true for a keyboard with a Command key
 */
export function printedKeys(chord: string, apple: boolean): string[] {
  const names: Readonly<Record<string, string>> = words;
  // A plus sign at the end is a key, not a separator.
  const parts = chord.split(/\+(?=.)/);
  return parts.map((part) => (apple ? APPLE[part] : undefined) ?? ARROWS[part] ?? names[part] ?? part);
}

/**
 * True for devices whose keyboards have a Command key.
 * @param platform `navigator.platform`
 */
export function isApple(platform: string): boolean {
  return /^(?:Mac|iPhone|iPad|iPod)/.test(platform);
}
