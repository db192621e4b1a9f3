/**
 * Chords: pressed keys as the table of shortcuts writes them: `P`, `Shift+C`, `Ctrl+Shift+Z`, `ArrowLeft`, `?`.
 */

type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

const LETTER = /^\p{L}$/u;

/** Contains a letter, part of a letter or a digit of a script other than Latin: `я`, `ழ`, `ி`, `لا`, `٣`. */
const OTHER_SCRIPT = /[^\P{Alphabetic}\p{Script=Latin}]|[^\P{M}\p{Script=Latin}]|[^\P{Nd}0-9]/u;
/** The signs on the keys of a Latin keyboard, without and with Shift, by `KeyboardEvent.code`. */
const SIGNS: Readonly<Record<string, readonly [plain: string, shifted: string]>> = {
  BracketLeft: ['[', '{'],
  BracketRight: [']', '}'],
  Comma: [',', '<'],
  Period: ['.', '>'],
  Minus: ['-', '_'],
  Equal: ['=', '+'],
  Slash: ['/', '?'],
};

/**
 * The letter or sign of a key. On a keyboard with another script it is the one that a Latin keyboard has in the
 * same position. Latin keyboards are not read by position, because their letters differ in position too
 * (AZERTY, Dvorak).
 */
function writtenKey({ key, code, shiftKey }: Pressed): string {
  if (!OTHER_SCRIPT.test(key)) return key;
  const [, letter] = /^Key([A-Z])$/.exec(code) ?? [];
  const [, digit] = /^Digit(\d)$/.exec(code) ?? [];
  return letter ?? (shiftKey ? undefined : digit) ?? SIGNS[code]?.[shiftKey ? 1 : 0] ?? key;
}

/**
 * The chord of a pressed key. Command counts as Ctrl. Undefined with Alt, which writes letters on many
 * keyboards. Shift is part of a chord with a letter or a named key only, because it depends on the keyboard
 * which signs need Shift.
 */
export function chordOf(pressed: Pressed): string | undefined {
  const { ctrlKey, metaKey, altKey, shiftKey } = pressed;
  if (altKey) return undefined;
  const key = writtenKey(pressed);
  const isSign = key.length === 1 && !LETTER.test(key);
  const name = key === ' ' ? 'Space' : key.length === 1 ? key.toUpperCase() : key;
  return `${ctrlKey || metaKey ? 'Ctrl+' : ''}${shiftKey && !isSign ? 'Shift+' : ''}${name}`;
}

/** Chords as the value of `aria-keyshortcuts`. */
export function ariaKeys(chords: readonly string[]): string {
  return chords.map((chord) => chord.replace('Ctrl', 'Control')).join(' ');
}
