/**
 * Two pseudo-languages for tests, made from the English texts at run time. They reveal texts that are not in
 * the catalogue, and layouts that are too narrow or work in one direction only.
 */
import type { Translation, Words } from './catalogue.ts';

const PLAIN = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const ACCENTED = [...'ȦƁĆĐĒƑĜĦĨĴĶĹṀŃŐṔɊŔŠŤŨṼŴẊŶŹåƀçđéƒğĥîĵķļɱñöþɋŕšţûṽŵẋýž'];

/** Accents on every letter, and every vowel twice: texts become about 40 % longer. */
export const accented: Translation = (_place, english) => transformed(english, accent);

/** Texts written from right to left, letter by letter. */
export const mirrored: Translation = (_place, english) => transformed(english, mirror);

/** The texts of a place, each transformed. */
function transformed(words: Words, transform: (text: string) => string): Words {
  return Object.fromEntries(
    Object.entries(words).map(([key, word]) => {
      if (typeof word === 'string') return [key, transform(word)];
      if (typeof word === 'function')
        return [key, (...parameters: never[]) => transform(word(...parameters))];
      return [key, transformed(word, transform)];
    }),
  );
}

/** Transforms a text except for its marks, such as `<link>`, which split() puts at the odd indices. */
function outsideMarks(text: string, transform: (piece: string) => string): string {
  return text
    .split(/(<\/?\w+>)/)
    .map((piece, i) => (i % 2 === 1 || piece === '' ? piece : transform(piece)))
    .join('');
}

function accent(text: string): string {
  return outsideMarks(text, (piece) =>
    [...piece.replace(/[aeiou]/gi, '$&$&')]
      .map((letter) => ACCENTED[PLAIN.indexOf(letter)] ?? letter)
      .join(''),
  );
}

/**
 * Reverses each line, because a line break ends the override, and puts right-to-left marks around it: so it behaves
 * like Arabic beside left-to-right text, and where the direction follows the text.
 */
function mirror(text: string): string {
  return outsideMarks(text, (piece) => piece.replace(/.+/g, '\u200f\u202e$&\u202c\u200f'));
}
