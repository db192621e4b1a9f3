/** Results of an import, in words. */
import { KINDS, type LeftOut, type Refusal } from '../../ink/formats/index.ts';
import { imports as words } from '../words/en/import.ts';

/** The sentence about parts of a file that were left out; `""` if none were. */
export function leftOutWords(leftOut: LeftOut): string {
  const things = KINDS.flatMap((kind) => {
    const count = leftOut[kind] ?? 0;
    return count > 0 ? [words.things[kind](count)] : [];
  });
  return things.length === 0 ? '' : words.leftOut(things);
}

/** Why a file was refused, in one or two sentences. */
export function refusalWords(refusal: Refusal): string {
  switch (refusal.code) {
    case 'too_large':
      return words.too_large(refusal.size, refusal.most);
    case 'too_many':
      return words.too_many[refusal.what](refusal.most);
    case 'damaged':
      return words.damaged(refusal.at);
    case 'bad_xml':
      return words.bad_xml(refusal.at + 1);
    case 'path':
      return words.path(refusal.at + 1, refusal.text);
    case 'transform':
    case 'polyline':
    case 'entity':
      return words[refusal.code](refusal.text);
    case 'picture':
    case 'unknown':
    case 'other_json':
    case 'other_program':
      return `${words[refusal.code]} ${words.known}`;
    default:
      return words[refusal.code];
  }
}
