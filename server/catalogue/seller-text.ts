/**
 * Texts of sellers. Markup in them is text, and is escaped where it is shown. Removed here is what escaping
 * does not help against: characters that turn the reading direction around them, that are invisible, or that
 * are no characters at all.
 */

/** Longest name, in characters (code points). */
export const NAME_MAX = 200;
/** Text beyond this is not even checked: a name may be as long as the file. */
const LOOKED_AT = 100 * NAME_MAX;
/** Most combining marks on one letter: more would reach over the lines above and below. */
const MARKS_MAX = 4;

const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}]/u;
const UNSEEN = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/u;
const VISIBLE = /[^\p{C}\p{Z}]/u;
/** Allowed inside words and emoji: U+200C and U+200D join, U+FE0E and U+FE0F choose a form. */
const JOINER = /[\u200c\u200d]/;
const SELECTOR = /[\ufe0e\ufe0f]/;
const PILED = new RegExp(`(\\p{Mn}{${MARKS_MAX}})\\p{Mn}+`, 'gu');

/** Why the text is not shown as it is; empty if it is. */
export function sellerTextFaults(whole: string): string[] {
  const faults: string[] = [];
  const text = beginning(whole);
  if (!text.isWellFormed()) faults.push('holds half a surrogate pair');
  if (CONTROL.test(text)) faults.push('holds control characters or line breaks');
  if (/\p{Bidi_Control}/u.test(text)) faults.push('holds characters that turn the reading direction');
  else if (withoutUnseen(text) !== text) faults.push('holds characters that are not seen');
  if (text.search(PILED) >= 0) faults.push(`holds more than ${MARKS_MAX} marks on one letter`);
  const length = [...whole].length;
  if (length > NAME_MAX) faults.push(`is ${length} characters long; at most ${NAME_MAX} are shown`);
  return faults;
}

/** The text as the API returns it: one line of at most 200 visible characters. May be empty. */
export function cleanSellerText(text: string): string {
  const oneLine = beginning(text).toWellFormed().replace(new RegExp(CONTROL, 'gu'), ' ');
  const seen = withoutUnseen(oneLine).replace(PILED, '$1').replace(/\s+/gu, ' ').trim();
  const characters = [...seen];
  if (characters.length <= NAME_MAX) return seen;
  const kept = characters.slice(0, NAME_MAX - 1).join('');
  return `${kept.trimEnd()}…`;
}

/** True if the text has something to read: marks and spaces alone do not count. */
export function isReadable(text: string): boolean {
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(cleanSellerText(text));
}

/** True if the text has hidden characters, which would have to be removed. */
export function hasHidden(text: string): boolean {
  return !text.isWellFormed() || CONTROL.test(text) || UNSEEN.test(text);
}

/** The beginning of the text, cut between characters. */
function beginning(text: string): string {
  if (text.length <= LOOKED_AT) return text;
  const cut = text.slice(0, LOOKED_AT);
  return /[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut;
}

function withoutUnseen(text: string): string {
  if (!UNSEEN.test(text)) return text;
  const characters = [...text];
  let before = '';
  return characters
    .filter((character, index) => {
      const kept = !UNSEEN.test(character) || isInPlace(character, before, characters[index + 1] ?? '');
      if (kept) before = character;
      return kept;
    })
    .join('');
}

function isInPlace(character: string, before: string, after: string): boolean {
  if (SELECTOR.test(character)) return VISIBLE.test(before) && !SELECTOR.test(before);
  return JOINER.test(character) && VISIBLE.test(before) && VISIBLE.test(after);
}
