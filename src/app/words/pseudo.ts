/**
 * Two languages that nobody speaks, made from the English when it is loaded: what is not in the catalogue stands out in
 * them, and so does what is too narrow, or laid out for one direction alone.
 */
import type { Translation, Words } from './catalogue.ts';

const PLAIN = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const ACCENTED = [...'ȦƁĆĐĒƑĜĦĨĴĶĹṀŃŐṔɊŔŠŤŨṼŴẊŶŹåƀçđéƒğĥîĵķļɱñöþɋŕšţûṽŵẋýž'];

/** Accents on every letter, and every vowel twice: about 40 % longer. */
export const accented: Translation = (_place, english) => turned(english, accent);

/** Written from right to left, letter by letter. */
export const mirrored: Translation = (_place, english) => turned(english, mirror);

/** The same words, every text of them turned. */
function turned(words: Words, turn: (text: string) => string): Words {
  return Object.fromEntries(
    Object.entries(words).map(([key, word]) => {
      if (typeof word === 'string') return [key, turn(word)];
      if (typeof word === 'function') return [key, (...parameters: never[]) => turn(word(...parameters))];
      return [key, turned(word, turn)];
    }),
  );
}

/** Marks of Rich, `<link>`, stay as they are: every second piece. */
function outsideMarks(text: string, turn: (piece: string) => string): string {
  return text
    .split(/(<\/?\w+>)/)
    .map((piece, i) => (i % 2 === 1 || piece === '' ? piece : turn(piece)))
    .join('');
}

function accent(text: string): string {
  return outsideMarks(text, (piece) =>
    [...piece.replace(/[aeiou]/gi, '$&$&')]
      .map((letter) => ACCENTED[PLAIN.indexOf(letter)] ?? letter)
      .join(''),
  );
}

function mirror(text: string): string {
  return outsideMarks(text, (piece) => `\u202e${piece}\u202c`);
}
