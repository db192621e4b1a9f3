/** The languages of the page, and the choice between them. */
import { applyTranslation, type Translation } from './catalogue.ts';

export interface Language {
  /** In itself, as those who look for it read it. */
  readonly name: string;
  readonly direction: 'ltr' | 'rtl';
  /** True if a person can choose it. The others are for tests and screenshots. */
  readonly offered: boolean;
  /** Loads the texts. English has none to load. */
  readonly load?: () => Promise<Translation>;
}

/** Key in `localStorage` of the chosen language's tag. */
export const LANGUAGE_KEY = 'pleinair.language';

/**
 * All languages by BCP 47 tag. `en-XA` and `ar-XB` are the usual tags of pseudo-languages: accented, and right
 * to left.
 */
export const LANGUAGES: Readonly<Record<string, Language>> = {
  'en-SG': { name: 'English', direction: 'ltr', offered: true },
  'en-XA': {
    name: 'English, accents',
    direction: 'ltr',
    offered: false,
    load: async () => (await import('./pseudo.ts')).accented,
  },
  'ar-XB': {
    name: 'English, right to left',
    direction: 'rtl',
    offered: false,
    load: async () => (await import('./pseudo.ts')).mirrored,
  },
};

/**
 * The tag of the page's language: the chosen one, else the first preferred one that is offered, else English.
 * @param stored value in `localStorage`
 * @param preferred `navigator.languages`, most preferred first
 */
export function chosenLanguage(stored: string | null, preferred: readonly string[]): string {
  if (stored !== null && Object.hasOwn(LANGUAGES, stored)) return stored;
  const offered = Object.keys(LANGUAGES).filter((tag) => LANGUAGES[tag]?.offered);
  for (const wanted of preferred) {
    const found =
      offered.find((tag) => tag === wanted) ?? offered.find((tag) => primary(tag) === primary(wanted));
    if (found !== undefined) return found;
  }
  return 'en-SG';
}

/** The tags to choose from: the offered languages, and the current one. */
export function languageChoices(current: string): string[] {
  return Object.keys(LANGUAGES).filter((tag) => LANGUAGES[tag]?.offered || tag === current);
}

/** The chosen tag; `""` for the browser's language. */
export function storedLanguage(): string {
  try {
    return localStorage.getItem(LANGUAGE_KEY) ?? '';
  } catch {
    return '';
  }
}

/**
 * Stores the choice and reloads the page, because rendered texts do not change.
 * @param tag `""` for the browser's language
 */
export function chooseLanguage(tag: string): void {
  try {
    if (tag === '') localStorage.removeItem(LANGUAGE_KEY);
    else localStorage.setItem(LANGUAGE_KEY, tag);
  } catch {
    // Without localStorage the page stays in the browser's language.
  }
  location.reload();
}

/** The language of a tag without its region: `en` for `en-SG`. */
function primary(tag: string): string {
  return tag.split('-', 1)[0] ?? tag;
}

/** Loads and applies the page's language. Never throws: if that fails, the page stays in English. */
export async function startLanguage(): Promise<void> {
  try {
    const tag = chosenLanguage(localStorage.getItem(LANGUAGE_KEY), navigator.languages);
    const language = LANGUAGES[tag];
    if (!language?.load) return;
    applyTranslation(tag, await language.load());
    document.documentElement.lang = tag;
    document.documentElement.dir = language.direction;
  } catch {
    // localStorage is forbidden, or the language did not load.
  }
}
