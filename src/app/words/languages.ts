/** The languages that there are, and which of them the page is in. */
import { type Translation, useLanguage } from './catalogue.ts';

export interface Language {
  readonly direction: 'ltr' | 'rtl';
  /** Can a person have it? The others are there for tests and screenshots. */
  readonly offered: boolean;
  /** Reads its file; English needs none. */
  readonly load?: () => Promise<Translation>;
}

/** What stands in `localStorage` when a language was chosen: its tag. */
export const LANGUAGE_KEY = 'pleinair.language';

/** By BCP 47 tag. `en-XA` and `ar-XB` are the usual names of English with accents, and of English from right to left. */
export const LANGUAGES: Readonly<Record<string, Language>> = {
  'en-SG': { direction: 'ltr', offered: true },
  'en-XA': { direction: 'ltr', offered: false, load: async () => (await import('./pseudo.ts')).accented },
  'ar-XB': { direction: 'rtl', offered: false, load: async () => (await import('./pseudo.ts')).mirrored },
};

/**
 * The tag of the language that was chosen; else the first offered one that the person reads; else English.
 * @param kept what stands in `localStorage`
 * @param preferred `navigator.languages`, the most wanted first
 */
export function chosenLanguage(kept: string | null, preferred: readonly string[]): string {
  if (kept !== null && Object.hasOwn(LANGUAGES, kept)) return kept;
  const offered = Object.keys(LANGUAGES).filter((tag) => LANGUAGES[tag]?.offered);
  for (const wanted of preferred) {
    const found =
      offered.find((tag) => tag === wanted) ?? offered.find((tag) => primary(tag) === primary(wanted));
    if (found !== undefined) return found;
  }
  return 'en-SG';
}

/** `en` of `en-SG`. */
function primary(tag: string): string {
  return tag.split('-', 1)[0] ?? tag;
}

/** Brings the page into its language. Never throws: a file that cannot be had leaves it in English. */
export async function startLanguage(): Promise<void> {
  try {
    const tag = chosenLanguage(localStorage.getItem(LANGUAGE_KEY), navigator.languages);
    const language = LANGUAGES[tag];
    if (language) await useLanguage(tag, language);
  } catch {
    // A browser that keeps nothing, or a file that is not there offline.
  }
}
