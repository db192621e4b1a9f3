/**
 * What a phrase of a forecast means for somebody outdoors. Words decide, not the upstream's codes: one code means two
 * things in two lists of them. The agency has 23 phrases now, and had 12 others before.
 */

export const KINDS = ['storm', 'heavy', 'wet', 'hazy', 'windy', 'mist', 'cloudy', 'fair', 'unknown'] as const;
/** `storm` has thunder; `heavy` is heavy rain without; `unknown` is a phrase to be shown as it was sent. */
export type Kind = (typeof KINDS)[number];

/** In the order of what matters most: "Heavy Thundery Showers with Gusty Winds" is a storm. */
const WORDS: readonly (readonly [Kind, RegExp])[] = [
  ['storm', /thunder|lightning|storm/],
  ['heavy', /\bheavy\b.*(?:rain|shower)|downpour/],
  ['wet', /rain|shower|drizzle|\bwet\b|\bhail|\bsnow/],
  ['hazy', /\bhaz[ey]/],
  ['windy', /\bwind|\bgust|squall/],
  ['mist', /\bmist|\bfog/],
  ['cloudy', /cloud|overcast/],
  ['fair', /\bfair\b|sunny|\bclear\b/],
];

/** The kind of a phrase, `Thundery Showers`; `unknown` if no word of it is known. */
export function kindOf(phrase: string): Kind {
  const text = phrase.toLowerCase();
  return WORDS.find(([, words]) => words.test(text))?.[0] ?? 'unknown';
}
