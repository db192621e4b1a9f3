/** Keys as they are written in the table of shortcuts: `P`, `Shift+C`, `Ctrl+Shift+Z`, `ArrowLeft`, `?`. Pure. */

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

const LETTER = /^\p{L}$/u;

/**
 * What was pressed, in the table's words; Command counts as Ctrl. Undefined with Alt, which writes letters on many
 * keyboards. Shift is named with letters and with keys that have names: which sign needs it depends on the keyboard.
 */
export function chordOf({ key, ctrlKey, metaKey, altKey, shiftKey }: Pressed): string | undefined {
  if (altKey) return undefined;
  const isSign = key.length === 1 && !LETTER.test(key);
  const name = key === ' ' ? 'Space' : key.length === 1 ? key.toUpperCase() : key;
  return `${ctrlKey || metaKey ? 'Ctrl+' : ''}${shiftKey && !isSign ? 'Shift+' : ''}${name}`;
}

const PRINTED: Readonly<Record<string, string>> = {
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
  Escape: 'Esc',
};
const APPLE: Readonly<Record<string, string>> = { Ctrl: '⌘', Shift: '⇧' };

/** The keys of a chord as they are printed on the keyboard. A chord may be the plus sign. */
export function printedKeys(chord: string, apple: boolean): string[] {
  const parts = chord.split(/\+(?=.)/);
  return parts.map((part) => (apple ? APPLE[part] : undefined) ?? PRINTED[part] ?? part);
}

/** Has this device a Command key? */
export function isApple(platform: string): boolean {
  return /^(?:Mac|iPhone|iPad|iPod)/.test(platform);
}

/** As `aria-keyshortcuts` has them. */
export function ariaKeys(chords: readonly string[]): string {
  return chords.map((chord) => chord.replace('Ctrl', 'Control')).join(' ');
}
