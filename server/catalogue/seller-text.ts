/**
 * The text of sellers. Markup in it is text like any other, and whoever shows it escapes it; what is taken out here is
 * what no escaping helps against: characters that turn the reading direction of what stands around them, that are not
 * seen, or that are no characters at all.
 */

/** Of a name, in characters (code points). */
export const NAME_MOST = 200;
/** What stands further behind is never shown, and not looked at: a name may be as long as the file. */
const LOOKED_AT = 100 * NAME_MOST;
/** Marks on one letter; piled up they reach over the lines above and below. */
const MARKS_MOST = 4;

const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}]/u;
const UNSEEN = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/u;
const VISIBLE = /[^\p{C}\p{Z}]/u;
/** They have their use inside words and emoji: U+200C and U+200D join, U+FE0E and U+FE0F choose a form. */
const JOINER = /[\u200c\u200d]/;
const SELECTOR = /[\ufe0e\ufe0f]/;
const PILED = new RegExp(`(\\p{Mn}{${MARKS_MOST}})\\p{Mn}+`, 'gu');

/** Why the text is not shown as it is; empty when it is. */
export function sellerTextFaults(whole: string): string[] {
  const faults: string[] = [];
  const text = beginning(whole);
  if (!text.isWellFormed()) faults.push('holds half a surrogate pair');
  if (CONTROL.test(text)) faults.push('holds control characters or line breaks');
  if (/\p{Bidi_Control}/u.test(text)) faults.push('holds characters that turn the reading direction');
  else if (withoutUnseen(text) !== text) faults.push('holds characters that are not seen');
  if (text.search(PILED) >= 0) faults.push(`holds more than ${MARKS_MOST} marks on one letter`);
  const length = [...whole].length;
  if (length > NAME_MOST) faults.push(`is ${length} characters long; at most ${NAME_MOST} are shown`);
  return faults;
}

/** The text as it is answered: one line of at most 200 characters, all of them seen. May be empty. */
export function cleanSellerText(text: string): string {
  const oneLine = beginning(text).toWellFormed().replace(new RegExp(CONTROL, 'gu'), ' ');
  const seen = withoutUnseen(oneLine).replace(PILED, '$1').replace(/\s+/gu, ' ').trim();
  const characters = [...seen];
  if (characters.length <= NAME_MOST) return seen;
  const kept = characters.slice(0, NAME_MOST - 1).join('');
  return `${kept.trimEnd()}…`;
}

/** Is there anything to read in it? Marks and spaces alone are nothing. */
export function isReadable(text: string): boolean {
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(cleanSellerText(text));
}

/** Does a text that may hold nothing of the kind hold what would have to be taken out? */
export function hasHidden(text: string): boolean {
  return !text.isWellFormed() || CONTROL.test(text) || UNSEEN.test(text);
}

/** Never half of a character. */
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
