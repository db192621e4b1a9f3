/** Keys as they are written in the table of shortcuts: `P`, `Shift+C`, `Ctrl+Shift+Z`, `ArrowLeft`, `?`. Pure. */

type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

const LETTER = /^\p{L}$/u;

/** A letter, a part of one, or a digit of another script than Latin: `я`, `ழ`, `ி`, `لا`, `٣`. */
const OTHER_SCRIPT = /[^\P{Alphabetic}\p{Script=Latin}]|[^\P{M}\p{Script=Latin}]|[^\P{Nd}0-9]/u;
/** What the keys of signs write where letters are Latin, without Shift and with it. */
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
 * What the key writes; where its letters are not Latin, what stands at its place on a keyboard that has Latin ones. By
 * the place alone, Ctrl+Z would be another key where Latin letters stand elsewhere (AZERTY, Dvorak).
 */
function written({ key, code, shiftKey }: Pressed): string {
  if (!OTHER_SCRIPT.test(key)) return key;
  const [, letter] = /^Key([A-Z])$/.exec(code) ?? [];
  const [, digit] = /^Digit(\d)$/.exec(code) ?? [];
  return letter ?? (shiftKey ? undefined : digit) ?? SIGNS[code]?.[shiftKey ? 1 : 0] ?? key;
}

/**
 * What was pressed, in the table's words; Command counts as Ctrl. Undefined with Alt, which writes letters on many
 * keyboards. Shift is named with letters and with keys that have names: which sign needs it depends on the keyboard.
 */
export function chordOf(pressed: Pressed): string | undefined {
  const { ctrlKey, metaKey, altKey, shiftKey } = pressed;
  if (altKey) return undefined;
  const key = written(pressed);
  const isSign = key.length === 1 && !LETTER.test(key);
  const name = key === ' ' ? 'Space' : key.length === 1 ? key.toUpperCase() : key;
  return `${ctrlKey || metaKey ? 'Ctrl+' : ''}${shiftKey && !isSign ? 'Shift+' : ''}${name}`;
}

/** As `aria-keyshortcuts` has them. */
export function ariaKeys(chords: readonly string[]): string {
  return chords.map((chord) => chord.replace('Ctrl', 'Control')).join(' ');
}
